//! `Chip`: runs, and what a debugger observes of them.

use crate::chip::Chip;
use crate::error::raise;
use crate::observe::{AccessTuple, HookedTuple, StepTuple, WatchTuple, access_tuple, hooked_tuple, step_tuple, watch};
use dsp56k_core::{Dsp56001, Limits, StopReason};
use pyo3::prelude::*;

/// Clocks between two looks at Python's signals, so that Ctrl-C ends a long run.
const SIGNAL_CLOCKS: u64 = 50_000_000;

fn name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Breakpoint => "BREAKPOINT",
        StopReason::Budget => "BUDGET",
        StopReason::Wait => "WAIT",
        StopReason::Stop => "STOP",
        StopReason::Halt => "HALT",
        StopReason::Illegal => "ILLEGAL",
        StopReason::Watchpoint => "WATCHPOINT",
        StopReason::Hook => "HOOK",
    }
}

#[pymethods]
impl Chip {
    fn step(&self, py: Python<'_>) -> PyResult<()> {
        self.chip()?.step().map_err(|error| raise(py, error))
    }

    /// Run without the GIL; the name of the stop reason.
    #[pyo3(signature = (until=None, max_clocks=None, max_instructions=None))]
    fn run(
        &self,
        py: Python<'_>,
        until: Option<u16>,
        max_clocks: Option<u64>,
        max_instructions: Option<u64>,
    ) -> PyResult<&'static str> {
        let mut guard = self.chip()?;
        let chip: &mut Dsp56001 = &mut guard;
        let end = max_clocks.map_or(u64::MAX, |clocks| chip.clocks().saturating_add(clocks));
        let last = max_instructions.map_or(u64::MAX, |count| chip.instructions().saturating_add(count));
        loop {
            let pause = chip.clocks().saturating_add(SIGNAL_CLOCKS);
            let instructions = if last == u64::MAX { last } else { last - chip.instructions() };
            let limits = Limits { until, clocks: end, pause, instructions };
            let reason = py.detach(|| chip.run(limits)).map_err(|error| raise(py, error))?;
            let over = chip.clocks() >= end || chip.instructions() >= last;
            if reason != StopReason::Budget || over {
                return Ok(name(reason));
            }
            py.check_signals()?;
        }
    }

    /// Run whole instructions while the clock count since reset is below `to`.
    fn advance(&self, py: Python<'_>, to: u64) -> PyResult<()> {
        let mut guard = self.chip()?;
        let chip: &mut Dsp56001 = &mut guard;
        py.detach(|| chip.advance(to)).map_err(|error| raise(py, error))
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

    /// Where the step just done was, and which of its accesses are watched.
    fn watched(&self) -> PyResult<(u16, Vec<AccessTuple>)> {
        let chip = self.chip()?;
        Ok((chip.last_step().address, chip.watched().iter().map(access_tuple).collect()))
    }

    /// Run one instruction as `run` does, below the clock count `end`: the name of the stop reason, and what the
    /// instruction did, if one was executed.
    fn traced(
        &self,
        py: Python<'_>,
        until: Option<u16>,
        end: Option<u64>,
    ) -> PyResult<(&'static str, Option<StepTuple>)> {
        let limits = Limits { until, clocks: end.unwrap_or(u64::MAX), instructions: 1, ..Limits::NONE };
        let mut guard = self.chip()?;
        let chip: &mut Dsp56001 = &mut guard;
        let before = chip.instructions();
        chip.record_steps(true);
        let reason = py.detach(|| chip.run(limits));
        chip.record_steps(false);
        let reason = reason.map_err(|error| raise(py, error))?;
        Ok((name(reason), (chip.instructions() > before).then(|| step_tuple(chip.last_step()))))
    }

    #[pyo3(signature = (pc=None))]
    fn explain(&self, py: Python<'_>, pc: Option<u16>) -> PyResult<StepTuple> {
        self.chip()?.explain(pc).map(|step| step_tuple(&step)).map_err(|error| raise(py, error))
    }
}
