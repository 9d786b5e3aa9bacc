//! BR and BG: arbitration of port A (UM 2-10, 2-11, 9-14 to 9-18).
//!
//! From the clock at which BR is asserted no external access begins; the current one is completed, then BG follows. The
//! DSP continues until its next external access and stalls there, also in the middle of an instruction. A
//! read-modify-write is one access (UM 9-21). When BR is released, so is BG, and the access begins. An instruction that
//! stalls in its middle reads and writes when it continues.
//!
//! An instruction's accesses are ordered in time as its clocks are counted: its own words, its data, and at its end the
//! two words where a change of flow continues. Each access takes two clocks and its wait states.

use crate::bits::omr;
use crate::decode::instruction::DecodedInstruction;
use crate::memory::Region;
use crate::space::Space;
use crate::state::Core;
use crate::state::bus::{ACCESS_CLOCKS, ALERT_CLOCKS, AccessPlan, Bus, StallTime};
use crate::state::lines::{Edge, InputLine, OutputLine};
use crate::state::pending_events::PendingEvents;
use crate::state::processing::Sleep;

/// Delay from the end of the current access to BG: 5 T of the 9 T + 2 T x WS that UM 9-17 allows, in whole clocks.
const GRANT_CLOCKS: u64 = 3;
impl Core {
    /// Returns true if the pins are BR and BG (UM 6-14), and their circuits work (UM 8-40).
    fn arbitrates(&self) -> bool {
        self.omr & omr::EA == 0 && self.processing.sleep != Sleep::Stop
    }

    /// Applies a change of BR.
    pub(crate) fn request_bus(&mut self, edge: Edge) {
        self.apply_due_grant(edge.clock);
        self.bus.requested = edge.asserted;
        if !edge.asserted {
            if self.processing.sleep != Sleep::Stop {
                self.withdraw_grant(self.time.since_reset(edge.clock));
            }
        } else if !self.bus.granted && self.bus.grant_at.is_none() && self.arbitrates() {
            let began = self.bus.began;
            let mut accesses = self.bus.plan.accesses.iter().map(|(from, end)| (began + from, began + end));
            let under_way = accesses.find(|(from, end)| (*from..*end).contains(&edge.clock));
            self.bus.grant_at = Some(under_way.map_or(edge.clock, |(_, end)| end) + GRANT_CLOCKS);
        }
    }

    /// Releases BG, or cancels its assertion.
    pub(crate) fn withdraw_grant(&mut self, clock: u64) {
        self.bus.grant_at = None;
        self.bus.granted = false;
        self.note_output(OutputLine::Bg, false, clock);
    }

    /// Updates BG by BR, OMR.EA, STOP and the clock; in STOP it does not change (UM 8-40).
    pub(crate) fn update_grant(&mut self) {
        let now = self.total_clocks();
        self.apply_due_grant(now);
        if self.processing.sleep == Sleep::Stop || self.pending.has(PendingEvents::HELD) {
            self.bus.grant_at = None;
        } else if !(self.bus.requested && self.arbitrates()) {
            if self.bus.granted || self.bus.grant_at.is_some() {
                self.withdraw_grant(self.time.clocks);
            }
        } else if !self.bus.granted && self.bus.grant_at.is_none() {
            self.bus.grant_at = Some(now + GRANT_CLOCKS);
        }
        let near = self.lines.edges[InputLine::Br as usize].front().is_some_and(|e| e.clock <= now + ALERT_CLOCKS);
        let stalled = self.bus.done != 0 || self.bus.waiting.is_some();
        if near || stalled || self.bus.requested || self.bus.granted {
            self.pending.set(PendingEvents::BUS);
        } else {
            self.pending.clear(PendingEvents::BUS);
        }
        self.time.event_at = self.time.event_at.min(self.bus_event());
    }

    /// Clears the stall when another instruction becomes the current one.
    pub(crate) fn clear_stall(&mut self) {
        (self.bus.done, self.bus.waiting) = (0, None);
    }

    /// Ends the current bus arbitration at RESET; BR stays as the board drives it.
    pub(crate) fn reset_bus(&mut self) {
        self.withdraw_grant(self.time.clocks);
        self.bus = Bus { requested: self.bus.requested, ..Bus::default() };
        self.update_grant();
    }

