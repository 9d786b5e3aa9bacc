//! State that compiled code works on.
//!
//! Compiled code receives a pointer to a [`JitState`]. Guest registers of 64 bits are in the core, at the offsets in
//! [`within`]; registers that the core stores in another form are fields of `JitState`, loaded before an entry and
//! written back after an exit. Flags are lazy: the core stores the results that they follow from ([`LazyState`]).
//!
//! Clock cycles and instructions are counted in one word, the clock budget ([`clock_budget`]).

pub use crate::access::FURTHER_SPACE_CLOCKS;
use crate::bits::sr;
use crate::engine::region::{Cost, Exit, Fallback, RepState};
use crate::engine::shared_cache::CompiledRegion;
use crate::memory::Region;
pub use crate::memory::soft_tlb::{MARKS_OFFSET, PAGE_BITS, first_of};
use crate::space::Space;
use crate::state::Core;
use crate::state::agu::DelayedWrite;
use crate::state::profile::Profile;
pub use crate::state::status::{LazyState, PushedStatus, STACK_LOCATIONS, ssl_source};
use std::any::Any;

/// Offsets in bytes, from the start of the core, of what compiled code reads and writes.
pub mod within {
    use crate::state::Core;
    use std::mem::offset_of;

    /// A and B, sign-extended to 64 bits.
    pub const ACC: usize = offset_of!(Core, alu.acc);
    /// X0, X1, Y0, Y1, sign-extended to 32 bits.
    pub const INPUT: usize = offset_of!(Core, alu.input);
    /// R and N, 16 bits each.
    pub const R: usize = offset_of!(Core, agu.r);
    pub const N: usize = offset_of!(Core, agu.n);
    /// 256 words of 32 bits, sign-extended.
    pub const X: usize = offset_of!(Core, memory.x_ram);
    pub const Y: usize = offset_of!(Core, memory.y_ram);
    /// 16 locations of 16 bits.
    pub const SSH: usize = offset_of!(Core, stack.ssh);
    pub const SSL: usize = offset_of!(Core, stack.ssl);
    /// A byte that is 1 if the instruction that REP repeats has been fetched, and 0 if not.
    pub const REPEAT_FETCHED: usize = offset_of!(Core, hw_loop.repeat_fetched);
    /// A `LazyState`.
    pub const LAZY: usize = offset_of!(Core, lazy);
    /// An array of host addresses, the soft TLB.
    pub const SOFT_TLB: usize = offset_of!(Core, port_a.soft_tlb.all);
}

/// Remaining clock cycles, in the high bits, and executed instructions, in the low bits, of one signed word. Compiled
/// code charges both with one subtraction.
pub mod clock_budget {
    /// Lowest bit of the clock cycles.
    pub const CLOCK_BIT: u32 = 20;
    /// Maximum clock cycles of one entry. No instruction takes less than two, so the count of instructions cannot
    /// overflow.
    pub const MAX_RUN_CLOCKS: u64 = 1 << CLOCK_BIT;

    /// Returns the charge for `clocks` and `instructions`, which is subtracted from the budget.
    #[must_use]
    pub const fn of(clocks: u64, instructions: u64) -> i64 {
        ((clocks as i64) << CLOCK_BIT) - instructions as i64
    }
}

/// State of one entry to compiled code.
#[repr(C)]
pub struct JitState<'a> {
    /// SR without LF and the condition codes.
    pub sr: i64,
    /// Remaining iterations: LC, or 65,536 if LC is 0.
    pub lc: i64,
    /// Value of the delayed write, if the static state has one.
    pub delayed_write: i64,
    pub clock_budget: i64,
    /// Number of the entry point.
    pub entry_point: i64,
    /// The core, with the arrays that `within` locates.
    pub core_ptr: *mut u8,
    /// Result of the last helper that compiled code has called.
    pub helper_result: i64,
    /// Counters of a profiled region.
    pub counters: *mut u64,
    /// Number of the block of a profiled region that was executed to its end last, or a negative number.
    pub last_block: i64,
    /// Payload of a panic in a helper.
    pub panic: Option<Box<dyn Any + Send>>,
    /// A fallback has ended the run of compiled code, and the core's state is complete.
    pub(crate) is_written_back: bool,
    /// Number of instructions that fallbacks have executed.
    pub(crate) fallback_instructions: i64,
    core: &'a mut Core,
    region: &'a CompiledRegion,
    /// The profile of a profiled region.
    pub(super) profile: Option<&'a mut Profile>,
    /// The core's count of instructions at entry.
    start_instructions: u64,
    /// Clock that the budget ends at.
    limit: u64,
}

