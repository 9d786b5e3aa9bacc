//! Profiles for the façade.

use crate::chip::Chip;
use crate::reserve;
use dsp56k_core::{Profile, Spent};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// The cost of an address in a function: the function's number, the address, executions, then clocks in the order of
/// `Spent`.
type Row = (u16, u16, u64, [u64; 12]);
/// A call: parent, site, number of the function, whether an interrupt made it, calls, self clocks, inclusive clocks,
/// minimum, maximum.
type CallRow = (u32, u16, u16, bool, u64, u64, u64, Option<u64>, u64);

/// The counts of a profile, which belong to the chip while it profiles.
#[pyclass(frozen)]
pub(crate) struct Counts(Mutex<Option<Box<Profile>>>);

impl Counts {
    fn read<T>(&self, ask: impl FnOnce(&Profile) -> T) -> PyResult<T> {
        let profile = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        profile.as_deref().map(ask).ok_or_else(|| PyRuntimeError::new_err("the chip is still being profiled"))
    }
}

#[pymethods]
impl Counts {
    /// Returns empty counts, which store `most_events` calls and returns in their order.
    #[new]
    fn new(most_events: usize) -> Self {
        Self(Mutex::new(Some(Box::new(Profile::new(most_events)))))
    }

    /// Returns all clocks.
    #[getter]
    fn clocks(&self) -> PyResult<u64> {
        self.read(|profile| profile.clocks)
    }

    /// Returns whether functions or calls exceeded their maximum, and whether events were lost.
    #[getter]
    fn limits(&self) -> PyResult<(bool, bool)> {
        self.read(|profile| (profile.merged, profile.events_lost))
    }

    /// Returns the functions' addresses, by number.
    #[getter]
    fn functions(&self) -> PyResult<Vec<u16>> {
        self.read(|profile| profile.functions().collect())
    }

    #[getter]
    fn rows(&self) -> PyResult<Vec<Row>> {
        self.read(|profile| collect(profile.spent().map(|(number, address, spent)| row(number, address, spent)), 640))?
    }

    #[getter]
    fn calls(&self) -> PyResult<Vec<CallRow>> {
        self.read(|profile| {
            let rows = profile.calls().iter().map(|call| {
                let least = (call.least != u64::MAX).then_some(call.least);
                let (site, function) = (call.site, call.function);
                let (own, total, most) = (call.own, call.total, call.most);
                (call.parent, site, function, call.interrupt, call.times, own, total, least, most)
            });
            collect(rows, 384)
        })?
    }

    /// Returns clocks since power-up, each with the number of the call that began, or None if the last one ended.
    #[getter]
    fn events(&self) -> PyResult<Vec<(u64, Option<u32>)>> {
        self.read(|profile| collect(profile.events().iter().map(|event| (event.clock, event.call)), 128))?
    }
}

/// Returns the records as a list, if the system has memory for them and for Python's objects of `bytes_each` bytes
/// each.
fn collect<T>(rows: impl Iterator<Item = T> + Clone, bytes_each: usize) -> PyResult<Vec<T>> {
    let count = rows.clone().count();
    reserve::require_room(count, bytes_each)?;
    let mut collected = Vec::new();
    reserve::reserve(&mut collected, count)?;
    collected.extend(rows);
    Ok(collected)
}

fn row(number: u16, address: u16, spent: &Spent) -> Row {
    let Spent { times, base, addressing, fetch, refetch, waits: [x, y, p, io], conflict, stall, idle, interrupt } =
        *spent;
    (number, address, times, [base, addressing, fetch, refetch, x, y, p, io, conflict, stall, idle, interrupt])
}

#[pymethods]
impl Chip {
    /// Starts to profile into these counts. Returns false if the chip is being profiled already, or the counts are in
    /// use.
    fn count_into(&self, counts: &Counts) -> PyResult<bool> {
        let mut chip = self.chip()?;
        let mut place = counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(profile) = place.take() else { return Ok(false) };
        Ok(match chip.begin_profile(profile) {
            Ok(()) => true,
            Err(profile) => {
                *place = Some(profile);
                false
            }
        })
    }

    /// Stops profiling, and returns the counts to their object.
    fn count_no_longer(&self, counts: &Counts) -> PyResult<()> {
        let profile = self.chip()?.end_profile();
        *counts.0.lock().unwrap_or_else(PoisonError::into_inner) = profile;
        Ok(())
    }
}
