//! The fast path of the run loop, taken while nothing needs attention.
//!
//! Three things make it fast. Instructions that touch no flow of control run in a row up to an address computed before:
//! the end of the loop, of the page of decoded instructions, or of the run. A register that a move has written late is
//! brought up to date before an instruction that cannot tell. And the passes of a loop over one instruction, or of a REP,
//! are counted in one piece.

use crate::access::FetchCost;
use crate::chip::Dsp56001;
use crate::decode::entry::{Entry, Exec};
use crate::run::tally::{Off, Tally};
use crate::state::Core;
use crate::state::attention::Attention;
use dsp56k_isa::Sequence;

/// Addresses of one page, `end` excluded, of which only the first may be the end of a loop or of the run.
struct Window {
    first: u32,
    end: u32,
}

impl Window {
    #[inline(always)]
    fn holds(&self, pc: u16) -> bool {
        u32::from(pc).wrapping_sub(self.first) < self.end - self.first
    }

    /// It ends at this address, too, if that comes after `pc`.
    #[inline(always)]
    fn end_at(&mut self, pc: u16, end: u32) {
        if end > u32::from(pc) {
            self.end = self.end.min(end);
        }
    }
}

/// How a row has ended: with a jump to itself, or where it is time to look for generated code, or otherwise.
struct Row {
    at_self: bool,
    looks: bool,
}

impl Dsp56001 {
    /// Take the fast path, if it can be taken; whether it came to a jump to itself.
    #[inline(always)]
    pub(super) fn go_fast(&mut self, until: u32, clock_limit: u64, instruction_limit: u64) -> Option<bool> {
        if self.profile.is_some() {
            return self.go_fast_counted(until, clock_limit, instruction_limit);
        }
        let mut clock_limit = clock_limit;
        if let Some(engine) = &mut self.engine {
            let (counts, clocks) = engine.counts(&self.core);
            clock_limit = clock_limit.min(self.core.time.clocks.saturating_add(clocks));
            if counts {
                return self.go_fast_generated(until, clock_limit, instruction_limit);
            }
        }
        let begun = self.core.time.instructions;
        let at_self = self.go_fast_with(&mut Off, until, clock_limit, instruction_limit);
        if let Some(engine) = &mut self.engine {
            engine.note_uncounted(self.core.time.instructions.saturating_sub(begun));
        }
        at_self
    }

    /// The same with generated code.
    #[inline(never)]
    fn go_fast_generated(&mut self, until: u32, clock_limit: u64, instruction_limit: u64) -> Option<bool> {
        let mut engine = self.engine.take()?;
        engine.begin(&self.core);
        let at_self = self.go_fast_with(&mut *engine, until, clock_limit, instruction_limit);
        engine.earn(&self.core);
        if !engine.is_over() {
            self.engine = Some(engine);
        }
        at_self
    }

    /// The same with a profile.
    #[inline(never)]
    fn go_fast_counted(&mut self, until: u32, clock_limit: u64, instruction_limit: u64) -> Option<bool> {
        self.count_idle_time();
        let mut profile = self.profile.take()?;
        let at_self = self.go_fast_with(&mut *profile, until, clock_limit, instruction_limit);
        profile.count_to(self.core.total_clocks());
        self.profile = Some(profile);
        at_self
    }

    #[inline(always)]
    fn go_fast_with<T: Tally>(
        &mut self,
        tally: &mut T,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) -> Option<bool> {
        if self.core.attention.is_clear() {
            self.core.observer.hooks.passed = None;
            return Some(self.run_on::<false, T>(tally, until, clock_limit, instruction_limit));
        }
        if self.core.attention == Attention::REPEAT && self.cache.holds(&self.core, self.core.flow.pc) {
            let limit = self.core.sure_limit(clock_limit, instruction_limit);
            if tally.enter_amid(&mut self.core, &mut self.cache, until, limit) {
                self.core.observer.hooks.passed = None;
            } else {
                self.repeat_plain(tally, until, clock_limit, instruction_limit);
            }
            return Some(false);
        }
        if self.core.attention.has(Attention::OBSERVE) && !self.core.observer.looks_at_all() {
            return self.go_fast_between_accesses(tally, until, clock_limit, instruction_limit);
        }
        None
    }

