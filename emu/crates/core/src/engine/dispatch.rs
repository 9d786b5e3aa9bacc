//! The dispatcher: finds compiled code at PC, has it compiled, enters it, and handles its exits.
//!
//! The fast path of the interpreter calls [`JitEngine::enter`] where control arrives at an address whose hot counter
//! allows a lookup. A lookup goes through the jump cache, the sites of the chip and the shared cache; if none of them
//! has a region for the key, [`policy`] decides whether one is compiled.
//!
//! Instructions that have often accessed external memory are compiled with an inline access. A region that is often
//! left before such an instruction is compiled again.

use crate::engine::code_cache::{CodeCache, EntryRef, PROGRAM_ADDRESSES};
use crate::engine::jit_state::{JitState, clock_budget};
use crate::engine::passes::MAX_LOOKAHEAD_CLOCKS;
use crate::engine::policy::{
    self, BUILD_NS_PER_INSTRUCTION, COMPILE_NS_PER_BYTE, COMPILE_NS_PER_INSTRUCTION, Counting,
    MIN_INSTRUCTIONS_PER_ENTRY,
};
use crate::engine::region::{ExternalAccess, RegionKey, StaticState, accesses};
use crate::engine::region_builder::{MAX_BLOCK_INSTRUCTIONS, build_region};
use crate::engine::region_profile::ExitPosition;
use crate::engine::report::{EngineReport, ExitReason, RegionReport};
use crate::engine::shared_cache::{self, CompiledRegion};
use crate::engine::{CompileError, Compiler};
use crate::interpreter::decode_cache::DecodeCache;
use crate::memory::DATA_WORDS;
use crate::space::Space;
use crate::state::Core;
use crate::state::profile::Profile;
use dsp56k_isa::Mode;
use std::collections::HashMap;
use std::sync::Arc;

/// Regions that begin at one address, for different settings or loops around it. A program with more of them, such as a
/// subroutine that is called with many different modifiers, would compile without end.
const MAX_REGIONS_PER_PC: u8 = 4;
/// Addresses before which new regions end: a program is debugged or tested with few at a time, and each costs an exit.
const MAX_STOPS: usize = 16;
/// External accesses of an instruction after which it is compiled with an inline access.
const EXTERNAL_ACCESS_THRESHOLD: u8 = 16;
/// The time of an entry and an exit, and of a fallback, in instructions of the interpreter (`make bench`).
const ENTRY_COST_INSTRUCTIONS: i64 = 10;
const FALLBACK_COST_INSTRUCTIONS: i64 = 12;

/// Maximum clock cycles of an instruction's external accesses: two take 15 wait states each, and two clock cycles each
/// while they wait for the fetch. With fewer clock cycles left, an exit before the accesses does not show that compiled
/// code cannot do them.
const MAX_ACCESS_CLOCKS: i64 = 34;

const NO_ADDRESS: u32 = u32::MAX;

/// The JIT of a chip.
pub(crate) struct JitEngine {
    compiler: Box<dyn Compiler>,
    code_cache: CodeCache,
    /// The code cache of the other kind of regions: of profiled ones, or during a profile of those that are not.
    other_code_cache: Option<Box<CodeCache>>,
    /// A profile is active: the code cache has profiled regions.
    is_profiled: bool,
    /// Counters of the profiled region that is entered; 0 between entries.
    block_counters: Vec<u64>,
    counting: Counting,
    /// Address in straight-line code at which the interpreter next looks up compiled code, or `NO_ADDRESS`.
    next_lookup_pc: u32,
    /// Instructions that have accessed external memory often.
    external_accesses: HashMap<u16, ExternalAccess>,
    /// External accesses of the instruction at each address, up to the threshold. Empty before the first run.
    external_counts: Box<[u8]>,
    /// Addresses within regions at which runs had to stop, the latest last. New regions end before them.
    stops: Vec<u16>,
    /// The chip's count of instructions up to which they have been added to `interpreted`.
    accounted_instructions: u64,
    /// Compilation is disabled: there is no executable memory.
    is_disabled: bool,
    /// Activity of compiled code since then.
    recent: RecentActivity,
    /// Instructions of the interpreter and of compiled code that have not been added to the balance of the process.
    interpreted: i64,
    compiled: i64,
    /// Totals for the report.
    totals: Totals,
    /// Instructions executed by the interpreter at each address, if they are counted.
    interpreted_counts: Option<Box<[u64]>>,
}

