//! The code cache of the process: compiled regions, and statistics of keys without one.
//!
//! Compiled code contains no address of a chip, so all chips with the same program share it. A key has several regions
//! if several programs have been loaded: a region is valid for a chip whose program memory has the same words.
//!
//! The whole cache is flushed when it is full. Chips retain the regions that they have installed.

use crate::engine::NativeCode;
use crate::engine::region::{EntryPoint, Exit, ExternalAccess, Fallback, Region, RegionKey, StaticState};
use crate::engine::region_profile::RegionProfile;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// Host machine code in the cache: some thousand regions of typically 2 to 8 KB.
const MAX_CACHE_BYTES: usize = 16 << 20;
/// Keys in the cache. Programs have a few hundred; random code would fill memory without a limit.
const MAX_TRACKED_KEYS: usize = 1 << 13;
/// Regions of one key. More programs than these rarely share an address and a state.
const MAX_REGIONS_PER_KEY: usize = 8;

static SHARED_CACHE: LazyLock<Mutex<SharedCodeCache>> = LazyLock::new(Mutex::default);

/// Compiled code of a region, and the tables that the dispatcher uses.
pub(super) struct CompiledRegion {
    pub key: RegionKey,
    pub entry_points: Vec<EntryPoint>,
    /// Clock cycles that the block of each entry point requires.
    pub required_clocks: Vec<u64>,
    pub exits: Vec<Exit>,
    pub fallbacks: Vec<Fallback>,
    pub code_words: Vec<(u16, u32)>,
    pub stop_words: Vec<(u16, u32)>,
    pub instruction_pcs: Vec<u16>,
    pub external_accesses: Vec<(u16, ExternalAccess)>,
    possible_targets: Vec<(u16, u16)>,
    pub profile: RegionProfile,
    pub code: Box<dyn NativeCode>,
}

impl CompiledRegion {
    pub(super) fn new(region: Region, code: Box<dyn NativeCode>) -> Self {
        let Region { key, blocks, entry_points, exits, fallbacks, code_words, stop_words, .. } = region;
        let Region { instruction_pcs, external_accesses, possible_targets, profile, .. } = region;
        let required_clocks = entry_points.iter().map(|entry| blocks[entry.block].required_clocks()).collect();
        Self {
            key,
            entry_points,
            required_clocks,
            exits,
            fallbacks,
            code_words,
            stop_words,
            instruction_pcs,
            external_accesses,
            possible_targets,
            profile,
            code,
        }
    }

    /// Returns the address at which code may be entered again, if the interpreter executes the block that begins at
    /// `pc`.
    pub(super) fn continuation(&self, pc: u16) -> Option<u16> {
        let at = self.possible_targets.binary_search_by_key(&pc, |(begins, _)| *begins).ok()?;
        Some(self.possible_targets[at].1)
    }

    /// Returns the lowest and the highest address of the region's instructions.
    pub(super) fn addresses(&self) -> (u16, u16) {
        let begins = self.key.state.pc;
        let (first, last) = (self.instruction_pcs.first(), self.instruction_pcs.last());
        (*first.unwrap_or(&begins), *last.unwrap_or(&begins))
    }

    /// Returns true if an instruction of the region begins at `pc`.
    pub(super) fn contains(&self, pc: u16) -> bool {
        self.instruction_pcs.binary_search(&pc).is_ok()
    }

    /// Returns the number of different DSP instructions.
    pub(super) fn instructions(&self) -> usize {
        self.instruction_pcs.len()
    }

    /// Returns the addresses of the region's instructions at `pc` and above.
    pub(super) fn instructions_from(&self, pc: u16) -> &[u16] {
        &self.instruction_pcs[self.instruction_pcs.partition_point(|address| *address < pc)..]
    }

    /// Returns true if the region handles these external accesses, as far as it contains the instructions.
    pub(super) fn handles(&self, accesses: &HashMap<u16, ExternalAccess>) -> bool {
        accesses.iter().all(|(pc, access)| !self.contains(*pc) || self.external_access(*pc) >= Some(*access))
    }

    /// Returns how the region handles external accesses of the instruction at `pc`.
    pub(super) fn external_access(&self, pc: u16) -> Option<ExternalAccess> {
        let at = self.external_accesses.binary_search_by_key(&pc, |(address, _)| *address).ok()?;
        Some(self.external_accesses[at].1)
    }
}

