//! `Chip`: runs, and what a debugger observes of them.

use crate::chip::Chip;
use crate::error::raise;
use crate::lines::tell;
use crate::observe::{AccessRecord, Range, Step, Watchpoint, access_records, watches, words};
use crate::reserve;
use dsp56k_core::{CoreError, Dsp56001, Guard, Limits, StopReason};
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use std::ffi::CStr;
use std::sync::MutexGuard;

/// Work between two looks at Python's signals, so that Ctrl-C ends a run soon, whatever the program does.
const SIGNAL_WORK: u64 = 1 << 20;

/// What is told where a run has lost its generated code.
const NO_MORE: &CStr = c"cannot allocate executable memory for more compiled code; the interpreter executes the rest";

fn name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Breakpoint => "BREAKPOINT",
        StopReason::Budget => "BUDGET",
        StopReason::Wait => "WAIT",
        StopReason::Stop => "STOP",
        StopReason::Halt => "HALT",
        StopReason::Illegal => "ILLEGAL",
        StopReason::StackError => "STACK_ERROR",
        StopReason::Unloaded => "UNLOADED",
        StopReason::Watchpoint => "WATCHPOINT",
        StopReason::Condition => "CONDITION",
        StopReason::Hook => "HOOK",
    }
}

/// Address, still to be executed, accesses.
type HookedTuple = (u16, bool, Vec<AccessRecord>);
/// What may end a run besides its limits: an address, a stack error, program memory that was never stored to.
type Ends = (Option<u16>, bool, bool);

fn limits((until, stack_errors, unloaded): Ends, clocks: Option<u64>, instructions: Option<u64>) -> Limits {
    let (clocks, instructions) = (clocks.unwrap_or(u64::MAX), instructions.unwrap_or(u64::MAX));
    Limits { until, clocks, instructions, work: SIGNAL_WORK, stack_errors, unloaded }
}

impl Chip {
    /// Call `slice`, without the GIL, until it has a result.
    fn in_slices<T: Send>(
        &self,
        py: Python<'_>,
        listener: &Bound<'_, PyAny>,
        mut slice: impl FnMut(&mut Dsp56001) -> Result<Option<T>, CoreError> + Send,
    ) -> PyResult<T> {
        let mut guard = self.chip()?;
        let generated = guard.is_jit_enabled();
        loop {
            let chip: &mut Dsp56001 = &mut guard;
            let result = py.detach(|| slice(chip)).map_err(|error| raise(py, error))?;
            guard = self.between(guard, listener)?;
            if let Some(result) = result {
                if generated && !guard.is_jit_enabled() {
                    drop(guard);
                    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), NO_MORE, 1)?;
                }
                return Ok(result);
            }
            py.check_signals()?;
            reserve::require()?;
        }
    }

    /// Between two slices of a run: the listener is told what has changed, and may use the chip.
    fn between<'a>(
        &'a self,
        chip: MutexGuard<'a, Box<Dsp56001>>,
        listener: &Bound<'_, PyAny>,
    ) -> PyResult<MutexGuard<'a, Box<Dsp56001>>> {
        if !chip.is_untold() {
            return Ok(chip);
        }
        drop(chip);
        tell(self, listener)?;
        self.chip()
    }
}

#[pymethods]
impl Chip {
    /// One step. `listener` is called with the name, the level and the clock of each change of an output that is
    /// listened to; so in `run`, `advance` and `traced`.
    fn step(&self, py: Python<'_>, listener: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut chip = self.chip()?;
        chip.step().map_err(|error| raise(py, error))?;
        self.between(chip, listener).map(drop)
    }

