//! Exact versions of the libraries under test, from the lock file that the program was built with.

include!(concat!(env!("OUT_DIR"), "/locked.rs"));

/// The locked version of `package` that starts with `prefix`, which tells two versions apart.
///
/// # Panics
/// If there is none; in a constant that is an error of the compiler, so a library without a version is refused.
pub const fn version(package: &str, prefix: &str) -> &'static str {
    let mut index = 0;
    while index < LOCKED.len() {
        let (name, version) = LOCKED[index];
        if name.len() == package.len() && starts_with(name, package) && starts_with(version, prefix) {
            return version;
        }
        index += 1;
    }
    panic!("the lock file holds no such package")
}

/// `str::starts_with`, which is no constant function.
const fn starts_with(text: &str, prefix: &str) -> bool {
    let (text, prefix) = (text.as_bytes(), prefix.as_bytes());
    let mut index = 0;
    while index < prefix.len() {
        if index >= text.len() || text[index] != prefix[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_versions_of_a_package_are_told_apart() {
        assert!(version("p256", "0.13").starts_with("0.13."));
        assert!(version("p256", "0.14").starts_with("0.14."));
        assert!(starts_with("ff", "") && !starts_with("ff", "fff"));
    }
}
