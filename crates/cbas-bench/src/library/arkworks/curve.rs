//! P-256 and modular arithmetic of arkworks.

use crate::operation::Operation;
use crate::workload::Workload;

pub(super) fn workload(_operation: &'static Operation) -> Option<Workload> {
    None
}
