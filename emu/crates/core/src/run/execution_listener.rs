//! Observers of the fast path: the profiler, and the JIT, which counts entries.
//!
//! The fast path is compiled once for each implementation of [`ExecutionListener`], so that a run without one pays
//! nothing.

use crate::chip::Dsp56001;
use crate::decode::instruction::{DecodedInstruction, Exec, OperandLocation};
use crate::engine::dispatch::JitEngine;
use crate::interpreter::decode_cache::DecodeCache;
use crate::run::idle_loop::SelfJump;
use crate::run::slow_path::PreparedInstruction;
use crate::state::Core;
use crate::state::interrupts::Phase;
use crate::state::observer::Marks;
use crate::state::profile::{AREAS, Profile};
use dsp56k_isa::{Mode, Sequence};

/// Receives the events of the fast path. Each method does nothing by default. Clocks are the core's count of clock
/// cycles.
pub(super) trait ExecutionListener {
    const IS_PROFILE: bool = false;

    /// Records that the fast path continues in the memory page of `address`.
    #[inline(always)]
    fn enter_page(&mut self, _address: u16) {}

    /// Records an instruction that has executed. `start` is the clock before it, `fetched` the clock after its fetches.
    /// Its own clock cycles have not been added yet.
    #[inline(always)]
    fn record_instruction(
        &mut self,
        _core: &mut Core,
        _e: &DecodedInstruction,
        _address: u16,
        _start: u64,
        _fetched: u64,
    ) {
    }

    /// Records that a change of flow has fetched words at its target since the clock `start`.
    #[inline(always)]
    fn record_refetch(&mut self, _core: &Core, _address: u16, _start: u64) {}

    /// Records that an instruction has waited since the clock `start` because two accesses share port A.
    #[inline(always)]
    fn record_conflict(&mut self, _core: &Core, _address: u16, _start: u64) {}

    /// Records that an instruction has accessed external memory.
    #[inline(always)]
    fn record_external_access(&mut self, _address: u16) {}

    /// Records that an instruction has executed `times` times since the clock `start`, each time charged for `fetches`
    /// fetches.
    #[inline(always)]
    fn record_iterations(
        &mut self,
        _core: &mut Core,
        _e: &DecodedInstruction,
        _address: u16,
        _fetches: u8,
        _times: u64,
        _start: u64,
    ) {
    }

    /// Records that REP has repeated an instruction `times` times since the clock `start`. `waits` are the clock cycles
    /// of its fetches and of the fetches after it.
    #[inline(always)]
    fn record_repetitions(
        &mut self,
        _core: &mut Core,
        _e: &DecodedInstruction,
        _address: u16,
        _times: u64,
        _start: u64,
        _waits: [u64; 2],
    ) {
    }

    /// Records that a change of flow is complete.
    #[inline(always)]
    fn record_flow(&mut self, _core: &Core, _e: &DecodedInstruction, _address: u16) {}

    /// Returns true if the next instruction belongs to another function than the last one.
    #[inline(always)]
    fn has_changed_function(&self) -> bool {
        false
    }

    /// Records that control has reached `pc` by a backward jump or the end of a loop iteration, with `remaining` clock
    /// cycles until the limit. Returns true if there may be compiled code.
    #[inline(always)]
    fn record_entry(&mut self, _pc: u16, _remaining: u64) -> bool {
        false
    }

    /// Records that control has reached `pc` by a call.
    #[inline(always)]
    fn record_call(&mut self, _pc: u16, _remaining: u64) -> bool {
        false
    }

    /// Returns the address in straight-line code at which there may be compiled code, or a value above all addresses.
    #[inline(always)]
    fn next_lookup_pc(&self) -> u32 {
        u32::MAX
    }

    /// Records that the run has reached that address.
    #[inline(always)]
    fn clear_lookup_pc(&mut self) {}

    /// Enters compiled code at PC. Returns true if instructions have been executed.
    #[inline(always)]
    fn enter(&mut self, _core: &mut Core, _cache: &mut DecodeCache, _until: u32, _limit: u64) -> bool {
        false
    }

    /// Enters compiled code of `engine` at PC. Returns true if instructions have been executed.
    #[inline(always)]
    fn enter_code(
        &mut self,
        engine: &mut JitEngine,
        core: &mut Core,
        cache: &mut DecodeCache,
        until: u32,
        limit: u64,
    ) -> bool {
        engine.enter(core, cache, until, limit)
    }

    /// Enters compiled code at PC while a REP is active. Returns true if instructions have been executed.
    #[inline(always)]
    fn enter_within_rep(&mut self, _core: &mut Core, _cache: &mut DecodeCache, _until: u32, _limit: u64) -> bool {
        false
    }
}

impl ExecutionListener for JitEngine {
    #[inline(always)]
    fn record_entry(&mut self, pc: u16, remaining: u64) -> bool {
        Self::record_entry(self, pc, remaining)
    }

    #[inline(always)]
    fn record_call(&mut self, pc: u16, remaining: u64) -> bool {
        Self::record_call(self, pc, remaining)
    }