#[derive(Default)]
struct RecentActivity {
    /// Instructions executed by compiled code.
    executed: i64,
    entries: i64,
    /// Instructions executed by fallbacks; they are part of `executed`.
    fallback_instructions: i64,
}

#[derive(Default)]
struct Totals {
    compiled: u64,
    evicted: u64,
    compile_ns: u64,
    executed: u64,
}

impl Drop for JitEngine {
    fn drop(&mut self) {
        self.balance();
    }
}

impl JitEngine {
    pub(crate) fn new(compiler: Box<dyn Compiler>, hot_threshold: u16) -> Self {
        Self {
            compiler,
            code_cache: CodeCache::new(hot_threshold),
            other_code_cache: None,
            is_profiled: false,
            block_counters: Vec::new(),
            counting: Counting::new(),
            next_lookup_pc: NO_ADDRESS,
            external_accesses: HashMap::new(),
            external_counts: Box::default(),
            stops: Vec::new(),
            accounted_instructions: 0,
            is_disabled: false,
            recent: RecentActivity::default(),
            interpreted: 0,
            compiled: 0,
            totals: Totals::default(),
            interpreted_counts: None,
        }
    }

    /// Uses profiled regions from now on, or other ones.
    pub(crate) fn set_profiled(&mut self, is_profiled: bool) {
        if is_profiled != self.is_profiled {
            self.is_profiled = is_profiled;
            self.next_lookup_pc = NO_ADDRESS;
            let hot_threshold = self.code_cache.hot_threshold;
            let other = self.other_code_cache.get_or_insert_with(|| Box::new(CodeCache::new(hot_threshold)));
            std::mem::swap(&mut self.code_cache, other);
        }
    }

    /// Discards all regions of this chip.
    pub(crate) fn discard_regions(&mut self) {
        self.code_cache = CodeCache::new(self.code_cache.hot_threshold);
        self.other_code_cache = None;
        self.next_lookup_pc = NO_ADDRESS;
    }

    /// Begins to count the interpreter's instructions by address, or ends it.
    pub(crate) fn count_interpreted(&mut self, is_counted: bool) {
        if !is_counted {
            self.interpreted_counts = None;
        } else if self.interpreted_counts.is_none() {
            self.interpreted_counts = Some(vec![0; PROGRAM_ADDRESSES].into());
        }
    }

    /// Returns true if the interpreter's instructions are counted by address.
    #[inline(always)]
    pub(crate) fn counts_interpreted(&self) -> bool {
        self.interpreted_counts.is_some()
    }

    /// Records that the interpreter has executed the instruction at `address` `times` times. A wrapped negative number
    /// takes executions back.
    #[inline(always)]
    pub(crate) fn record_interpreted(&mut self, address: u16, times: u64) {
        if let Some(counts) = &mut self.interpreted_counts {
            let count = &mut counts[usize::from(address)];
            *count = count.wrapping_add(times);
        }
    }

    /// Returns the number of instructions that compiled code has executed, up to the last `account`.
    pub(crate) fn compiled_instructions(&self) -> u64 {
        self.totals.executed
    }

    /// Records that control has reached `pc` by a backward jump or the end of a loop iteration. Returns true if the
    /// dispatcher should look up compiled code. `remaining` are the clock cycles until the limit.
    #[inline(always)]
    pub(crate) fn record_entry(&mut self, pc: u16, remaining: u64) -> bool {
        self.code_cache.record_entry(pc, remaining)
    }

    /// Records a call. Calls are counted only once there is compiled code: before that, the loops around them are
    /// compiled.
    #[inline(always)]
    pub(crate) fn record_call(&mut self, pc: u16, remaining: u64) -> bool {
        self.code_cache.has_code && self.record_entry(pc, remaining)
    }

