//! Suggestions for names that were not found.

/// Up to three candidates most similar to `name`, best first (Jaro-Winkler similarity).
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut scored: Vec<(f64, &str)> =
        candidates.map(|candidate| (strsim::jaro_winkler(name, candidate), candidate)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.into_iter().take(3).map(|(_, candidate)| candidate.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_obvious_name_comes_first() {
        assert_eq!(nearest("paring", ["ec-add", "pairing", "gt-exp"].into_iter())[0], "pairing");
    }
}