    /// Where nothing but accesses are watched, the fast path goes up to the next that may be one of them.
    fn go_fast_between_accesses<T: Tally>(
        &mut self,
        tally: &mut T,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) -> Option<bool> {
        let before = self.core.time.instructions;
        let mut at_self = false;
        self.core.attention.clear(Attention::OBSERVE);
        if self.core.attention.is_clear() {
            at_self = self.run_on::<true, T>(tally, until, clock_limit, instruction_limit);
        } else if self.core.attention == Attention::REPEAT && self.cache.holds(&self.core, self.core.flow.pc) {
            let e = self.cache.entry(&self.core, self.core.flow.pc);
            if self.core.stays_unwatched(e) {
                self.repeat_plain(tally, until, clock_limit, instruction_limit);
            }
        }
        self.core.attention.set(Attention::OBSERVE);
        if self.core.time.instructions == before {
            return None;
        }
        self.core.observer.hooks.passed = None;
        // The record is that of an earlier step.
        self.core.observer.record.accesses.clear();
        Some(at_self)
    }

    /// Rows of instructions and REPs in turn, until something else needs attention, or to a limit, or to a jump to itself:
    /// then it is `true`.
    #[inline(always)]
    fn run_on<const WATCHED: bool, T: Tally>(
        &mut self,
        tally: &mut T,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) -> bool {
        let last = self.core.time.instructions.saturating_add(instruction_limit);
        loop {
            let left = last - self.core.time.instructions;
            let at_self = if WATCHED {
                self.run_watched(tally, until, clock_limit, left)
            } else {
                self.run_plain(tally, until, clock_limit, left)
            };
            if at_self
                || !self.core.goes_on(Attention::REPEAT, until, clock_limit, last)
                || !self.cache.holds(&self.core, self.core.flow.pc)
                || self.core.observer.marks(self.core.flow.pc)
            {
                return at_self;
            }
            let e = self.cache.entry(&self.core, self.core.flow.pc);
            if e.flow || (WATCHED && !self.core.stays_unwatched(e)) {
                return false;
            }
            self.repeat_plain(tally, until, clock_limit, last - self.core.time.instructions);
            if !self.core.goes_on(Attention::NONE, until, clock_limit, last) {
                return false;
            }
        }
    }

    /// Run until something needs attention, or to a limit, or to a jump to itself: then it is `true`.
    #[inline(never)]
    fn run_plain<T: Tally>(&mut self, tally: &mut T, until: u32, clock_limit: u64, instruction_limit: u64) -> bool {
        // Nothing changes the cost of a fetch before the run loop looks up.
        match self.core.fetch_cost() {
            FetchCost::Free => self.run_rows::<false, T>(tally, FetchCost::Free, until, clock_limit, instruction_limit),
            FetchCost::Even(waits) => {
                self.run_rows::<false, T>(tally, FetchCost::Even(waits), until, clock_limit, instruction_limit)
            }
            FetchCost::Uneven => {
                self.run_rows::<false, T>(tally, FetchCost::Uneven, until, clock_limit, instruction_limit)
            }
        }
    }

    /// The same up to the next instruction that may make a watched access.
    #[inline(never)]
    fn run_watched<T: Tally>(&mut self, tally: &mut T, until: u32, clock_limit: u64, instruction_limit: u64) -> bool {
        self.run_rows::<true, T>(tally, self.core.fetch_cost(), until, clock_limit, instruction_limit)
    }

    /// The same, made once for each form of the cost of a fetch, and once where accesses are watched. Where rows end
    /// generated code is gone into.
    #[inline(always)]
    fn run_rows<const WATCHED: bool, T: Tally>(
        &mut self,
        tally: &mut T,
        fetching: FetchCost,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) -> bool {
        let limit = self.core.sure_limit(clock_limit, instruction_limit);
        loop {
            let Row { at_self, looks } = self.run_row::<WATCHED, T>(tally, fetching, until, limit);
            if at_self
                || !looks
                || !tally.enter(&mut self.core, &mut self.cache, until, limit)
                || self.core.time.clocks >= limit
                || u32::from(self.core.flow.pc) == until
            {
                return at_self;
            }
        }
    }

