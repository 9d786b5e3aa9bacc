//! The clock count and the clock of the next event.

use crate::timeline::{Clock, Time};

/// Clocks are the oscillator's, two to an instruction cycle.
pub(crate) struct Timing {
    pub oscillator: Clock,
    /// Clocks since reset, and those before it since power-up.
    pub clocks: u64,
    pub clocks_before_reset: u64,
    /// The next event of a peripheral or a line at which the run loop acts, in clocks since reset.
    pub event_at: u64,
    /// The first event that is deferred, in clocks since reset, or `u64::MAX`.
    pub deferred_at: u64,
    /// Quiet events are deferred.
    pub defers_events: bool,
    /// Instructions since reset.
    pub instructions: u64,
}

impl Timing {
    pub(crate) fn new(oscillator: Clock) -> Self {
        Self {
            oscillator,
            clocks: 0,
            clocks_before_reset: 0,
            event_at: u64::MAX,
            deferred_at: u64::MAX,
            defers_events: false,
            instructions: 0,
        }
    }

    /// Returns the clocks since power-up.
    pub(crate) fn total(&self) -> u64 {
        self.clocks_before_reset + self.clocks
    }

    /// Returns a clock since power-up as one since reset.
    pub(crate) fn since_reset(&self, clock: u64) -> u64 {
        clock.saturating_sub(self.clocks_before_reset)
    }

    /// Returns the time of the current clock in picoseconds.
    pub(crate) fn now(&self) -> Time {
        self.oscillator.time_of(self.total())
    }
}
