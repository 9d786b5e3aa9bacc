//! What an instruction has taken, counted as it executes: made once for runs with a profile, and once without, where
//! nothing is left of it.

use crate::chip::Dsp56001;
use crate::decode::entry::{Entry, Exec, Place};
use crate::engine::enter::Engine;
use crate::interpreter::code_cache::CodeCache;
use crate::run::self_jump::SelfJump;
use crate::run::step::Ready;
use crate::state::Core;
use crate::state::interrupts::Phase;
use crate::state::observer::Marks;
use crate::state::profile::{AREAS, Profile};
use dsp56k_isa::{Mode, Sequence};

/// The counting of a run: what one does not say is not counted.
pub(super) trait Tally {
    const ON: bool = false;

    /// The fast path goes on in the page of an address.
    #[inline(always)]
    fn look(&mut self, _address: u16) {}

    /// An instruction of the fast path has executed; the clock before it and after its fetches, with its own clocks
    /// still to come.
    #[inline(always)]
    fn ran(&mut self, _core: &mut Core, _e: &Entry, _address: u16, _begun: u64, _fetched: u64) {}

    /// It has paid for the words where it continues since that clock.
    #[inline(always)]
    fn refetched(&mut self, _core: &Core, _address: u16, _before: u64) {}

    /// It has paid for external spaces that share a cycle since that clock.
    #[inline(always)]
    fn shared(&mut self, _core: &Core, _address: u16, _before: u64) {}

    /// The data of an instruction lie outside the chip.
    #[inline(always)]
    fn reaches_out(&mut self, _address: u16) {}

    /// A plain one has passed so often since that clock, each time charged for so many fetches.
    #[inline(always)]
    fn passed(&mut self, _core: &mut Core, _e: &Entry, _address: u16, _fetches: u8, _passes: u64, _begun: u64) {}

    /// One under REP has executed so often since that clock, with so many clocks for its fetches and refetches.
    #[inline(always)]
    fn repeated(&mut self, _core: &mut Core, _e: &Entry, _address: u16, _times: u64, _begun: u64, _waits: [u64; 2]) {}

    /// A change of flow is over.
    #[inline(always)]
    fn flowed(&mut self, _core: &Core, _e: &Entry, _address: u16) {}

    /// The next instruction is another function's.
    #[inline(always)]
    fn moved(&self) -> bool {
        false
    }

    /// The flow of control has come to an address from elsewhere, with so many clocks left; whether there may be
    /// generated code for it.
    #[inline(always)]
    fn arrives(&mut self, _pc: u16, _left: u64) -> bool {
        false
    }

    /// The same by a call.
    #[inline(always)]
    fn is_called(&mut self, _pc: u16, _left: u64) -> bool {
        false
    }

    /// An address in straight code where there is generated code to look for; beyond all if there is none.
    #[inline(always)]
    fn expected(&self) -> u32 {
        u32::MAX
    }

    /// The run has come to it.
    #[inline(always)]
    fn comes_to_expected(&mut self) {}

    /// Go into generated code at PC; whether it has executed anything.
    #[inline(always)]
    fn enter(&mut self, _core: &mut Core, _cache: &mut CodeCache, _until: u32, _limit: u64) -> bool {
        false
    }

    /// The same amid a REP.
    #[inline(always)]
    fn enter_amid(&mut self, _core: &mut Core, _cache: &mut CodeCache, _until: u32, _limit: u64) -> bool {
        false
    }
}

/// Nothing is counted but where the flow of control arrives: generated code is gone into there.
impl Tally for Engine {
    #[inline(always)]
    fn arrives(&mut self, pc: u16, left: u64) -> bool {
        Self::arrives(self, pc, left)
    }

    #[inline(always)]
    fn is_called(&mut self, pc: u16, left: u64) -> bool {
        Self::is_called(self, pc, left)
    }

    #[inline(always)]
    fn reaches_out(&mut self, address: u16) {
        Self::reaches_out(self, address);
    }

    #[inline(always)]
    fn expected(&self) -> u32 {
        Self::expected(self)
    }

    #[inline(always)]
    fn comes_to_expected(&mut self) {
        Self::comes_to_expected(self);
    }

    #[inline(always)]
    fn enter(&mut self, core: &mut Core, cache: &mut CodeCache, until: u32, limit: u64) -> bool {
        Self::enter(self, core, cache, until, limit)
    }

    #[inline(always)]
    fn enter_amid(&mut self, core: &mut Core, cache: &mut CodeCache, until: u32, limit: u64) -> bool {
        Self::enter_amid(self, core, cache, until, limit)
    }
}

/// Nothing is counted.
pub(super) struct Off;

impl Tally for Off {}

impl Tally for Profile {
    const ON: bool = true;

    #[inline]
    fn look(&mut self, address: u16) {
        self.look_at(address);
    }

    #[inline(always)]
    fn ran(&mut self, core: &mut Core, e: &Entry, address: u16, begun: u64, fetched: u64) {
        let spent = self.at(address);
        spent.times += 1;
        spent.base += u64::from(e.clocks - e.addressing);
        spent.addressing += u64::from(e.addressing);
        spent.fetch += fetched - begun;
        if core.time.clocks != fetched {
            add(&mut spent.waits, take_waits(core));
        }
    }

    #[inline]
    fn refetched(&mut self, core: &Core, address: u16, before: u64) {
        self.at(address).refetch += core.time.clocks - before;
    }

    #[inline]
    fn shared(&mut self, core: &Core, address: u16, before: u64) {
        self.at(address).conflict += core.time.clocks - before;
    }