    #[inline(always)]
    fn record_external_access(&mut self, address: u16) {
        Self::record_external_access(self, address);
    }

    #[inline(always)]
    fn next_lookup_pc(&self) -> u32 {
        Self::next_lookup_pc(self)
    }

    #[inline(always)]
    fn clear_lookup_pc(&mut self) {
        Self::clear_lookup_pc(self);
    }

    #[inline(always)]
    fn enter(&mut self, core: &mut Core, cache: &mut DecodeCache, until: u32, limit: u64) -> bool {
        Self::enter(self, core, cache, until, limit)
    }

    #[inline(always)]
    fn enter_within_rep(&mut self, core: &mut Core, cache: &mut DecodeCache, until: u32, limit: u64) -> bool {
        self.has_entry_point(core, limit) && Self::enter(self, core, cache, until, limit)
    }
}

/// A run without a listener.
pub(super) struct NoListener;

impl ExecutionListener for NoListener {}

impl ExecutionListener for Profile {
    const IS_PROFILE: bool = true;

    #[inline]
    fn enter_page(&mut self, address: u16) {
        self.look_at(address);
    }

    #[inline(always)]
    fn record_instruction(&mut self, core: &mut Core, e: &DecodedInstruction, address: u16, start: u64, fetched: u64) {
        let spent = self.at(address);
        spent.times += 1;
        spent.base += u64::from(e.clocks - e.addressing);
        spent.addressing += u64::from(e.addressing);
        spent.fetch += fetched - start;
        if core.time.clocks != fetched {
            add(&mut spent.waits, take_waits(core));
        }
    }

    #[inline]
    fn record_refetch(&mut self, core: &Core, address: u16, start: u64) {
        self.at(address).refetch += core.time.clocks - start;
    }

    #[inline]
    fn record_conflict(&mut self, core: &Core, address: u16, start: u64) {
        self.at(address).conflict += core.time.clocks - start;
    }

    fn record_iterations(
        &mut self,
        core: &mut Core,
        e: &DecodedInstruction,
        address: u16,
        fetches: u8,
        times: u64,
        start: u64,
    ) {
        let fetch = if fetches == 0 { 0 } else { times * core.fetch_waits(e, address) };
        self.record_repetitions(core, e, address, times, start, [fetch, 0]);
    }

    fn record_repetitions(
        &mut self,
        core: &mut Core,
        e: &DecodedInstruction,
        address: u16,
        times: u64,
        start: u64,
        waits: [u64; 2],
    ) {
        let [fetch, refetch] = waits;
        let data = take_waits(core);
        // A repeated illegal word executes as NOP until its last repetition.
        let illegal = e.exec == Exec::Illegal;
        let rest = core.time.clocks.wrapping_sub(start).wrapping_sub(fetch + refetch + data.iter().sum::<u64>());
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
    fn record_flow(&mut self, core: &Core, e: &DecodedInstruction, address: u16) {
        if changes_function(core, e) || (core.flow.jumped && self.has_dropped_frame(core.stack.sp)) {
            self.count_to(core.total_clocks());
            self.follow(core, e, address);
        }
    }

    #[inline(always)]
    fn has_changed_function(&self) -> bool {
        self.moved
    }

    #[inline(always)]
    fn enter_code(
        &mut self,
        engine: &mut JitEngine,
        core: &mut Core,
        cache: &mut DecodeCache,
        until: u32,
        limit: u64,
    ) -> bool {
        engine.enter_profiled(core, cache, until, limit, self)
    }
}

/// The JIT with another listener. It counts the interpreter's instructions by address, if they are counted.
pub(super) struct ObservedJit<'a, T> {
    pub listener: &'a mut T,
    pub engine: &'a mut JitEngine,
    /// Entries are counted, and compiled code is entered.
    pub enters_code: bool,
}

