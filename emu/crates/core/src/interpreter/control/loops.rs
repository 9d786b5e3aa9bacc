//! DO, ENDDO, REP and the end of a loop (UM ).

use crate::bits::sr;
use crate::decode::instruction::DecodedInstruction;
use crate::state::Core;
use crate::state::hardware_loop;
use crate::state::pending_events::PendingEvents;

impl Core {
    /// Pushes LA:LC, sets the count, pushes PC:SR, sets LA and LF. The order makes DO SSL load the old LC and DO SP the
    /// old SP + 1 (UM ). A count of 0 makes 65,536 iterations.
    pub(crate) fn start_loop(&mut self, e: &DecodedInstruction) {
        self.push(self.hw_loop.la, self.hw_loop.lc);
        self.hw_loop.lc = self.source_word(e) as u16;
        let status = self.sr();
        self.push(self.flow.next_pc, status);
        self.hw_loop.la = e.target;
        self.status.sr |= sr::LF;
        self.watch_loop();
        // The comparison with LA begins with the loop's first instruction.
        self.flow.jumped = true;
    }

    /// Updates the loop's last address after a change of LA or LF.
    pub(crate) fn watch_loop(&mut self) {
        self.hw_loop.exit = hardware_loop::exit(self.status.sr & sr::LF != 0, self.hw_loop.la);
    }

    /// Restores LF (no other bit of SR), LA and LC (UM ).
    pub(crate) fn end_loop(&mut self) {
        let flag = self.stack.ssl[self.stack.top()] & sr::LF;
        self.status.sr = (self.status.sr & !sr::LF) | flag;
        self.lower_sp();
        let i = self.stack.top();
        (self.hw_loop.la, self.hw_loop.lc) = (self.stack.ssh[i], self.stack.ssl[i]);
        self.watch_loop();
        self.lower_sp();
    }

    /// Ends a loop iteration after its last word: starts another one, or ends the loop. LC is tested before it is
    /// decremented.
    pub(crate) fn end_loop_iteration(&mut self) {
        if self.hw_loop.lc == 1 {
            self.end_loop();
        } else {
            self.hw_loop.lc = self.hw_loop.lc.wrapping_sub(1);
            self.flow.next_pc = self.stack.ssh[self.stack.top()];
        }
    }

    /// Ends a loop iteration if the word at LA is fetched, also if it is fetched again because a vector aborted it or
    /// because it is illegal (UM 8-12, 8-13, A-75). Execution does not move.
    #[cold]
    pub(crate) fn count_word_at_end(&mut self) {
        if u32::from(self.flow.pc.wrapping_add(1)) == self.hw_loop.exit {
            let next = self.flow.next_pc;
            self.end_loop_iteration();
            self.flow.next_pc = next;
        }
    }

    /// Saves LC, which then counts the repetitions; the next instruction is fetched once (UM A-185).
    pub(crate) fn start_repeat(&mut self, e: &DecodedInstruction) {
        let count = self.source_word(e) as u16;
        if !self.pending.has(PendingEvents::REPEAT) {
            self.hw_loop.repeat_temp = self.hw_loop.lc;
        }
        self.hw_loop.lc = count;
        self.hw_loop.repeat_fetched = false;
        self.pending.set(PendingEvents::REPEAT);
    }

    /// Counts a repetition. Restores LC and returns true if it was the last one.
    #[inline]
    pub(crate) fn count_repetition(&mut self) -> bool {
        self.hw_loop.repeat_fetched = true;
        if self.hw_loop.lc == 1 {
            self.hw_loop.lc = self.hw_loop.repeat_temp;
            self.pending.clear(PendingEvents::REPEAT);
            true
        } else {
            self.hw_loop.lc = self.hw_loop.lc.wrapping_sub(1);
            false
        }
    }
}
