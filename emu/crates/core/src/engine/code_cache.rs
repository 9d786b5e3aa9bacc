//! The code cache of a chip: hot counters, and the compiled regions that are installed.
//!
//! Each program address has a *hot counter* that [`CodeCache::record_entry`] increments. When it reaches
//! [`FIRST_LOOKUP_ENTRIES`] the address gets an [`EntrySite`], the list of entry points at that address. A lookup
//! compares the core's descriptor with that of each entry point. The direct-mapped *jump cache* holds the entry point
//! that was found last at an address, so that most entries need one comparison.
//!
//! Installed regions are invalidated when their words in program memory have changed (self-modifying code), and evicted
//! when they are not profitable.

use crate::engine::policy::MIN_INSTRUCTIONS_PER_ENTRY;
use crate::engine::region::EntryPoint;
use crate::engine::report::ExitReason;
use crate::engine::shared_cache::{self, CompiledRegion};
use crate::engine::static_state::Descriptor;
use crate::state::Core;
use std::sync::Arc;

/// Invalidations after which the code at an address is not compiled again. Code that changes itself so often costs more
/// to compile than it saves.
const MAX_INVALIDATIONS: u8 = 4;
/// Entry points at one address. There are several because loops and calls around it differ; a linear search through
/// more of them would take longer than an entry.
const MAX_ENTRY_POINTS_PER_PC: usize = 12;
/// Entries after which it is decided whether a region is profitable.
const PROFITABILITY_WINDOW_ENTRIES: u32 = 64;
/// Loss, in instructions of the interpreter, at which it is decided earlier: 40 us.
const MAX_LOSS_INSTRUCTIONS: i64 = 10_000;
/// Slots of the jump cache, a power of two.
const JUMP_CACHE_SLOTS: usize = 16;
/// Clock cycles that must remain for an entry: an entry costs as much time as 50 clock cycles in the interpreter.
const MIN_ENTRY_CLOCKS: u64 = 100;

/// Number of addresses of program memory.
pub(super) const PROGRAM_ADDRESSES: usize = 0x1_0000;
/// Entries at an address before the first lookup, which finds code that another chip has compiled. A lookup costs as
/// much as 20 entries to the interpreter.
const FIRST_LOOKUP_ENTRIES: u16 = 64;
/// A chip reports its entries to the shared cache in parts of the hot threshold, and compilation is tried again. Chips
/// of the library live for some hundred entries at an address, and those that they have not reported are lost.
const REPORTS_PER_THRESHOLD: u16 = 8;
/// Failed lookups are frequent if fewer instructions than these are between two of them: then the back-off grows.
const MIN_MISS_DISTANCE_INSTRUCTIONS: u64 = 4000;
/// Maximum number of entries between two lookups at an address.
const MAX_BACKOFF_ENTRIES: u16 = 2000;

/// A compiled region that this chip uses.
pub(super) struct InstalledRegion {
    pub region: Arc<CompiledRegion>,
    /// The decode cache's count of changes up to which the region's words are known to be unchanged.
    pub verified_generation: u64,
    /// Exits before an external access, by the number of the exit.
    pub exit_counts: Vec<u32>,
    /// Entries, and instructions that compiled code has executed minus the cost of fallbacks, since profitability was
    /// last decided.
    entries: u32,
    benefit: i64,
    pub total_entries: u64,
    pub total_instructions: u64,
    /// Exits by reason.
    pub exits: [u64; ExitReason::COUNT],
}

impl InstalledRegion {
    fn new(region: Arc<CompiledRegion>, verified_generation: u64) -> Self {
        let exit_counts = vec![0; region.exits.len()];
        Self {
            region,
            verified_generation,
            exit_counts,
            entries: 0,
            benefit: 0,
            total_entries: 0,
            total_instructions: 0,
            exits: [0; ExitReason::COUNT],
        }
    }

    /// Records an entry for the report.
    #[inline(always)]
    pub(super) fn record_run(&mut self, instructions: i64, reason: ExitReason) {
        self.total_entries += 1;
        self.total_instructions += instructions as u64;
        self.exits[reason as usize] += 1;
    }

