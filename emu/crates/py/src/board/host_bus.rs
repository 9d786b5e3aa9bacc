//! The bus between a board's host and the DSP: each access first brings the DSP forward to its time.

use crate::attach::callbacks;
use crate::board::native_ports::{self, Addresses, Ports, Served};
use crate::board::plug::{Plug, is_sound};
use crate::chip::Chip;
use crate::error::raise;
use crate::lines::report_changes;
use crate::run::{SIGNAL_WORK, warn_no_more};
use dsp56k_core::{CoreError, Dsp56001, InputLine};
use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use std::any::Any;
use std::panic::resume_unwind;
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

/// Work of an access without Python that the next one with Python completes.
#[derive(Default)]
struct Remainder {
    /// The error that ended the run of the DSP.
    failure: Option<CoreError>,
    /// The panic that ended it.
    panic: Option<Box<dyn Any + Send>>,
    /// The DSP has accessed unmapped addresses.
    unmapped: bool,
    /// The run could allocate no more compiled code.
    no_more: bool,
}

/// The Python objects that the bus calls; `None` once the garbage collector has taken them.
struct Calls {
    outputs: Py<PyAny>,
    board: Py<PyAny>,
}

/// The part of the bus that needs no Python.
struct NativeBus {
    chip: Py<Chip>,
    clock: Py<Plug>,
    host: Py<Plug>,
    period: (u64, u64),
    times: Mutex<Times>,
    remainder: Mutex<Remainder>,
}

impl NativeBus {
    fn times(&self) -> MutexGuard<'_, Times> {
        // Nothing panics with the lock held.
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remainder(&self) -> MutexGuard<'_, Remainder> {
        self.remainder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the time of an access; returns the clock of the DSP at that time, or `None` if only Python can bring the
    /// DSP forward.
    fn begin(&self, now: u64) -> Option<u64> {
        if self.chip.get().has_hooks() || !is_sound(&self.clock) {
            return None;
        }
        let mut times = self.times();
        if now < times.now || now >= times.next {
            return None;
        }
        times.now = now;
        let (picoseconds, cycles) = self.period;
        // The usual product has 64 bits.
        let count = match (now + 1).checked_mul(cycles) {
            Some(product) => (product - 1) / picoseconds,
            None => u64::try_from(((u128::from(now) + 1) * u128::from(cycles) - 1) / u128::from(picoseconds))
                .unwrap_or(u64::MAX),
        };
        Some(count.saturating_sub(times.reset))
    }

    /// Brings the DSP forward to a clock; returns false if the rest is for an access with Python.
    fn run_to(&self, chip: &mut Dsp56001, clock: u64) -> bool {
        let Some(mut slices) = chip.slices_to(clock, SIGNAL_WORK) else { return true };
        let (unmapped, generated) = (chip.unmapped().1, chip.is_jit_enabled());
        let outcome = chip.advance_slice(&mut slices);
        let no_more = generated && !chip.is_jit_enabled();
        let unmapped = chip.unmapped().1 != unmapped;
        if matches!(outcome, Ok(Some(()))) && !unmapped && !no_more {
            return true;
        }
        let mut remainder = self.remainder();
        remainder.failure = outcome.err();
        remainder.unmapped |= unmapped;
        remainder.no_more |= no_more;
        false
    }

    /// Brings the DSP forward to a clock's cycles after `now` and before `end`, one by one, until an output of the DSP
    /// has changed, or Python has run. Returns the time of the last of these cycles; `None` if there was none.
    fn follow(&self, now: u64, end: u64, (picoseconds, cycles): (u64, u64)) -> Option<u64> {
        let chip = self.chip.get();
        if chip.is_reporting() {
            return None;
        }
        let mut dsp = chip.try_chip()?;
        if dsp.has_unreported_changes() {
            return None;
        }
        let (picoseconds, cycles) = (u128::from(picoseconds), u128::from(cycles));
        let (mut count, mut last) = (((u128::from(now) + 1) * cycles - 1) / picoseconds, None);
        loop {
            count += 1;
            let time = u64::try_from(count * picoseconds / cycles).ok().filter(|time| *time < end);
            let Some((time, clock)) = time.and_then(|time| Some((time, self.begin(time)?))) else { return last };
            last = Some(time);
            let before = callbacks();
            // A run that has changed an output is not complete.
            if !self.run_to(&mut dsp, clock) || callbacks() != before {
                return last;
            }
        }
    }

