//! Times of schemes beside their price.

use cbas_convergence::quantity::{chosen_percent, decimals_for, percent, time_with_half_width, with_half_width};
use cbas_schemes::latex::{self, Cell, Column, Table, escaped};
use cbas_schemes::measure::Subject;

use crate::costs::measured::{Beside, Estimate, Measured, Row};
use crate::report::costs::latex::PREFIX;
use crate::report::csv::quoted;
use crate::report::rows::ABSENT;
use crate::report::sections::Section;

/// A price is right if it is off by at most this.
const TARGET: f64 = 0.05;
/// Work beside a row is named from this share of the time on.
const NAMED: f64 = 0.005;

const HEADINGS: [&str; 9] = [
    "scheme",
    "phase",
    "n",
    "sum of operations",
    "optimised",
    "with work beside",
    "measured",
    "priced / measured",
    "remark",
];

/// One row a scheme, phase and n.
pub fn section(measured: &Measured) -> Section {
    Section {
        title: "Predicted and measured; symbols: operations by their own names".to_owned(),
        headings: HEADINGS.map(str::to_owned).to_vec(),
        rows: measured.rows.iter().map(cells).collect(),
        notes: notes(measured),
    }
}

fn notes(measured: &Measured) -> Vec<String> {
    let judged = || measured.rows.iter().filter_map(|row| row.ratio);
    let within = judged().filter(|ratio| !is_off(ratio)).count();
    let wholly = judged().filter(|ratio| (ratio.mean - 1.0).abs() + ratio.half_width <= TARGET).count();
    let settled = measured.rows.iter().filter(|row| row.verdict.starts_with("converged")).count();
    vec![
        format!(
            "± is the half-width of the {} interval over {} fresh processes; the ratio is taken in every process. Operations \
             and phases were timed in batches and in turns, in a random order; thread CPU time where the platform has it.",
            chosen_percent(measured.confidence),
            measured.processes
        ),
        products(&measured.pairing_library),
        "Sum of operations: every pairing on its own. Optimised: products of pairings, as the code computes them. Work \
         beside: arithmetic modulo the group order and hashed bytes, which rows of counts take as free."
            .to_owned(),
        format!(
            "{within} of {} phases are within {} of their price by the mean of the ratio, {wholly} of them with its whole interval.",
            judged().count(),
            chosen_percent(TARGET)
        ),
        format!("The mean time of {settled} of {} phases has converged.", measured.rows.len()),
    ]
}

/// Whose pairings, and how their products are computed and priced.
fn products(library: &str) -> String {
    match library {
        "blst" => "Pairings of blst; products go through its context, which shares squarings between eight loops, and are \
                   priced by a line through pairing-product-K: what one more pairing costs, and what a product costs once."
            .to_owned(),
        _ => format!("Pairings of {library}; products share the final exponentiation."),
    }
}

fn is_off(ratio: &Estimate) -> bool {
    (ratio.mean - 1.0).abs() > TARGET
}

fn cells(row: &Row) -> Vec<String> {
    let time = |estimate: &Estimate| time_with_half_width(estimate.mean, estimate.half_width);
    vec![
        row.security.named(&row.scheme),
        row.phase.clone(),
        row.n.to_string(),
        time(&row.plain),
        time(&row.composite),
        time(&row.complete),
        time(&row.measured),
        row.ratio.map_or_else(|| ABSENT.to_owned(), |ratio| with_half_width(ratio.mean, ratio.half_width)),
        remark(row),
    ]
}

/// The work beside the row with its share of the time, and what no price holds.
fn remark(row: &Row) -> String {
    let unpriced = (!row.unpriced.is_empty()).then(|| format!("unpriced: {}", row.unpriced.join(", ")));
    let Some(ratio) = row.ratio else { return unpriced.unwrap_or_else(|| "nothing is counted".to_owned()) };
    let share = |beside: &Beside| format!("{} {}", beside.operation, percent(beside.share));
    let named: Vec<String> = row.beside.iter().filter(|beside| beside.share >= NAMED).map(share).collect();
    let beside = (!named.is_empty()).then(|| format!("beside: {}", named.join(", ")));
    let off = is_off(&ratio).then(|| match ratio.mean < 1.0 {
        true => {
            let what = if row.unpriced.is_empty() { "in nothing that is counted" } else { "outside the price" };
            format!("off: {} of the time is {what}", percent(1.0 - ratio.mean))
        }
        false => "off: the code is faster than its operations one by one".to_owned(),
    });
    beside.into_iter().chain(unpriced).chain(off).collect::<Vec<_>>().join("; ")
}

