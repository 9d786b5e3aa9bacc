//! Scheduled events: events of the peripherals, edges of the signal lines and changes of BG, each at its clock.

use crate::error::CoreError;
use crate::space::Space;
use crate::state::Core;
use crate::state::bus::ALERT_CLOCKS;
use crate::state::lines::InputLine;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::io::{rx, srxl};

impl Core {
    /// Returns the clock since reset of the next event of a peripheral, a line or the bus.
    fn next_event(&self) -> u64 {
        self.peripherals.next_event().min(self.next_edge()).min(self.bus_event())
    }

    /// Advances the peripherals to the current clock.
    #[inline]
    pub(crate) fn meet_events(&mut self) {
        if self.time.event_at <= self.time.clocks {
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
        self.time.event_at = self.next_event();
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
        let next = self.next_event();
        if next < self.time.event_at {
            self.pending.set(PendingEvents::SCHEDULE);
        }
        self.time.event_at = next;
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