    /// Records that the interpreter has executed an instruction with an external access.
    #[inline(always)]
    pub(crate) fn record_external_access(&mut self, pc: u16) {
        let Some(count) = self.external_counts.get_mut(usize::from(pc)) else { return };
        if *count < EXTERNAL_ACCESS_THRESHOLD {
            *count += 1;
            if *count == EXTERNAL_ACCESS_THRESHOLD {
                self.external_accesses.entry(pc).or_insert(ExternalAccess::Inline);
            }
        }
    }

    /// Returns the address in straight-line code at which the interpreter should look up compiled code, or a value
    /// above all addresses.
    #[inline(always)]
    pub(crate) fn next_lookup_pc(&self) -> u32 {
        self.next_lookup_pc
    }

    pub(crate) fn clear_lookup_pc(&mut self) {
        self.next_lookup_pc = NO_ADDRESS;
    }

    /// Returns true if entries are counted now, and for how many clock cycles this holds.
    #[inline(always)]
    pub(crate) fn counts(&mut self, core: &Core) -> (bool, u64) {
        if self.code_cache.is_eager() {
            (true, u64::MAX)
        } else {
            self.counting.at(core.time.clocks, self.code_cache.recorded_entries)
        }
    }

    /// Records instructions that the interpreter has executed while entries were not counted.
    pub(crate) fn record_uncounted(&mut self, instructions: u64) {
        self.interpreted += instructions as i64;
        self.balance();
    }

    /// Begins a run in which entries are counted. The counters are allocated at the first one, because many chips never
    /// run for long. Returns the number of instructions that compiled code has executed.
    pub(crate) fn begin_run(&mut self, core: &Core) -> u64 {
        if self.external_counts.is_empty() {
            self.external_counts = vec![0; PROGRAM_ADDRESSES].into();
        }
        if !self.code_cache.has_counters() {
            self.code_cache.allocate_counters();
        }
        self.accounted_instructions = core.time.instructions;
        self.compiled_instructions()
    }

    pub(crate) fn is_disabled(&self) -> bool {
        self.is_disabled
    }

    /// Accounts for the instructions that have been executed since the run began, or since the last call.
    pub(crate) fn account(&mut self, core: &Core) {
        let RecentActivity { executed, entries, fallback_instructions } = std::mem::take(&mut self.recent);
        self.interpreted += core.time.instructions.saturating_sub(self.accounted_instructions) as i64 - executed;
        self.accounted_instructions = core.time.instructions;
        self.totals.executed += executed as u64;
        let fallback_cost = FALLBACK_COST_INSTRUCTIONS * fallback_instructions;
        self.counting.executed(executed - fallback_cost);
        self.compiled += executed - 2 * (ENTRY_COST_INSTRUCTIONS * entries + fallback_cost);
    }

    /// Enters compiled code at PC, and then that at which it exits, as long as there is some or it can be compiled.
    /// Returns true if instructions have been executed. No instruction begins at the clock `limit` or later, nor at
    /// address `until`.
    #[inline(never)]
    pub(crate) fn enter(&mut self, core: &mut Core, cache: &mut DecodeCache, until: u32, limit: u64) -> bool {
        self.enter_repeatedly::<false>(core, cache, until, limit, None)
    }

    /// Enters compiled code as `enter` does, and adds the executed instructions to a profile.
    #[inline(never)]
    pub(crate) fn enter_profiled(
        &mut self,
        core: &mut Core,
        cache: &mut DecodeCache,
        until: u32,
        limit: u64,
        profile: &mut Profile,
    ) -> bool {
        self.enter_repeatedly::<true>(core, cache, until, limit, Some(profile))
    }