    /// Rows up to where it is time to look for generated code.
    #[expect(clippy::too_many_lines, reason = "the loop itself, whose state passes through all of it")]
    #[inline(always)]
    fn run_row<const WATCHED: bool, T: Tally>(
        &mut self,
        tally: &mut T,
        fetching: FetchCost,
        until: u32,
        limit: u64,
    ) -> Row {
        let (core, cache) = (&mut self.core, &mut self.cache);
        let mut clock_limit = limit;
        let mut looks = false;
        let mut executed = 0;
        let mut pc = core.flow.pc;
        let at_self = 'window: loop {
            let page = cache.page(pc);
            tally.look(pc);
            let mut window = core.window(pc, until);
            if !WATCHED {
                let expected = tally.expected();
                if u32::from(pc) == expected && expected != until {
                    tally.comes_to_expected();
                    looks = true;
                    break 'window false;
                }
                window.end_at(pc, expected);
            }
            let loop_exit = core.hw_loop.exit;
            loop {
                let mut e = &page[usize::from(pc & 0xFF)];
                if (!core.attention.is_clear() && !core.catches_up(e)) || (WATCHED && core.may_be_watched(e)) {
                    break 'window false;
                }
                if e.plain {
                    let mut next = u32::from(pc);
                    loop {
                        core.flow.pc = next as u16;
                        core.execute_plain(tally, fetching, e);
                        executed += 1;
                        next += u32::from(e.words);
                        if next >= window.end || core.time.clocks >= clock_limit {
                            break;
                        }
                        let following = &page[next as usize & 0xFF];
                        if !following.plain
                            || (!core.attention.is_clear() && !core.catches_up(following))
                            || (WATCHED && core.may_be_watched(following))
                        {
                            break;
                        }
                        e = following;
                    }
                    let last = core.flow.pc;
                    pc = next as u16;
                    if u32::from(pc) == loop_exit {
                        core.flow.next_pc = pc;
                        core.close_pass();
                        pc = core.flow.next_pc;
                        if !WATCHED && pc <= last && tally.arrives(pc, clock_limit.saturating_sub(core.time.clocks)) {
                            // The row ends here.
                            (clock_limit, looks) = (core.time.clocks, true);
                        }
                        if pc == last && core.attention.is_clear() && u32::from(pc) != until && core.hw_loop.lc != 1 {
                            // The last pass is left to the row above.
                            if !WATCHED || core.stays_unwatched(e) {
                                let begun = core.time.clocks;
                                let passes = core.pass_plainly(e, e.fetches, clock_limit);
                                tally.passed(core, e, pc, e.fetches, passes, begun);
                                executed += passes;
                            }
                        }
                    }
                } else {
                    if e.exec == Exec::Undecoded {
                        cache.prepare(core, pc);
                        continue 'window;
                    }
                    core.flow.pc = pc;
                    let next = pc.wrapping_add(u16::from(e.words));
                    core.flow.next_pc = next;
                    core.flow.jumped = false;
                    core.execute_flow(tally, fetching, e);
                    executed += 1;
                    if u32::from(core.flow.next_pc) == core.hw_loop.exit && !core.flow.jumped {
                        core.close_pass();
                    }
                    let before = pc;
                    pc = core.flow.next_pc;
                    let arrives = match e.sequence {
                        _ if WATCHED => false,
                        _ if pc <= before => tally.arrives(pc, clock_limit.saturating_sub(core.time.clocks)),
                        Sequence::Call => tally.is_called(pc, clock_limit.saturating_sub(core.time.clocks)),
                        _ => false,
                    };
                    if arrives {
                        (clock_limit, looks) = (core.time.clocks, true);
                    }
                    if T::ON && e.flow {
                        core.share_cycle(tally, e.fetches, before);
                        tally.flowed(core, e, before);
                    }
                    if pc == before {
                        core.share_cycle(tally, e.fetches, before);
                        break 'window true;
                    }
                }
                if core.attention.has_other_than(Attention::LATE) {
                    core.share_cycle(tally, e.fetches, core.flow.pc);
                    if core.attention == Attention::CODE {
                        core.attention = Attention::NONE;
                        cache.forget(&mut core.fetch.code_writes);
                        if core.time.clocks >= clock_limit || u32::from(pc) == until {
                            break 'window false;
                        }
                        continue 'window;
                    }
                    if core.attention.has_other_than(Attention::LATE) {
                        break 'window false;
                    }
                }
                if core.time.clocks >= clock_limit || u32::from(pc) == until {
                    break 'window false;
                }
                if !window.holds(pc) || core.hw_loop.exit != loop_exit || tally.moved() {
                    continue 'window;
                }
            }
        };
        core.flow.pc = pc;
        core.time.instructions += executed;
        Row { at_self, looks }
    }

    /// The fast path through a REP: its instruction is fetched once.
    #[inline(never)]
    fn repeat_plain<T: Tally>(&mut self, tally: &mut T, until: u32, clock_limit: u64, instruction_limit: u64) {
        let (core, cache) = (&mut self.core, &mut self.cache);
        let address = core.flow.pc;
        let e = cache.entry(core, address);
        tally.look(address);
        let clock_limit = core.sure_limit(clock_limit, instruction_limit);
        let next = core.flow.pc.wrapping_add(u16::from(e.words));
        let stop_each = u32::from(core.flow.pc) == until || e.flow;
        let mut executed = 0;
        let begun = core.time.clocks;
        let mut waits = [0; 2];
        loop {
            core.flow.next_pc = next;
            core.flow.jumped = false;
            let fetches = if core.hw_loop.repeat_fetched { 0 } else { e.fetches };
            if fetches != 0 {
                let before = core.time.clocks;
                core.charge_fetches(e, core.flow.pc);
                waits[0] += core.time.clocks - before;
            }
            if e.plain && core.hw_loop.lc != 1 && !stop_each && core.hw_loop.repeat_fetched {
                // The last repetition is left to the code below.
                executed += core.pass_plainly(e, 0, clock_limit);
                if core.attention != Attention::REPEAT || core.time.clocks >= clock_limit {
                    break;
                }
            }
            (e.run)(core, e);
            // Wrapping as in the careful step: an illegal word takes back beforehand what a repetition costs less.
            core.time.clocks = core.time.clocks.wrapping_add(u64::from(e.clocks));
            executed += 1;
            if e.flow {
                let before = core.time.clocks;
                core.charge_refetch();
                waits[1] += core.time.clocks - before;
            }
            core.charge_conflicts(fetches);
            if core.finish_repetition(e)
                || core.attention != Attention::REPEAT
                || core.time.clocks >= clock_limit
                || stop_each
            {
                break;
            }
        }
        core.time.instructions += executed;
        tally.repeated(core, e, address, executed, begun, waits);
        tally.flowed(core, e, address);
    }
}

