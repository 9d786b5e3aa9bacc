//! The fast path of the run loop, which executes while no event is pending.
//!
//! Three techniques make it fast:
//!
//! - Straight-line code executes up to an address that is computed in advance: the end of the hardware loop, of the
//!   memory page, or of the run (the *fetch window*).
//! - A delayed write of an address register is committed before an instruction that does not use the register.
//! - Iterations of a loop of one instruction, and repetitions of REP, are counted in one step.
//!
//! Where control arrives by a backward jump, a call or the end of a loop iteration, the JIT counts an entry, and may
//! enter compiled code. The interpreter continues where compiled code exits.

use crate::access::FetchCost;
use crate::chip::Dsp56001;
use crate::decode::access_summary::AccessSummary;
use crate::decode::instruction::{DecodedInstruction, Exec};
use crate::decode::restriction_verdict::RestrictionVerdict;
use crate::engine::dispatch::JitEngine;
use crate::run::execution_listener::{ExecutionListener, NoListener, ObservedJit};
use crate::state::Core;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::Sequence;

/// A number of clocks above those of any instruction that is not repeated.
const MAX_INSTRUCTION_CLOCKS: u64 = 1 << 10;

/// A range of addresses within one memory page, `end` excluded. The end of a loop or of the run is not in it, except as
/// its first address.
struct FetchWindow {
    first: u32,
    end: u32,
}

impl FetchWindow {
    #[inline(always)]
    fn holds(&self, pc: u16) -> bool {
        u32::from(pc).wrapping_sub(self.first) < self.end - self.first
    }

    /// Ends the range at `end` if this is above `pc`.
    #[inline(always)]
    fn end_at(&mut self, pc: u16, end: u32) {
        if end > u32::from(pc) {
            self.end = self.end.min(end);
        }
    }
}

/// The end of straight-line execution.
struct RunEnd {
    /// At a jump to itself.
    at_self_jump: bool,
    /// At an address where there may be compiled code.
    looks_up_code: bool,
}

impl Dsp56001 {
    /// Takes the fast path. Returns `None` if an event is pending, and otherwise whether a jump to itself was reached.
    #[inline(always)]
    pub(super) fn run_fast_path(&mut self, until: u32, clock_limit: u64, instruction_limit: u64) -> Option<bool> {
        if self.profile.is_some() {
            return self.run_profiled(until, clock_limit, instruction_limit);
        }
        if self.core.pending.has(PendingEvents::INTERRUPT) && !self.core.pending.has(PendingEvents::REPEAT) {
            return None;
        }
        let mut clock_limit = clock_limit;
        if let Some(engine) = &mut self.engine {
            if engine.counts_interpreted() {
                return self.run_observed(&mut NoListener, until, clock_limit, instruction_limit);
            }
            let (counts, clocks) = engine.counts(&self.core);
            clock_limit = clock_limit.min(self.core.time.clocks.saturating_add(clocks));
            if counts {
                return self.run_with_jit(until, clock_limit, instruction_limit);
            }
        }
        let start = self.core.time.instructions;
        let at_self_jump = self.run_with_listener(&mut NoListener, until, clock_limit, instruction_limit);
        if let Some(engine) = &mut self.engine {
            engine.record_uncounted(self.core.time.instructions.saturating_sub(start));
        }
        at_self_jump
    }

    /// Takes the fast path with compiled code.
    #[inline(never)]
    fn run_with_jit(&mut self, until: u32, clock_limit: u64, instruction_limit: u64) -> Option<bool> {
        let mut engine = self.engine.take()?;
        let compiled = engine.begin_run(&self.core);
        let at_self_jump = self.run_with_listener(&mut *engine, until, clock_limit, instruction_limit);
        engine.account(&self.core);
        self.end_jit_run(engine, compiled);
        at_self_jump
    }