impl<T: ExecutionListener> ExecutionListener for ObservedJit<'_, T> {
    const IS_PROFILE: bool = T::IS_PROFILE;

    #[inline]
    fn enter_page(&mut self, address: u16) {
        self.listener.enter_page(address);
    }

    #[inline(always)]
    fn record_instruction(&mut self, core: &mut Core, e: &DecodedInstruction, address: u16, start: u64, fetched: u64) {
        self.engine.record_interpreted(address, 1);
        self.listener.record_instruction(core, e, address, start, fetched);
    }

    #[inline]
    fn record_refetch(&mut self, core: &Core, address: u16, start: u64) {
        self.listener.record_refetch(core, address, start);
    }

    #[inline]
    fn record_conflict(&mut self, core: &Core, address: u16, start: u64) {
        self.listener.record_conflict(core, address, start);
    }

    #[inline(always)]
    fn record_external_access(&mut self, address: u16) {
        if self.enters_code {
            self.engine.record_external_access(address);
        }
    }

    fn record_iterations(
        &mut self,
        core: &mut Core,
        e: &DecodedInstruction,
        address: u16,
        fetches: u8,
        times: u64,
        start: u64,
    ) {
        self.engine.record_interpreted(address, times);
        self.listener.record_iterations(core, e, address, fetches, times, start);
    }

    fn record_repetitions(
        &mut self,
        core: &mut Core,
        e: &DecodedInstruction,
        address: u16,
        times: u64,
        start: u64,
        waits: [u64; 2],
    ) {
        self.engine.record_interpreted(address, times);
        self.listener.record_repetitions(core, e, address, times, start, waits);
    }

    #[inline]
    fn record_flow(&mut self, core: &Core, e: &DecodedInstruction, address: u16) {
        self.listener.record_flow(core, e, address);
    }

    #[inline(always)]
    fn has_changed_function(&self) -> bool {
        self.listener.has_changed_function()
    }

    #[inline(always)]
    fn record_entry(&mut self, pc: u16, remaining: u64) -> bool {
        self.enters_code && self.engine.record_entry(pc, remaining)
    }

    #[inline(always)]
    fn record_call(&mut self, pc: u16, remaining: u64) -> bool {
        self.enters_code && self.engine.record_call(pc, remaining)
    }

    #[inline(always)]
    fn next_lookup_pc(&self) -> u32 {
        if self.enters_code { self.engine.next_lookup_pc() } else { u32::MAX }
    }

    #[inline(always)]
    fn clear_lookup_pc(&mut self) {
        self.engine.clear_lookup_pc();
    }

    #[inline(always)]
    fn enter(&mut self, core: &mut Core, cache: &mut DecodeCache, until: u32, limit: u64) -> bool {
        self.listener.enter_code(self.engine, core, cache, until, limit)
    }

    #[inline(always)]
    fn enter_within_rep(&mut self, core: &mut Core, cache: &mut DecodeCache, until: u32, limit: u64) -> bool {
        self.enters_code
            && self.engine.has_entry_point(core, limit)
            && self.listener.enter_code(self.engine, core, cache, until, limit)
    }
}

/// Returns true if an instruction that has executed has called a function or returned from one.
#[inline]
fn changes_function(core: &Core, e: &DecodedInstruction) -> bool {
    match e.sequence {
        Sequence::Call => core.flow.jumped,
        Sequence::Return => true,
        _ => false,
    }
}

/// Returns the wait states of data accesses since the last call, by memory area.
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
    /// Follows a change of flow: a call, a return, or a jump after the program has removed frames from the stack.
    fn follow(&mut self, core: &Core, e: &DecodedInstruction, address: u16) {
        let sp = core.stack.sp;
        match e.sequence {
            Sequence::Call => {
                self.enter(address, core.flow.next_pc, false, core.stack.ssh[core.stack.top()], sp);
            }
            Sequence::Return => self.return_to(core.flow.next_pc, sp),
            _ => self.jump_to(core.flow.next_pc, e.from == OperandLocation::Address && e.ea[0].mode != Mode::Absolute),
        }
    }

    /// Begins an instruction of the slow path, which may be the first of an interrupt vector.
    pub(super) fn begin_step(&mut self, core: &Core, ready: &PreparedInstruction<'_>) {
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

    /// Records an instruction of the slow path.
    pub(super) fn end_step(&mut self, core: &mut Core, ready: &PreparedInstruction<'_>, marks: &Marks) {
        let e = ready.entry;
        let data = take_waits(core);
        let waits: u64 = data.iter().sum();
        let fetch = marks.fetched - marks.awake;
        let own = marks.executed.wrapping_sub(marks.fetched).wrapping_sub(waits);
        let refetch = marks.refetched - marks.executed;
        let conflict = marks.conflicts - marks.refetched;
        // A stalled instruction that continues has been charged for the time before as its stall.
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
        let (earlier, stalled) = (std::mem::take(&mut self.earlier), self.stalled.take());
        // Another instruction than the one that stalled has no earlier clocks.
        let (earlier, stalled) = if marks.delay.done == 0 { (0, None) } else { (earlier, stalled) };
        self.at_last().take_off(earlier);
        let counted = fetch + own + waits + refetch + conflict + interrupt - earlier;
        let total = core.total_clocks();
        let again = total.wrapping_sub(self.seen).wrapping_sub(counted);
        let stall = self.stall_at(stalled);
        *stall = stall.wrapping_add(again);
        self.count_to(total);
        if changes_function(core, e) || (core.flow.jumped && self.has_dropped_frame(core.stack.sp)) {
            self.follow(core, e, ready.site.address);
        }
        let continues = matches!(core.interrupts.phase, Phase::Vector { position: 1.., .. });
        if ready.site.in_vector && !continues {
            self.leave_interrupt();
        }
    }
}

impl Dsp56001 {
    /// Records iterations of a jump to itself. A wrapped negative number takes iterations back.
    pub(super) fn count_self_jumps(&mut self, jump: &SelfJump, passes: u64) {
        if let Some(engine) = &mut self.engine {
            engine.record_interpreted(self.core.flow.pc, passes);
        }
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
