//! The tables of AES by key length.

use cbas_bench::operation::AesKey;
use cbas_convergence::analysis::{Analysis, Coefficient, fit_line, plan_ratio, ratio};
use cbas_convergence::quantity::{grouped, percent, significant, time, time_with_half_width, with_half_width};
use cbas_convergence::settings::Settings;

use super::{Group, STUDY_NAME, size};
use crate::analysis::JudgedCampaign;
use crate::report::rows::{ABSENT, mean_cell};
use crate::report::sections::Section;

/// Every table; none if the campaign has no AES by key length.
pub fn sections(judged: &JudgedCampaign) -> Vec<Section> {
    let groups = Group::all(judged);
    if groups.is_empty() {
        return Vec::new();
    }
    let settings = &judged.settings;
    vec![ratios(&groups, settings), throughput(&groups), lines(&groups, settings), plans(&groups, settings)]
}

fn section(title: &str, headings: &[&str], rows: Vec<Vec<String>>, notes: Vec<String>) -> Section {
    let headings = headings.iter().map(|&heading| heading.to_owned()).collect();
    Section { title: title.to_owned(), headings, rows, notes }
}

/// A row for each engine, mode and size.
fn by_size(groups: &[Group<'_>], cells: impl Fn(&Group<'_>, u32) -> Vec<String>) -> Vec<Vec<String>> {
    let row = |group: &Group<'_>, bytes: u32| {
        let mut row = vec![group.engine.clone(), group.mode(), size(bytes)];
        row.extend(cells(group, bytes));
        row
    };
    groups
        .iter()
        .flat_map(|group| group.sizes().into_iter().map(|bytes| row(group, bytes)).collect::<Vec<_>>())
        .collect()
}