    #[inline(always)]
    fn enter_repeatedly<const PROFILED: bool>(
        &mut self,
        core: &mut Core,
        cache: &mut DecodeCache,
        until: u32,
        limit: u64,
        mut profile: Option<&mut Profile>,
    ) -> bool {
        let start = core.time.instructions;
        let mut continues = false;
        while self.enter_once::<PROFILED>(core, cache, until, limit, continues, profile.as_deref_mut()) == Some(true)
            && u32::from(core.flow.pc) != until
            && self.code_cache.record_entry(core.flow.pc, limit.saturating_sub(core.time.clocks))
        {
            continues = true;
        }
        core.time.instructions != start
    }

    /// Returns true if an entry point is installed at PC, and the clock cycles up to `limit` are enough for it. While a
    /// REP is active, compiled code has few entry points.
    pub(crate) fn has_entry_point(&self, core: &Core, limit: u64) -> bool {
        self.code_cache.has_entry_point(core.flow.pc, limit.saturating_sub(core.time.clocks))
    }

    /// Enters compiled code at PC. `continues` if a region has just exited there because of its size. Returns whether
    /// it has exited for this reason only, so that the next entry can follow at once, or `None` if no code was entered.
    #[inline(always)]
    fn enter_once<const PROFILED: bool>(
        &mut self,
        core: &mut Core,
        cache: &mut DecodeCache,
        until: u32,
        limit: u64,
        continues: bool,
        mut profile: Option<&mut Profile>,
    ) -> Option<bool> {
        let start = core.time.clocks;
        let limit = limit.min(start + clock_budget::MAX_RUN_CLOCKS);
        if limit <= start || u32::from(core.flow.pc) == until {
            return None;
        }
        let (entry, region) = if let Some(found) = self.code_cache.lookup_jump_cache(core, cache.changes) {
            found
        } else {
            self.find(core, cache, continues)?;
            self.code_cache.last_entry()?
        };
        if limit - start < entry.min_clocks {
            self.next_lookup_pc = region.continuation(core.flow.pc).map_or(NO_ADDRESS, u32::from);
            return None;
        }
        if let Ok(until) = u16::try_from(until)
            && region.contains(until)
        {
            self.evict_for_stop(entry.region, until);
            return None;
        }
        let (mut counters, mut function) = (std::ptr::null_mut(), 0);
        if PROFILED {
            let state = &region.entry_points[entry.entry_point].state;
            function = region.profile.enterable_function(profile.as_deref_mut()?, state, core.stack.sp)?;
            if self.block_counters.len() < region.profile.counters() {
                self.block_counters.resize(region.profile.counters(), 0);
            }
            counters = self.block_counters.as_mut_ptr();
        }
        let mut jit_state = JitState::new(core, region, limit, counters, profile);
        let number = region.code.run(&mut jit_state, entry.entry_point);
        let remaining = jit_state.remaining_clocks();
        // With fewer clock cycles left an exit does not count against the region.
        let is_conclusive = remaining > MAX_LOOKAHEAD_CLOCKS as i64;
        self.next_lookup_pc = NO_ADDRESS;
        let (mut reason, mut may_continue) = (ExitReason::Fallback, false);
        if !jit_state.is_written_back {
            let exit = &region.exits[number];
            let spare = remaining - exit.lookahead_clocks as i64;
            reason = if spare < 0 || spare < MAX_ACCESS_CLOCKS && region.external_access(exit.state.pc).is_some() {
                self.next_lookup_pc = region.continuation(exit.state.pc).map_or(NO_ADDRESS, u32::from);
                ExitReason::ClockBudget
            } else if exit.may_access_external {
                ExitReason::ExternalAccess
            } else if exit.is_size_limited {
                ExitReason::SizeLimit
            } else {
                ExitReason::ControlFlow
            };
            may_continue = exit.is_size_limited && is_conclusive;
            jit_state.write_back(exit);
            if PROFILED && let Some(profile) = jit_state.profile.take() {
                let (block, last_block) = (exit.block, jit_state.last_block);
                let position = ExitPosition { block, unexecuted: exit.refund.instructions, last_block };
                region.profile.add_to(profile, &mut self.block_counters, position, function);
            }
        }
        let (executed, fallback_instructions) = (jit_state.executed_instructions(), jit_state.fallback_instructions);
        self.recent.executed += executed;
        self.recent.entries += 1;
        self.recent.fallback_instructions += fallback_instructions;
        let benefit = executed - FALLBACK_COST_INSTRUCTIONS * fallback_instructions;
        let installed = self.code_cache.installed(entry.region)?;
        installed.record_run(executed, reason);
        if reason == ExitReason::ExternalAccess && self.record_external_exit(core, cache, entry.region, number) {
            return Some(may_continue);
        }
        if (is_conclusive || benefit < 0) && !self.code_cache.installed(entry.region)?.is_profitable(benefit) {
            self.code_cache.blacklist(entry.region);
            self.totals.evicted += 1;
        }
        Some(may_continue)
    }

