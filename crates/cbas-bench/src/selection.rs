//! What a campaign measures: operations, libraries and inputs, as they are asked for.

use crate::error::BenchError;
use crate::library;
use crate::operation::{self, AesGrid, CATALOGUE, Operation, Role};
use crate::protocol::InputRule;
use crate::runner::{Program, TIMEOUT_SECONDS};
use crate::workload::{Selection as Inputs, Workload};

/// Operations that are timed when none is named.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Suite {
    /// The eight of the reference study, and those that price the schemes.
    #[default]
    Standard,
    /// Every operation of the catalogue.
    Extended,
    /// The study of AES key lengths, on every engine unless libraries are named.
    Aes(AesGrid),
}

/// Which libraries time an operation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Libraries {
    /// The default library of each operation.
    #[default]
    Default,
    /// Every library that provides it.
    All,
    /// None of this program: runners alone.
    None,
    /// These.
    Named(Vec<String>),
}

/// What to measure.
///
/// With runners and neither operations nor a suite named, what the runners offer is timed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct What {
    /// Operations; empty means those of the suite.
    pub operations: Vec<String>,
    /// The suite, where no operation is named.
    pub suite: Suite,
    /// Libraries.
    pub libraries: Libraries,
    /// Programs that measure beside this one.
    pub runners: Vec<Program>,
    /// Time limit of each request to a runner, s [default: [`TIMEOUT_SECONDS`]].
    pub runner_seconds: Option<f64>,
}

/// One workload of a campaign.
#[derive(Debug)]
pub struct Selected {
    /// Operation and library.
    pub workload: Workload,
    /// What it is fed with.
    pub inputs: InputRule,
}

impl Selected {
    /// Its name in files and tables: `operation/library`, and `/fixed` where its input is always the same.
    pub fn id(&self) -> String {
        id(&self.workload, self.inputs)
    }
}

/// The name of a workload that is fed with `inputs`.
pub(crate) fn id(workload: &Workload, inputs: InputRule) -> String {
    match inputs {
        InputRule::Fixed => format!("{}/fixed", workload.id()),
        InputRule::Random | InputRule::Both => workload.id(),
    }
}

impl InputRule {
    /// The inputs of a run in process number `process`: another fixed one in each.
    pub fn of_process(self, process: u32) -> Inputs {
        match self {
            InputRule::Fixed => Inputs::One(process as usize),
            InputRule::Random | InputRule::Both => Inputs::All,
        }
    }

    /// The rules that workloads follow: both, one after the other, where both are compared.
    fn each(self) -> &'static [InputRule] {
        match self {
            InputRule::Random => &[InputRule::Random],
            InputRule::Fixed => &[InputRule::Fixed],
            InputRule::Both => &[InputRule::Random, InputRule::Fixed],
        }
    }
}

impl What {
    /// Whether nothing but the suite says what is timed.
    pub fn is_standard(&self) -> bool {
        self.operations.is_empty() && self.libraries == Libraries::Default
    }

    /// Whether the runners say what is timed.
    pub fn follows_runners(&self) -> bool {
        !self.runners.is_empty() && self.operations.is_empty() && self.suite == Suite::Standard
    }

    /// The time limit of each request to a runner, s.
    ///
    /// # Errors
    /// [`BenchError::Protocol`] if it is no time.
    pub fn runner_seconds(&self) -> Result<f64, BenchError> {
        let seconds = self.runner_seconds.unwrap_or(TIMEOUT_SECONDS);
        // A year; times that no clock can add would end the program.
        if seconds.is_finite() && seconds > 0.0 && seconds < 3.2e7 {
            return Ok(seconds);
        }
        let remedy = "give --runner-timeout a time such as 60s";
        Err(BenchError::Protocol { what: "the time limit of runners", found: seconds.to_string(), remedy })
    }

