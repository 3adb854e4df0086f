//! Operations whose sizes the user chooses: `mod-exp-M-E`, `pairing-product-K` and `aes-KEY-MODE-BYTES`.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::{Aes, Exponent, Group, Kind, MOST_PAIRS, ModExp, Operation, Role};

/// The operation that `id` spells with its sizes, if these are within their limits.
pub(super) fn find(id: &str) -> Option<&'static Operation> {
    let kind = if let Some(sizes) = id.strip_prefix("mod-exp-") {
        Kind::ModExp(ModExp::parse(sizes)?)
    } else if let Some(sizes) = id.strip_prefix("aes-") {
        Kind::Aes(Aes::parse(sizes)?)
    } else {
        let pairs = id.strip_prefix("pairing-product-").filter(|text| !text.starts_with(['0', '+']))?.parse().ok()?;
        (2..=MOST_PAIRS).contains(&pairs).then_some(Kind::PairingProduct { pairs })?
    };
    Some(interned(kind))
}

/// One operation for each kind ever asked for. They live as long as the program, as those of the catalogue do, and a
/// program asks for few.
fn interned(kind: Kind) -> &'static Operation {
    static KNOWN: LazyLock<Mutex<HashMap<Kind, &'static Operation>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(kind).or_insert_with(|| Box::leak(Box::new(describe(kind))))
}

fn describe(kind: Kind) -> Operation {
    let (id, group, meaning, default_library) = match kind {
        Kind::ModExp(sizes) => {
            let modulus = sizes.modulus.bits();
            let exponent = match sizes.exponent {
                Exponent::F4 => "the exponent 65537".to_owned(),
                Exponent::Random(bits) => format!("a random exponent of {bits} bits"),
            };
            let meaning = format!("power modulo an odd number of {modulus} bits with {exponent}");
            (format!("mod-exp-{sizes}"), Group::Modular, meaning, "num-bigint")
        }
        Kind::PairingProduct { pairs } => {
            let meaning = format!("product of {pairs} pairings of affine inputs with one final exponentiation");
            (format!("pairing-product-{pairs}"), Group::Pairing, meaning, "blstrs")
        }
        Kind::Aes(aes) => (format!("aes-{aes}"), Group::Cipher, aes.meaning(), "rustcrypto"),
        _ => unreachable!("no other kind has sizes of the user's"),
    };
    Operation {
        id: id.leak(),
        kind,
        symbol: None,
        group,
        meaning: meaning.leak(),
        default_library,
        role: Role::Extended,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_make_operations() {
        let operation = find("mod-exp-640-17").unwrap();
        assert_eq!(operation.kind, Kind::ModExp(ModExp::random(640, 17)));
        assert!(std::ptr::eq(operation, find("mod-exp-640-17").unwrap()));
        assert_eq!(find("mod-exp-640-640").unwrap().id, "mod-exp-640");
        assert_eq!(find("pairing-product-3").unwrap().kind, Kind::PairingProduct { pairs: 3 });
        assert_eq!(find("aes-192-gcm-1000-file").unwrap().id, "aes-192-gcm-1000-file");
        for wrong in
            ["pairing-product-1", "pairing-product-65", "pairing-product-02", "mod-exp-64", "mod-exp-", "gt-exp"]
        {
            assert!(find(wrong).is_none(), "{wrong}");
        }
    }
}
