//! Records of steps and accesses as tuples for the façade.

use dsp56k_core::{Access, Cost, Hooked, StepRecord, Watch};
use pyo3::PyResult;

/// Space, address, value, write, external, wait states.
pub(crate) type AccessTuple = (String, u16, u32, bool, bool, u64);
/// Base, effective address, fetch, refetch, conflict, stall, idle, trace.
pub(crate) type CostTuple = (u64, u64, u64, u64, u64, u64, u64, u64);
/// Address, words, clock at which it began, accesses, cost.
pub(crate) type StepTuple = (u16, Vec<u32>, u64, Vec<AccessTuple>, CostTuple);
/// Address, still to be executed, accesses.
pub(crate) type HookedTuple = (u16, bool, Vec<AccessTuple>);
/// Space number, first and last address, reads, writes.
pub(crate) type WatchTuple = (u8, u16, u16, bool, bool);

pub(crate) fn access_tuple(access: &Access) -> AccessTuple {
    let Access { space, address, value, write, external, waits } = *access;
    (space.to_string(), address, value, write, external, waits)
}

pub(crate) fn step_tuple(step: &StepRecord) -> StepTuple {
    let Cost { base, effective_address, fetch, refetch, conflict, stall, idle, trace } = step.cost;
    (
        step.address,
        step.words.iter().copied().take(usize::from(step.length)).collect(),
        step.start,
        step.accesses.iter().map(access_tuple).collect(),
        (base, effective_address, fetch, refetch, conflict, stall, idle, trace),
    )
}

pub(crate) fn hooked_tuple(hooked: &Hooked) -> HookedTuple {
    (hooked.address, hooked.before, hooked.accesses.iter().map(access_tuple).collect())
}

pub(crate) fn watch((number, first, last, reads, writes): WatchTuple) -> PyResult<Watch> {
    Ok(Watch { space: crate::memory::space(number)?, first, last, reads, writes })
}
