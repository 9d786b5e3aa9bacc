//! Changes of HREQ and BG, as the board will see them.

use crate::state::Core;
use crate::state::attention::Attention;
use crate::state::lines::{KEPT_CHANGES, LineChange, OutputLine};

impl Core {
    /// An output is, from `clock` on, as it is now.
    #[inline]
    pub(crate) fn note_output(&mut self, line: OutputLine, asserted: bool, clock: u64) {
        if self.lines.outputs[line as usize].asserted != asserted {
            self.note_change(line, LineChange { clock, asserted });
        }
    }

    /// The outputs are as another state of the chip says.
    pub(crate) fn note_outputs(&mut self) {
        let clock = self.time.clocks;
        self.note_output(OutputLine::Hreq, self.peripherals.host.hreq(), clock);
        self.note_output(OutputLine::Bg, self.bus.granted, clock);
    }

    #[cold]
    fn note_change(&mut self, line: OutputLine, change: LineChange) {
        let output = &mut self.lines.outputs[line as usize];
        output.asserted = change.asserted;
        output.changes.push_back(change);
        if output.changes.len() > KEPT_CHANGES {
            output.changes.pop_front();
        }
        if output.listened {
            self.lines.untold.push((line, change));
            self.attention.set(Attention::LINE);
        }
    }
}
