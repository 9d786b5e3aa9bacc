//! The bus between a board's host and the DSP: each access first brings the DSP forward to its time.

use crate::board::plug::{Plug, is_sound};
use crate::chip::Chip;
use crate::lines::report_changes;
use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of registers of the host interface.
const REGISTERS: u64 = 8;

/// Times in picoseconds since power-up, and clocks of the DSP.
struct Times {
    /// The time of the latest access.
    now: u64,
    /// The time of the board's next event.
    next: u64,
    /// The clock at which the DSP was last reset.
    reset: u64,
}

/// The Python objects that the bus calls; `None` once the garbage collector has taken them.
struct Calls {
    outputs: Py<PyAny>,
    hooks: Py<PyAny>,
    board: Py<PyAny>,
}

/// The host's bus of a board with a DSP whose clock runs at `period`, picoseconds and cycles.
///
/// `outputs.enter()` checks that the DSP can run, `hooks.active` is true if only Python can run it, and `outputs` is the
/// listener of a run. `board` has `port_read` and `port_write` for all other accesses, and `note_unmapped`, which is
/// called after new unmapped accesses. While another part is in the plug `clock` or `host`, all accesses are the
/// board's.
#[pyclass(frozen)]
pub(crate) struct HostBus {
    chip: Py<Chip>,
    clock: Py<Plug>,
    host: Py<Plug>,
    period: (u64, u64),
    times: Mutex<Times>,
    calls: Mutex<Option<Calls>>,
}

/// Returns the value of an int, positive or zero, if it has 64 bits.
fn exact(value: &Bound<'_, PyAny>) -> Option<u64> {
    if value.is_exact_instance_of::<PyInt>() { value.extract().ok() } else { None }
}

impl HostBus {
    fn times(&self) -> MutexGuard<'_, Times> {
        // Nothing panics with the lock held.
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn calls(&self, py: Python<'_>) -> Option<Calls> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.as_ref().map(|Calls { outputs, hooks, board }| Calls {
            outputs: outputs.clone_ref(py),
            hooks: hooks.clone_ref(py),
            board: board.clone_ref(py),
        })
    }

    /// Brings the DSP forward to `now`; returns false if only Python can do it.
    fn advance(&self, py: Python<'_>, calls: &Calls, now: u64) -> PyResult<bool> {
        if calls.hooks.bind(py).getattr(intern!(py, "active"))?.is_truthy()? || !is_sound(&self.clock) {
            return Ok(false);
        }
        let mut times = self.times();
        if now < times.now || now >= times.next {
            return Ok(false);
        }
        times.now = now;
        let (picoseconds, cycles) = self.period;
        let count = ((u128::from(now) + 1) * u128::from(cycles) - 1) / u128::from(picoseconds);
        let to = u64::try_from(count).unwrap_or(u64::MAX).saturating_sub(times.reset);
        drop(times);
        let outputs = calls.outputs.bind(py);
        outputs.call_method0(intern!(py, "enter"))?;
        let chip = self.chip.get();
        let unmapped = chip.chip()?.unmapped().1;
        chip.advance(py, outputs, to)?;
        if chip.chip()?.unmapped().1 != unmapped {
            calls.board.bind(py).call_method0(intern!(py, "note_unmapped"))?;
        }
        Ok(true)
    }

    /// Returns true if an access to a register of the host interface needs no Python, after it has brought the DSP
    /// forward.
    fn serves(
        &self,
        py: Python<'_>,
        calls: &Calls,
        offset: &Bound<'_, PyAny>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<Option<u8>> {
        let (Some(offset @ 0..REGISTERS), Some(now)) = (exact(offset), exact(now)) else { return Ok(None) };
        if !is_sound(&self.host) || !self.advance(py, calls, now)? {
            return Ok(None);
        }
        // The DSP in reset does not answer.
        Ok(if self.chip.get().chip()?.input(dsp56k_core::InputLine::Reset) { None } else { Some(offset as u8) })
    }
}

#[pymethods]
impl HostBus {
    #[new]
    fn new(
        chip: Py<Chip>,
        outputs: Py<PyAny>,
        hooks: Py<PyAny>,
        clock: Py<Plug>,
        host: Py<Plug>,
        period: (u64, u64),
        board: Py<PyAny>,
    ) -> PyResult<Self> {
        if period.0 == 0 || period.1 == 0 {
            return Err(PyValueError::new_err("a clock must run"));
        }
        let times = Mutex::new(Times { now: 0, next: u64::MAX, reset: 0 });
        Ok(Self { chip, clock, host, period, times, calls: Mutex::new(Some(Calls { outputs, hooks, board })) })
    }

    /// Brings the DSP forward to the time of an access; returns false, without a change, if the board must do it.
    fn reach(&self, py: Python<'_>, now: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (Some(calls), Some(now)) = (self.calls(py), exact(now)) else { return Ok(false) };
        self.advance(py, &calls, now)
    }

    /// Reads a port of the board.
    fn read(&self, py: Python<'_>, offset: &Bound<'_, PyAny>, now: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Some(calls) = self.calls(py) else { return Ok(py.None()) };
        let Some(register) = self.serves(py, &calls, offset, now)? else {
            return Ok(calls.board.bind(py).call_method1(intern!(py, "port_read"), (offset, now))?.unbind());
        };
        let value = self.chip.get().chip()?.host_read(register);
        report_changes(self.chip.get(), calls.outputs.bind(py))?;
        Ok(value.into_pyobject(py)?.into_any().unbind())
    }

    /// Writes a port of the board.
    fn write(
        &self,
        py: Python<'_>,
        offset: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let Some(calls) = self.calls(py) else { return Ok(()) };
        let byte = exact(value).and_then(|value| u8::try_from(value).ok());
        let register = if byte.is_some() { self.serves(py, &calls, offset, now)? } else { None };
        let (Some(byte), Some(register)) = (byte, register) else {
            return calls.board.bind(py).call_method1(intern!(py, "port_write"), (offset, value, now)).map(drop);
        };
        self.chip.get().chip()?.host_write(register, byte);
        report_changes(self.chip.get(), calls.outputs.bind(py))
    }

    /// Returns the state: the times of the latest access and of the next event, and the clock of the latest reset.
    fn state(&self) -> (u64, u64, u64) {
        let Times { now, next, reset } = *self.times();
        (now, next, reset)
    }

    /// Returns to a state of this bus.
    fn restore(&self, state: (u64, u64, u64)) {
        let (now, next, reset) = state;
        *self.times() = Times { now, next, reset };
    }

    /// Returns the time of the latest access.
    #[getter]
    fn now(&self) -> u64 {
        self.times().now
    }

    #[setter]
    fn set_now(&self, now: u64) {
        self.times().now = now;
    }

    /// Returns the clock at which the DSP was last reset.
    #[getter]
    fn clocks_at_reset(&self) -> u64 {
        self.times().reset
    }

    #[setter]
    fn set_clocks_at_reset(&self, clocks: u64) {
        self.times().reset = clocks;
    }

    /// Sets the time of the board's next event, which only Python can execute.
    fn plan(&self, when: u64) {
        self.times().next = when;
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.chip)?;
        visit.call(&self.clock)?;
        visit.call(&self.host)?;
        if let Ok(calls) = self.calls.try_lock()
            && let Some(Calls { outputs, hooks, board }) = calls.as_ref()
        {
            visit.call(outputs)?;
            visit.call(hooks)?;
            visit.call(board)?;
        }
        Ok(())
    }

    fn __clear__(&self) {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(calls);
    }
}