    /// Takes the fast path with another listener and, if it is enabled, with the JIT.
    #[inline(never)]
    fn run_observed<T: ExecutionListener>(
        &mut self,
        listener: &mut T,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) -> Option<bool> {
        let Some(mut engine) = self.engine.take() else {
            return self.run_with_listener(listener, until, clock_limit, instruction_limit);
        };
        let (enters_code, clocks) = engine.counts(&self.core);
        let clock_limit = clock_limit.min(self.core.time.clocks.saturating_add(clocks));
        let compiled = engine.begin_run(&self.core);
        let mut observed = ObservedJit { listener, engine: &mut engine, enters_code };
        let at_self_jump = self.run_with_listener(&mut observed, until, clock_limit, instruction_limit);
        engine.account(&self.core);
        engine.balance();
        self.end_jit_run(engine, compiled);
        at_self_jump
    }

    /// Ends a run that began when compiled code had executed `compiled` instructions.
    #[inline(always)]
    fn end_jit_run(&mut self, engine: Box<JitEngine>, compiled: u64) {
        // The run loop adds all instructions to the interpreter's.
        self.interpreted = self.interpreted.wrapping_sub(engine.compiled_instructions() - compiled);
        if !engine.is_disabled() {
            self.engine = Some(engine);
        }
    }

    /// Takes the fast path with the profiler.
    #[inline(never)]
    fn run_profiled(&mut self, until: u32, clock_limit: u64, instruction_limit: u64) -> Option<bool> {
        self.count_idle_time();
        let mut profile = self.profile.take()?;
        let at_self_jump = self.run_observed(&mut *profile, until, clock_limit, instruction_limit);
        profile.count_to(self.core.total_clocks());
        self.profile = Some(profile);
        at_self_jump
    }

    #[inline(always)]
    fn run_with_listener<T: ExecutionListener>(
        &mut self,
        listener: &mut T,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) -> Option<bool> {
        if self.core.pending.is_clear() {
            self.core.observer.hooks.passed = None;
            return Some(self.run_until_event::<false, T>(listener, until, clock_limit, instruction_limit));
        }
        if self.core.pending == PendingEvents::REPEAT && self.cache.is_cacheable(&self.core, self.core.flow.pc) {
            self.continue_rep(listener, until, clock_limit, instruction_limit);
            return Some(false);
        }
        if self.core.pending == PendingEvents::REPEAT | PendingEvents::INTERRUPT
            && self.cache.is_cacheable(&self.core, self.core.flow.pc)
            && self.cache.entry(&self.core, self.core.flow.pc).plain
            && let Some(repetitions) = self.core.repetitions_before_arbitration()
        {
            // The repeated instruction can change the requests.
            self.core.pending.clear(PendingEvents::INTERRUPT);
            self.continue_rep(listener, until, clock_limit, instruction_limit.min(repetitions));
            self.core.refresh_interrupts();
            return Some(false);
        }
        if self.core.pending.has(PendingEvents::OBSERVE) && !self.core.observer.observes_every_step() {
            return self.run_between_watched_accesses(listener, until, clock_limit, instruction_limit);
        }
        None
    }

    /// Continues a REP by compiled code, if there is some, or by the interpreter.
    #[inline(always)]
    fn continue_rep<T: ExecutionListener>(
        &mut self,
        listener: &mut T,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) {
        let limit = self.core.safe_limit(clock_limit, instruction_limit);
        if listener.enter_within_rep(&mut self.core, &mut self.cache, until, limit) {
            self.core.observer.hooks.passed = None;
        } else {
            self.run_rep(listener, until, clock_limit, instruction_limit);
        }
    }