impl Core {
    /// The clock before which neither limit is passed and no event comes: no instruction takes less than two clocks.
    #[inline(always)]
    fn sure_limit(&self, clock_limit: u64, instruction_limit: u64) -> u64 {
        clock_limit.min(self.time.clocks.saturating_add(instruction_limit.saturating_mul(2))).min(self.time.event_at)
    }

    /// Whether nothing else needs attention, and no limit has come.
    #[inline(always)]
    fn goes_on(&self, attention: Attention, until: u32, clock_limit: u64, last: u64) -> bool {
        self.attention == attention && !self.is_over(until, clock_limit, last)
    }

    /// Whether a limit has come.
    #[inline(always)]
    fn is_over(&self, until: u32, clock_limit: u64, last: u64) -> bool {
        self.time.clocks >= clock_limit.min(self.time.event_at)
            || self.time.instructions >= last
            || u32::from(self.flow.pc) == until
    }

    /// Execute the instruction at PC and charge it.
    #[inline(always)]
    fn execute_plain<T: Tally>(&mut self, tally: &mut T, fetching: FetchCost, e: &Entry) {
        let address = self.flow.pc;
        let begun = self.time.clocks;
        fetching.charge(self, e, address);
        let fetched = self.time.clocks;
        (e.run)(self, e);
        tally.ran(self, e, address, begun, fetched);
        self.time.clocks += u64::from(e.clocks);
    }