    /// Records the benefit of an entry, in instructions of the interpreter. Returns false if the region should be
    /// evicted.
    pub(super) fn is_profitable(&mut self, benefit: i64) -> bool {
        self.entries += 1;
        self.benefit += benefit;
        if self.entries < PROFITABILITY_WINDOW_ENTRIES && self.benefit > -MAX_LOSS_INSTRUCTIONS {
            return true;
        }
        let is_profitable = self.benefit >= i64::from(self.entries) * MIN_INSTRUCTIONS_PER_ENTRY;
        (self.entries, self.benefit) = (0, 0);
        is_profitable
    }
}

/// An entry point of an installed region, by numbers, and the clock cycles that an entry requires.
#[derive(Clone, Copy, Default)]
pub(super) struct EntryRef {
    pub region: usize,
    pub entry_point: usize,
    pub min_clocks: u64,
}

/// An address whose hot counter has reached the first lookup.
#[derive(Default)]
pub(super) struct EntrySite {
    /// The entry point that was found last is the first.
    entry_points: Vec<EntryRef>,
    /// Minimum of their `min_clocks`.
    min_clocks: u64,
    /// No further region is compiled here.
    pub is_blacklisted: bool,
    /// Entries between two failed lookups.
    backoff: u16,
    /// Entries without compiled code since compilation was last tried, or `None` before the first lookup.
    misses: Option<u16>,
    /// Number of installed regions that begin here.
    pub region_count: u8,
    invalidations: u8,
}

impl EntrySite {
    fn update_min_clocks(&mut self) {
        let clocks = self.entry_points.iter().map(|entry| entry.min_clocks);
        self.min_clocks = clocks.min().unwrap_or(MIN_ENTRY_CLOCKS);
    }
}

/// The entry point that was found last at an address, with everything that an entry compares. The alignment is a power
/// of two so that the address of a slot follows from its number by a shift.
#[derive(Default)]
#[repr(align(128))]
struct JumpCacheSlot {
    pc: u16,
    entry: EntryRef,
    /// That of the site.
    min_clocks: u64,
    /// That of the installed region.
    verified_generation: u64,
    cached: Option<CachedEntry>,
}

struct CachedEntry {
    region: Arc<CompiledRegion>,
    descriptor: Descriptor,
    has_stack_guard: bool,
}

/// The code cache of a chip.
pub(super) struct CodeCache {
    /// Entries after which a region is compiled.
    pub hot_threshold: u16,
    /// Hot counter of each address; it stays at `FIRST_LOOKUP_ENTRIES` - 1 while each entry is a lookup. Empty before
    /// `allocate_counters`.
    hot_counters: Box<[u16]>,
    /// Index in `sites` of each address, or 0.
    site_index: Box<[u16]>,
    /// Site 0 belongs to no address.
    sites: Vec<EntrySite>,
    regions: Vec<Option<InstalledRegion>>,
    /// Indexed by the low bits of the address.
    jump_cache: [JumpCacheSlot; JUMP_CACHE_SLOTS],
    /// Slot that was used last. The host processor predicts that it is used again, and need not wait for the address.
    last_slot: usize,
    /// The chip's count of instructions at the last failed lookup.
    last_miss: u64,
    /// A region has been installed, or may be found in the shared cache.
    pub has_code: bool,
    /// Entries that have been recorded.
    pub recorded_entries: u64,
}

impl CodeCache {
    pub(super) fn new(hot_threshold: u16) -> Self {
        Self {
            hot_threshold,
            hot_counters: Box::default(),
            site_index: Box::default(),
            sites: vec![EntrySite::default()],
            regions: Vec::new(),
            jump_cache: Default::default(),
            last_slot: 0,
            last_miss: 0,
            has_code: false,
            recorded_entries: 0,
        }
    }

    /// Returns true if the hot counters have been allocated.
    pub(super) fn has_counters(&self) -> bool {
        !self.hot_counters.is_empty()
    }