#[derive(Default)]
struct SharedCodeCache {
    records: HashMap<RegionKey, KeyRecord>,
    size_bytes: usize,
    /// Addresses at which a compiled region begins, in ascending order.
    entry_pcs: Arc<[u16]>,
}

/// Contents of the cache for one key.
#[derive(Default)]
struct KeyRecord {
    /// The most recent one is the first.
    regions: Vec<Arc<CompiledRegion>>,
    /// Entries while there was no region.
    entries: u32,
    /// Estimated time to compile the region, in nanoseconds, or 0 if it is unknown.
    estimate_ns: i64,
    /// Instructions that have accessed external memory often: address, first word and handling. Different
    /// programs have different words.
    external_accesses: Vec<(u16, u32, ExternalAccess)>,
}

/// Lock on the cache.
pub struct LockedCache {
    _cache: MutexGuard<'static, SharedCodeCache>,
}

/// Locks the cache for the time of a fork. A lock that another thread held at that moment would stay locked in the
/// child, where that thread does not exist.
pub fn lock() -> LockedCache {
    LockedCache { _cache: acquire() }
}

fn acquire() -> MutexGuard<'static, SharedCodeCache> {
    SHARED_CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the regions of a key, the most recent first.
pub(super) fn regions(key: &RegionKey) -> Vec<Arc<CompiledRegion>> {
    acquire().records.get(key).map_or_else(Vec::new, |record| record.regions.clone())
}

/// Returns the addresses at which a compiled region begins, in ascending order.
pub(super) fn entry_pcs() -> Arc<[u16]> {
    acquire().entry_pcs.clone()
}

/// Adds entries at a key without a region. Returns all entries, and the estimated time to compile the region in
/// nanoseconds, or 0 if it is unknown.
pub(super) fn count_entries(key: &RegionKey, entries: u32) -> (u32, i64) {
    let mut cache = acquire();
    let record = cache.record_mut(key);
    record.entries = record.entries.saturating_add(entries);
    (record.entries, record.estimate_ns)
}

/// Stores the estimated time to compile a region, for its key and for the other states at which about the same region
/// begins. None of them is built again before the balance covers the estimate.
pub(super) fn defer_compilation(key: &RegionKey, loop_entries: &[StaticState], estimate_ns: i64) {
    let mut cache = acquire();
    for state in loop_entries.iter().chain([&key.state]) {
        let record = cache.record_mut(&RegionKey { state: state.clone(), ..key.clone() });
        record.estimate_ns = record.estimate_ns.max(estimate_ns);
    }
}

/// Returns the instructions of a key that have accessed external memory often: address, first word and handling.
pub(super) fn external_accesses(key: &RegionKey) -> Vec<(u16, u32, ExternalAccess)> {
    acquire().records.get(key).map_or_else(Vec::new, |record| record.external_accesses.clone())
}

/// Adds instructions that have accessed external memory often.
pub(super) fn record_external_accesses(key: &RegionKey, accesses: Vec<(u16, u32, ExternalAccess)>) {
    let mut cache = acquire();
    let known = &mut cache.record_mut(key).external_accesses;
    known.extend(accesses);
    known.sort_unstable();
    known.dedup();
}

/// Adds a region. It replaces one that consists of the same words.
pub(super) fn insert(region: &Arc<CompiledRegion>) {
    let mut cache = acquire();
    let size_bytes = region.code.size_bytes();
    if cache.size_bytes + size_bytes > MAX_CACHE_BYTES {
        *cache = SharedCodeCache::default();
    }
    let regions = &mut cache.record_mut(&region.key).regions;
    regions.retain(|other| other.code_words != region.code_words || other.stop_words != region.stop_words);
    regions.insert(0, Arc::clone(region));
    regions.truncate(MAX_REGIONS_PER_KEY);
    cache.size_bytes += size_bytes;
    let compiled = cache.records.iter().filter(|(_, record)| !record.regions.is_empty());
    let mut entry_pcs: Vec<u16> = compiled.map(|(key, _)| key.state.pc).collect();
    entry_pcs.sort_unstable();
    entry_pcs.dedup();
    cache.entry_pcs = entry_pcs.into();
}

impl SharedCodeCache {
    fn record_mut(&mut self, key: &RegionKey) -> &mut KeyRecord {
        if self.records.len() >= MAX_TRACKED_KEYS && !self.records.contains_key(key) {
            *self = Self::default();
        }
        self.records.entry(key.clone()).or_default()
    }
}
