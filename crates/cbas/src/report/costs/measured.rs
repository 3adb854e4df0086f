//! Times of schemes beside their price.

use cbas_convergence::quantity::{chosen_percent, time_with_half_width, with_half_width};

use crate::costs::measured::{Estimate, Measured, Row};
use crate::report::csv::quoted;
use crate::report::sections::Section;

/// A price is right if it is off by at most this.
const TARGET: f64 = 0.05;

/// One row a scheme, phase and n.
pub fn section(measured: &Measured) -> Section {
    let (outside, judged) = judged(measured);
    let headings =
        ["scheme", "phase", "n", "sum of operations", "composite price", "measured", "composite / measured", "remark"];
    Section {
        title: "Predicted and measured; symbols: operations by their own names".to_owned(),
        headings: headings.map(str::to_owned).to_vec(),
        rows: measured.rows.iter().map(cells).collect(),
        notes: vec![
            format!(
                "± is the half-width of the {} interval over {} fresh processes; the ratio is taken in every process. Operations \
                 and schemes were timed in turns in the same processes; thread CPU time where the platform has it.",
                chosen_percent(measured.confidence),
                measured.processes
            ),
            "Sum of operations: every pairing on its own. Composite price: products of pairings, as the code computes them."
                .to_owned(),
            format!(
                "{} of {judged} phases long enough to be timed are within {} of their price.",
                judged - outside,
                chosen_percent(TARGET)
            ),
        ],
    }
}

/// How many phases are off, of how many that can be judged.
fn judged(measured: &Measured) -> (usize, usize) {
    let judged = || measured.rows.iter().filter(|row| !row.too_short);
    (judged().filter(|row| is_off(row)).count(), judged().count())
}

fn is_off(row: &Row) -> bool {
    (row.ratio.mean - 1.0).abs() > TARGET
}

fn cells(row: &Row) -> Vec<String> {
    let time = |estimate: &Estimate| time_with_half_width(estimate.mean, estimate.half_width);
    vec![
        row.scheme.clone(),
        row.phase.clone(),
        row.n.to_string(),
        time(&row.plain),
        time(&row.composite),
        time(&row.measured),
        if row.too_short { "–".to_owned() } else { with_half_width(row.ratio.mean, row.ratio.half_width) },
        remark(row),
    ]
}

/// What the price leaves out, or why there is no ratio.
fn remark(row: &Row) -> String {
    if row.too_short {
        return "too short to time singly".to_owned();
    }
    let unpriced = (!row.unpriced.is_empty()).then(|| format!("unpriced: {}", row.unpriced.join(", ")));
    let off = is_off(row).then(|| match row.ratio.mean < 1.0 {
        true => "off: not in the counts are scalar arithmetic, long hashes, and cold caches (a phase runs once, operations run warm)".to_owned(),
        false => "off: the code is faster than its operations one by one".to_owned(),
    });
    // What is known to be missing explains a price that is too low.
    let off = off.filter(|_| unpriced.is_none() || row.ratio.mean > 1.0);
    unpriced.into_iter().chain(off).collect::<Vec<_>>().join("; ")
}

/// Plain numbers in ns.
pub fn csv(measured: &Measured) -> String {
    let mut text = String::from(
        "scheme,phase,n,plain_ns,plain_half_width_ns,composite_ns,composite_half_width_ns,measured_ns,\
         measured_half_width_ns,ratio,ratio_half_width,too_short,unpriced\n",
    );
    for row in &measured.rows {
        let numbers = [row.plain, row.composite, row.measured, row.ratio];
        let numbers = numbers.iter().flat_map(|estimate| [estimate.mean.to_string(), estimate.half_width.to_string()]);
        let start = [row.scheme.clone(), row.phase.clone(), row.n.to_string()];
        let end = [row.too_short.to_string(), row.unpriced.join(" ")];
        let cells: Vec<String> = start.into_iter().chain(numbers).chain(end).map(quoted).collect();
        text.push_str(&(cells.join(",") + "\n"));
    }
    text
}