    /// Allocates the hot counters.
    pub(super) fn allocate_counters(&mut self) {
        self.hot_counters = vec![FIRST_LOOKUP_ENTRIES.saturating_sub(self.hot_threshold); PROGRAM_ADDRESSES].into();
        self.site_index = vec![0; PROGRAM_ADDRESSES].into();
        let entry_pcs = shared_cache::entry_pcs();
        for pc in entry_pcs.iter() {
            // Another chip may have compiled the same program: the first entry is a lookup.
            self.hot_counters[usize::from(*pc)] = FIRST_LOOKUP_ENTRIES - 1;
        }
        self.has_code = self.is_eager() || !entry_pcs.is_empty();
    }

    /// Records that control has reached `pc` by a jump, a call or the end of a loop iteration, with `remaining` clock
    /// cycles until the limit. Returns true if the dispatcher should look up compiled code.
    #[inline(always)]
    pub(super) fn record_entry(&mut self, pc: u16, remaining: u64) -> bool {
        let Some(counter) = self.hot_counters.get_mut(usize::from(pc)) else { return false };
        self.recorded_entries += 1;
        if *counter != FIRST_LOOKUP_ENTRIES - 1 {
            *counter = counter.wrapping_add(1);
            return false;
        }
        let slot = &self.jump_cache[self.last_slot % JUMP_CACHE_SLOTS];
        if slot.pc == pc && slot.cached.is_some() {
            remaining >= slot.min_clocks
        } else {
            self.is_lookup_due(pc, remaining)
        }
    }

    #[inline(never)]
    fn is_lookup_due(&mut self, pc: u16, remaining: u64) -> bool {
        let site = &self.sites[usize::from(self.site_index[usize::from(pc)])];
        let is_live = !site.is_blacklisted || !site.entry_points.is_empty();
        if !is_live {
            // The counter wraps around after 65,536 entries.
            self.hot_counters[usize::from(pc)] = FIRST_LOOKUP_ENTRIES;
        }
        is_live && remaining >= site.min_clocks
    }

    /// Returns true if an entry point is installed at `pc`, and `remaining` clock cycles are enough for it.
    pub(super) fn has_entry_point(&self, pc: u16, remaining: u64) -> bool {
        let site = &self.sites[usize::from(self.site_index[usize::from(pc)])];
        !site.entry_points.is_empty() && remaining >= site.min_clocks
    }

    /// Returns true if code is compiled as soon as possible, whatever it costs. Tests use this.
    pub(super) fn is_eager(&self) -> bool {
        self.hot_threshold < FIRST_LOOKUP_ENTRIES
    }

    /// Records a failed lookup at `pc`, when the chip has executed `now` instructions. The next entries are not looked
    /// up, more of them while failed lookups are frequent (exponential back-off). Returns the entries since compilation
    /// was last tried if it should be tried again.
    pub(super) fn record_miss(&mut self, pc: u16, now: u64) -> Option<u32> {
        let (period, report_period) = (self.hot_threshold / 2, self.hot_threshold / REPORTS_PER_THRESHOLD);
        let is_eager = self.is_eager();
        self.jump_cache[usize::from(pc) % JUMP_CACHE_SLOTS] = JumpCacheSlot::default();
        let is_frequent =
            now.wrapping_sub(std::mem::replace(&mut self.last_miss, now)) < MIN_MISS_DISTANCE_INSTRUCTIONS;
        let site = self.site(pc)?;
        if site.entry_points.is_empty() && !is_eager {
            site.backoff = site.backoff.max(FIRST_LOOKUP_ENTRIES / 2);
        }
        if is_frequent {
            site.backoff = (2 * site.backoff + 1).min(MAX_BACKOFF_ENTRIES.min(4 * period));
        }
        let backoff = site.backoff;
        let misses = site.misses.map_or(FIRST_LOOKUP_ENTRIES, |misses| misses.saturating_add(1 + backoff));
        let is_due = site.misses.is_none() || misses > report_period;
        site.misses = Some(if is_due { 0 } else { misses });
        self.hot_counters[usize::from(pc)] = (FIRST_LOOKUP_ENTRIES - 1).wrapping_sub(backoff);
        is_due.then_some(u32::from(misses))
    }