/// Plain numbers in ns; an absent value is an empty cell.
pub fn csv(measured: &Measured) -> String {
    let mut text = String::from(
        "scheme,phase,n,plain_ns,plain_half_width_ns,composite_ns,composite_half_width_ns,complete_ns,\
         complete_half_width_ns,measured_ns,measured_half_width_ns,ratio,ratio_half_width,beside,unpriced,samples,batch,verdict\n",
    );
    for row in &measured.rows {
        let numbers = [Some(row.plain), Some(row.composite), Some(row.complete), Some(row.measured), row.ratio];
        let numbers = numbers.iter().flat_map(|estimate| match estimate {
            Some(estimate) => [estimate.mean.to_string(), estimate.half_width.to_string()],
            None => [String::new(), String::new()],
        });
        let start = [row.scheme.clone(), row.phase.clone(), row.n.to_string()];
        let beside: Vec<String> =
            row.beside.iter().map(|beside| format!("{}*{}", beside.count, beside.operation)).collect();
        let end = [
            beside.join(" + "),
            row.unpriced.join(" "),
            row.samples.to_string(),
            row.batch.to_string(),
            row.verdict.clone(),
        ];
        let cells: Vec<String> = start.into_iter().chain(numbers).chain(end).map(quoted).collect();
        text.push_str(&(cells.join(",") + "\n"));
    }
    text
}

/// Every sample, as `cbas analyze` reads it: one a row, processes apart, phases as `SCHEME PHASE n = N`.
pub fn samples(measured: &Measured) -> String {
    let mut text = String::from("op,process,ns,batch\n");
    for samples in &measured.samples {
        let name = match &samples.timed.subject {
            Subject::Operation(operation) => operation.clone(),
            Subject::Phase { scheme, phase, n } => format!("{scheme} {phase} n = {n}"),
        };
        for ns in &samples.timed.ns {
            text.push_str(&format!("{},{},{ns},{}\n", quoted(name.clone()), samples.process, samples.timed.batch));
        }
    }
    text
}

/// The table in ms for papers.
pub fn latex(measured: &Measured) -> String {
    let cell = |row: &Row, what: &str, number: String| {
        Cell::number(&[&row.scheme, &row.phase, "n", &row.n.to_string(), what], &number)
    };
    let rows = measured.rows.iter().map(|row| {
        latex::Row::Cells(vec![
            Cell::text(&row.scheme),
            Cell::text(&row.phase),
            Cell::Tex(row.n.to_string()),
            cell(row, "sum", milliseconds(&row.plain)),
            cell(row, "optimised", milliseconds(&row.composite)),
            cell(row, "priced", milliseconds(&row.complete)),
            cell(row, "measured", milliseconds(&row.measured)),
            row.ratio.map_or_else(Cell::absent, |ratio| cell(row, "ratio", number(&ratio))),
        ])
    });
    let columns = HEADINGS[..8].iter().enumerate().map(|(at, heading)| match (at, *heading) {
        (_, "n") => Column::words("$n$"),
        (..3, heading) => Column::words(heading),
        (_, heading) => Column::number(heading),
    });
    let table = Table {
        label: "measured".to_owned(),
        caption: format!("Predicted and measured, in ms. {}", escaped(&notes(measured).join(" "))),
        columns: columns.collect(),
        rows: rows.collect(),
    };
    latex::document(PREFIX, &[table])
}

fn milliseconds(estimate: &Estimate) -> String {
    number(&Estimate { mean: estimate.mean / 1e6, half_width: estimate.half_width / 1e6 })
}

/// For siunitx, with the digits that the interval supports.
fn number(estimate: &Estimate) -> String {
    if estimate.half_width > 0.0 {
        let decimals = decimals_for(estimate.half_width);
        format!("{:.decimals$} +- {:.decimals$}", estimate.mean, estimate.half_width)
    } else {
        estimate.mean.to_string()
    }
}
