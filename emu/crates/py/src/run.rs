//! `Chip`: runs, and their observation by a debugger.

use crate::chip::Chip;
use crate::error::raise;
use crate::lines::report_changes;
use crate::observe::{AccessRecord, Range, Step, Watchpoint, access_records, watch, watches, words};
use crate::reserve;
use dsp56k_core::{CoreError, Dsp56001, Guard, Limits};
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use std::ffi::CStr;
use std::sync::MutexGuard;

/// Work between two checks of Python's signals, so that Ctrl-C ends a run soon for every program.
pub(crate) const SIGNAL_WORK: u64 = 1 << 20;

/// The warning when a run can allocate no more compiled code.
const NO_MORE: &CStr = c"cannot allocate executable memory for more compiled code; the interpreter executes the rest";

/// Address, whether it is still to be executed, accesses.
type HookedTuple = (u16, bool, Vec<AccessRecord>);
/// The ends of a run in addition to its limits: an address, a stack error, uninitialised program memory.
pub(crate) type Ends = (Option<u16>, bool, bool);

pub(crate) fn limits((until, stack_errors, unloaded): Ends, clocks: Option<u64>, instructions: Option<u64>) -> Limits {
    let (clocks, instructions) = (clocks.unwrap_or(u64::MAX), instructions.unwrap_or(u64::MAX));
    Limits { until, clocks, instructions, work: SIGNAL_WORK, stack_errors, unloaded }
}

/// Warns that a run could allocate no more compiled code.
pub(crate) fn warn_no_more(py: Python<'_>) -> PyResult<()> {
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), NO_MORE, 1)
}

impl Chip {
    /// Calls `slice`, without the GIL, until it has a result.
    pub(crate) fn in_slices<T: Send>(
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
                    warn_no_more(py)?;
                }
                return Ok(result);
            }
            py.check_signals()?;
            reserve::require()?;
        }
    }

    /// Reports changes to the listener between two slices of a run; the listener may use the chip.
    fn between<'a>(
        &'a self,
        chip: MutexGuard<'a, Box<Dsp56001>>,
        listener: &Bound<'_, PyAny>,
    ) -> PyResult<MutexGuard<'a, Box<Dsp56001>>> {
        if !chip.has_unreported_changes() {
            return Ok(chip);
        }
        drop(chip);
        report_changes(self, listener)?;
        self.chip()
    }
}

#[pymethods]
impl Chip {
    /// Executes one step. Calls `listener` with the name, the level and the clock of each change of an output with a
    /// listener, as do `run`, `advance` and `traced`.
    fn step(&self, py: Python<'_>, listener: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut chip = self.chip()?;
        chip.step().map_err(|error| raise(py, error))?;
        self.between(chip, listener).map(drop)
    }

    /// Runs without the GIL, with limits of clocks and instructions. Returns the name of the stop reason, and the number
    /// of executed instructions.
    #[pyo3(signature = (listener, ends, max_clocks=None, max_instructions=None))]
    fn run(
        &self,
        py: Python<'_>,
        listener: &Bound<'_, PyAny>,
        ends: Ends,
        max_clocks: Option<u64>,
        max_instructions: Option<u64>,
    ) -> PyResult<(&'static str, u64)> {
        let mut chip = self.chip()?;
        chip.clear_triggered();
        let mut slices = chip.slices(limits(ends, max_clocks, max_instructions));
        drop(chip);
        let reason = self.in_slices(py, listener, |chip| chip.run_slice(&mut slices))?;
        Ok((reason.name(), slices.executed()))
    }

    /// Runs whole instructions while the clock count since reset is below `to`.
    pub(crate) fn advance(&self, py: Python<'_>, listener: &Bound<'_, PyAny>, to: u64) -> PyResult<()> {
        let Some(mut slices) = self.chip()?.slices_to(to, SIGNAL_WORK) else { return Ok(()) };
        self.in_slices(py, listener, |chip| chip.advance_slice(&mut slices))
    }

    fn set_breakpoints(&self, addresses: Vec<u16>) -> PyResult<()> {
        self.chip()?.set_breakpoints(addresses);
        Ok(())
    }