    /// Returns the site at `pc`, which is created if there is none.
    fn site_or_new(&mut self, pc: u16) -> &mut EntrySite {
        let index = &mut self.site_index[usize::from(pc)];
        if *index == 0 && self.sites.len() < PROGRAM_ADDRESSES && self.sites.try_reserve(1).is_ok() {
            *index = self.sites.len() as u16;
            self.sites.push(EntrySite { min_clocks: MIN_ENTRY_CLOCKS, ..EntrySite::default() });
        }
        &mut self.sites[usize::from(*index)]
    }

    /// Returns the site at `pc`, if there is one.
    #[inline(always)]
    pub(super) fn site(&mut self, pc: u16) -> Option<&mut EntrySite> {
        let index = usize::from(self.site_index[usize::from(pc)]);
        if index == 0 { None } else { self.sites.get_mut(index) }
    }

    /// Returns the entry point in the jump cache for PC, if the core is in the state that it requires and program
    /// memory has not changed since (`changes` is the decode cache's count).
    #[inline(always)]
    pub(super) fn lookup_jump_cache(&mut self, core: &Core, changes: u64) -> Option<(EntryRef, &CompiledRegion)> {
        let pc = core.flow.pc;
        if self.jump_cache[self.last_slot % JUMP_CACHE_SLOTS].pc != pc {
            self.last_slot = usize::from(pc) % JUMP_CACHE_SLOTS;
        }
        let slot = &self.jump_cache[self.last_slot % JUMP_CACHE_SLOTS];
        let CachedEntry { region, descriptor, has_stack_guard } = slot.cached.as_ref()?;
        let entry_point = &region.entry_points[slot.entry.entry_point];
        let matches = slot.verified_generation == changes
            && core.descriptor(pc).as_ref() == Some(descriptor)
            && (!has_stack_guard || core.passes_stack_guard(entry_point, &region.key));
        matches.then_some((slot.entry, region))
    }

    /// Returns the entry point in the slot that was filled or used last.
    pub(super) fn last_entry(&self) -> Option<(EntryRef, &CompiledRegion)> {
        let slot = &self.jump_cache[self.last_slot % JUMP_CACHE_SLOTS];
        Some((slot.entry, &slot.cached.as_ref()?.region))
    }

    /// Enters an entry point at `pc` into the jump cache.
    pub(super) fn fill_jump_cache(&mut self, pc: u16, entry: EntryRef) {
        let min_clocks = self.sites[usize::from(self.site_index[usize::from(pc)])].min_clocks;
        let Some(installed) = self.regions.get(entry.region).and_then(Option::as_ref) else { return };
        let verified_generation = installed.verified_generation;
        let EntryPoint { descriptor, has_stack_guard, .. } = installed.region.entry_points[entry.entry_point];
        let cached = Some(CachedEntry { region: Arc::clone(&installed.region), descriptor, has_stack_guard });
        self.last_slot = usize::from(pc) % JUMP_CACHE_SLOTS;
        self.jump_cache[self.last_slot] = JumpCacheSlot { pc, entry, min_clocks, verified_generation, cached };
    }

    pub(super) fn flush_jump_cache(&mut self) {
        self.jump_cache = Default::default();
    }