    /// Returns the clocks from the start of the current instruction to its first access without the bus; `None` if it
    /// can finish. `fetched` states that its own words need no fetch.
    pub(crate) fn stalls_after(&mut self, e: &DecodedInstruction, address: u16, fetched: bool) -> Option<u64> {
        self.update_grant();
        self.bus.began = self.total_clocks() - self.bus.done;
        self.bus.plan = self.plan(e, address, fetched);
        self.blocked(&self.bus.plan)
    }

    /// Returns true if an instruction that started now would stall.
    pub(crate) fn would_stall(&mut self, e: &DecodedInstruction, address: u16) -> bool {
        let plan = self.plan(e, address, false);
        self.blocked(&plan).is_some()
    }

    /// Returns the first access of a plan that is not done and does not have the bus.
    fn blocked(&self, plan: &AccessPlan) -> Option<u64> {
        let (done, began) = (self.bus.done, self.total_clocks() - self.bus.done);
        let mut open = plan.accesses.iter().map(|(from, _)| *from).filter(|from| *from >= done);
        open.find(|from| self.arbitrates() && self.lacks_bus(began + from))
    }

    /// Stalls the current instruction `after` clocks after its start. Returns true if a line changed before `limit`.
    pub(crate) fn stall(&mut self, after: u64, limit: u64) -> bool {
        self.bus.waiting.get_or_insert((self.time.clocks, self.bus.done));
        self.time.clocks += after - self.bus.done;
        self.bus.done = after;
        self.bus.plan.accesses.retain(|(from, _)| *from < after);
        self.meet_boundary();
        let reset = self.pending.has(PendingEvents::HELD) || self.bus.waiting.is_none();
        reset || self.await_edge(limit)
    }

    /// Finishes the current instruction, as one that started `done` clocks before its stall ended. Returns the time
    /// that the stall adds to its cost.
    pub(crate) fn finish_stall(&mut self) -> Option<StallTime> {
        let under_way = (self.bus.done != 0).then_some((self.time.clocks, self.bus.done));
        let (since, before) = self.bus.waiting.take().or(under_way)?;
        let stall = self.time.clocks - since - (self.bus.done - before);
        self.time.clocks -= std::mem::take(&mut self.bus.done);
        Some(StallTime { began: since.saturating_sub(before), stall, done: before })
    }

    /// Returns true if BR is asserted at a clock since power-up, by the edges known so far.
    fn lacks_bus(&self, clock: u64) -> bool {
        let edges = &self.lines.edges[InputLine::Br as usize];
        match edges.partition_point(|edge| edge.clock <= clock) {
            0 => self.bus.requested,
            due => edges[due - 1].asserted,
        }
    }

    fn is_external(&self, space: Space, address: u16) -> bool {
        self.memory.region(space, address) == Region::External
    }

    /// Returns the external accesses of an instruction.
    fn plan(&mut self, e: &DecodedInstruction, address: u16, fetched: bool) -> AccessPlan {
        let mut plan = AccessPlan::default();
        if !fetched {
            if e.flow && self.is_external(Space::P, address) {
                // The first word of a change of flow was charged at the end of the previous one (UM A-231).
                plan.access(0, 0, 0);
            }
            for word in e.words - e.fetches..e.words {
                plan.access(0, 1, self.wait_states(Space::P, address.wrapping_add(u16::from(word))));
            }
        }
        let modifies = e.is_control() && e.control.properties().modifies;
        let cycles = 1 + u64::from(modifies);
        for (space, address, _) in self.planned_accesses(e).into_iter().flatten().take(if modifies { 1 } else { 2 }) {
            if self.is_external(space, address) {
                plan.access(0, cycles, self.wait_states(space, address));
            }
        }
        if e.flow {
            let next = address.wrapping_add(u16::from(e.words));
            let places = self.possible_targets(e, next);
            if let Some(place) = places.into_iter().find(|place| self.is_external(Space::P, *place)) {
                let end = u64::from(e.clocks) + plan.waits;
                plan.access(end.saturating_sub(2 * ACCESS_CLOCKS), 1, self.wait_states(Space::P, place));
                plan.access(0, 1, self.wait_states(Space::P, place.wrapping_add(1)));
            }
        }
        plan
    }
}
