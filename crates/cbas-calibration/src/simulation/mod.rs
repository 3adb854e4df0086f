//! One file a question; every question has a function that simulates a cell and one that makes the table of all cells.

pub mod equivalence;
pub mod naming;
mod observed;
pub mod processes;
pub mod quotable;
pub mod required;
pub mod resolution;
pub mod settled;
pub mod stability;
pub mod start_up;
pub mod steady;
pub mod stopping;
pub mod unstable_processes;

pub use observed::{Observed, analyse, observe};

use crate::Plan;
use crate::table::Table;

/// A question: its name on the command line, and how its tables are made.
pub struct Question {
    /// Name for `--only`.
    pub name: &'static str,
    /// Makes the tables.
    pub tables: fn(&Plan) -> Vec<Table>,
}

/// All questions in the order of the document.
pub const QUESTIONS: [Question; 12] = [
    Question { name: "steady", tables: steady::tables },
    Question { name: "start-up", tables: start_up::tables },
    Question { name: "naming", tables: naming::tables },
    Question { name: "stability", tables: stability::tables },
    Question { name: "resolution", tables: resolution::tables },
    Question { name: "settled", tables: settled::tables },
    Question { name: "required", tables: required::tables },
    Question { name: "quotable", tables: quotable::tables },
    Question { name: "equivalence", tables: equivalence::tables },
    Question { name: "processes", tables: processes::tables },
    Question { name: "unstable-processes", tables: unstable_processes::tables },
    Question { name: "stopping", tables: stopping::tables },
];
