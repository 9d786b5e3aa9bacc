//! Runs in slices. A run returns to its caller after each slice, so that the caller can handle external events before
//! it continues.

use crate::chip::Dsp56001;
use crate::error::CoreError;
use crate::state::observer::StepRecord;
use crate::stop::{Limits, StopReason};
use crate::timeline::LAST_CLOCK;

/// The remainder of a run.
#[derive(Clone, Copy, Debug)]
pub struct SlicedRun {
    /// Limits of each slice; `clocks` and `instructions` are the remainder of the whole run.
    limits: Limits,
    /// The end, in clocks since power-up.
    end: u64,
    /// Number of instructions that the run has executed. A reset does not change it.
    executed: u64,
    begun: bool,
}

impl SlicedRun {
    /// Returns the number of instructions that the run has executed.
    pub fn executed(&self) -> u64 {
        self.executed
    }

    /// Returns the limits of the next slice of a chip.
    fn next(&self, chip: &Dsp56001) -> Limits {
        let clocks = if self.end == u64::MAX { self.end } else { chip.core.time.since_reset(self.end) };
        Limits { clocks, ..self.limits }
    }

    fn clocks_are_over(&self, chip: &Dsp56001) -> bool {
        chip.total_clocks() >= self.end.min(LAST_CLOCK)
    }
}

impl Dsp56001 {
    /// Returns a run of `limits.clocks` and `limits.instructions` from now on, in slices of `limits.work`.
    #[must_use]
    pub fn slices(&self, limits: Limits) -> SlicedRun {
        SlicedRun { limits, end: self.total_clocks().saturating_add(limits.clocks), executed: 0, begun: false }
    }

    /// Returns a run to a clock since reset, in slices of `work`; `None` if the chip has reached it.
    pub fn slices_to(&self, clock: u64, work: u64) -> Option<SlicedRun> {
        let end = self.core.time.clocks_before_reset.saturating_add(clock).min(LAST_CLOCK);
        let slices = SlicedRun { limits: Limits { work, ..Limits::NONE }, end, executed: 0, begun: false };
        (!slices.clocks_are_over(self)).then_some(slices)
    }

    /// Runs the next slice. Returns the stop reason when the run is over.
    ///
    /// # Errors
    /// The errors are those of `run`.
    #[inline]
    pub fn run_slice(&mut self, slices: &mut SlicedRun) -> Result<Option<StopReason>, CoreError> {
        let limits = slices.next(self);
        let reason = self.run(limits)?;
        slices.executed += limits.instructions - self.instructions_left;
        let left = &mut slices.limits.instructions;
        if *left != u64::MAX {
            *left = self.instructions_left;
        }
        let over = reason != StopReason::Budget || *left == 0 || slices.clocks_are_over(self);
        Ok(over.then_some(reason))
    }

    /// Advances by the next slice. Returns `Some` when the clock is reached or a hook is hit, if this is still so after
    /// the listeners have received the outputs' changes.
    ///
    /// # Errors
    /// The errors are those of `run`.
    #[inline]
    pub fn advance_slice(&mut self, slices: &mut SlicedRun) -> Result<Option<()>, CoreError> {
        let is_over = |chip: &Self| slices.clocks_are_over(chip) || chip.is_hooked();
        if slices.begun && is_over(self) {
            return Ok(Some(()));
        }
        self.advance(slices.next(self).clocks, slices.limits.work)?;
        let over = is_over(self) && !self.has_unreported_changes();
        slices.begun = true;
        Ok(over.then_some(()))
    }

    /// Executes one instruction of a run that ends at a clock since power-up. Returns its record if one was executed,
    /// and `None` while only time passes.
    ///
    /// # Errors
    /// The errors are those of `run`.
    #[inline]
    pub fn trace_slice(
        &mut self,
        limits: Limits,
        end: u64,
    ) -> Result<Option<(StopReason, Option<StepRecord>)>, CoreError> {
        let mut slices = SlicedRun { limits: Limits { instructions: 1, ..limits }, end, executed: 0, begun: false };
        self.record_steps(true);
        let reason = self.run_slice(&mut slices);
        self.record_steps(false);
        let executed = slices.limits.instructions == 0;
        Ok(reason?.map(|reason| (reason, executed.then(|| self.last_step().clone()))))
    }
}
