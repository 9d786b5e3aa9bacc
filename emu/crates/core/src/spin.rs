//! Instructions that jump to themselves: passes of them are counted, not executed.
//!
//! Nothing inside a run changes what such an instruction tests: a jump tests nothing, and the host's flags move only when
//! the host or the DSP touches the interface.

use crate::chip::Dsp56001;
use crate::core::attention;
use crate::memory::{Region, Space};
use crate::peripherals::address::HSR;
use crate::predecode::{Exec, Place};
use dsp56k_isa::{ControlOp, Mode};

/// One pass of an instruction that jumps to itself.
#[derive(Clone, Copy)]
pub(crate) struct Spin {
    clocks: u64,
    /// Not even an interrupt can end it.
    pub for_ever: bool,
}

impl Dsp56001 {
    /// The pass of the instruction at PC, which has just jumped to itself, if it will do so until somebody outside
    /// acts: a jump, or a bit test of the host interface's status.
    pub(crate) fn spin(&mut self) -> Option<Spin> {
        if self.core.attention & !attention::BUS != 0 {
            return None;
        }
        let pc = self.core.pc;
        let e = *self.cache.entry(&self.core, pc);
        if e.exec != Exec::Control {
            return None;
        }
        let fixed = |address| e.from == Place::Memory && e.ea[0].mode == Mode::Absolute && e.ea[0].address == address;
        let jumps = e.control == ControlOp::Jmp && if e.from == Place::Memory { fixed(pc) } else { e.target == pc };
        let polls = matches!(e.control, ControlOp::Jclr | ControlOp::Jset)
            && e.target == pc
            && e.ea[0].space == Space::X
            && fixed(HSR);
        if !jumps && !polls {
            return None;
        }
        let refetched = if self.core.memory.region(Space::P, pc) == Region::External { 2 } else { 0 };
        let waits = (u64::from(e.fetches) + refetched) * self.core.wait_states(Space::P, pc);
        Some(Spin { clocks: u64::from(e.clocks) + waits, for_ever: jumps && !self.core.interruptible() })
    }

    /// Let passes go by until `clocks` has reached the limit, `instructions` of them at most; how many.
    pub(crate) fn pass_spinning(&mut self, spin: Spin, clock_limit: u64, instructions: u64) -> u64 {
        let passes = clock_limit.saturating_sub(self.core.clocks).div_ceil(spin.clocks).min(instructions);
        self.core.clocks += passes * spin.clocks;
        self.core.instructions += passes;
        passes
    }
}