    /// Takes the fast path if only watchpoints are pending, up to the next instruction that may hit one.
    fn run_between_watched_accesses<T: ExecutionListener>(
        &mut self,
        listener: &mut T,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) -> Option<bool> {
        let before = self.core.time.instructions;
        if self.continues_sequence() {
            return None;
        }
        let mut at_self_jump = false;
        self.core.pending.clear(PendingEvents::OBSERVE);
        if self.core.pending.is_clear() {
            at_self_jump = self.run_until_event::<true, T>(listener, until, clock_limit, instruction_limit);
        } else if self.core.pending == PendingEvents::REPEAT && self.cache.is_cacheable(&self.core, self.core.flow.pc) {
            let e = self.cache.entry(&self.core, self.core.flow.pc);
            if self.core.can_repeat_observed(e) {
                self.run_rep(listener, until, clock_limit, instruction_limit);
            }
        }
        self.core.pending.set(PendingEvents::OBSERVE);
        if self.core.observer.rejects_restricted
            && self.core.pending.has(PendingEvents::REPEAT)
            && !self.core.hw_loop.repeat_fetched
        {
            // REP has been executed.
            let rep = *self.cache.entry(&self.core, self.core.flow.pc.wrapping_sub(1));
            self.previous = Some((rep, self.core.time.instructions));
        }
        if self.core.time.instructions == before {
            return None;
        }
        self.core.observer.hooks.passed = None;
        // The record is that of an earlier step.
        self.core.observer.record.accesses.clear();
        Some(at_self_jump)
    }

    /// Returns true if the last instruction has begun a restricted sequence, if such sequences are rejected.
    fn continues_sequence(&self) -> bool {
        let now = self.core.time.instructions;
        let last = self.previous.as_ref().filter(|(_, count)| self.core.observer.rejects_restricted && *count == now);
        last.is_some_and(|(entry, _)| entry.before().is_some())
    }

    /// Executes straight-line code and REPs until an event is pending or a limit is reached. Returns true if a jump to
    /// itself was reached.
    #[inline(always)]
    fn run_until_event<const WATCHED: bool, T: ExecutionListener>(
        &mut self,
        listener: &mut T,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) -> bool {
        let last = self.core.time.instructions.saturating_add(instruction_limit);
        loop {
            let left = last - self.core.time.instructions;
            let at_self_jump = if WATCHED {
                self.run_watched(listener, until, clock_limit, left)
            } else {
                self.run_unwatched(listener, until, clock_limit, left)
            };
            if at_self_jump
                || !self.core.may_continue(PendingEvents::REPEAT, until, clock_limit, last)
                || !self.cache.is_cacheable(&self.core, self.core.flow.pc)
                || self.core.observer.marks(self.core.flow.pc)
            {
                return at_self_jump;
            }
            let e = self.cache.entry(&self.core, self.core.flow.pc);
            if e.flow || (WATCHED && !self.core.can_repeat_observed(e)) {
                return false;
            }
            self.run_rep(listener, until, clock_limit, last - self.core.time.instructions);
            if !self.core.may_continue(PendingEvents::NONE, until, clock_limit, last) {
                return false;
            }
        }
    }

    /// Executes until an event is pending, including a REP, or a limit is reached.
    #[inline(never)]
    fn run_unwatched<T: ExecutionListener>(
        &mut self,
        listener: &mut T,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) -> bool {
        // The cost of a fetch can change only by an event.
        match self.core.fetch_cost() {
            FetchCost::Free => {
                self.run_fast::<false, T>(listener, FetchCost::Free, until, clock_limit, instruction_limit)
            }
            FetchCost::Even(waits) => {
                self.run_fast::<false, T>(listener, FetchCost::Even(waits), until, clock_limit, instruction_limit)
            }
            FetchCost::Uneven => {
                self.run_fast::<false, T>(listener, FetchCost::Uneven, until, clock_limit, instruction_limit)
            }
        }
    }

    /// Executes up to the next instruction that may hit a watchpoint, or as `run_unwatched`.
    #[inline(never)]
    fn run_watched<T: ExecutionListener>(
        &mut self,
        listener: &mut T,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) -> bool {
        match self.core.fetch_cost() {
            FetchCost::Free => {
                self.run_fast::<true, T>(listener, FetchCost::Free, until, clock_limit, instruction_limit)
            }
            fetching => self.run_fast::<true, T>(listener, fetching, until, clock_limit, instruction_limit),
        }
    }

