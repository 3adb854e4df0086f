//! AES by key length: what a longer key costs, over modes, sizes and engines.

mod pictures;
mod sections;

pub use pictures::write;
pub use sections::sections;

use cbas_bench::operation::{self, Aes, AesKey, AesMode, Kind, Medium};
use cbas_convergence::analysis::Analysis;

use crate::analysis::JudgedCampaign;

/// The study.
pub const STUDY_NAME: &str = "\"Analisis performa AES-128, AES-192, dan AES-256 pada Node.js\" (doi 10.54342/wym48457)";

/// The AES operations of one engine in one mode, from memory or from files.
struct Group<'a> {
    engine: String,
    mode: AesMode,
    medium: Medium,
    /// By size and key.
    entries: Vec<(Aes, &'a Analysis)>,
}

impl<'a> Group<'a> {
    /// Every group of a campaign, in the order of its workloads.
    fn all(judged: &'a JudgedCampaign) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for workload in &judged.workloads {
            let timed = &judged.campaign.manifest.workloads[workload.index];
            let Ok((_, analysis)) = &workload.outcome else { continue };
            let Some(aes) = aes(&timed.operation) else { continue };
            let engine = format!("{} {}", timed.library, timed.library_version);
            let same = |group: &&mut Self| (&group.engine, group.mode, group.medium) == (&engine, aes.mode, aes.medium);
            match groups.iter_mut().find(same) {
                Some(group) => group.entries.push((aes, analysis)),
                None => {
                    groups.push(Self { engine, mode: aes.mode, medium: aes.medium, entries: vec![(aes, analysis)] })
                }
            }
        }
        // Engines apart, as they are read.
        let mut engines: Vec<String> = groups.iter().map(|group| group.engine.clone()).collect();
        engines.dedup();
        groups.sort_by_key(|group| (engines.iter().position(|name| *name == group.engine), group.medium, group.mode));
        groups
    }

    /// Sizes of the messages, ascending.
    fn sizes(&self) -> Vec<u32> {
        let mut sizes: Vec<u32> = self.entries.iter().map(|(aes, _)| aes.bytes).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    fn find(&self, key: AesKey, bytes: u32) -> Option<&'a Analysis> {
        self.entries.iter().find(|(aes, _)| (aes.key, aes.bytes) == (key, bytes)).map(|(_, analysis)| *analysis)
    }

    /// Mode, and where the messages are if not in memory.
    fn mode(&self) -> String {
        let mode = self.mode.to_string().to_uppercase();
        if self.medium == Medium::File { format!("{mode}, files") } else { mode }
    }
}

/// The AES operation of an identifier.
pub fn aes(operation: &str) -> Option<Aes> {
    match operation::find(operation).ok()?.kind {
        Kind::Aes(aes) => Some(aes),
        _ => None,
    }
}

/// Whether a campaign holds AES by key length.
pub fn is_aes(judged: &JudgedCampaign) -> bool {
    judged.campaign.manifest.workloads.iter().any(|timed| aes(&timed.operation).is_some())
}

/// What the AES operations of a campaign rest on; none if it has none.
pub fn notes(judged: &JudgedCampaign) -> Vec<String> {
    if !is_aes(judged) {
        return Vec::new();
    }
    let manifest = &judged.campaign.manifest;
    let build = &manifest.environment.build;
    let flags: Vec<&str> = ["aes", "vaes", "pclmulqdq"]
        .into_iter()
        .filter(|wanted| manifest.environment.cpu.flags.iter().any(|flag| flag == wanted))
        .collect();
    let path = if build.aes_path.is_empty() { "not recorded" } else { &build.aes_path };
    let has = if flags.is_empty() { "no AES extension that is known here".to_owned() } else { flags.join(", ") };
    let mut notes = vec![format!(
        "Path of rustcrypto: {path}. Other engines choose by themselves; the processor has {has}. A time is that of one \
         message: key schedule, all blocks, padding or tag, new memory for the ciphertext."
    )];
    for runner in &manifest.runners {
        let about = runner.about.as_deref().map(|about| format!(" ({about})")).unwrap_or_default();
        notes
            .push(format!("Runner {} {}{about}: its own wall clock, nothing subtracted.", runner.name, runner.version));
    }
    notes
}

/// `1 KiB`, `10 KB`, `17 B`: a size in the larger units that divide it.
pub fn size(bytes: u32) -> String {
    let units = [(1 << 20, "MiB"), (1_000_000, "MB"), (1 << 10, "KiB"), (1_000, "KB")];
    let found = units.into_iter().find(|(unit, _)| bytes.is_multiple_of(*unit));
    found.map_or_else(|| format!("{bytes} B"), |(unit, name)| format!("{} {name}", bytes / unit))
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read_in_their_own_units() {
        let found = [1024, 1000, 102_400, 10 << 20, 10_000_000, 17].map(size);
        assert_eq!(found, ["1 KiB", "1 KB", "100 KiB", "10 MiB", "10 MB", "17 B"]);
    }
}
