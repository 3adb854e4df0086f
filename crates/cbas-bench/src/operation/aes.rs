//! AES encryption of messages of any size: what the study of key lengths varies.

use std::fmt;
use std::str::FromStr;

/// Longest message, bytes (64 MiB).
pub const AES_MOST_BYTES: u32 = 1 << 26;

/// One encryption: the key schedule, every block of one message, and the tag where the mode has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Aes {
    /// Length of the key.
    pub key: AesKey,
    /// Mode of operation.
    pub mode: AesMode,
    /// Bytes of the message.
    pub bytes: u32,
    /// Where the message comes from and where the ciphertext goes.
    pub medium: Medium,
}

/// Length of an AES key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AesKey {
    /// 128 bits, 10 rounds.
    K128,
    /// 192 bits, 12 rounds.
    K192,
    /// 256 bits, 14 rounds.
    K256,
}

impl AesKey {
    /// All, ascending.
    pub const ALL: [Self; 3] = [Self::K128, Self::K192, Self::K256];

    /// Length in bits.
    pub fn bits(self) -> u32 {
        match self {
            Self::K128 => 128,
            Self::K192 => 192,
            Self::K256 => 256,
        }
    }

    /// Rounds of the cipher (FIPS 197, table 3): what a longer key costs each block.
    pub fn rounds(self) -> u32 {
        match self {
            Self::K128 => 10,
            Self::K192 => 12,
            Self::K256 => 14,
        }
    }
}

/// Mode of operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AesMode {
    /// Cipher block chaining with PKCS#7 padding (NIST SP 800-38A): one block waits for the one before it.
    Cbc,
    /// Counter mode with a big-endian counter of 128 bits (NIST SP 800-38A): blocks are independent.
    Ctr,
    /// Galois/counter mode with a nonce of 96 bits and a tag of 128 bits (NIST SP 800-38D).
    Gcm,
}

impl AesMode {
    /// All, in the order of the tables.
    pub const ALL: [Self; 3] = [Self::Cbc, Self::Ctr, Self::Gcm];

    /// Bytes of the initialisation vector, the first counter or the nonce.
    pub fn iv_bytes(self) -> usize {
        match self {
            Self::Cbc | Self::Ctr => 16,
            Self::Gcm => 12,
        }
    }

    /// Bytes of the ciphertext of a message, tag included.
    pub fn output_bytes(self, message: usize) -> usize {
        match self {
            Self::Cbc => message / 16 * 16 + 16,
            Self::Ctr => message,
            Self::Gcm => message + 16,
        }
    }
}

impl fmt::Display for AesMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cbc => "cbc",
            Self::Ctr => "ctr",
            Self::Gcm => "gcm",
        })
    }
}

impl FromStr for AesMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|mode| mode.to_string() == text);
        found.ok_or_else(|| format!("`{text}` is none of the modes cbc, ctr and gcm"))
    }
}

/// Where a message comes from and where its ciphertext goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Medium {
    /// From memory to new memory.
    Memory,
    /// From a file to a file, through the system's page cache: reading and writing are timed with the encryption.
    File,
}

impl Aes {
    /// Reads `KEY-MODE-BYTES` or `KEY-MODE-BYTES-file`, as identifiers end.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (text, medium) = match text.strip_suffix("-file") {
            Some(rest) => (rest, Medium::File),
            None => (text, Medium::Memory),
        };
        let mut parts = text.splitn(3, '-');
        let (key, mode, bytes) = (parts.next()?, parts.next()?, parts.next()?);
        let key = AesKey::ALL.into_iter().find(|length| length.bits().to_string() == key)?;
        let bytes = Some(bytes).filter(|text| !text.starts_with(['0', '+']))?.parse().ok()?;
        (bytes <= AES_MOST_BYTES).then_some(Self { key, mode: mode.parse().ok()?, bytes, medium })
    }

    /// What exactly is timed, for the catalogue.
    pub(super) fn meaning(self) -> String {
        let (bits, bytes) = (self.key.bits(), self.bytes);
        let how = match self.mode {
            AesMode::Cbc => "AES-CBC encryption with padding",
            AesMode::Ctr => "AES-CTR encryption",
            AesMode::Gcm => "AES-GCM encryption with its tag",
        };
        let medium = match self.medium {
            Medium::Memory => "",
            Medium::File => ", from a file to a file",
        };
        format!("{how} of {bytes} bytes under a key of {bits} bits, key schedule included{medium}")
    }
}

impl fmt::Display for Aes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.key.bits(), self.mode, self.bytes)?;
        f.write_str(if self.medium == Medium::File { "-file" } else { "" })
    }
}

/// The operations of a study of key lengths: every key length, mode and size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AesGrid {
    /// Modes.
    pub modes: Vec<AesMode>,
    /// Bytes of the messages.
    pub sizes: Vec<u32>,
    /// Where the messages are.
    pub medium: Medium,
    /// Fewer samples of longer messages: [`AesGrid::samples`].
    pub by_size: bool,
}

impl AesGrid {
    /// 1 KiB to 10 MiB.
    pub const BINARY_SIZES: [u32; 5] = [1 << 10, 10 << 10, 100 << 10, 1 << 20, 10 << 20];
    /// 1 KB to 10 MB.
    pub const DECIMAL_SIZES: [u32; 5] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];

    /// Measured samples of a message of so many bytes in a process, where the number goes by size: 1000 to 128 KiB, 300 to
    /// 2 MiB, else 30. A sample of 10 MiB lasts ten thousand times as long as one of 1 KiB and is hardly more variable;
    /// with the same number of each, the longest messages would take all of the time.
    pub fn samples(bytes: u32) -> u32 {
        match bytes {
            0..=0x2_0000 => 1000,
            0x2_0001..=0x20_0000 => 300,
            _ => 30,
        }
    }

    /// Identifiers of the operations: modes outside, then sizes, then keys from short to long.
    ///
    /// ```
    /// use cbas_bench::operation::AesGrid;
    /// assert_eq!(AesGrid::default().identifiers().len(), 3 * 5 * 3);
    /// assert_eq!(AesGrid::default().identifiers()[2], "aes-256-cbc-1024");
    /// ```
    pub fn identifiers(&self) -> Vec<String> {
        let mut identifiers = Vec::new();
        for &mode in &self.modes {
            for &bytes in &self.sizes {
                let aes = |key| Aes { key, mode, bytes, medium: self.medium };
                identifiers.extend(AesKey::ALL.map(|key| format!("aes-{}", aes(key))));
            }
        }
        identifiers
    }
}

impl Default for AesGrid {
    fn default() -> Self {
        Self {
            modes: AesMode::ALL.to_vec(),
            sizes: Self::BINARY_SIZES.to_vec(),
            medium: Medium::Memory,
            by_size: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_printed() {
        for text in ["128-cbc-1024", "192-ctr-1", "256-gcm-67108864", "256-cbc-10240-file"] {
            assert_eq!(Aes::parse(text).unwrap().to_string(), text);
        }
        for wrong in [
            "",
            "128",
            "128-cbc",
            "128-cbc-0",
            "64-cbc-16",
            "128-ecb-16",
            "128-cbc-67108865",
            "128-cbc-+1",
            "128-cbc-1-f",
        ] {
            assert_eq!(Aes::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn padding_always_adds_to_a_message() {
        assert_eq!([15, 16, 17].map(|bytes| AesMode::Cbc.output_bytes(bytes)), [16, 32, 32]);
        assert_eq!((AesMode::Ctr.output_bytes(17), AesMode::Gcm.output_bytes(17)), (17, 33));
    }
}
