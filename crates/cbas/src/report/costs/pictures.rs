//! Pictures of costs: bars of signing and verifying, curves of verifying an aggregate.

use std::path::Path;

use anyhow::{Context, Result};
use cbas_convergence::plot::{Bar, BarGroup, Bars, Crossing, Figure, Growth, GrowthCurve, PlotError};
use cbas_convergence::quantity::chosen_percent;
use cbas_schemes::cost::{PhaseCost, Priced};

use crate::costs::Costing;
use crate::costs::growth::PHASE;
use crate::costs::source::Origin;
use crate::report::costs::sections::why_none;

/// Phases of one signer, which have bars.
const BARS: [&str; 2] = ["Sign", "Verify"];
/// More crossings than these are left to the table.
const CROSSINGS: usize = 8;
/// More curves than these cannot be told apart.
const CURVES: usize = 12;

/// Draws what there is something for, as SVG and PNG, and returns the names of the files.
pub fn write(costing: &Costing, directory: &Path) -> Result<Vec<String>> {
    let mut files = draw(&bars(costing), directory, "sign-verify")?;
    files.extend(draw(&curves(costing), directory, "agg-verify")?);
    Ok(files)
}

fn draw(picture: &impl Figure, directory: &Path, name: &str) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for ending in ["svg", "png"] {
        let file = format!("{name}.{ending}");
        match picture.write(&directory.join(&file)) {
            Ok(()) => files.push(file),
            // Nothing in it has a price, which the tables say.
            Err(PlotError::Empty) => {}
            Err(error) => return Err(error).with_context(|| format!("picture {file}")),
        }
    }
    Ok(files)
}

/// What every caption says: intervals, symbols, prices.
fn subtitle(costing: &Costing) -> String {
    let level = chosen_percent(costing.confidence);
    let intervals = match &costing.source.origin {
        Origin::Campaign(measured) => match measured.processes {
            1 => format!("{level} intervals within one process"),
            processes => format!("{level} intervals over {processes} processes"),
        },
        Origin::Printed { .. } => "printed unit costs, no intervals".to_owned(),
    };
    let prices = if costing.has_composite() { "composite prices" } else { "plain sums" };
    format!("{intervals}; {prices}; symbols: profile {}", costing.profile.name)
}

/// The name of a scheme with what a reader must know of it, the warning first where nothing cuts it. Among composite prices, a
/// plain sum says that it is one.
fn name(costing: &Costing, priced: &Priced) -> String {
    let named = priced.cost.security.named(&priced.scheme.name);
    let plain = if costing.has_composite() && priced.composite.is_none() { ", plain sums" } else { "" };
    format!("{named} ({}{plain})", priced.cost.row)
}

fn bars(costing: &Costing) -> Bars {
    let bar = |phase: Option<&PhaseCost>| -> Result<Bar, String> {
        let phase = phase.ok_or_else(|| "no such phase".to_owned())?;
        let cost = phase.costs.first().copied().flatten().ok_or_else(|| why_none(phase))?;
        let (interval, words) = (cost.low_ns.zip(cost.high_ns), costing.source.written(&cost));
        Ok(Bar { ns: cost.mean_ns, interval, words })
    };
    let groups = costing.schemes.iter().map(|priced| {
        let bars = BARS.iter().map(|phase| bar(priced.phase(phase))).collect();
        BarGroup { name: name(costing, priced), bars }
    });
    let priced = |group: &BarGroup| group.bars.iter().any(Result::is_ok);
    Bars {
        title: "Sign and Verify, one signature".to_owned(),
        subtitle: subtitle(costing),
        series: BARS.map(str::to_owned).to_vec(),
        groups: groups.filter(priced).collect(),
    }
}

fn curves(costing: &Costing) -> Growth {
    let curves = &costing.growth.curves;
    let shown = &curves[..curves.len().min(CURVES)];
    let is_shown = |name: &String| shown.iter().any(|curve| curve.name == *name);
    let mut changes: Vec<_> =
        costing.growth.changes.iter().filter(|c| is_shown(&c.before) && is_shown(&c.after)).collect();
    changes.truncate(CROSSINGS);
    let only = match curves.len() - shown.len() {
        0 => String::new(),
        more => format!("; {more} more schemes are in the tables"),
    };
    let labelled = |own: &str| {
        let of_name = costing.schemes.iter().find(|priced| priced.scheme.name == own);
        of_name.map_or_else(|| own.to_owned(), |priced| name(costing, priced))
    };
    let drawn = shown.iter().map(|curve| GrowthCurve {
        name: labelled(&curve.name),
        points: curve
            .points
            .iter()
            .map(|(n, cost)| (*n as f64, (cost.mean_ns, cost.low_ns.zip(cost.high_ns))))
            .collect(),
    });
    let crossings = changes.iter().enumerate().map(|(at, change)| Crossing {
        at: change.crossing.place,
        ns: change.equal_ns,
        interval: change.crossing.interval,
        // Said once where several curves cross.
        words: match at > 0 && changes[at - 1].number() == change.number() {
            true => String::new(),
            false => format!("n = {}", change.number()),
        },
    });
    Growth {
        title: format!("{PHASE} against the number of signers"),
        subtitle: subtitle(costing) + &only,
        number: "number of signers n".to_owned(),
        curves: drawn.collect(),
        crossings: crossings.collect(),
    }
}