    /// Removes a region because a run must stop within it, so that one which ends before the address is installed.
    #[cold]
    fn evict_for_stop(&mut self, number: usize, stop: u16) {
        self.code_cache.evict(number);
        self.totals.evicted += 1;
        if !self.stops.contains(&stop) {
            if self.stops.len() == MAX_STOPS {
                self.stops.remove(0);
            }
            self.stops.push(stop);
        }
    }

    /// Records an exit before an instruction that may have accessed external memory. Returns true if there were so many
    /// that the region has been evicted, to be compiled with an inline access.
    #[inline(never)]
    fn record_external_exit(&mut self, core: &Core, cache: &mut DecodeCache, number: usize, exit: usize) -> bool {
        let Some(installed) = self.code_cache.installed(number) else { return false };
        installed.exit_counts[exit] += 1;
        let is_frequent = installed.exit_counts[exit] == u32::from(EXTERNAL_ACCESS_THRESHOLD);
        if is_frequent {
            let region = Arc::clone(&installed.region);
            self.totals.evicted += 1;
            let exits = self.code_cache.evict_for_recompilation(number).into_iter();
            let handled = exits.map(|(pc, count)| {
                // An inline access that has often not been possible needs a fallback.
                let fails = region.external_access(pc).is_some() && count >= u32::from(EXTERNAL_ACCESS_THRESHOLD / 2);
                (pc, if fails { ExternalAccess::Fallback } else { ExternalAccess::Inline })
            });
            let ahead = external_accesses_ahead(core, cache, region.instructions_from(core.flow.pc));
            let accesses: Vec<(u16, ExternalAccess)> =
                handled.chain(ahead.into_iter().map(|pc| (pc, ExternalAccess::Inline))).collect();
            // The chip that compiles the region again may not have executed the instructions of the first one.
            let words = accesses.iter().chain(&region.external_accesses);
            let words = words.map(|(pc, access)| (*pc, core.memory.program_word(*pc), *access));
            shared_cache::record_external_accesses(&region.key, words.collect());
            self.add_external_accesses(accesses);
        }
        is_frequent
    }

    fn add_external_accesses(&mut self, accesses: impl IntoIterator<Item = (u16, ExternalAccess)>) {
        for (pc, access) in accesses {
            let known = self.external_accesses.entry(pc).or_insert(access);
            *known = access.max(*known);
        }
    }

    /// Finds a valid entry point for the core's state and enters it into the jump cache. A region is compiled if there
    /// is none and the policy allows it. Code is as hot as the region that it `continues`.
    #[inline(never)]
    fn find(&mut self, core: &mut Core, cache: &mut DecodeCache, continues: bool) -> Option<()> {
        self.account(core);
        let entry = self.find_entry_point(core, cache, continues)?;
        self.code_cache.fill_jump_cache(core.flow.pc, entry);
        Some(())
    }

