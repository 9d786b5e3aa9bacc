//! Records of steps and accesses as the façade reads them, and what it asks to be watched.

use dsp56k_core::{Access, Cost, StepRecord, UnmappedAccess, Watch, Words};
use pyo3::prelude::*;

/// A data access of an instruction.
#[pyclass(name = "Access", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct AccessRecord {
    space: &'static str,
    address: u16,
    value: u32,
    write: bool,
    external: bool,
    waits: u64,
}

/// What one step did, and its clocks besides the wait states of its accesses.
#[pyclass(frozen, get_all)]
pub(crate) struct Step {
    address: u16,
    words: Vec<u32>,
    start: u64,
    accesses: Vec<AccessRecord>,
    base: u64,
    effective_address: u64,
    fetch: u64,
    refetch: u64,
    conflict: u64,
    stall: u64,
    idle: u64,
    trace: u64,
}

/// An access that nothing answered.
#[pyclass(frozen, get_all)]
pub(crate) struct Unmapped {
    space: &'static str,
    address: u16,
    write: bool,
    pc: u16,
    clocks: u64,
}

/// What the façade calls a watchpoint.
#[derive(FromPyObject)]
pub(crate) struct Watchpoint {
    space: String,
    first: u16,
    last: u16,
    read: bool,
    write: bool,
}

/// Consecutive words: space, first and last address.
pub(crate) type Range = (String, u16, u16);

impl From<&Access> for AccessRecord {
    fn from(access: &Access) -> Self {
        let Access { space, address, value, write, external, waits } = *access;
        Self { space: space.name(), address, value, write, external, waits }
    }
}

impl From<&StepRecord> for Step {
    fn from(step: &StepRecord) -> Self {
        let Cost { base, effective_address, fetch, refetch, conflict, stall, idle, trace } = step.cost;
        Self {
            address: step.address,
            words: step.words[..usize::from(step.length)].to_vec(),
            start: step.start,
            accesses: access_records(&step.accesses),
            base,
            effective_address,
            fetch,
            refetch,
            conflict,
            stall,
            idle,
            trace,
        }
    }
}

impl From<&UnmappedAccess> for Unmapped {
    fn from(access: &UnmappedAccess) -> Self {
        let UnmappedAccess { space, address, write, pc, clocks } = *access;
        Self { space: space.name(), address, write, pc, clocks }
    }
}

pub(crate) fn access_records(accesses: &[Access]) -> Vec<AccessRecord> {
    accesses.iter().map(AccessRecord::from).collect()
}

pub(crate) fn words(ranges: Vec<Range>) -> PyResult<Vec<Words>> {
    let words = |(space, first, last): Range| Ok(Words { space: crate::memory::space_named(&space)?, first, last });
    ranges.into_iter().map(words).collect()
}

pub(crate) fn watches(watchpoints: Vec<Watchpoint>) -> PyResult<Vec<Watch>> {
    let watch = |watchpoint: Watchpoint| {
        let Watchpoint { space, first, last, read, write } = watchpoint;
        Ok(Watch { space: crate::memory::space_named(&space)?, first, last, reads: read, writes: write })
    };
    watchpoints.into_iter().map(watch).collect()
}