    /// Executes as `run_unwatched`, compiled for each form of the cost of a fetch and for watchpoints. Enters compiled
    /// code where the listener finds some.
    #[inline(always)]
    fn run_fast<const WATCHED: bool, T: ExecutionListener>(
        &mut self,
        listener: &mut T,
        fetching: FetchCost,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) -> bool {
        let limit = self.core.safe_limit(clock_limit, instruction_limit);
        loop {
            let RunEnd { at_self_jump, looks_up_code } =
                self.run_straight_line::<WATCHED, T>(listener, fetching, until, limit);
            if at_self_jump
                || !looks_up_code
                || !listener.enter(&mut self.core, &mut self.cache, until, limit)
                || self.core.time.clocks >= limit
                || u32::from(self.core.flow.pc) == until
            {
                return at_self_jump;
            }
        }
    }

    /// Executes up to a limit, an event, or an address at which there may be compiled code.
    #[expect(clippy::too_many_lines, reason = "the loop itself, whose state passes through all of it")]
    #[inline(always)]
    fn run_straight_line<const WATCHED: bool, T: ExecutionListener>(
        &mut self,
        listener: &mut T,
        fetching: FetchCost,
        until: u32,
        limit: u64,
    ) -> RunEnd {
        let (core, cache) = (&mut self.core, &mut self.cache);
        let enters_code = !WATCHED || core.observer.admits_compiled_code();
        let mut clock_limit = limit;
        let mut looks_up_code = false;
        let mut executed = 0;
        let mut pc = core.flow.pc;
        let at_self_jump = 'fetch_window: loop {
            let page = cache.page(pc);
            listener.enter_page(pc);
            let mut fetch_window = core.fetch_window(pc, until);
            if enters_code {
                let next_lookup_pc = listener.next_lookup_pc();
                if u32::from(pc) == next_lookup_pc && next_lookup_pc != until {
                    listener.clear_lookup_pc();
                    looks_up_code = true;
                    break 'fetch_window false;
                }
                fetch_window.end_at(pc, next_lookup_pc);
            }
            let loop_exit = core.hw_loop.exit;
            loop {
                let mut e = &page[usize::from(pc & 0xFF)];
                // A delayed write stays pending before an instruction that is refused, and before a jump to itself,
                // which is taken back.
                if (WATCHED && core.must_step(page, e, pc, until, clock_limit))
                    || (!core.pending.is_clear() && (e.may_jump_to(pc) || !core.commits_delayed_write(e)))
                {
                    break 'fetch_window false;
                }
                if e.plain {
                    let mut next = u32::from(pc);
                    loop {
                        core.flow.pc = next as u16;
                        core.execute_plain(listener, fetching, e);
                        executed += 1;
                        next += u32::from(e.words);
                        if next >= fetch_window.end || core.time.clocks >= clock_limit {
                            break;
                        }
                        let following = &page[next as usize & 0xFF];
                        if !following.plain
                            || (WATCHED && core.must_step(page, following, next as u16, until, clock_limit))
                            || (!core.pending.is_clear() && !core.commits_delayed_write(following))
                        {
                            break;
                        }
                        e = following;
                    }
                    let last = core.flow.pc;
                    pc = next as u16;
                    if u32::from(pc) == loop_exit {
                        core.flow.next_pc = pc;
                        core.end_loop_iteration();
                        pc = core.flow.next_pc;
                        if enters_code
                            && pc <= last
                            && listener.record_entry(pc, clock_limit.saturating_sub(core.time.clocks))
                        {
                            // The loop below ends at this clock.
                            (clock_limit, looks_up_code) = (core.time.clocks, true);
                        }
                        if pc == last && core.pending.is_clear() && u32::from(pc) != until && core.hw_loop.lc != 1 {
                            // The loop above executes the last iteration.
                            if !WATCHED || core.misses_watchpoints(e) {
                                let start = core.time.clocks;
                                let iterations = core.iterate_instruction(e, e.fetches, clock_limit);
                                listener.record_iterations(core, e, pc, e.fetches, iterations, start);
                                executed += iterations;
                            }
                        }
                    }
                } else {
                    if e.exec == Exec::Undecoded {
                        cache.decode_ahead(core, pc);
                        continue 'fetch_window;
                    }
                    core.flow.pc = pc;
                    let next = pc.wrapping_add(u16::from(e.words));
                    core.flow.next_pc = next;
                    core.flow.jumped = false;
                    core.execute_with_refetch(listener, fetching, e);
                    executed += 1;
                    if u32::from(core.flow.next_pc) == core.hw_loop.exit && !core.flow.jumped {
                        core.end_loop_iteration();
                    }
                    let before = pc;
                    pc = core.flow.next_pc;
                    let record_entry = match e.sequence {
                        _ if !enters_code => false,
                        _ if pc <= before => listener.record_entry(pc, clock_limit.saturating_sub(core.time.clocks)),
                        Sequence::Call => listener.record_call(pc, clock_limit.saturating_sub(core.time.clocks)),
                        // A profiled region does not contain the return from the function in which it begins.
                        Sequence::Return if T::IS_PROFILE => {
                            listener.record_call(pc, clock_limit.saturating_sub(core.time.clocks))
                        }
                        _ => false,
                    };
                    if record_entry {
                        (clock_limit, looks_up_code) = (core.time.clocks, true);
                    }
                    if T::IS_PROFILE && e.flow {
                        core.charge_contention_of(listener, e.fetches, before);
                        listener.record_flow(core, e, before);
                    }
                    if pc == before {
                        core.charge_contention_of(listener, e.fetches, before);
                        break 'fetch_window true;
                    }
                }
                if core.pending.has_other_than(PendingEvents::DELAYED_WRITE) {
                    core.charge_contention_of(listener, e.fetches, core.flow.pc);
                    if core.pending == PendingEvents::CODE {
                        core.pending = PendingEvents::NONE;
                        cache.invalidate_written(&mut core.fetch.code_writes);
                        if core.time.clocks >= clock_limit || u32::from(pc) == until {
                            break 'fetch_window false;
                        }
                        continue 'fetch_window;
                    }
                    if core.pending.has_other_than(PendingEvents::DELAYED_WRITE) {
                        break 'fetch_window false;
                    }
                }
                if core.time.clocks >= clock_limit || u32::from(pc) == until {
                    break 'fetch_window false;
                }
                if !fetch_window.holds(pc) || core.hw_loop.exit != loop_exit || listener.has_changed_function() {
                    continue 'fetch_window;
                }
            }
        };
        core.flow.pc = pc;
        core.time.instructions += executed;
        RunEnd { at_self_jump, looks_up_code }
    }

    /// Executes repetitions of a REP. The repeated instruction is fetched once.
    #[inline(never)]
    fn run_rep<T: ExecutionListener>(
        &mut self,
        listener: &mut T,
        until: u32,
        clock_limit: u64,
        instruction_limit: u64,
    ) {
        let (core, cache) = (&mut self.core, &mut self.cache);
        let address = core.flow.pc;
        let e = cache.entry(core, address);
        listener.enter_page(address);
        let clock_limit = core.safe_limit(clock_limit, instruction_limit);
        let next = core.flow.pc.wrapping_add(u16::from(e.words));
        let stop_each = u32::from(core.flow.pc) == until || e.flow;
        let mut executed = 0;
        let start = core.time.clocks;
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
                // The code below executes the last repetition.
                executed += core.iterate_instruction(e, 0, clock_limit);
                if core.pending != PendingEvents::REPEAT || core.time.clocks >= clock_limit {
                    break;
                }
            }
            (e.run)(core, e);
            // The sum wraps as in the slow path: an illegal word has subtracted the cost of its repetitions before.
            core.time.clocks = core.time.clocks.wrapping_add(u64::from(e.clocks));
            executed += 1;
            if e.flow {
                let before = core.time.clocks;
                core.charge_refetch();
                waits[1] += core.time.clocks - before;
            }
            if core.pending.has(PendingEvents::PORT_A) {
                listener.record_external_access(address);
            }
            core.charge_bus_contention(fetches);
            if core.finish_repetition(e)
                || core.pending != PendingEvents::REPEAT
                || core.time.clocks >= clock_limit
                || stop_each
            {
                break;
            }
        }
        core.time.instructions += executed;
        listener.record_repetitions(core, e, address, executed, start, waits);
        listener.record_flow(core, e, address);
    }
}