fn ratios(groups: &[Group<'_>], settings: &Settings) -> Section {
    let rows = by_size(groups, |group, bytes| {
        let base = group.find(AesKey::K128, bytes);
        let against = |key| match (group.find(key, bytes), base) {
            (Some(long), Some(base)) => ratio_cell(long, base, settings),
            _ => ABSENT.to_owned(),
        };
        let mean = base.and_then(|base| base.sizes.last()).map_or_else(|| ABSENT.to_owned(), mean_cell);
        let sizes = group.sizes();
        let printed = match bytes {
            _ if sizes.len() == 1 => ABSENT,
            bytes if Some(&bytes) == sizes.first() => "about 1.25",
            bytes if Some(&bytes) == sizes.last() => "1 or less",
            _ => "falling",
        };
        vec![mean, against(AesKey::K192), "1.2".to_owned(), against(AesKey::K256), "1.4".to_owned(), printed.to_owned()]
    });
    let headings = [
        "engine",
        "mode",
        "message",
        "mean, 128 bits",
        "192 / 128",
        "rounds say",
        "256 / 128",
        "rounds say",
        "the study says",
    ];
    let notes = vec![
        "Ratios of means within the same processes; ± is the half-width of the interval. Rounds: 10, 12 and 14 (FIPS 197), \
         so 1.2 and 1.4 where nothing but rounds took time."
            .to_owned(),
        format!("The study: {STUDY_NAME} reports about 25 % for small files, vanishing or negative for large ones."),
    ];
    section("AES: what a longer key costs", &headings, rows, notes)
}

fn ratio_cell(long: &Analysis, base: &Analysis, settings: &Settings) -> String {
    let ratio = ratio(long, base, settings);
    ratio.half_width().map_or_else(|| significant(ratio.value, 3), |half| with_half_width(ratio.value, half))
}

fn throughput(groups: &[Group<'_>]) -> Section {
    let rows = by_size(groups, |group, bytes| AesKey::ALL.map(|key| rate(group.find(key, bytes), bytes)).into());
    let notes = vec!["GB/s: bytes of the message over the mean time, 10⁹ bytes a second.".to_owned()];
    section("AES: throughput, GB/s", &["engine", "mode", "message", "128 bits", "192 bits", "256 bits"], rows, notes)
}

fn rate(analysis: Option<&Analysis>, bytes: u32) -> String {
    let Some(analysis) = analysis else { return ABSENT.to_owned() };
    // Bytes a nanosecond are 10⁹ bytes a second.
    let rate = f64::from(bytes) / analysis.mean();
    match analysis.interval() {
        Some(interval) if interval.relative_half_width.is_finite() => {
            with_half_width(rate, rate * interval.relative_half_width)
        }
        _ => significant(rate, 3),
    }
}

fn lines(groups: &[Group<'_>], settings: &Settings) -> Section {
    let rows = groups.iter().flat_map(|group| {
        let slope = |key| line(group, key, settings).map(|line| line.slope.value);
        let base = slope(AesKey::K128);
        let row = move |key: AesKey| {
            let line = line(group, key, settings)?;
            let ratio = base.map_or_else(|| ABSENT.to_owned(), |base| significant(line.slope.value / base, 3));
            Some(vec![
                group.engine.clone(),
                group.mode(),
                key.bits().to_string(),
                coefficient(line.intercept),
                coefficient(line.slope),
                significant(1.0 / line.slope.value, 3),
                ratio,
                percent(line.worst_residual),
            ])
        };
        AesKey::ALL.into_iter().filter_map(row).collect::<Vec<_>>()
    });
    let headings = [
        "engine",
        "mode",
        "key",
        "fixed cost",
        "per byte",
        "GB/s of long messages",
        "per byte, to 128",
        "farthest mean",
    ];
    let notes = vec![
        "Time = fixed cost + bytes × time per byte, fitted to the means of each process. One percentage for a longer key \
         mixes both: a fixed cost that the key hardly changes hides the rounds of short messages. The last column is how \
         far the worst mean lies from the line; a large one says that there is no line (memory is slower than the caches)."
            .to_owned(),
    ];
    section("AES: fixed cost and cost per byte", &headings, rows.collect(), notes)
}

fn line(group: &Group<'_>, key: AesKey, settings: &Settings) -> Option<cbas_convergence::analysis::Line> {
    let points: Vec<(f64, &Analysis)> =
        group.sizes().into_iter().filter_map(|bytes| Some((f64::from(bytes), group.find(key, bytes)?))).collect();
    fit_line(&points, settings)
}

fn coefficient(coefficient: Coefficient) -> String {
    match coefficient.half_width {
        Some(half_width) => time_with_half_width(coefficient.value, half_width),
        None => time(coefficient.value),
    }
}

fn plans(groups: &[Group<'_>], settings: &Settings) -> Section {
    let rows = by_size(groups, |group, bytes| {
        let pair = group.find(AesKey::K256, bytes).zip(group.find(AesKey::K128, bytes));
        let plan = |target| pair.map(|(long, base)| plan_ratio(long, base, target, settings));
        let (coarse, fine) = (plan(0.05), plan(0.01));
        let cell = |figure: Option<usize>| figure.map_or_else(|| ABSENT.to_owned(), grouped);
        vec![
            cell(coarse.and_then(|plan| plan.samples)),
            cell(fine.and_then(|plan| plan.samples)),
            cell(coarse.and_then(|plan| plan.processes)),
            cell(fine.and_then(|plan| plan.processes)),
        ]
    });
    let headings = [
        "engine",
        "mode",
        "message",
        "samples for ± 5 %",
        "samples for ± 1 %",
        "processes for ± 5 %",
        "processes for ± 1 %",
    ];
    let notes = vec![
        "What would carry 256 / 128: samples of either key within one process, which know nothing of other processes or of \
         an order; and processes as long as these, which is what a claim about the ratio needs. The study has 10 samples."
            .to_owned(),
    ];
    section("AES: iterations and processes for the ratio", &headings, rows, notes)
}
