//! Runs that come back to their caller now and then, who looks at the world outside and lets them go on.

use crate::chip::Dsp56001;
use crate::error::CoreError;
use crate::state::observer::StepRecord;
use crate::stop::{Limits, StopReason};
use crate::timeline::LAST_CLOCK;

/// What is left of a run.
#[derive(Clone, Copy, Debug)]
pub struct Slices {
    /// Of each slice; `clocks` and `instructions` are those of the whole run that are left.
    limits: Limits,
    /// Where it ends, in clocks since power-up.
    end: u64,
    begun: bool,
}

impl Slices {
    /// The limits of the next slice of a chip.
    fn next(&self, chip: &Dsp56001) -> Limits {
        let clocks = if self.end == u64::MAX { self.end } else { chip.core.time.since_reset(self.end) };
        Limits { clocks, ..self.limits }
    }

    fn clocks_are_over(&self, chip: &Dsp56001) -> bool {
        chip.total_clocks() >= self.end.min(LAST_CLOCK)
    }
}

impl Dsp56001 {
    /// A run of so many clocks and instructions from now on, in slices of `limits.work`.
    #[must_use]
    pub fn slices(&self, limits: Limits) -> Slices {
        Slices { limits, end: self.total_clocks().saturating_add(limits.clocks), begun: false }
    }

    /// The way to a clock since reset, in slices of so much `work`; none if the chip is there.
    pub fn slices_to(&self, clock: u64, work: u64) -> Option<Slices> {
        let end = self.core.time.clocks_before_reset.saturating_add(clock).min(LAST_CLOCK);
        let slices = Slices { limits: Limits { work, ..Limits::NONE }, end, begun: false };
        (!slices.clocks_are_over(self)).then_some(slices)
    }

    /// Run on; why the run is over, once it is.
    ///
    /// # Errors
    /// As `run`.
    #[inline]
    pub fn run_slice(&mut self, slices: &mut Slices) -> Result<Option<StopReason>, CoreError> {
        let reason = self.run(slices.next(self))?;
        let left = &mut slices.limits.instructions;
        if *left != u64::MAX {
            *left = self.left;
        }
        let over = reason != StopReason::Budget || *left == 0 || slices.clocks_are_over(self);
        Ok(over.then_some(reason))
    }

    /// Advance on; `Some` once the clock is reached or a hook is met, if that still holds when listeners have been told
    /// of the outputs' changes.
    ///
    /// # Errors
    /// As `run`.
    #[inline]
    pub fn advance_slice(&mut self, slices: &mut Slices) -> Result<Option<()>, CoreError> {
        let is_over = |chip: &Self| slices.clocks_are_over(chip) || chip.is_hooked();
        if slices.begun && is_over(self) {
            return Ok(Some(()));
        }
        self.advance(slices.next(self).clocks, slices.limits.work)?;
        let over = is_over(self) && !self.is_untold();
        slices.begun = true;
        Ok(over.then_some(()))
    }

    /// One instruction of a run that ends at a clock since power-up, and its record, if one was executed; `None` while
    /// time only passes.
    ///
    /// # Errors
    /// As `run`.
    #[inline]
    pub fn trace_slice(
        &mut self,
        limits: Limits,
        end: u64,
    ) -> Result<Option<(StopReason, Option<StepRecord>)>, CoreError> {
        let mut slices = Slices { limits: Limits { instructions: 1, ..limits }, end, begun: false };
        self.record_steps(true);
        let reason = self.run_slice(&mut slices);
        self.record_steps(false);
        let executed = slices.limits.instructions == 0;
        Ok(reason?.map(|reason| (reason, executed.then(|| self.last_step().clone()))))
    }
}
