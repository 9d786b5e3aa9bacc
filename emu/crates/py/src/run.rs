//! `Chip`: runs, and what a debugger observes of them.

use crate::chip::Chip;
use crate::error::raise;
use crate::lines::tell;
use crate::observe::{AccessTuple, HookedTuple, StepTuple, WatchTuple, access_tuple, hooked_tuple, step_tuple, watch};
use dsp56k_core::{Dsp56001, LAST_CLOCK, Limits, StopReason};
use pyo3::prelude::*;
use std::sync::MutexGuard;

/// Work between two looks at Python's signals, so that Ctrl-C ends a run soon, whatever the program does.
const SIGNAL_WORK: u64 = 1 << 20;

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
        StopReason::Hook => "HOOK",
    }
}

/// A count of clocks since power-up as one since reset; no limit stays none.
fn since_reset(chip: &Dsp56001, clocks: u64) -> u64 {
    if clocks == u64::MAX { clocks } else { clocks.saturating_sub(chip.total_clocks() - chip.clocks()) }
}

/// What may end a run besides its limits: an address, a stack error, program memory that was never stored to.
type Ends = (Option<u16>, bool, bool);

/// Run up to a clock since power-up, or until Python is to look at its signals or at an output; whether a limit was
/// reached. `left` instructions are allowed.
fn run_slice(
    py: Python<'_>,
    chip: &mut Dsp56001,
    (until, stack_errors, unloaded): Ends,
    end: u64,
    left: &mut u64,
) -> PyResult<(StopReason, bool)> {
    let clocks = since_reset(chip, end);
    let limits = Limits { until, clocks, instructions: *left, work: SIGNAL_WORK, stack_errors, unloaded };
    let reason = py.detach(|| chip.run(limits)).map_err(|error| raise(py, error))?;
    if *left != u64::MAX {
        *left = chip.instructions_left();
    }
    Ok((reason, chip.total_clocks() >= end.min(LAST_CLOCK) || *left == 0))
}

impl Chip {
    /// Between two slices of a run: the listener is told what has changed, and may use the chip.
    fn between<'a>(
        &'a self,
        chip: MutexGuard<'a, Dsp56001>,
        listener: &Bound<'_, PyAny>,
    ) -> PyResult<MutexGuard<'a, Dsp56001>> {
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

    /// Run without the GIL; the name of the stop reason.
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
        let end = max_clocks.map_or(u64::MAX, |clocks| chip.total_clocks().saturating_add(clocks));
        let mut left = max_instructions.unwrap_or(u64::MAX);
        loop {
            let (reason, over) = run_slice(py, &mut chip, ends, end, &mut left)?;
            chip = self.between(chip, listener)?;
            if reason != StopReason::Budget || over {
                return Ok(name(reason));
            }
            py.check_signals()?;
        }
    }

    /// Run whole instructions while the clock count since reset is below `to`.
    fn advance(&self, py: Python<'_>, listener: &Bound<'_, PyAny>, to: u64) -> PyResult<()> {
        let mut guard = self.chip()?;
        let end = (guard.total_clocks() - guard.clocks()).saturating_add(to).min(LAST_CLOCK);
        while guard.total_clocks() < end {
            let chip: &mut Dsp56001 = &mut guard;
            let to = since_reset(chip, end);
            py.detach(|| chip.advance(to, SIGNAL_WORK)).map_err(|error| raise(py, error))?;
            guard = self.between(guard, listener)?;
            if guard.is_hooked() {
                break;
            }
            py.check_signals()?;
        }
        Ok(())
    }

    fn set_breakpoints(&self, addresses: Vec<u16>) -> PyResult<()> {
        self.chip()?.set_breakpoints(addresses);
        Ok(())
    }

    fn set_watches(&self, watches: Vec<WatchTuple>) -> PyResult<()> {
        self.chip()?.set_watches(watches.into_iter().map(watch).collect::<PyResult<_>>()?);
        Ok(())
    }

    /// Ranges of P addresses, and accesses, that hand a run back.
    fn set_hooks(&self, executions: Vec<(u16, u16)>, accesses: Vec<WatchTuple>) -> PyResult<()> {
        let executions = executions.into_iter().map(|(first, last)| first..=last).collect();
        self.chip()?.set_hooks(executions, accesses.into_iter().map(watch).collect::<PyResult<_>>()?);
        Ok(())
    }

    /// What was met, asked once: the instruction's address, whether it has still to be executed, its accesses.
    fn hooked(&self) -> PyResult<Option<HookedTuple>> {
        Ok(self.chip()?.hooked().as_ref().map(hooked_tuple))
    }

    fn refuse_restricted(&self, refuse: bool) -> PyResult<()> {
        self.chip()?.refuse_restricted(refuse);
        Ok(())
    }

    /// The program word that was never stored to and that a run has ended for.
    fn unloaded(&self) -> PyResult<Option<u16>> {
        Ok(self.chip()?.unloaded())
    }

    /// Where the step just done was, and which of its accesses are watched.
    fn watched(&self) -> PyResult<(u16, Vec<AccessTuple>)> {
        let chip = self.chip()?;
        Ok((chip.last_step().address, chip.watched().iter().map(access_tuple).collect()))
    }

    /// Run one instruction as `run` does, while the clock count since power-up is below `end`: the name of the stop
    /// reason, and what the instruction did, if one was executed.
    fn traced(
        &self,
        py: Python<'_>,
        listener: &Bound<'_, PyAny>,
        ends: Ends,
        end: Option<u64>,
    ) -> PyResult<(&'static str, Option<StepTuple>)> {
        let end = end.unwrap_or(u64::MAX);
        let mut chip = self.chip()?;
        loop {
            let mut left = 1;
            chip.record_steps(true);
            let ran = run_slice(py, &mut chip, ends, end, &mut left);
            chip.record_steps(false);
            let (reason, over) = ran?;
            let step = (left == 0).then(|| step_tuple(chip.last_step()));
            chip = self.between(chip, listener)?;
            if reason != StopReason::Budget || over {
                return Ok((name(reason), step));
            }
            py.check_signals()?;
        }
    }

    #[pyo3(signature = (pc=None))]
    fn explain(&self, py: Python<'_>, pc: Option<u16>) -> PyResult<StepTuple> {
        self.chip()?.explain(pc).map(|step| step_tuple(&step)).map_err(|error| raise(py, error))
    }
}