    /// Performs an access to a register of the host interface without Python.
    fn access(&self, offset: u64, now: u64, perform: impl FnOnce(&mut Dsp56001, u8) -> u8) -> Option<Served> {
        let chip = self.chip.get();
        if offset >= REGISTERS || chip.is_reporting() || !is_sound(&self.host) {
            return None;
        }
        let mut dsp = chip.try_chip()?;
        if dsp.has_unreported_changes() {
            return None;
        }
        let clock = self.begin(now)?;
        // The DSP in reset does not answer.
        if !self.run_to(&mut dsp, clock) || dsp.input(InputLine::Reset) {
            return None;
        }
        let value = perform(&mut dsp, offset as u8);
        Some(Served { value, must_report: dsp.has_unreported_changes() })
    }
}

impl Ports for NativeBus {
    fn read(&self, offset: u64, now: u64) -> Option<Served> {
        self.access(offset, now, Dsp56001::host_read)
    }

    fn write(&self, offset: u64, value: u8, now: u64) -> Option<Served> {
        self.access(offset, now, |dsp, register| {
            dsp.host_write(register, value);
            0
        })
    }

    fn set_panic(&self, panic: Box<dyn Any + Send>) {
        self.remainder().panic = Some(panic);
    }
}

/// The host's bus of a board with a DSP whose clock runs at `period`, picoseconds and cycles.
///
/// `outputs.enter()` checks that the DSP can run, and `outputs` is the listener of a run. `board` has `port_read` and
/// `port_write` for all other accesses, and `note_unmapped`, which is called after new unmapped accesses. While another
/// part is in the plug `clock` or `host`, or the DSP has hooks, all accesses are the board's.
#[pyclass(frozen)]
pub(crate) struct HostBus {
    /// In a box, because its address is passed to another extension module.
    native: Box<NativeBus>,
    calls: Mutex<Option<Calls>>,
}

/// Returns the value of an int, positive or zero, if it has 64 bits.
fn exact(value: &Bound<'_, PyAny>) -> Option<u64> {
    if value.is_exact_instance_of::<PyInt>() { value.extract().ok() } else { None }
}

impl HostBus {
    fn calls(&self, py: Python<'_>) -> Option<Calls> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls
            .as_ref()
            .map(|Calls { outputs, board }| Calls { outputs: outputs.clone_ref(py), board: board.clone_ref(py) })
    }

    /// Brings the DSP forward to `now`; returns false if only Python can do it.
    fn advance(&self, py: Python<'_>, calls: &Calls, now: u64) -> PyResult<bool> {
        let Remainder { failure, panic, unmapped: was_unmapped, no_more } =
            std::mem::take(&mut *self.native.remainder());
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
        if no_more {
            warn_no_more(py)?;
        }
        if let Some(failure) = failure {
            return Err(raise(py, failure));
        }
        let chip = self.native.chip.get();
        let outputs = calls.outputs.bind(py);
        if !chip.is_reporting() {
            // Those of an access without Python.
            report_changes(chip, outputs)?;
        }
        let Some(to) = self.native.begin(now) else {
            self.native.remainder().unmapped = was_unmapped;
            return Ok(false);
        };
        outputs.call_method0(intern!(py, "enter"))?;
        let unmapped = chip.chip()?.unmapped().1;
        chip.advance(py, outputs, to)?;
        if was_unmapped || chip.chip()?.unmapped().1 != unmapped {
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
        if !is_sound(&self.native.host) || !self.advance(py, calls, now)? {
            return Ok(None);
        }
        // The DSP in reset does not answer.
        Ok(if self.native.chip.get().chip()?.input(InputLine::Reset) { None } else { Some(offset as u8) })
    }
}

#[pymethods]
impl HostBus {
    #[new]
    fn new(
        chip: Py<Chip>,
        outputs: Py<PyAny>,
        clock: Py<Plug>,
        host: Py<Plug>,
        period: (u64, u64),
        board: Py<PyAny>,
    ) -> PyResult<Self> {
        if period.0 == 0 || period.1 == 0 {
            return Err(PyValueError::new_err("a clock must run"));
        }
        let times = Mutex::new(Times { now: 0, next: u64::MAX, reset: 0 });
        let remainder = Mutex::default();
        let native = Box::new(NativeBus { chip, clock, host, period, times, remainder });
        Ok(Self { native, calls: Mutex::new(Some(Calls { outputs, board })) })
    }

