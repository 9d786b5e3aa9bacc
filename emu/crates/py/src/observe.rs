//! Records of steps and accesses for the façade, and its watchpoints.

use crate::space::space_named;
use dsp56k_core::{Access, Cost, StepRecord, UnmappedAccess, Watch, Words};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

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

/// The record of one step, with its clocks in addition to the wait states of its accesses. Fields are converted when
/// they are read, because most of a long trace is not.
#[pyclass(frozen)]
pub(crate) struct Step(StepRecord);

#[pymethods]
impl Step {
    #[getter]
    fn address(&self) -> u16 {
        self.0.address
    }

    #[getter]
    fn words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.words[..usize::from(self.0.length)])
    }

    #[getter]
    fn start(&self) -> u64 {
        self.0.start
    }

    /// Returns all clocks, wait states included.
    #[getter]
    fn clocks(&self) -> u64 {
        self.0.clocks()
    }

    #[getter]
    fn accesses(&self) -> Vec<AccessRecord> {
        access_records(&self.0.accesses)
    }

    /// Returns the clocks in the order of `Cost`.
    #[getter]
    fn parts(&self) -> (u64, u64, u64, u64, u64, u64, u64, u64) {
        let Cost { base, effective_address, fetch, refetch, conflict, stall, idle, trace } = self.0.cost;
        (base, effective_address, fetch, refetch, conflict, stall, idle, trace)
    }
}

/// An access to an unmapped address.
#[pyclass(frozen, get_all)]
pub(crate) struct Unmapped {
    space: &'static str,
    address: u16,
    write: bool,
    pc: u16,
    clocks: u64,
}

/// A watchpoint of the façade.
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

impl From<StepRecord> for Step {
    fn from(record: StepRecord) -> Self {
        Self(record)
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
    let words = |(space, first, last): Range| Ok(Words { space: space_named(&space)?, first, last });
    ranges.into_iter().map(words).collect()
}

pub(crate) fn watch(watchpoint: Watchpoint) -> PyResult<Watch> {
    let Watchpoint { space, first, last, read, write } = watchpoint;
    Ok(Watch { space: space_named(&space)?, first, last, reads: read, writes: write })
}

pub(crate) fn watches(watchpoints: Vec<Watchpoint>) -> PyResult<Vec<Watch>> {
    watchpoints.into_iter().map(watch).collect()
}