impl Core {
    /// Returns a clock before which neither limit is reached and no event occurs. An instruction takes two clock cycles
    /// or more.
    #[inline(always)]
    fn safe_limit(&self, clock_limit: u64, instruction_limit: u64) -> u64 {
        clock_limit.min(self.time.clocks.saturating_add(instruction_limit.saturating_mul(2))).min(self.time.event_at)
    }

    /// Returns true if the step with all checks must execute the instruction at `pc`: it may hit a watchpoint, or may
    /// be part of a restricted sequence that the chip rejects. `page` are the instructions of its page.
    #[inline(always)]
    fn must_step(
        &self,
        page: &[DecodedInstruction; 256],
        e: &DecodedInstruction,
        pc: u16,
        until: u32,
        clock_limit: u64,
    ) -> bool {
        if e.access_summary == AccessSummary::NOTHING {
            return false;
        }
        if e.restriction == RestrictionVerdict::NONE {
            return self.may_hit_watchpoint(e);
        }
        (self.observer.watched.is_used() || !self.is_unrestricted(e, pc))
            && self.must_step_restricted(page, e, pc, until, clock_limit)
    }

    /// Returns true if the step with all checks must execute an instruction that is restricted in some circumstances.
    #[inline(never)]
    fn must_step_restricted(
        &self,
        page: &[DecodedInstruction; 256],
        e: &DecodedInstruction,
        pc: u16,
        until: u32,
        clock_limit: u64,
    ) -> bool {
        if self.may_hit_watchpoint(e) {
            return true;
        }
        let next = (pc & 0xFF) + u16::from(e.words);
        let following = page.get(usize::from(next)).unwrap_or(&DecodedInstruction::UNDECODED);
        // An interrupt, or the user of the chip, may execute another instruction next if the run ends.
        let may_end = e.restriction.begins()
            && (self.time.clocks + MAX_INSTRUCTION_CLOCKS >= clock_limit || u32::from(pc & 0xFF00 | next) == until);
        may_end || self.may_be_restricted(e, pc, following)
    }