impl<'a> JitState<'a> {
    /// Returns the state for an entry that may execute instructions while the core's clock is below `limit`. A profiled
    /// region has `counters` and a profile.
    #[inline(always)]
    pub(super) fn new(
        core: &'a mut Core,
        region: &'a CompiledRegion,
        limit: u64,
        counters: *mut u64,
        profile: Option<&'a mut Profile>,
    ) -> Self {
        let mut jit_state = Self {
            sr: 0,
            lc: 0,
            delayed_write: 0,
            clock_budget: clock_budget::of(limit - core.time.clocks, 0),
            entry_point: 0,
            core_ptr: (&raw mut *core).cast(),
            helper_result: 0,
            counters,
            last_block: -1,
            panic: None,
            is_written_back: false,
            fallback_instructions: 0,
            start_instructions: core.time.instructions,
            core,
            region,
            profile,
            limit,
        };
        jit_state.load();
        jit_state
    }

    /// Returns the remaining clock cycles.
    pub(crate) fn remaining_clocks(&self) -> i64 {
        self.clock_budget >> clock_budget::CLOCK_BIT
    }

    /// Returns the number of instructions that have been charged.
    fn charged_instructions(&self) -> u64 {
        self.clock_budget as u64 % clock_budget::MAX_RUN_CLOCKS
    }

    /// Loads the registers that compiled code uses in another form than the core.
    #[inline(always)]
    fn load(&mut self) {
        let core = &mut *self.core;
        core.port_a.soft_tlb.invalidate();
        self.sr = i64::from(core.status.sr & !(sr::LF | sr::CCR));
        self.lc = iterations(core.hw_loop.lc);
        self.delayed_write = core.agu.delayed_write.map_or(0, |late| i64::from(late.value));
        (core.lazy.eu, core.lazy.nzv) = core.lazy_flags();
        core.lazy.carry = u8::from(core.status.sr & sr::C != 0);
        core.lazy.limit = i64::from(core.status.sr & sr::L);
        core.lazy.saved_loop_counter = iterations(core.hw_loop.repeat_temp);
    }

    /// Writes the registers back, as they are at an exit.
    #[inline(always)]
    pub(super) fn write_back(&mut self, exit: &Exit) {
        let Exit { state, refund, pending, loop_end, .. } = exit;
        let remaining = self.remaining_clocks() + refund.clocks as i64;
        let executed = self.charged_instructions() - refund.instructions;
        let core = &mut *self.core;
        let LazyState { eu, nzv, limit, carry, saved_loop_counter, .. } = core.lazy;
        let loop_flag = u16::from(state.loop_flag) * sr::LF;
        core.status.sr = self.sr as u16 | sticky_flags(limit, carry) | loop_flag;
        core.restore_lazy_flags((eu, nzv));
        if core.lazy.ssl_sources != [ssl_source::STORED; STACK_LOCATIONS] {
            core.materialize_pushed_status(self.sr as u16);
        }
        core.hw_loop.lc = self.lc as u16;
        core.hw_loop.repeat_temp = saved_loop_counter as u16;
        core.hw_loop.repeat_fetched &= state.rep != RepState::NotFetched;
        core.flow.pc = state.pc;
        core.stack.sp = state.sp;
        core.hw_loop.la = state.la;
        core.hw_loop.exit = *loop_end;
        if core.agu.m != state.m {
            core.agu.set_modifiers(state.m);
        }
        core.agu.delayed_write =
            state.delayed_write.map(|index| DelayedWrite { index, value: self.delayed_write as u16 });
        // No other event was pending at entry, and a fallback that raises one ends the run of compiled code.
        core.pending = *pending;
        core.time.clocks = self.limit.wrapping_add_signed(-remaining);
        core.time.instructions = self.start_instructions + executed;
        if state.at_loop_end {
            core.flow.next_pc = state.pc;
            core.end_loop_iteration();
            core.flow.pc = core.flow.next_pc;
        }
    }

