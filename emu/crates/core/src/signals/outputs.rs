//! Changes of HREQ and BG for the board.

use crate::state::Core;
use crate::state::lines::{LineChange, MAX_CHANGES, OutputLine};
use crate::state::pending_events::PendingEvents;

impl Core {
    /// Records the level of an output from `clock` onwards.
    #[inline]
    pub(crate) fn note_output(&mut self, line: OutputLine, asserted: bool, clock: u64) {
        if self.lines.outputs[line as usize].asserted != asserted {
            self.note_change(line, LineChange { clock, asserted });
        }
    }

    /// Records the outputs of another state of the chip.
    pub(crate) fn note_outputs(&mut self) {
        let clock = self.time.clocks;
        self.note_output(OutputLine::Hreq, self.peripherals.host.hreq(), clock);
        self.note_output(OutputLine::Bg, self.bus.granted, clock);
    }

    /// Asserts BG if that was due by a clock since power-up.
    pub(crate) fn apply_due_grant(&mut self, clock: u64) {
        if let Some(at) = self.bus.grant_at.filter(|at| *at <= clock) {
            self.bus.grant_at = None;
            self.bus.granted = true;
            self.note_output(OutputLine::Bg, true, self.time.since_reset(at));
        }
    }

    /// Freezes BG as STOP executes: it stays as it was immediately before, and a future assertion is cancelled (UM
    /// 8-40).
    pub(crate) fn freeze_grant(&mut self) {
        self.apply_due_grant(self.total_clocks());
        self.bus.grant_at = None;
    }

    #[cold]
    fn note_change(&mut self, line: OutputLine, change: LineChange) {
        let output = &mut self.lines.outputs[line as usize];
        output.asserted = change.asserted;
        output.changes.push_back(change);
        if output.changes.len() > MAX_CHANGES {
            output.changes.pop_front();
        }
        if output.has_listener {
            self.lines.unreported.push((line, change));
            self.pending.set(PendingEvents::LINE);
        }
    }
}
