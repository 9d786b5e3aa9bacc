//! Idle loops: the iterations of an instruction that jumps to itself are counted, not executed.
//!
//! A jump tests nothing. A peripheral register, once read, changes only at the peripheral's next event or by an
//! external input.

use crate::chip::Dsp56001;
use crate::decode::instruction::{DecodedInstruction, Exec, OperandLocation};
use crate::memory::{IO_PAGE, Region};
use crate::space::Space;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::{Decision, Mode, Sequence};

/// One iteration of an instruction that jumps to itself.
#[derive(Clone, Copy)]
pub(crate) struct SelfJump {
    pub clocks: u64,
    /// The parts of `clocks` for its effective address, and for the wait states of its words and of the refetch.
    pub addressing: u64,
    pub fetch: u64,
    pub refetch: u64,
    /// Not even an interrupt can end it.
    pub for_ever: bool,
}

impl DecodedInstruction {
    /// Returns true if this is a jump that can lead to an address without an address register.
    pub(crate) fn may_jump_to(&self, address: u16) -> bool {
        let target = if self.from == OperandLocation::Address { self.ea[0].address } else { self.target };
        self.sequence == Sequence::Jump && target == address
    }
}

impl Dsp56001 {
    /// Returns an iteration of the instruction at PC, if it jumps to itself until an external input or a peripheral's
    /// event: a jump, or a bit test of a peripheral register that has just jumped.
    pub(crate) fn self_jump(&mut self) -> Option<SelfJump> {
        let harmless =
            PendingEvents::BUS | PendingEvents::DELAYED_WRITE | PendingEvents::OBSERVE | PendingEvents::BREAKPOINT;
        if self.core.pending.has_other_than(harmless) {
            return None;
        }
        let pc = self.core.flow.pc;
        if !self.cache.is_cacheable(&self.core, pc) {
            return None;
        }
        let e = *self.cache.entry(&self.core, pc);
        if e.exec != Exec::Control {
            return None;
        }
        if self.core.pending.has(PendingEvents::BUS) && self.core.would_stall(&e, pc) {
            return None;
        }
        if e.sequence != Sequence::Jump {
            return None;
        }
        let absolute = (e.ea[0].mode == Mode::Absolute).then_some(e.ea[0].address);
        let target = if e.from == OperandLocation::Address { absolute } else { Some(e.target) };
        let (jumps, polls) = match e.control.properties().decision {
            Decision::Always => (target == Some(pc), false),
            Decision::Condition => (false, false),
            Decision::Bit { .. } => {
                let register = e.from == OperandLocation::Memory && e.ea[0].space == Space::X;
                (false, register && e.target == pc && absolute.is_some_and(|address| address >= IO_PAGE))
            }
        };
        if !jumps && !polls {
            return None;
        }
        let mut words = (0..u16::from(e.words)).map(|word| pc.wrapping_add(word));
        let port_a = words.any(|address| self.core.memory.region(Space::P, address) == Region::External);
        let (fetch, refetch) = (self.core.fetch_waits(&e, pc), self.core.refetch_waits(pc));
        Some(SelfJump {
            clocks: u64::from(e.clocks) + fetch + refetch,
            addressing: u64::from(e.addressing),
            fetch,
            refetch,
            for_ever: jumps && !self.core.interruptible() && !self.core.may_be_forced(port_a),
        })
    }

    /// Returns true if the chip only passes time until an external input. RESET is asserted, the current instruction
    /// did not have the bus when the chip last ran or jumps to itself, and no event is scheduled.
    #[must_use]
    #[inline]
    pub fn is_idle(&mut self) -> bool {
        let stalled = self.core.bus.granted && self.core.bus.waiting.is_some();
        self.core.time.event_at == u64::MAX
            && (self.core.pending.has(PendingEvents::HELD)
                || (stalled && !self.core.pending.has(PendingEvents::INTERRUPT))
                || (self.self_jump().is_some() && self.leads_to_itself()))
    }

    /// Returns true if the instruction at PC jumps to itself by the current value of the bit that it tests, if it tests
    /// one.
    fn leads_to_itself(&mut self) -> bool {
        let pc = self.core.flow.pc;
        let e = self.cache.entry(&self.core, pc);
        self.core.possible_targets(e, pc.wrapping_add(u16::from(e.words))) == [pc; 2]
    }

    /// Returns true if PC is at a jump to itself that no event inside the chip can end.
    pub(crate) fn halted(&mut self) -> bool {
        self.cache.entry(&self.core, self.core.flow.pc).flow && self.self_jump().is_some_and(|jump| jump.for_ever)
    }

    /// Counts iterations until `clocks` has reached the limit, at most `instructions` of them, and returns their
    /// number. Before an event only complete iterations are counted: the one that may see it is executed.
    pub(crate) fn pass_self_jumps(&mut self, jump: SelfJump, clock_limit: u64, instructions: u64) -> u64 {
        let clocks = self.core.time.clocks;
        let up_to = |clock: u64| clock.saturating_sub(clocks).div_ceil(jump.clocks);
        let passes = if jump.for_ever {
            up_to(clock_limit.min(self.core.time.event_at))
        } else {
            up_to(clock_limit).min(self.core.time.event_at.saturating_sub(clocks) / jump.clocks)
        };
        let passes = passes.min(instructions);
        if passes != 0 {
            self.core.complete_delayed_write();
        }
        self.core.time.clocks += passes * jump.clocks;
        self.core.time.instructions += passes;
        self.interpreted = self.interpreted.wrapping_add(passes);
        self.count_self_jumps(&jump, passes);
        passes
    }
}
