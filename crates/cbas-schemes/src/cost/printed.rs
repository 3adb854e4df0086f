//! Unit costs from a table that somebody printed.
//!
//! CSV with a header: a column `operation` or `symbol`, and a column `ns`, `us` or `ms` with the time. Other columns are
//! ignored. A sum of whole multiples of printed values has as many decimals as they have, so costs are written with
//! those, in the unit of the table.

use cbas_bench::symbol::SymbolProfile;
use cbas_convergence::quantity::TimeUnit;

use super::UnitCosts;
use crate::error::TableError;
use crate::symbol::resolve;

/// Names of the columns that may say what is timed, the one that is used first.
const NAMES: [&str; 2] = ["operation", "symbol"];
/// Names of the columns that may hold the time, and their units.
const TIMES: [(&str, TimeUnit); 4] = [
    ("ns", TimeUnit::Nanoseconds),
    ("us", TimeUnit::Microseconds),
    ("µs", TimeUnit::Microseconds),
    ("ms", TimeUnit::Milliseconds),
];

/// A printed table of unit costs.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PrintedTable {
    /// The unit costs.
    pub units: UnitCosts,
    /// The rows in the order of the file.
    pub rows: Vec<PrintedRow>,
    /// Unit of the times.
    pub unit: TimeUnit,
    /// Most decimals of a time.
    pub decimals: usize,
}

/// One row of a printed table.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PrintedRow {
    /// The operation or symbol as it is written.
    pub name: String,
    /// The operation it stands for.
    pub operation: String,
    /// The time, ns.
    pub ns: f64,
}

impl PrintedTable {
    /// Reads a table; `file` names it in errors, `profile` says what its symbols stand for.
    ///
    /// # Errors
    /// [`TableError`] with the line if a column is missing, a name means nothing or a value is no time.
    ///
    /// ```
    /// use cbas_bench::symbol::SymbolProfile;
    /// use cbas_schemes::cost::PrintedTable;
    /// let profile = SymbolProfile::named("source-group")?;
    /// let table = PrintedTable::parse("paper.csv", "symbol,ms\nT_sm_ec,0.112\nT_h,0.004\n", &profile)?;
    /// assert_eq!(table.units.operations(), ["ec-mul", "hash-to-scalar"]);
    /// assert_eq!(table.written(116_000.0), "0.116 ms");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(file: &str, text: &str, profile: &SymbolProfile) -> Result<Self, TableError> {
        // Spreadsheets write a byte order mark.
        let text = text.trim_start_matches('\u{feff}');
        let mut reader =
            csv::ReaderBuilder::new().trim(csv::Trim::All).comment(Some(b'#')).from_reader(text.as_bytes());
        let damaged = |error: csv::Error| {
            let line = error.position().map_or(1, csv::Position::line);
            TableError::Row { file: file.to_owned(), line, reason: format!("{error}: write one row a line") }
        };
        let header = reader.headers().map_err(damaged)?.clone();
        let column = |name: &str| header.iter().position(|heading| heading.eq_ignore_ascii_case(name));
        let absent = |wanted| TableError::NoColumn { file: file.to_owned(), wanted };
        let name = NAMES.iter().find_map(|name| column(name)).ok_or_else(|| absent("`operation` or `symbol`"))?;
        let (time, unit) = TIMES
            .iter()
            .find_map(|(name, unit)| Some((column(name)?, *unit)))
            .ok_or_else(|| absent("`ns`, `us` or `ms`"))?;
        let times: Vec<&str> = TIMES.iter().map(|(name, _)| *name).filter(|name| column(name).is_some()).collect();
        if times.len() > 1 {
            let reason = format!("the columns {} all hold times: leave one of them", times.join(" and "));
            return Err(TableError::Row { file: file.to_owned(), line: 1, reason });
        }
        let (mut rows, mut decimals) = (Vec::new(), 0);
        for record in reader.records() {
            let record = record.map_err(damaged)?;
            let line = record.position().map_or(0, csv::Position::line);
            let refuse = |reason| TableError::Row { file: file.to_owned(), line, reason };
            let (name, value) = (&record[name], &record[time]);
            let operation = resolve(profile, name).ok_or_else(|| {
                refuse(format!(
                    "`{name}` means nothing in profile `{}`: write an operation of `cbas list operations` or a symbol",
                    profile.name
                ))
            })?;
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
            let number = number
                .ok_or_else(|| refuse(format!("`{value}` is no time: give a number of {} above 0", unit.symbol())))?;
            decimals = decimals.max(decimals_of(value));
            let ns = number * unit.nanoseconds();
            rows.push(PrintedRow { name: name.to_owned(), operation: operation.to_owned(), ns });
        }
        let units = UnitCosts::table(rows.iter().map(|row| (row.operation.clone(), row.ns)));
        let units = units.map_err(|cause| TableError::Costs { file: file.to_owned(), cause })?;
        Ok(Self { units, rows, unit, decimals: decimals.min(MOST_DECIMALS) })
    }

    /// A cost (ns) in the unit and with the decimals of the table.
    pub fn written(&self, ns: f64) -> String {
        format!("{} {}", self.number(ns, self.unit), self.unit.symbol())
    }

    /// A cost (ns) in another unit, with the decimals that are left of the table's there.
    pub fn number(&self, ns: f64, unit: TimeUnit) -> String {
        let shift = (unit.nanoseconds() / self.unit.nanoseconds()).log10().round() as i64;
        let decimals = (self.decimals as i64 + shift).clamp(0, MOST_DECIMALS as i64) as usize;
        format!("{:.decimals$}", ns / unit.nanoseconds())
    }
}

/// Decimals that are written at most; beyond them the arithmetic itself rounds.
const MOST_DECIMALS: usize = 12;

/// Decimals of a number as it is written: 3 of `0.112`, and of `112e-3`.
fn decimals_of(number: &str) -> usize {
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let fraction = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i64);
    usize::try_from(fraction - exponent.parse::<i64>().unwrap_or(0)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Result<PrintedTable, TableError> {
        PrintedTable::parse("x.csv", text, &SymbolProfile::named("source-group").unwrap())
    }

    #[test]
    fn units_and_decimals_are_those_of_the_file() {
        let read = table("\u{feff}Operation,us,source\nec-mul, 112.50 ,x\nec-add,5,y\n").unwrap();
        assert_eq!((read.rows[0].ns, read.rows[1].ns, read.decimals), (112_500.0, 5000.0, 2));
        assert_eq!(read.written(117_500.0), "117.50 µs");
        assert_eq!(read.number(117_500.0, TimeUnit::Milliseconds), "0.11750");
        assert_eq!(read.number(117_500.0, TimeUnit::Nanoseconds), "117500");
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_its_line() {
        for (text, part) in [
            ("name,ms\nec-mul,1\n", "`operation` or `symbol`"),
            ("symbol,time\nT_h,1\n", "`ns`, `us` or `ms`"),
            ("symbol,ms\nT_h,0.1\nT_q,1\n", "x.csv, line 3: `T_q`"),
            ("symbol,ms\nT_h,0,1\n", "line 2"),
            ("symbol,ms\nT_h,-1\n", "line 2: `-1` is no time"),
            ("symbol,ms\nT_h,nan\n", "line 2: `nan` is no time"),
            ("symbol,ms\nT_h,1\nhash-to-scalar,2\n", "two unit costs"),
            ("symbol,ms\n", "no unit cost at all"),
            ("", "`operation` or `symbol`"),
        ] {
            let message = table(text).unwrap_err().to_string();
            assert!(message.contains(part), "{text:?}: {message}");
        }
    }
}