    fn add_watch(&self, watchpoint: Watchpoint) -> PyResult<()> {
        self.chip()?.add_watch(watch(watchpoint)?);
        Ok(())
    }

    fn set_watches(&self, watchpoints: Vec<Watchpoint>) -> PyResult<()> {
        self.chip()?.set_watches(watches(watchpoints)?);
        Ok(())
    }

    /// Sets the ranges of P addresses, and the accesses, at which a run returns to its caller.
    fn set_hooks(&self, executions: Vec<(u16, u16)>, accesses: Vec<Watchpoint>) -> PyResult<()> {
        let executions = executions.into_iter().map(|(first, last)| first..=last).collect();
        self.chip()?.set_hooks(executions, watches(accesses)?);
        Ok(())
    }

    /// Returns and clears the hook that was hit: the instruction's address, whether it is still to be executed, its
    /// accesses.
    fn hooked(&self) -> PyResult<Option<HookedTuple>> {
        let met = self.chip()?.hooked();
        Ok(met.map(|hooked| (hooked.address, hooked.before, access_records(&hooked.accesses))))
    }

    fn follow_path(&self, follow: bool) -> PyResult<()> {
        self.chip()?.follow_path(follow);
        Ok(())
    }

    /// Returns the hashes since hashing was started: of the instructions, of the data accesses.
    fn path(&self) -> PyResult<Option<(u64, u64)>> {
        Ok(self.chip()?.path().map(|path| (path.flow, path.data)))
    }

    /// Sets the memory guard: initialised words, and writable words; None removes it.
    #[pyo3(signature = (known, writable))]
    fn set_guard(&self, known: Option<Vec<Range>>, writable: Vec<Range>) -> PyResult<()> {
        let guard = known.map(|known| Ok::<_, PyErr>(Guard::new(&words(known)?, &words(writable)?))).transpose()?;
        self.chip()?.set_guard(guard);
        Ok(())
    }

    /// Returns the reads of uninitialised words: space, address, the instruction's address.
    fn unknown_reads(&self) -> PyResult<Vec<(&'static str, u16, u16)>> {
        let chip = self.chip()?;
        Ok(chip.uninitialized_reads().iter().map(|read| (read.space.name(), read.address, read.pc)).collect())
    }

    fn refuse_restricted(&self, refuse: bool) -> PyResult<()> {
        self.chip()?.refuse_restricted(refuse);
        Ok(())
    }

    /// Returns the uninitialised program word for which a run has ended.
    fn unloaded(&self) -> PyResult<Option<u16>> {
        Ok(self.chip()?.unloaded())
    }

    /// Returns the uninitialised second words of vectors that have executed in runs that end at such words.
    fn unloaded_vector_words(&self) -> PyResult<Vec<u16>> {
        Ok(self.chip()?.unloaded_vector_words().collect())
    }

    /// Returns the words written to HTX, to TX of the SSI and to STX while these could not be sent.
    fn lost_words(&self) -> PyResult<(u64, u64, u64)> {
        let lost = self.chip()?.lost_words();
        Ok((lost.host, lost.ssi, lost.sci))
    }

    /// Returns the address of the last step, and its watched accesses.
    fn watched(&self) -> PyResult<(u16, Vec<AccessRecord>)> {
        let chip = self.chip()?;
        Ok((chip.last_step().address, access_records(&chip.watched())))
    }

    /// Executes one instruction as `run` does, while the clock count since power-up is below `end`. Returns the name of
    /// the stop reason, and the record of the instruction, if one was executed.
    fn traced(
        &self,
        py: Python<'_>,
        listener: &Bound<'_, PyAny>,
        ends: Ends,
        end: Option<u64>,
    ) -> PyResult<(&'static str, Option<Step>)> {
        let limits = limits(ends, None, None);
        let (reason, step) = self.in_slices(py, listener, |chip| chip.trace_slice(limits, end.unwrap_or(u64::MAX)))?;
        Ok((reason.name(), step.map(Step::from)))
    }

    #[pyo3(signature = (pc=None))]
    fn explain(&self, py: Python<'_>, pc: Option<u16>) -> PyResult<Step> {
        self.chip()?.explain(pc).map(Step::from).map_err(|error| raise(py, error))
    }
}