    /// Returns true if the fast path can execute all remaining repetitions of an instruction: it meets no watchpoint,
    /// and is part of no restricted sequence.
    fn can_repeat_observed(&self, e: &DecodedInstruction) -> bool {
        e.restriction == RestrictionVerdict::NONE && self.misses_watchpoints(e)
    }

    /// Returns true if `pending` has exactly these events and no limit has been reached.
    #[inline(always)]
    fn may_continue(&self, pending: PendingEvents, until: u32, clock_limit: u64, last: u64) -> bool {
        self.pending == pending && !self.is_over(until, clock_limit, last)
    }

    /// Returns true if a limit has been reached.
    #[inline(always)]
    fn is_over(&self, until: u32, clock_limit: u64, last: u64) -> bool {
        self.time.clocks >= clock_limit.min(self.time.event_at)
            || self.time.instructions >= last
            || u32::from(self.flow.pc) == until
    }

    /// Executes the instruction at PC and charges its clock cycles.
    #[inline(always)]
    fn execute_plain<T: ExecutionListener>(&mut self, listener: &mut T, fetching: FetchCost, e: &DecodedInstruction) {
        let address = self.flow.pc;
        let start = self.time.clocks;
        fetching.charge(self, e, address);
        let fetched = self.time.clocks;
        (e.run)(self, e);
        listener.record_instruction(self, e, address, start, fetched);
        self.time.clocks += u64::from(e.clocks);
    }