    /// Brings the DSP forward to the time of an access; returns false, without a change, if the board must do it.
    fn reach(&self, py: Python<'_>, now: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (Some(calls), Some(now)) = (self.calls(py), exact(now)) else { return Ok(false) };
        self.advance(py, &calls, now)
    }

    /// Brings the DSP forward to the cycles of a clock with `period`, picoseconds and cycles, that begin after `now` and
    /// before `end`, until an output of the DSP has changed, or Python has run. Returns the time of the last of these
    /// cycles; `None` if there was none.
    fn follow(&self, py: Python<'_>, now: u64, end: u64, period: (u64, u64)) -> PyResult<Option<u64>> {
        if period.0 == 0 || period.1 == 0 {
            return Err(PyValueError::new_err("a clock must run"));
        }
        Ok(py.detach(|| self.native.follow(now, end, period)))
    }

    /// Reads a port of the board.
    fn read(&self, py: Python<'_>, offset: &Bound<'_, PyAny>, now: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Some(calls) = self.calls(py) else { return Ok(py.None()) };
        let Some(register) = self.serves(py, &calls, offset, now)? else {
            return Ok(calls.board.bind(py).call_method1(intern!(py, "port_read"), (offset, now))?.unbind());
        };
        let chip = self.native.chip.get();
        let value = chip.chip()?.host_read(register);
        report_changes(chip, calls.outputs.bind(py))?;
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
        let chip = self.native.chip.get();
        chip.chip()?.host_write(register, byte);
        report_changes(chip, calls.outputs.bind(py))
    }

    /// Returns the addresses of these ports and of functions that read and write them without Python. They are valid
    /// as long as this object exists. `report` must follow an access with changed outputs.
    fn native_ports(&self) -> Addresses {
        native_ports::addresses_of(&*self.native)
    }

    /// Reports changes of the DSP's outputs to their listeners.
    fn report(&self, py: Python<'_>) -> PyResult<()> {
        let Some(calls) = self.calls(py) else { return Ok(()) };
        report_changes(self.native.chip.get(), calls.outputs.bind(py))
    }

    /// Returns the state: the times of the latest access and of the next event, and the clock of the latest reset.
    fn state(&self) -> (u64, u64, u64) {
        let Times { now, next, reset } = *self.native.times();
        (now, next, reset)
    }

    /// Returns to a state of this bus.
    fn restore(&self, state: (u64, u64, u64)) {
        let (now, next, reset) = state;
        *self.native.times() = Times { now, next, reset };
    }

    /// Returns the time of the latest access.
    #[getter]
    fn now(&self) -> u64 {
        self.native.times().now
    }

    #[setter]
    fn set_now(&self, now: u64) {
        self.native.times().now = now;
    }

    /// Returns the clock at which the DSP was last reset.
    #[getter]
    fn clocks_at_reset(&self) -> u64 {
        self.native.times().reset
    }

    #[setter]
    fn set_clocks_at_reset(&self, clocks: u64) {
        self.native.times().reset = clocks;
    }

    /// Sets the time of the board's next event, which only Python can execute.
    fn plan(&self, when: u64) {
        self.native.times().next = when;
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.native.chip)?;
        visit.call(&self.native.clock)?;
        visit.call(&self.native.host)?;
        if let Ok(calls) = self.calls.try_lock()
            && let Some(Calls { outputs, board }) = calls.as_ref()
        {
            visit.call(outputs)?;
            visit.call(board)?;
        }
        Ok(())
    }

    fn __clear__(&self) {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(calls);
    }
}