    fn find_entry_point(&mut self, core: &mut Core, cache: &mut DecodeCache, continues: bool) -> Option<EntryRef> {
        if let Some(entry) = self.code_cache.lookup(core) {
            let installed = self.code_cache.installed(entry.region)?;
            if installed.verified_generation == cache.changes {
                return Some(entry);
            }
            match verify_code_words(core, cache, &installed.region) {
                CodeWords::Unchanged => {
                    installed.verified_generation = cache.changes;
                    return Some(entry);
                }
                CodeWords::Unreadable => return None,
                CodeWords::Marked => {
                    self.code_cache.evict(entry.region);
                    self.totals.evicted += 1;
                }
                CodeWords::Changed => {
                    self.code_cache.invalidate(entry.region);
                    self.totals.evicted += 1;
                }
            }
        }
        let entries = self.code_cache.record_miss(core.flow.pc, core.time.instructions)?;
        let entries = if continues { entries.max(u32::from(self.code_cache.hot_threshold)) } else { entries };
        self.provide_region(core, cache, entries)?;
        self.code_cache.lookup(core)
    }

    /// Installs a region that begins at PC after `entries` more entries: from the shared cache, or compiled. Returns
    /// `None` if there is none and none is compiled now.
    #[cold]
    fn provide_region(&mut self, core: &mut Core, cache: &mut DecodeCache, entries: u32) -> Option<()> {
        let site = self.code_cache.site(core.flow.pc)?;
        // A breakpoint or hook at PC prevents a region only as long as it exists.
        if site.is_blacklisted || site.region_count >= MAX_REGIONS_PER_PC || core.observer.marks(core.flow.pc) {
            return None;
        }
        let key = RegionKey { is_profiled: self.is_profiled, ..core.region_key()? };
        let known = shared_cache::external_accesses(&key).into_iter();
        let same_program = known.filter(|(pc, word, _)| core.memory.program_word(*pc) == *word);
        self.add_external_accesses(same_program.map(|(pc, _, access)| (pc, access)));
        let is_valid = |region: &&Arc<CompiledRegion>| {
            region.handles(&self.external_accesses)
                && !self.stops.iter().any(|stop| *stop != key.state.pc && region.contains(*stop))
                && region.stop_words.iter().all(|(address, word)| core.memory.program_word(*address) == *word)
                && matches!(verify_code_words(core, cache, region), CodeWords::Unchanged)
        };
        if let Some(region) = shared_cache::regions(&key).iter().find(is_valid) {
            self.add_external_accesses(region.external_accesses.iter().copied());
            self.code_cache.install(Arc::clone(region), cache.changes);
            return Some(());
        }
        let (entries, estimate_ns) = shared_cache::count_entries(&key, entries);
        if entries < u32::from(self.code_cache.hot_threshold) {
            return None;
        }
        if !self.can_afford(estimate_ns) {
            self.counting.compiled();
            return None;
        }
        if !self.code_cache.is_eager() && !core.is_worth_entering(&key) {
            return None;
        }
        self.compile(core, cache, &key)
    }

    /// Builds and compiles the region of a key, and installs it.
    fn compile(&mut self, core: &mut Core, cache: &mut DecodeCache, key: &RegionKey) -> Option<()> {
        let pc = key.state.pc;
        let Some(region) = build_region(core, cache, key.clone(), &self.external_accesses, &self.stops) else {
            self.code_cache.blacklist_pc(pc);
            return None;
        };
        let instructions = region.instructions() as i64;
        let build_ns = BUILD_NS_PER_INSTRUCTION * instructions;
        policy::charge(build_ns);
        let estimate_ns = COMPILE_NS_PER_INSTRUCTION * instructions;
        if !self.can_afford(estimate_ns) {
            // The region is built again then. A balance that covers only the compilation would not cover it any more
            // after the build, each time.
            shared_cache::defer_compilation(key, &region.loop_entries(), build_ns + estimate_ns);
            self.counting.compiled();
            return None;
        }
        match self.compiler.compile(&region) {
            Ok(code) => {
                self.totals.compile_ns += code.compile_ns();
                policy::charge(COMPILE_NS_PER_BYTE * code.size_bytes() as i64);
                let region = Arc::new(CompiledRegion::new(*region, code));
                shared_cache::insert(&region);
                self.counting.compiled();
                self.code_cache.install(region, cache.changes);
                self.totals.compiled += 1;
                Some(())
            }
            Err(error) => {
                policy::charge(estimate_ns);
                self.is_disabled |= error == CompileError::NoExecutableMemory;
                self.code_cache.blacklist_pc(pc);
                None
            }
        }
    }

