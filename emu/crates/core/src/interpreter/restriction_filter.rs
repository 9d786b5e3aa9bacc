//! A quick check before an instruction executes on a chip that rejects restricted sequences. The step with all checks
//! follows if it cannot be excluded that the instruction completes or begins one.

use crate::bits::sr;
use crate::decode::instruction::{DecodedInstruction, Exec, OperandLocation};
use crate::state::Core;

impl Core {
    /// Returns true if the instruction at `pc` neither completes nor begins a restricted sequence, by its verdict and
    /// the state of the loop. The result is false if that needs the instruction after it.
    #[inline(always)]
    pub(crate) fn is_unrestricted(&self, e: &DecodedInstruction, pc: u16) -> bool {
        let (verdict, la) = (e.restriction, self.hw_loop.la);
        let near_loop_end = verdict.is_near_loop_end(la.wrapping_sub(pc)) && self.status.sr & sr::LF != 0;
        !(verdict.is_always() || verdict.begins() || near_loop_end)
            && (!verdict.is_to_loop_end() || (e.from != OperandLocation::Address && e.target != la))
    }

    /// Returns true if the instruction at `pc` may complete or begin a restricted sequence. `next` is the instruction
    /// after it in memory, or undecoded.
    #[inline(never)]
    pub(crate) fn may_be_restricted(&self, e: &DecodedInstruction, pc: u16, next: &DecodedInstruction) -> bool {
        let verdict = e.restriction;
        if verdict.is_always() {
            return true;
        }
        let next_pc = pc.wrapping_add(u16::from(e.words));
        if verdict.begins()
            && (u32::from(next_pc) == self.hw_loop.exit || next.exec == Exec::Undecoded || next.restriction.completes())
        {
            return true;
        }
        self.status.sr & sr::LF != 0
            && (verdict.is_near_loop_end(self.hw_loop.la.wrapping_sub(pc))
                || (verdict.is_to_loop_end() && self.target(e) == self.hw_loop.la))
    }
}
