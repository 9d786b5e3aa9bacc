//! One instruction with everything that belongs to it: delayed writes, fetches, concurrent accesses.

use crate::decode::instruction::DecodedInstruction;
use crate::state::Core;
use crate::state::pending_events::PendingEvents;

impl Core {
    /// Executes the instruction of an address; execution then continues at `Flow::next_pc` unless an event changes it.
    /// Returns the clock after its fetches, after itself, after the fetches of a change of flow, and after bus
    /// contention.
    #[inline(always)]
    pub(crate) fn execute_instruction(&mut self, e: &DecodedInstruction, address: u16) -> [u64; 4] {
        // An update by this instruction starts from the old address register, and its result is the register (UM 8-3,
        //
        self.agu.previous_delayed_write =
            self.agu.delayed_write.take().filter(|late| late.index > 7 || e.updates & (1 << late.index) == 0);
        self.flow.jumped = false;
        let repeated = self.pending.has(PendingEvents::REPEAT) && self.hw_loop.repeat_fetched;
        let fetches = if repeated { 0 } else { e.fetches };
        if fetches != 0 {
            self.charge_fetches(e, address);
        }
        let fetched = self.time.clocks;
        (e.run)(self, e);
        self.commit_delayed_write();
        // A repeated illegal word has subtracted its smaller cost in advance; in the first clocks after reset the count
        // is below zero.
        self.time.clocks = self.time.clocks.wrapping_add(u64::from(e.clocks));
        let executed = self.time.clocks;
        if e.flow {
            self.charge_refetch();
        }
        let refetched = self.time.clocks;
        self.charge_bus_contention(fetches);
        [fetched, executed, refetched, self.time.clocks]
    }
}