    /// The same where it may change the flow.
    #[inline(always)]
    fn execute_flow<T: Tally>(&mut self, tally: &mut T, fetching: FetchCost, e: &Entry) {
        self.execute_plain(tally, fetching, e);
        if e.flow {
            let before = self.time.clocks;
            fetching.charge_refetch(self);
            tally.refetched(self, self.flow.pc, before);
        }
    }

    /// Charge external spaces that share a cycle, to the instruction at an address.
    #[inline(always)]
    fn share_cycle<T: Tally>(&mut self, tally: &mut T, fetches: u8, address: u16) {
        let before = self.time.clocks;
        if self.attention.has(Attention::PORT_A) {
            tally.reaches_out(address);
        }
        self.charge_conflicts(fetches);
        tally.shared(self, address, before);
    }

    /// All passes but the last of a loop over one plain instruction, or repetitions of it: up to the limit or until
    /// something else needs attention; how many. Each is charged for so many fetches.
    #[inline(never)]
    fn pass_plainly(&mut self, e: &Entry, fetches: u8, clock_limit: u64) -> u64 {
        let waits = if fetches == 0 { 0 } else { self.fetch_waits(e, self.flow.pc) };
        let usual = self.attention;
        let begun = self.hw_loop.lc;
        if e.streams {
            let clocks = u64::from(e.clocks) + waits;
            let passes = self.stream(e, begun.wrapping_sub(1), clocks, clock_limit);
            self.hw_loop.lc = begun.wrapping_sub(passes);
        }
        while self.hw_loop.lc != 1 && self.time.clocks < clock_limit {
            self.time.clocks += waits;
            (e.run)(self, e);
            self.time.clocks += u64::from(e.clocks);
            self.hw_loop.lc = self.hw_loop.lc.wrapping_sub(1);
            if self.attention != usual {
                self.charge_conflicts(fetches);
                if self.attention != usual {
                    break;
                }
            }
        }
        u64::from(begun.wrapping_sub(self.hw_loop.lc))
    }

    /// The addresses around `pc` between two at which the run loop looks again: the ends of the page, the loop and the
    /// run.
    #[inline(always)]
    fn window(&self, pc: u16, until: u32) -> Window {
        let pc = u32::from(pc);
        let mut window = Window { first: pc & 0xFF00, end: (pc | 0xFF) + 1 };
        for stop in [until, self.hw_loop.exit] {
            if stop > pc {
                window.end = window.end.min(stop);
            } else {
                window.first = window.first.max(stop);
            }
        }
        window
    }

    /// Bring a late address register up to date before `e`, if that is all that needs attention and `e` does not use
    /// it as a pointer: an instruction that reads it sees the newest value either way.
    #[inline]
    fn catches_up(&mut self, e: &Entry) -> bool {
        let Some(late) = self.agu.late else { return false };
        if self.attention != Attention::LATE
            || self.agu.late_before.is_some()
            || e.pointers & (1 << (late.index & 7)) != 0
        {
            return false;
        }
        self.agu.late = None;
        self.attention = Attention::NONE;
        self.agu.set(late.index, late.value);
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::{Clock, Dsp56001, Limits, Space, StopReason};

    #[test]
    fn a_repeated_illegal_word_may_be_the_first_of_all() {
        let mut dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
        // REP #2 and an undefined word; P:$3E holds no call.
        dsp.poke(Space::P, 0, 0x0602A0);
        dsp.poke(Space::P, 1, 0x000005);
        assert_eq!(dsp.run(Limits::NONE).ok(), Some(StopReason::Illegal));
        assert_eq!((dsp.clocks(), dsp.instructions()), (4 + 2 + 8, 3));
    }
}
