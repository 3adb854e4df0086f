//! Ratio and throughput over the size of a message, one picture of each for every engine.

use std::path::Path;

use anyhow::{Context, Result};
use cbas_bench::operation::{AesKey, Medium};
use cbas_convergence::analysis::ratio;
use cbas_convergence::plot::{Figure, Stroke, Sweep, SweepCurve, SweepPoint};

use super::{Group, size};
use crate::analysis::JudgedCampaign;

/// Draws them and returns the number of files.
pub fn write(judged: &JudgedCampaign, directory: &Path, endings: &[&str]) -> Result<usize> {
    let groups = Group::all(judged);
    let mut engines: Vec<(&str, Medium)> = groups.iter().map(|group| (group.engine.as_str(), group.medium)).collect();
    engines.dedup();
    let mut drawn = 0;
    for (engine, medium) in engines {
        let of: Vec<&Group<'_>> =
            groups.iter().filter(|group| (group.engine.as_str(), group.medium) == (engine, medium)).collect();
        let name = engine.split(' ').next().unwrap_or(engine);
        let suffix = if medium == Medium::File { "-file" } else { "" };
        for (kind, mut sweep) in [("ratio", ratios(&of, judged)), ("throughput", throughput(&of, judged))] {
            // Single operations of the grid need not have two keys of one size.
            sweep.curves.retain(|curve| !curve.points.is_empty());
            if sweep.curves.is_empty() {
                continue;
            }
            for ending in endings {
                let path = directory.join(format!("aes-{kind}-{name}{suffix}.{ending}"));
                sweep.write(&path).with_context(|| format!("cannot draw {}", path.display()))?;
                drawn += 1;
            }
        }
    }
    Ok(drawn)
}

fn ratios(groups: &[&Group<'_>], judged: &JudgedCampaign) -> Sweep {
    let curve = |(tone, group): (usize, &&Group<'_>)| {
        let point = |bytes: u32| {
            let (long, base) = group.find(AesKey::K256, bytes).zip(group.find(AesKey::K128, bytes))?;
            let ratio = ratio(long, base, &judged.settings);
            Some(SweepPoint { x: f64::from(bytes), y: ratio.value, interval: ratio.interval })
        };
        let points = group.sizes().into_iter().filter_map(point).collect();
        SweepCurve { name: group.mode(), points, tone, stroke: Stroke::Bold }
    };
    Sweep {
        y_title: "mean of 256-bit keys over mean of 128-bit keys".to_owned(),
        references: [(1.0, "equal"), (1.25, "study, small"), (1.4, "rounds")]
            .map(|(at, name)| (at, name.to_owned()))
            .into(),
        curves: groups.iter().enumerate().map(curve).collect(),
        ..empty("What a 256-bit key costs", groups, judged)
    }
}

fn throughput(groups: &[&Group<'_>], judged: &JudgedCampaign) -> Sweep {
    let strokes = [(AesKey::K128, Stroke::Bold), (AesKey::K192, Stroke::Thin), (AesKey::K256, Stroke::Dashed)];
    let curves = groups.iter().enumerate().flat_map(|(tone, group)| {
        strokes.map(|(key, stroke)| {
            let point = |bytes: u32| {
                let analysis = group.find(key, bytes)?;
                let rate = |ns: f64| f64::from(bytes) / ns;
                let interval = analysis.interval().map(|interval| (rate(interval.high), rate(interval.low)));
                // Bands of nine curves would hide each other.
                let interval = interval.filter(|_| key == AesKey::K128);
                Some(SweepPoint { x: f64::from(bytes), y: rate(analysis.mean()), interval })
            };
            let points = group.sizes().into_iter().filter_map(point).collect();
            SweepCurve { name: format!("{} {}", group.mode(), key.bits()), points, tone, stroke }
        })
    });
    Sweep {
        y_title: "throughput, GB/s".to_owned(),
        from_zero: true,
        curves: curves.collect(),
        ..empty("Throughput of AES", groups, judged)
    }
}

/// Words and axis that both have.
fn empty(title: &str, groups: &[&Group<'_>], judged: &JudgedCampaign) -> Sweep {
    let mut sizes: Vec<u32> = groups.iter().flat_map(|group| group.sizes()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let engine = groups.first().map_or("", |group| group.engine.as_str());
    let processes = judged.campaign.processes.len();
    Sweep {
        title: format!("{title}: {engine}"),
        subtitle: format!(
            "{} clock; {processes} process{}; {}",
            judged.clock,
            if processes == 1 { "" } else { "es" },
            judged.campaign.manifest.environment.machine()
        ),
        x_title: "message".to_owned(),
        y_title: String::new(),
        x_ticks: sizes.into_iter().map(|bytes| (f64::from(bytes), size(bytes))).collect(),
        references: Vec::new(),
        from_zero: false,
        curves: Vec::new(),
    }
}
