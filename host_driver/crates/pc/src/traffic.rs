//! Traffic over the bus to and from a board, and the ports of a board whose accesses it counts.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;

use crate::callback::{NativePorts, Served};

#[derive(Clone, Default)]
struct Counts {
    accesses: u64,
    clocks: u64,
    polls: u64,
    polled: i64,
    /// The register of the latest read, `None` after another access.
    register: Option<u64>,
    last: i64,
    held_before: i64,
}

/// The state of a counter of traffic.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct TrafficState {
    counts: Counts,
}

/// Traffic over the bus to and from a board since `clear`. `held()` returns the time for which other boards have had
/// the bus; without it other boards never have it.
///
/// `accesses` are bytes, polls included. `clocks` are bus clocks of their cycles, without polls. `polls` are reads of a
/// register that follow a read of the same one, which has no data: a program does so while it waits for the board.
/// `polled` are picoseconds from the first to the last read of all such sequences, without `held`.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct Traffic {
    held: Option<Py<PyAny>>,
    counts: Mutex<Counts>,
}

impl Traffic {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        // Nothing panics with the lock held.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Traffic {
    /// Records the read of a port; other boards have had the bus for `held` picoseconds.
    fn record_read(&self, register: u64, clocks: u64, now: i64, held: i64) {
        let mut counts = self.counts();
        counts.accesses += 1;
        if counts.register == Some(register) {
            counts.polls += 1;
            counts.polled += now - counts.last - (held - counts.held_before);
        } else {
            counts.clocks += clocks;
        }
        counts.register = Some(register);
        (counts.last, counts.held_before) = (now, held);
    }
}

#[pymethods]
impl Traffic {
    #[new]
    #[pyo3(signature = (held=None))]
    fn new(held: Option<Py<PyAny>>) -> Self {
        Self { held, counts: Mutex::default() }
    }

    #[getter]
    fn accesses(&self) -> u64 {
        self.counts().accesses
    }

    #[getter]
    fn clocks(&self) -> u64 {
        self.counts().clocks
    }

    #[getter]
    fn polls(&self) -> u64 {
        self.counts().polls
    }

    #[getter]
    fn polled(&self) -> i64 {
        self.counts().polled
    }

    /// Resets the counters.
    fn clear(&self) {
        let mut counts = self.counts();
        let (last, held_before) = (counts.last, counts.held_before);
        *counts = Counts { last, held_before, ..Counts::default() };
    }

    /// Records the read of a port, a cycle of `clocks` bus clocks.
    fn read(&self, py: Python<'_>, register: u64, clocks: u64, now: i64) -> PyResult<()> {
        let held = self.held.as_ref().map_or(Ok(0), |held| held.call0(py)?.extract(py))?;
        self.record_read(register, clocks, now, held);
        Ok(())
    }

    /// Records any other accesses, each a cycle of `clocks` bus clocks.
    fn others(&self, count: u64, clocks: u64) {
        let mut counts = self.counts();
        counts.accesses += count;
        counts.clocks += count * clocks;
        counts.register = None;
    }

    /// Records a byte of data at a port: at the same time as the last, it belongs to the same cycle.
    fn data(&self, clocks: u64, now: i64) {
        let same = self.counts().last == now;
        self.others(1, if same { 0 } else { clocks });
        self.counts().last = now;
    }

    /// Returns the state of the counters, for `restore`.
    fn state(&self) -> TrafficState {
        TrafficState { counts: self.counts().clone() }
    }

    /// Sets the counters to an earlier state.
    fn restore(&self, state: &TrafficState) {
        self.counts().clone_from(&state.counts);
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.held)
    }
}

/// Ports of a board from `first` on: `device` with its accesses counted, each a cycle of `clocks` bus clocks. Offsets
/// in `data` have consecutive bytes, and are not polled.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct CountedPorts {
    device: Py<PyAny>,
    traffic: Py<Traffic>,
    first: u64,
    clocks: u64,
    data: (u64, u64),
    /// The ports of a device that needs no Python.
    native: Option<NativePorts>,
}

impl CountedPorts {
    /// Performs an access without Python, and counts it; returns `None` if Python must perform it.
    pub fn access(&self, offset: u64, write: Option<u8>, now: u64) -> Option<Served> {
        let traffic = self.traffic.get();
        if traffic.held.is_some() {
            return None;
        }
        let time = i64::try_from(now).ok()?;
        let served = self.native.as_ref()?.access(offset, write, now)?;
        if self.is_data(offset) {
            traffic.data(self.clocks, time);
        } else if write.is_some() {
            traffic.others(1, self.clocks);
        } else {
            traffic.record_read(self.first + offset, self.clocks, time, 0);
        }
        Some(served)
    }

    /// Lets the device report the changes of an access without Python.
    pub fn report(&self, py: Python<'_>) -> PyResult<()> {
        self.device.bind(py).call_method0(intern!(py, "report")).map(drop)
    }

    fn is_data(&self, offset: u64) -> bool {
        (self.data.0..self.data.1).contains(&offset)
    }
}

#[pymethods]
impl CountedPorts {
    #[new]
    fn new(
        device: Bound<'_, PyAny>,
        traffic: Py<Traffic>,
        first: u64,
        clocks: u64,
        data: (u64, u64),
    ) -> PyResult<Self> {
        // Not those of an object that passes attributes of a bus on: it may have other functions to read and write.
        let is_bus = device.get_type().is(&device.py().import("dsp56k.emu.board_parts")?.getattr("HostBus")?);
        let native = if is_bus { NativePorts::at(device.call_method0("native_ports")?.extract()?) } else { None };
        Ok(Self { device: device.unbind(), traffic, first, clocks, data, native })
    }

    /// Returns true if the device needs no Python for its usual accesses.
    #[getter]
    fn is_native(&self) -> bool {
        self.native.is_some()
    }

    #[getter]
    fn device(&self, py: Python<'_>) -> Py<PyAny> {
        self.device.clone_ref(py)
    }

    #[getter]
    fn traffic(&self, py: Python<'_>) -> Py<Traffic> {
        self.traffic.clone_ref(py)
    }

    /// Returns a byte of a register.
    fn read<'py>(&self, py: Python<'py>, offset: u64, now: i64) -> PyResult<Bound<'py, PyAny>> {
        let traffic = self.traffic.get();
        if self.is_data(offset) {
            traffic.data(self.clocks, now);
        } else {
            traffic.read(py, self.first + offset, self.clocks, now)?;
        }
        self.device.bind(py).call_method1(intern!(py, "read"), (offset, now))
    }

    /// Writes a byte to a register.
    fn write(&self, py: Python<'_>, offset: u64, value: u64, now: i64) -> PyResult<()> {
        let traffic = self.traffic.get();
        if self.is_data(offset) {
            traffic.data(self.clocks, now);
        } else {
            traffic.others(1, self.clocks);
        }
        self.device.bind(py).call_method1(intern!(py, "write"), (offset, value, now)).map(drop)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.device)?;
        visit.call(&self.traffic)
    }
}