    /// The operations, those of the catalogue in its order and then those with sizes of the user's.
    ///
    /// # Errors
    /// [`BenchError::UnknownOperation`].
    pub fn operations(&self) -> Result<Vec<&'static Operation>, BenchError> {
        let of_grid = match &self.suite {
            Suite::Aes(grid) if self.operations.is_empty() => grid.identifiers(),
            _ => Vec::new(),
        };
        let ids = self.operations.iter().chain(&of_grid);
        let named: Vec<&Operation> = ids.map(|id| operation::find(id)).collect::<Result<_, _>>()?;
        if named.is_empty() {
            let extended = self.suite == Suite::Extended;
            return Ok(CATALOGUE.iter().filter(|operation| extended || operation.role != Role::Extended).collect());
        }
        let mut operations: Vec<_> = CATALOGUE.iter().filter(|operation| named.contains(operation)).collect();
        for operation in named {
            if !operations.contains(&operation) {
                operations.push(operation);
            }
        }
        Ok(operations)
    }

    /// The workloads of an operation that are asked for.
    fn providers(&self, operation: &'static Operation) -> Result<Vec<Workload>, BenchError> {
        let all = library::providers(operation);
        let names: Vec<String> = all.iter().map(|workload| workload.library.name.to_owned()).collect();
        let wanted = |workload: &Workload| match &self.libraries {
            Libraries::Default if matches!(self.suite, Suite::Aes(_)) => true,
            Libraries::Default => workload.library.name == operation.default_library,
            Libraries::All => true,
            Libraries::None => false,
            Libraries::Named(named) => named.iter().any(|name| name == workload.library.name),
        };
        let found: Vec<_> = all.into_iter().filter(wanted).collect();
        if found.is_empty() && !self.operations.is_empty() && self.libraries != Libraries::None {
            return Err(BenchError::NotProvided { operation: operation.id.to_owned(), providers: names });
        }
        Ok(found)
    }

    /// The workloads to time, in the order of the tables.
    ///
    /// # Errors
    /// [`BenchError::UnknownOperation`], [`BenchError::UnknownLibrary`] or [`BenchError::NotProvided`].
    pub fn select(&self, inputs: InputRule) -> Result<Vec<Selected>, BenchError> {
        if let Libraries::Named(names) = &self.libraries {
            for name in names {
                library::find(name)?;
            }
        }
        let mut selected = Vec::new();
        for operation in self.operations()? {
            for &inputs in inputs.each() {
                let providers = self.providers(operation)?;
                selected.extend(providers.into_iter().map(|workload| Selected { workload, inputs }));
            }
        }
        Ok(selected)
    }
}

/// The workload of an operation on a library, if this program has it.
pub fn workload(operation: &str, library: &str) -> Option<Workload> {
    let operation = operation::find(operation).ok()?;
    library::providers(operation).into_iter().find(|workload| workload.library.name == library)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(operations: &[&str], libraries: Libraries) -> Result<Vec<String>, BenchError> {
        let operations = operations.iter().map(|&id| id.to_owned()).collect();
        let what = What { operations, libraries, ..What::default() };
        Ok(what.select(InputRule::Random)?.iter().map(Selected::id).collect())
    }

    fn named(names: &[&str]) -> Libraries {
        Libraries::Named(names.iter().map(|&name| name.to_owned()).collect())
    }

    #[test]
    fn without_names_each_operation_runs_on_its_default_library() {
        let found = ids(&[], Libraries::Default).unwrap();
        assert_eq!(found.len(), 18);
        assert_eq!((found[0].as_str(), found[3].as_str()), ("pairing/blstrs", "mod-inv/num-bigint"));
        let extended = What { suite: Suite::Extended, ..What::default() };
        assert_eq!(extended.select(InputRule::Random).unwrap().len(), CATALOGUE.len());
    }

    #[test]
    fn a_library_alone_selects_what_it_provides() {
        let found = ids(&[], named(&["ff"])).unwrap();
        assert_eq!(found, ["mod-inv/ff", "mod-exp-255/ff"]);
        let all = ids(&["mod-inv"], Libraries::All).unwrap();
        assert!(
            ["mod-inv/num-bigint", "mod-inv/num-integer"].iter().all(|id| all.contains(&id.to_string())),
            "{all:?}"
        );
    }

    #[test]
    fn fixed_inputs_have_names_of_their_own() {
        let what = What { operations: vec!["mod-inv".to_owned()], ..What::default() };
        let both: Vec<String> = what.select(InputRule::Both).unwrap().iter().map(Selected::id).collect();
        assert_eq!(both, ["mod-inv/num-bigint", "mod-inv/num-bigint/fixed"]);
    }

    #[test]
    fn sizes_of_the_users_come_after_the_catalogue() {
        let found = ids(&["mod-exp-512-64", "mod-exp-1024", "mod-inv"], Libraries::Default).unwrap();
        assert_eq!(found, ["mod-inv/num-bigint", "mod-exp-1024/num-bigint", "mod-exp-512-64/num-bigint"]);
    }

    #[test]
    fn an_operation_that_no_named_library_provides_is_refused_with_those_that_do() {
        let message = ids(&["ec-mul"], named(&["blstrs"])).unwrap_err().to_string();
        assert!(message.contains("ec-mul") && message.contains("p256"), "{message}");
        assert!(ids(&["ec-mull"], Libraries::Default).unwrap_err().to_string().contains("`ec-mul`"));
        assert!(ids(&[], named(&["blstr"])).unwrap_err().to_string().contains("`blstrs`"));
    }
}