    /// Executes fallback `number` of the region with the interpreter. Returns true if compiled code can continue after
    /// it. If not, the core's state is complete.
    pub fn run_fallback(&mut self, number: usize) -> bool {
        let Fallback { instruction, exit, after, descriptor, cost } = &self.region.fallbacks[number];
        let exit = &self.region.exits[*exit];
        self.write_back(exit);
        let core = &mut *self.core;
        if core.observer.watched.is_used() && core.plans_watched_access(instruction) {
            self.is_written_back = true;
            return false;
        }
        core.flow.next_pc = core.flow.pc.wrapping_add(u16::from(instruction.words));
        core.execute_instruction(instruction, core.flow.pc);
        core.time.instructions += 1;
        self.fallback_instructions += 1;
        let rest = Cost {
            clocks: exit.refund.clocks - cost.clocks,
            instructions: exit.refund.instructions - cost.instructions,
        };
        let remaining = self.limit as i64 - core.time.clocks as i64 - rest.clocks as i64;
        if remaining >= exit.lookahead_clocks as i64 && core.descriptor(after.pc).as_ref() == Some(descriptor) {
            // An instruction that moves an event forward makes `descriptor` return `None`, and no fallback changes the
            // flow of control.
            debug_assert!(core.time.event_at >= self.limit);
            debug_assert!(after.rep != RepState::Inactive || core.flow.next_pc == after.pc);
            let executed = core.time.instructions - self.start_instructions + rest.instructions;
            self.clock_budget = clock_budget::of(remaining as u64, 0) + executed as i64;
            // Compiled code does not store this flag where the static state contains it.
            core.hw_loop.repeat_fetched |= after.rep == RepState::NotFetched;
            self.load();
            return true;
        }
        if after.rep == RepState::Inactive || core.count_repetition() {
            if u32::from(core.flow.next_pc) == core.hw_loop.exit && !core.flow.jumped {
                core.end_loop_iteration();
            }
            core.flow.pc = core.flow.next_pc;
        }
        self.is_written_back = true;
        false
    }

    /// Records call or return `number` of a profiled region. `budget` is the clock budget after it.
    pub fn record_function_change(&mut self, number: usize, budget: i64) {
        let clock = self.limit.wrapping_add_signed(-(budget >> clock_budget::CLOCK_BIT));
        if let Some(profile) = &mut self.profile {
            self.region.profile.changes[number].record(profile, self.core.time.clocks_before_reset + clock);
        }
    }

    /// Returns the host address of the words of an address's page, as an entry of the soft TLB has it, and enters it if
    /// all of the page is in plain memory. Returns 0 if compiled code cannot access the word, because an access has
    /// side effects, or a word of the page is watched.
    pub fn fill_tlb(&mut self, space: Space, address: u16, write: bool) -> usize {
        let page_offset = (1 << PAGE_BITS) - 1;
        if self.core.observer.watched.overlaps(address & !page_offset, address | page_offset) {
            return 0;
        }
        let (host_address, words) = if write {
            let Some(words) = self.core.memory.writable_words(space, address) else { return 0 };
            (words.as_mut_ptr() as usize, words.len())
        } else {
            let Some((words, count)) = self.readable_page(space, address) else { return 0 };
            // That of word 0 of the space.
            let distance = usize::from(address & !page_offset) * size_of::<u32>();
            (words.wrapping_sub(distance), count)
        };
        if words == 1 << PAGE_BITS {
            self.core.port_a.soft_tlb.insert(space, write, address, host_address);
        }
        host_address
    }

    /// Returns the host address of the page of an address, and the number of its words that compiled code can read.
    fn readable_page(&self, space: Space, address: u16) -> Option<(usize, usize)> {
        let memory = &self.core.memory;
        match (memory.region(space, address), space) {
            (Region::Ram, Space::X) => Some((memory.x_ram.as_ptr() as usize, memory.x_ram.len())),
            (Region::Ram, Space::Y) => Some((memory.y_ram.as_ptr() as usize, memory.y_ram.len())),
            _ => memory.readable_words(space, address).map(|words| (words.as_ptr() as usize, words.len())),
        }
    }

    /// Returns the number of instructions since the entry. The core's state is complete.
    #[inline(always)]
    pub(super) fn executed_instructions(&self) -> i64 {
        (self.core.time.instructions - self.start_instructions) as i64
    }
}

/// Returns the number of iterations for a value of LC.
fn iterations(lc: u16) -> i64 {
    i64::from(lc.wrapping_sub(1)) + 1
}

/// Returns C and L from the values that compiled code has for them.
fn sticky_flags(limit: i64, carry: u8) -> u16 {
    (u16::from(carry) * sr::C) | (u16::from(limit != 0) * sr::L)
}

impl Core {
    /// Computes the stack locations to which compiled code has pushed SR. `status` are the bits that are not flags.
    #[inline(never)]
    fn materialize_pushed_status(&mut self, status: u16) {
        for location in 0..STACK_LOCATIONS {
            let source = std::mem::replace(&mut self.lazy.ssl_sources[location], ssl_source::STORED);
            if source == ssl_source::STORED {
                continue;
            }
            let PushedStatus { eu, nzv, limit, carry } = self.lazy.pushed[location];
            let loop_flag = u16::from(source == ssl_source::STATUS_IN_LOOP) * sr::LF;
            self.stack.ssl[location] = status | loop_flag | sticky_flags(limit, carry) | self.flags_of((eu, nzv));
        }
    }
}
