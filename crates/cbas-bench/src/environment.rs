//! Read-only facts of the machine and of this build. Nothing here changes a setting.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::BenchError;
use crate::library;

/// What the timings depend on, as far as the system tells; unknown facts are absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Environment {
    /// Processor.
    pub cpu: Cpu,
    /// Operating system.
    pub system: System,
    /// How this binary was built.
    pub build: Build,
}

/// The processor and how its clock is governed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Cpu {
    /// Model name.
    pub model: Option<String>,
    /// Family, model and stepping, which tell processors with a generic name apart.
    pub signature: Option<String>,
    /// Logical processors available to this process.
    pub logical: usize,
    /// Instruction-set extensions that the timed libraries use.
    pub flags: Vec<String>,
    /// Frequency governor.
    pub governor: Option<String>,
    /// Whether frequency boost is on.
    pub boost: Option<bool>,
    /// Whether simultaneous multithreading is active.
    pub smt: Option<bool>,
    /// Whether a hypervisor is present.
    pub virtualised: Option<bool>,
}

/// The operating system and what else it is doing.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct System {
    /// Operating system and kernel release.
    pub kernel: Option<String>,
    /// Source of the monotonic clock.
    pub clock_source: Option<String>,
    /// Load average of the last minute.
    pub load: Option<f64>,
    /// Share of processor time stolen by the hypervisor since boot.
    pub steal: Option<f64>,
    /// Times this control group was throttled.
    pub throttled: Option<u64>,
}

/// How this binary was built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// Version of this tool.
    pub version: String,
    /// Commit of the source, if it was built from a checkout.
    pub commit: Option<String>,
    /// Compiler.
    pub rustc: String,
    /// Target triple.
    pub target: String,
    /// Cargo profile.
    pub profile: String,
    /// Optimisation level of the timing code.
    pub opt_level: String,
    /// Whether debug assertions and overflow checks are compiled in.
    pub debug_assertions: bool,
    /// Code path blst takes on this processor.
    pub blst_path: String,
    /// Code path of rustcrypto's AES on this processor; unknown in older campaigns.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub aes_path: String,
}

impl Environment {
    /// Reads the facts of this machine.
    pub fn read() -> Self {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Self { cpu: Cpu::read(&info), system: System::read(), build: Build::current() }
    }

    /// Conditions that make timings worse, one sentence each.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let logical = self.cpu.logical as f64;
        if let Some(load) = self.system.load.filter(|load| *load > 0.5 * logical) {
            warnings.push(format!(
                "the load average is {load:.1} on {logical} processors: other work will disturb the samples"
            ));
        }
        if self.cpu.virtualised == Some(true) {
            warnings.push(
                "this is a virtual machine: neighbours may take time that neither clock shows as preemption".into(),
            );
        }
        if let Some(governor) = self.cpu.governor.as_deref().filter(|governor| *governor != "performance") {
            warnings.push(format!("the frequency governor is `{governor}`: the clock speed may change during a run"));
        }
        if self.cpu.boost == Some(true) {
            warnings.push("frequency boost is on: the clock speed depends on temperature and load".into());
        }
        if let Some(steal) = self.system.steal.filter(|steal| *steal > 0.01) {
            warnings.push(format!("{:.1} % of processor time was stolen by the hypervisor since boot", 100.0 * steal));
        }
        warnings
    }

    /// One line that names the machine in captions.
    pub fn machine(&self) -> String {
        let model = self.cpu.model.as_deref().unwrap_or("unknown processor");
        let signature = self.cpu.signature.as_deref().map(|text| format!(" ({text})")).unwrap_or_default();
        let virtualised = if self.cpu.virtualised == Some(true) { ", virtual machine" } else { "" };
        let kernel = self.system.kernel.as_deref().unwrap_or("unknown system");
        format!("{model}{signature}, {} logical processors{virtualised}, {kernel}", self.cpu.logical)
    }
}

/// Extensions that decide which code the libraries run.
const FLAGS: &[&str] = &["adx", "bmi2", "avx2", "avx512f", "avx512ifma", "aes", "vaes", "pclmulqdq", "sha_ni"];

impl Cpu {
    fn read(info: &str) -> Self {
        let present = flags(info);
        let signature = || {
            let part = |key| field(info, key);
            Some(format!("family {} model {} stepping {}", part("cpu family")?, part("model")?, part("stepping")?))
        };
        Self {
            model: field(info, "model name"),
            signature: signature(),
            logical: std::thread::available_parallelism().map_or(1, usize::from),
            flags: FLAGS.iter().filter(|flag| present.contains(flag)).map(|flag| (*flag).to_owned()).collect(),
            governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            boost: boost(),
            smt: read("/sys/devices/system/cpu/smt/active").map(|text| text == "1"),
            virtualised: (!present.is_empty()).then(|| present.contains(&"hypervisor")),
        }
    }
}