    fn passed(&mut self, core: &mut Core, e: &Entry, address: u16, fetches: u8, passes: u64, begun: u64) {
        let fetch = if fetches == 0 { 0 } else { passes * core.fetch_waits(e, address) };
        self.repeated(core, e, address, passes, begun, [fetch, 0]);
    }

    fn repeated(&mut self, core: &mut Core, e: &Entry, address: u16, times: u64, begun: u64, waits: [u64; 2]) {
        let [fetch, refetch] = waits;
        let data = take_waits(core);
        // A repeated illegal word passes as a NOP until its last time.
        let illegal = e.exec == Exec::Illegal;
        let rest = core.time.clocks.wrapping_sub(begun).wrapping_sub(fetch + refetch + data.iter().sum::<u64>());
        let addressing = times * u64::from(e.addressing);
        let base = if illegal { rest } else { times * u64::from(e.clocks) - addressing };
        let spent = self.at(address);
        spent.times += times;
        spent.base += base;
        spent.addressing += addressing;
        spent.fetch += fetch;
        spent.refetch += refetch;
        add(&mut spent.waits, data);
        spent.conflict += rest - base - addressing;
    }

    #[inline]
    fn flowed(&mut self, core: &Core, e: &Entry, address: u16) {
        if leads_away(core, e) || (core.flow.jumped && self.has_dropped_frame(core.stack.sp)) {
            self.count_to(core.total_clocks());
            self.follow(core, e, address);
        }
    }

    #[inline(always)]
    fn moved(&self) -> bool {
        self.moved
    }
}

/// Whether it has called a function or returned from one.
#[inline]
fn leads_away(core: &Core, e: &Entry) -> bool {
    match e.sequence {
        Sequence::Call => core.flow.jumped,
        Sequence::Return => true,
        _ => false,
    }
}

/// What data accesses have waited since this was asked last.
#[inline]
fn take_waits(core: &mut Core) -> [u64; AREAS] {
    std::mem::take(&mut core.port_a.waited)
}

#[inline]
fn add(sums: &mut [u64; AREAS], clocks: [u64; AREAS]) {
    for (sum, each) in sums.iter_mut().zip(clocks) {
        *sum += each;
    }
}

impl Profile {
    /// A change of flow has executed: a call, a return, or a jump after the program has dropped frames from the stack.
    fn follow(&mut self, core: &Core, e: &Entry, address: u16) {
        let sp = core.stack.sp;
        match e.sequence {
            Sequence::Call => {
                self.enter(address, core.flow.next_pc, false, core.stack.ssh[core.stack.top()], sp);
            }
            Sequence::Return => self.return_to(core.flow.next_pc, sp),
            _ => self.jump_to(core.flow.next_pc, e.from == Place::Address && e.ea[0].mode != Mode::Absolute),
        }
    }

    /// An instruction is about to execute with everything looked at: a vector may have begun.
    pub(super) fn begin_step(&mut self, core: &Core, ready: &Ready<'_>) {
        let before = core.time.clocks_before_reset;
        if let Some(rested) = ready.rested {
            self.pass_idle(core, before + rested);
        }
        let Phase::Vector { position, .. } = core.interrupts.phase else { return };
        if ready.site.in_vector && position == 0 && !ready.repeating {
            let pc = core.flow.pc;
            self.enter(pc, ready.site.address, true, pc, core.stack.sp);
        }
    }

    /// It has executed.
    pub(super) fn end_step(&mut self, core: &mut Core, ready: &Ready<'_>, marks: &Marks) {
        let e = ready.entry;
        let data = take_waits(core);
        let waits: u64 = data.iter().sum();
        let fetch = marks.fetched - marks.awake;
        let own = marks.executed.wrapping_sub(marks.fetched).wrapping_sub(waits);
        let refetch = marks.refetched - marks.executed;
        let conflict = marks.conflicts - marks.refetched;
        // Of one that goes on, what came before it was counted as its stall.
        let before = ready.rested.map_or(0, |rested| marks.awake - rested);
        let interrupt = before + core.time.clocks - marks.conflicts;
        let addressing = u64::from(e.addressing);
        let spent = self.found_at(ready.site.address);
        spent.times += 1;
        spent.base += own - addressing;
        spent.addressing += addressing;
        spent.fetch += fetch;
        spent.refetch += refetch;
        add(&mut spent.waits, data);
        spent.conflict += conflict;
        spent.interrupt += interrupt;
        let counted = fetch + own + waits + refetch + conflict + interrupt;
        let total = core.total_clocks();
        let again = total.wrapping_sub(self.seen).wrapping_sub(counted);
        let stall = &mut self.at_last().stall;
        *stall = stall.wrapping_add(again);
        self.count_to(total);
        if leads_away(core, e) || (core.flow.jumped && self.has_dropped_frame(core.stack.sp)) {
            self.follow(core, e, ready.site.address);
        }
        let goes_on = matches!(core.interrupts.phase, Phase::Vector { position: 1.., .. });
        if ready.site.in_vector && !goes_on {
            self.leave_interrupt();
        }
    }
}

impl Dsp56001 {
    /// Passes of a jump to itself went by, or with less than none were taken back.
    pub(super) fn count_self_jumps(&mut self, jump: &SelfJump, passes: u64) {
        if let Some(profile) = &mut self.profile {
            let spent = profile.found_at(self.core.flow.pc);
            for (sum, each) in [
                (&mut spent.times, 1),
                (&mut spent.base, jump.clocks - jump.addressing - jump.fetch - jump.refetch),
                (&mut spent.addressing, jump.addressing),
                (&mut spent.fetch, jump.fetch),
                (&mut spent.refetch, jump.refetch),
            ] {
                *sum = sum.wrapping_add(passes.wrapping_mul(each));
            }
            profile.count_to(self.core.total_clocks());
        }
    }
}