    /// Executes and charges an instruction that may change the flow of control.
    #[inline(always)]
    fn execute_with_refetch<T: ExecutionListener>(
        &mut self,
        listener: &mut T,
        fetching: FetchCost,
        e: &DecodedInstruction,
    ) {
        self.execute_plain(listener, fetching, e);
        if e.flow {
            let before = self.time.clocks;
            fetching.charge_refetch(self);
            listener.record_refetch(self, self.flow.pc, before);
        }
    }

    /// Charges the clock cycles that accesses wait for each other at port A to the instruction at `address`.
    #[inline(always)]
    fn charge_contention_of<T: ExecutionListener>(&mut self, listener: &mut T, fetches: u8, address: u16) {
        let before = self.time.clocks;
        if self.pending.has(PendingEvents::PORT_A) {
            listener.record_external_access(address);
        }
        self.charge_bus_contention(fetches);
        listener.record_conflict(self, address, before);
    }

    /// Executes a plain instruction that is a whole loop, or that REP repeats, until its last iteration, the limit or
    /// an event. Each iteration is charged for `fetches` fetches. Returns the number of iterations.
    #[inline(never)]
    fn iterate_instruction(&mut self, e: &DecodedInstruction, fetches: u8, clock_limit: u64) -> u64 {
        let waits = if fetches == 0 { 0 } else { self.fetch_waits(e, self.flow.pc) };
        let usual = self.pending;
        let start = self.hw_loop.lc;
        if e.streams {
            let clocks = u64::from(e.clocks) + waits;
            let iterations = self.stream(e, start.wrapping_sub(1), clocks, clock_limit);
            self.hw_loop.lc = start.wrapping_sub(iterations);
        }
        while self.hw_loop.lc != 1 && self.time.clocks < clock_limit {
            self.time.clocks += waits;
            (e.run)(self, e);
            self.time.clocks += u64::from(e.clocks);
            self.hw_loop.lc = self.hw_loop.lc.wrapping_sub(1);
            if self.pending != usual {
                self.charge_bus_contention(fetches);
                if self.pending != usual {
                    break;
                }
            }
        }
        u64::from(start.wrapping_sub(self.hw_loop.lc))
    }

    /// Returns the fetch window around `pc`.
    #[inline(always)]
    fn fetch_window(&self, pc: u16, until: u32) -> FetchWindow {
        let pc = u32::from(pc);
        let mut fetch_window = FetchWindow { first: pc & 0xFF00, end: (pc | 0xFF) + 1 };
        for stop in [until, self.hw_loop.exit] {
            if stop > pc {
                fetch_window.end = fetch_window.end.min(stop);
            } else {
                fetch_window.first = fetch_window.first.max(stop);
            }
        }
        fetch_window
    }

    /// Commits a delayed write before `e`, if no other event is pending and `e` does not use the register as a pointer.
    /// A move that reads the register gets the new value in any case. Returns true if it was committed.
    #[inline]
    fn commits_delayed_write(&mut self, e: &DecodedInstruction) -> bool {
        let Some(late) = self.agu.delayed_write else { return false };
        if self.pending != PendingEvents::DELAYED_WRITE
            || self.agu.previous_delayed_write.is_some()
            || e.pointers & (1 << (late.index & 7)) != 0
        {
            return false;
        }
        self.agu.delayed_write = None;
        self.pending = PendingEvents::NONE;
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
