//! Why the runs of a workload were ended, where they are measured until they have settled.

use cbas_bench::campaign::{Campaign, Stop, StopReason};
use cbas_convergence::quantity::grouped;

/// `settled at N = 1 250 to 1 954`, or how many of the processes were ended by each reason.
pub fn cell(campaign: &Campaign, id: &str) -> String {
    let records = campaign.processes.iter().filter_map(|process| process.record.as_ref());
    let mut stops: Vec<Stop> = records.filter_map(|record| record.stops.get(id).copied()).collect();
    stops.sort_by_key(|stop| (stop.reason, stop.n));
    let groups: Vec<&[Stop]> = stops.chunk_by(|a, b| a.reason == b.reason).collect();
    match groups.as_slice() {
        [] => super::rows::ABSENT.to_owned(),
        [all] => reason(all),
        several => {
            let parts: Vec<String> =
                several.iter().map(|group| format!("{} of {}: {}", group.len(), stops.len(), reason(group))).collect();
            parts.join("; ")
        }
    }
}

/// Why, and after how many samples.
fn reason(stops: &[Stop]) -> String {
    let (first, last) = (stops[0].n as usize, stops[stops.len() - 1].n as usize);
    let n = if first == last { grouped(first) } else { format!("{} to {}", grouped(first), grouped(last)) };
    match stops[0].reason {
        StopReason::Settled => format!("settled at N = {n}"),
        StopReason::MaxN => format!("largest N reached: {n}"),
        StopReason::Failed => format!("its runner failed at N = {n}"),
        StopReason::MaxTime => format!("time was up at N = {n}"),
    }
}
