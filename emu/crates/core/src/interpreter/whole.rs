//! One instruction with all that belongs to it: late address registers, fetches, accesses that share a cycle.

use crate::decode::instruction::DecodedInstruction;
use crate::state::Core;
use crate::state::attention::Attention;

impl Core {
    /// Execute the instruction of an address, after which execution continues at `Flow::next_pc` if it goes nowhere else; the
    /// clocks after its fetches, after itself, after the fetches where it leads, and after cycles that could not be shared.
    #[inline(always)]
    pub(crate) fn execute_instruction(&mut self, e: &DecodedInstruction, address: u16) -> [u64; 4] {
        // An update by this instruction starts from the old pointer, and its result is the register (UM 8-3, A-128).
        self.agu.late_before = self.agu.late.take().filter(|late| late.index > 7 || e.updates & (1 << late.index) == 0);
        self.flow.jumped = false;
        let repeated = self.attention.has(Attention::REPEAT) && self.hw_loop.repeat_fetched;
        let fetches = if repeated { 0 } else { e.fetches };
        if fetches != 0 {
            self.charge_fetches(e, address);
        }
        let fetched = self.time.clocks;
        (e.run)(self, e);
        self.commit_late();
        // A repeated illegal word has taken back beforehand what it costs less: below zero in the first clocks of all.
        self.time.clocks = self.time.clocks.wrapping_add(u64::from(e.clocks));
        let executed = self.time.clocks;
        if e.flow {
            self.charge_refetch();
        }
        let refetched = self.time.clocks;
        self.charge_conflicts(fetches);
        [fetched, executed, refetched, self.time.clocks]
    }
}