    /// Returns an entry point at PC whose state is that of the core. A site is created at PC if there is none.
    pub(super) fn lookup(&mut self, core: &Core) -> Option<EntryRef> {
        let pc = core.flow.pc;
        let index = self.site_index[usize::from(pc)];
        if index == 0 {
            self.site_or_new(pc);
            return None;
        }
        let site = self.sites.get_mut(usize::from(index))?;
        let (first, others) = site.entry_points.split_first()?;
        let descriptor = core.descriptor(pc)?;
        let matches = |entry: &EntryRef| {
            self.regions[entry.region].as_ref().is_some_and(|InstalledRegion { region, .. }| {
                let entry_point = &region.entry_points[entry.entry_point];
                entry_point.descriptor == descriptor
                    && (!entry_point.has_stack_guard || core.passes_stack_guard(entry_point, &region.key))
            })
        };
        if !matches(first) {
            let found = others.iter().position(matches)?;
            site.entry_points.swap(0, found + 1);
        }
        site.backoff = 0;
        site.entry_points.first().copied()
    }

    #[inline(always)]
    pub(super) fn installed(&mut self, number: usize) -> Option<&mut InstalledRegion> {
        self.regions.get_mut(number)?.as_mut()
    }

    /// Returns all installed regions.
    pub(super) fn all_installed(&self) -> impl Iterator<Item = &InstalledRegion> {
        self.regions.iter().flatten()
    }

    /// Installs a compiled region whose words have been compared when the decode cache's count of changes was
    /// `verified_generation`.
    pub(super) fn install(&mut self, region: Arc<CompiledRegion>, verified_generation: u64) {
        self.flush_jump_cache();
        let number = self.regions.len();
        let begins = region.entry_points[0].state.pc;
        let clocks = region.entry_points.iter().zip(&region.required_clocks).enumerate().rev();
        for (entry_point, (EntryPoint { state, .. }, clocks)) in clocks {
            let site = self.site_or_new(state.pc);
            let min_clocks = MIN_ENTRY_CLOCKS.max(*clocks);
            site.entry_points.insert(0, EntryRef { region: number, entry_point, min_clocks });
            site.entry_points.truncate(MAX_ENTRY_POINTS_PER_PC);
            site.update_min_clocks();
            self.hot_counters[usize::from(state.pc)] = FIRST_LOOKUP_ENTRIES - 1;
        }
        self.regions.push(Some(InstalledRegion::new(region, verified_generation)));
        self.has_code = true;
        if let Some(site) = self.site(begins) {
            site.region_count += 1;
        }
    }

    /// Removes an installed region. Returns the address where it begins.
    pub(super) fn evict(&mut self, number: usize) -> Option<u16> {
        let installed = self.regions.get_mut(number)?.take()?;
        self.flush_jump_cache();
        for entry_point in &installed.region.entry_points {
            if let Some(site) = self.site(entry_point.state.pc) {
                site.entry_points.retain(|entry| entry.region != number);
                site.update_min_clocks();
            }
        }
        let begins = installed.region.entry_points[0].state.pc;
        let site = self.site(begins)?;
        site.region_count = site.region_count.saturating_sub(1);
        Some(begins)
    }

    /// Removes a region whose words in program memory have changed.
    pub(super) fn invalidate(&mut self, number: usize) {
        let Some(begins) = self.evict(number) else { return };
        let Some(site) = self.site(begins) else { return };
        site.invalidations += 1;
        site.is_blacklisted |= site.invalidations >= MAX_INVALIDATIONS;
    }

    /// Removes a region that will be compiled with other external accesses. Returns the addresses of instructions
    /// before which it was left because of an external access, and how often.
    pub(super) fn evict_for_recompilation(&mut self, number: usize) -> Vec<(u16, u32)> {
        let Some(installed) = self.installed(number) else { return Vec::new() };
        let counts = installed.region.exits.iter().zip(&installed.exit_counts).filter(|(_, count)| **count != 0);
        let external = counts.map(|(exit, count)| (exit.state.pc, *count)).collect();
        self.evict(number);
        external
    }

    /// Removes a region that is not profitable. No further region is compiled at its start.
    pub(super) fn blacklist(&mut self, number: usize) {
        if let Some(begins) = self.evict(number) {
            self.blacklist_pc(begins);
        }
    }

    /// Prevents compilation at `pc`.
    pub(super) fn blacklist_pc(&mut self, pc: u16) {
        self.site_or_new(pc).is_blacklisted = true;
    }
}