impl System {
    fn read() -> Self {
        let release = read("/proc/sys/kernel/osrelease");
        Self {
            kernel: release.map(|release| format!("Linux {release}")).or_else(|| Some(std::env::consts::OS.to_owned())),
            clock_source: read("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
            load: read("/proc/loadavg").and_then(|text| text.split(' ').next()?.parse().ok()),
            steal: read("/proc/stat").and_then(|text| steal(&text)),
            throttled: read("/sys/fs/cgroup/cpu.stat")
                .and_then(|text| text.lines().find_map(|line| line.strip_prefix("nr_throttled ")?.parse().ok())),
        }
    }
}

impl Build {
    /// How the running binary was built; `info` is the text of `/proc/cpuinfo`.
    fn current() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: Some(env!("CBAS_BUILD_COMMIT")).filter(|commit| !commit.is_empty()).map(str::to_owned),
            rustc: env!("CBAS_BUILD_RUSTC").to_owned(),
            target: env!("CBAS_BUILD_TARGET").to_owned(),
            profile: env!("CBAS_BUILD_PROFILE").to_owned(),
            opt_level: env!("CBAS_BUILD_OPT_LEVEL").to_owned(),
            debug_assertions: cfg!(debug_assertions),
            blst_path: blst_path(),
            aes_path: library::aes_path(),
        }
    }

    /// Refuses to time code that was built without optimisation.
    ///
    /// # Errors
    /// [`BenchError::Unoptimised`] with the build settings found.
    pub fn require_optimised(&self) -> Result<(), BenchError> {
        let slow_level = matches!(self.opt_level.as_str(), "0" | "1");
        if slow_level || self.debug_assertions {
            let checks = if self.debug_assertions { " and debug assertions" } else { "" };
            let found = format!("opt-level {}{checks} (profile {})", self.opt_level, self.profile);
            return Err(BenchError::Unoptimised { found });
        }
        Ok(())
    }
}

/// blst, built portable, chooses between two code paths by what the processor itself says of ADX. The list of flags that
/// the system keeps may differ, as under emulation.
fn blst_path() -> String {
    let version = crate::locked::version("blst", "");
    #[cfg(target_arch = "x86_64")]
    let path = if std::arch::is_x86_feature_detected!("adx") {
        "x86-64 assembly with ADX and BMI2"
    } else {
        "x86-64 assembly without ADX"
    };
    #[cfg(target_arch = "aarch64")]
    let path = "AArch64 assembly";
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let path = "portable C";
    format!("blst {version}, {path}")
}

fn flags(info: &str) -> Vec<&str> {
    let line = info.lines().find(|line| line.starts_with("flags"));
    line.and_then(|line| line.split_once(':')).map(|(_, flags)| flags.split_whitespace().collect()).unwrap_or_default()
}

fn field(info: &str, key: &str) -> Option<String> {
    info.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == key).then(|| value.trim().to_owned())
    })
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(Path::new(path)).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Boost as the two drivers that expose it say.
fn boost() -> Option<bool> {
    read("/sys/devices/system/cpu/cpufreq/boost")
        .map(|text| text == "1")
        .or_else(|| read("/sys/devices/system/cpu/intel_pstate/no_turbo").map(|text| text == "0"))
}

/// Stolen share of all processor time in the first line of `/proc/stat`.
fn steal(stat: &str) -> Option<f64> {
    let line = stat.lines().next()?.strip_prefix("cpu ")?;
    let ticks: Vec<f64> = line.split_whitespace().map(|tick| tick.parse().ok()).collect::<Option<_>>()?;
    // user nice system idle iowait irq softirq steal; guest times are contained in user and nice.
    let total: f64 = ticks.iter().take(8).sum();
    Some(*ticks.get(7)? / total).filter(|share| share.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(opt_level: &str, debug_assertions: bool) -> Build {
        Build { opt_level: opt_level.into(), debug_assertions, ..Build::current() }
    }

    #[test]
    fn code_without_optimisation_is_refused_with_the_remedy() {
        for wrong in [build("0", false), build("1", false), build("3", true)] {
            let message = wrong.require_optimised().unwrap_err().to_string();
            assert!(message.contains("--release"), "{message}");
        }
        assert!(build("3", false).require_optimised().is_ok());
        assert!(build("2", false).require_optimised().is_ok());
    }

    #[test]
    fn the_share_of_stolen_time_is_read() {
        assert_eq!(steal("cpu  10 0 10 60 0 0 0 20 5 0\ncpu0 1\n"), Some(0.2));
        assert_eq!(steal("cpu  0 0 0 0 0 0 0 0\n"), None);
        assert_eq!(steal("intr 1"), None);
    }

    #[test]
    fn fields_and_flags_of_cpuinfo_are_read() {
        let info = "model name\t: Some CPU @ 3 GHz\nflags\t\t: fpu adx hypervisor\nmodel\t\t: 17\n";
        assert_eq!(field(info, "model").as_deref(), Some("17"));
        let cpu = Cpu::read(info);
        assert_eq!(cpu.model.as_deref(), Some("Some CPU @ 3 GHz"));
        assert_eq!((cpu.flags, cpu.virtualised), (vec!["adx".to_owned()], Some(true)));
    }
}
