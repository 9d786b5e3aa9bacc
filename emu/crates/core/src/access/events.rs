//! Scheduled events: events of the peripherals, edges of the signal lines and changes of BG, each at its clock.
//!
//! An event of a serial interface is *quiet* if nothing notices it before the program accesses a peripheral: no
//! interrupt of the interface is enabled, and no device is connected. The fast path defers quiet events. They run in
//! their order, each with its own clock, before such an access and at the end of the fast path.

use crate::error::CoreError;
use crate::space::Space;
use crate::state::Core;
use crate::state::bus::ALERT_CLOCKS;
use crate::state::lines::InputLine;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::io::{rx, srxl};

/// Maximum time by which an event is deferred, so that a lack of memory for transmitted words ends a run soon.
const MAX_DEFERRED_CLOCKS: u64 = 1 << 16;

impl Core {
    /// Returns the clocks since reset of the next event of a peripheral, a line or the bus that is not deferred, and of
    /// the first one that is.
    fn next_events(&self) -> (u64, u64) {
        let others = self.next_edge().min(self.bus_event());
        if !self.time.defers_events {
            return (self.peripherals.next_event().min(others), u64::MAX);
        }
        let quiet = self.peripherals.next_quiet_event();
        let latest = quiet.saturating_add(MAX_DEFERRED_CLOCKS);
        (self.peripherals.next_noticed_event().min(others).min(latest), quiet)
    }

    /// Defers quiet events from now on.
    pub(crate) fn defer_events(&mut self) {
        if self.time.event_at != u64::MAX && self.peripherals.next_quiet_event() != u64::MAX {
            self.time.defers_events = true;
            (self.time.event_at, self.time.deferred_at) = self.next_events();
        }
    }

    /// Ends the deferral of events. Those that are due run at the next boundary.
    pub(crate) fn end_deferral(&mut self) {
        self.time.event_at = self.time.event_at.min(self.time.deferred_at);
        (self.time.deferred_at, self.time.defers_events) = (u64::MAX, false);
    }

    /// Advances the peripherals to the current clock.
    #[inline]
    pub(crate) fn meet_events(&mut self) {
        if self.time.event_at.min(self.time.deferred_at) <= self.time.clocks {
            self.run_events();
        }
    }

    #[inline(never)]
    fn run_events(&mut self) {
        loop {
            let next = self.peripherals.next_event();
            if next > self.time.clocks {
                break;
            }
            self.peripherals.advance(next);
        }
        (self.time.event_at, self.time.deferred_at) = self.next_events();
        self.take_line_errors();
        self.refresh_interrupts();
    }

    /// Stops the run if a device at a serial interface has failed.
    fn take_line_errors(&mut self) {
        for (address, error) in [
            (rx::ADDRESS, self.peripherals.ssi.line.error.take()),
            (srxl::ADDRESS, self.peripherals.sci.line.error.take()),
        ] {
            if let Some(error) = error {
                self.fail(CoreError::Device { error, space: Space::X, address });
            }
        }
    }

    /// Recomputes the clock of the next event after a change that may have brought it forward.
    pub(crate) fn reschedule(&mut self) {
        let (next, deferred) = self.next_events();
        if next < self.time.event_at {
            self.pending.set(PendingEvents::SCHEDULE);
        }
        (self.time.event_at, self.time.deferred_at) = (next, deferred);
        self.refresh_interrupts();
    }

    /// Returns the clock since reset of the next edge.
    pub(crate) fn next_edge(&self) -> u64 {
        self.lines.first().map_or(u64::MAX, |(_, edge)| self.time.since_reset(edge.clock))
    }

    /// Returns the clock since reset of the next change of BG, or of the start of the per-instruction checks before BR.
    pub(crate) fn bus_event(&self) -> u64 {
        let alert = match self.lines.edges[InputLine::Br as usize].front() {
            Some(edge) if !self.pending.has(PendingEvents::BUS) => Some(edge.clock.saturating_sub(ALERT_CLOCKS)),
            _ => None,
        };
        let next = self.bus.grant_at.into_iter().chain(alert).min();
        next.map_or(u64::MAX, |clock| self.time.since_reset(clock))
    }
}