    /// Returns true if the balance covers a compilation of `ns` nanoseconds.
    fn can_afford(&mut self, ns: i64) -> bool {
        self.code_cache.is_eager() || self.balance() > ns
    }

    /// Adds this chip's instructions to the balance of the process. Returns the balance in nanoseconds.
    pub(crate) fn balance(&mut self) -> i64 {
        policy::deposit(std::mem::take(&mut self.interpreted), std::mem::take(&mut self.compiled))
    }

    /// Returns the report of this chip. `interpreted_instructions` is the chip's count.
    pub(crate) fn report(&self, interpreted_instructions: u64) -> EngineReport {
        let mut regions: Vec<RegionReport> = self
            .code_cache
            .all_installed()
            .chain(self.other_code_cache.iter().flat_map(|other| other.all_installed()))
            .map(|installed| RegionReport {
                key: installed.region.key.to_string(),
                pc: installed.region.key.state.pc,
                addresses: installed.region.addresses(),
                instructions: installed.region.instructions(),
                size_bytes: installed.region.code.size_bytes(),
                entries: installed.total_entries,
                executed: installed.total_instructions,
                exits: installed.exits,
            })
            .collect();
        regions.sort_by(|a, b| (a.pc, &a.key).cmp(&(b.pc, &b.key)));
        let Totals { compiled, evicted, compile_ns, executed } = self.totals;
        let executed_addresses = |counts: &[u64]| {
            let counts = (0..=u16::MAX).zip(counts.iter().copied());
            counts.filter(|(_, times)| *times != 0).collect()
        };
        EngineReport {
            regions,
            compiled,
            evicted,
            compile_ns,
            compiled_instructions: executed,
            interpreted_instructions,
            interpreted: self.interpreted_counts.as_deref().map(executed_addresses),
        }
    }
}

/// Returns those of consecutive instructions whose address registers point to external memory now.
fn external_accesses_ahead(core: &Core, cache: &mut DecodeCache, pcs: &[u16]) -> Vec<u16> {
    let mut external = Vec::new();
    for pc in pcs.iter().take(MAX_BLOCK_INSTRUCTIONS as usize) {
        if !cache.is_cacheable(core, *pc) {
            break;
        }
        let instruction = cache.entry(core, *pc);
        if instruction.flow {
            break;
        }
        let is_external = |i: usize| {
            let ea = &instruction.ea[i];
            ea.mode != Mode::Absolute && core.agu.r[usize::from(ea.rn & 7)] >= DATA_WORDS
        };
        if accesses(instruction).any(is_external) {
            external.push(*pc);
        }
    }
    external
}

/// Result of the comparison of a region's words with program memory.
enum CodeWords {
    Unchanged,
    Changed,
    /// An instruction has a breakpoint or a hook.
    Marked,
    /// A word is not fetched from plain memory.
    Unreadable,
}

fn verify_code_words(core: &Core, cache: &mut DecodeCache, region: &CompiledRegion) -> CodeWords {
    if region.instruction_pcs.iter().any(|pc| core.observer.marks(*pc)) {
        return CodeWords::Marked;
    }
    for (address, word) in &region.code_words {
        if !core.memory.fetches_plainly(core.memory.region(Space::P, *address), *address) {
            return CodeWords::Unreadable;
        }
        if core.memory.program_word(*address) != *word {
            return CodeWords::Changed;
        }
        // From now on a store to the word increments the decode cache's count of changes.
        cache.is_cacheable(core, *address);
    }
    CodeWords::Unchanged
}

impl Core {
    /// Returns false if the region begins in a loop whose remaining iterations are too short for an entry.
    fn is_worth_entering(&self, key: &RegionKey) -> bool {
        let StaticState { pc, la, loop_flag, .. } = key.state;
        let words = i64::from(la.wrapping_sub(pc)) + 1;
        !loop_flag || pc != key.loop_start || words * i64::from(self.hw_loop.lc) >= MIN_INSTRUCTIONS_PER_ENTRY
    }
}