    /// Run without the GIL, within so many clocks and instructions; the name of the stop reason.
    #[pyo3(signature = (listener, ends, max_clocks=None, max_instructions=None))]
    fn run(
        &self,
        py: Python<'_>,
        listener: &Bound<'_, PyAny>,
        ends: Ends,
        max_clocks: Option<u64>,
        max_instructions: Option<u64>,
    ) -> PyResult<&'static str> {
        let mut chip = self.chip()?;
        chip.forget_due();
        let mut slices = chip.slices(limits(ends, max_clocks, max_instructions));
        drop(chip);
        self.in_slices(py, listener, |chip| chip.run_slice(&mut slices)).map(name)
    }

    /// Run whole instructions while the clock count since reset is below `to`.
    fn advance(&self, py: Python<'_>, listener: &Bound<'_, PyAny>, to: u64) -> PyResult<()> {
        let Some(mut slices) = self.chip()?.slices_to(to, SIGNAL_WORK) else { return Ok(()) };
        self.in_slices(py, listener, |chip| chip.advance_slice(&mut slices))
    }

    fn set_breakpoints(&self, addresses: Vec<u16>) -> PyResult<()> {
        self.chip()?.set_breakpoints(addresses);
        Ok(())
    }

    fn set_watches(&self, watchpoints: Vec<Watchpoint>) -> PyResult<()> {
        self.chip()?.set_watches(watches(watchpoints)?);
        Ok(())
    }

    /// Ranges of P addresses, and accesses, that hand a run back.
    fn set_hooks(&self, executions: Vec<(u16, u16)>, accesses: Vec<Watchpoint>) -> PyResult<()> {
        let executions = executions.into_iter().map(|(first, last)| first..=last).collect();
        self.chip()?.set_hooks(executions, watches(accesses)?);
        Ok(())
    }

    /// What was met, asked once: the instruction's address, whether it has still to be executed, its accesses.
    fn hooked(&self) -> PyResult<Option<HookedTuple>> {
        let met = self.chip()?.hooked();
        Ok(met.map(|hooked| (hooked.address, hooked.before, access_records(&hooked.accesses))))
    }

    fn follow_path(&self, follow: bool) -> PyResult<()> {
        self.chip()?.follow_path(follow);
        Ok(())
    }

    /// The hashes of the way since it is followed: of the instructions, of the data accesses.
    fn path(&self) -> PyResult<Option<(u64, u64)>> {
        Ok(self.chip()?.path().map(|path| (path.flow, path.data)))
    }

    /// Guard memory: words that hold something, and words that may be written; None for no guard.
    #[pyo3(signature = (known, writable))]
    fn set_guard(&self, known: Option<Vec<Range>>, writable: Vec<Range>) -> PyResult<()> {
        let guard = known.map(|known| Ok::<_, PyErr>(Guard::new(&words(known)?, &words(writable)?))).transpose()?;
        self.chip()?.set_guard(guard);
        Ok(())
    }

    /// The reads of words that hold nothing: space, address, the instruction's address.
    fn unknown_reads(&self) -> PyResult<Vec<(&'static str, u16, u16)>> {
        let chip = self.chip()?;
        Ok(chip.unknown_reads().iter().map(|read| (read.space.name(), read.address, read.pc)).collect())
    }

    fn refuse_restricted(&self, refuse: bool) -> PyResult<()> {
        self.chip()?.refuse_restricted(refuse);
        Ok(())
    }

    /// The program word that was never stored to and that a run has ended for.
    fn unloaded(&self) -> PyResult<Option<u16>> {
        Ok(self.chip()?.unloaded())
    }

    /// The second words of vectors that were never stored to and have executed in runs that end at such words.
    fn unloaded_vector_words(&self) -> PyResult<Vec<u16>> {
        Ok(self.chip()?.unloaded_vector_words().collect())
    }

    /// Words written to HTX, to TX of the SSI and to STX while these could not be sent.
    fn lost_words(&self) -> PyResult<(u64, u64, u64)> {
        let lost = self.chip()?.lost_words();
        Ok((lost.host, lost.ssi, lost.sci))
    }

    /// Where the step just done was, and which of its accesses are watched.
    fn watched(&self) -> PyResult<(u16, Vec<AccessRecord>)> {
        let chip = self.chip()?;
        Ok((chip.last_step().address, access_records(&chip.watched())))
    }

    /// Run one instruction as `run` does, while the clock count since power-up is below `end`: the name of the stop
    /// reason, and what the instruction did, if one was executed.
    fn traced(
        &self,
        py: Python<'_>,
        listener: &Bound<'_, PyAny>,
        ends: Ends,
        end: Option<u64>,
    ) -> PyResult<(&'static str, Option<Step>)> {
        let limits = limits(ends, None, None);
        let (reason, step) = self.in_slices(py, listener, |chip| chip.trace_slice(limits, end.unwrap_or(u64::MAX)))?;
        Ok((name(reason), step.map(Step::from)))
    }

    #[pyo3(signature = (pc=None))]
    fn explain(&self, py: Python<'_>, pc: Option<u16>) -> PyResult<Step> {
        self.chip()?.explain(pc).map(Step::from).map_err(|error| raise(py, error))
    }
}
