//! Canonical bytes of an integer whose length is not that of its type.

/// Big-endian bytes without leading zeros: moduli, and so powers, have any length.
pub(super) fn trimmed(big_endian: impl IntoIterator<Item = u8>) -> Vec<u8> {
    big_endian.into_iter().skip_while(|&byte| byte == 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_leading_zeros_go() {
        assert_eq!(trimmed([0, 0, 7, 0]), [7, 0]);
        assert!(trimmed([0, 0]).is_empty());
    }
}
