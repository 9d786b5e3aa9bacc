//! Code of regions, for all chips of the process: it names no chip, so that those with the same program share it.

use crate::engine::Code;
use crate::engine::region::{Aside, Context, Far, Gate, Key, Leave, Region};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// Bytes of code beyond which all is forgotten; who has some keeps it.
const MOST_BYTES: usize = 16 << 20;
/// Keys of which entries are counted.
const MOST_LOOKS: usize = 1 << 12;
/// Programs that have code for the same key.
const MOST_PROGRAMS: usize = 8;

static STORE: LazyLock<Mutex<Store>> = LazyLock::new(Mutex::default);

/// A region's code, and what is needed to find, enter and leave it.
pub(super) struct Plan {
    pub key: Key,
    pub gates: Vec<Gate>,
    /// The clocks of the block of each gate.
    pub clocks: Vec<u64>,
    pub leaves: Vec<Leave>,
    pub asides: Vec<Aside>,
    /// The program words that it was made of, by address.
    pub words: Vec<(u16, u32)>,
    /// Those before which it ends because they can't be in a region: with others there may be a larger one.
    pub ends: Vec<(u16, u32)>,
    starts: Vec<u16>,
    pub far: Vec<(u16, Far)>,
    onward: Vec<(u16, u16)>,
    pub code: Box<dyn Code>,
}

impl Plan {
    pub(super) fn new(region: Region, code: Box<dyn Code>) -> Self {
        let Region { key, blocks, entries: gates, leaves, asides, words, ends, starts, far, onward } = region;
        let clocks = gates.iter().map(|gate| blocks[gate.block].needs()).collect();
        Self { key, gates, clocks, leaves, asides, words, ends, starts, far, onward, code }
    }

    /// Where code may be entered again once the block that begins at an address has been executed by the interpreter.
    pub(super) fn after(&self, pc: u16) -> Option<u16> {
        let at = self.onward.binary_search_by_key(&pc, |(begins, _)| *begins).ok()?;
        Some(self.onward[at].1)
    }

    /// Where its instructions begin, from an address on.
    pub(super) fn from(&self, pc: u16) -> &[u16] {
        &self.starts[self.starts.partition_point(|begins| *begins < pc)..]
    }

    /// Whether it was made for all instructions whose data these say to lie outside the chip.
    pub(super) fn expects(&self, far: &HashMap<u16, Far>) -> bool {
        far.iter().all(|(pc, far)| self.starts.binary_search(pc).is_err() || self.far(*pc) >= Some(*far))
    }

    /// What it was made for of the data of the instruction at an address.
    pub(super) fn far(&self, pc: u16) -> Option<Far> {
        let at = self.far.binary_search_by_key(&pc, |(at, _)| *at).ok()?;
        Some(self.far[at].1)
    }
}

#[derive(Default)]
struct Store {
    plans: HashMap<Key, Vec<Arc<Plan>>>,
    bytes: usize,
    looks: HashMap<Key, Look>,
    begins: Arc<[u16]>,
}

/// The store, locked.
pub struct Locked {
    _store: MutexGuard<'static, Store>,
}

/// Locks the store while the process forks. A lock that another thread holds at that moment would stay locked in the child,
/// where that thread does not exist.
pub fn lock() -> Locked {
    Locked { _store: acquire() }
}

fn acquire() -> MutexGuard<'static, Store> {
    STORE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A key without code: its entries, the estimated time to compile it as far as it is known, and which of its instructions
/// have data outside the chip often.
#[derive(Default)]
struct Look {
    entries: u32,
    estimate_ns: i64,
    far: Vec<(u16, u32, Far)>,
}

/// What was kept for a key, the newest first.
pub(super) fn known(key: &Key) -> Vec<Arc<Plan>> {
    let store = acquire();
    store.plans.get(key).cloned().unwrap_or_default()
}

/// The addresses at which code begins.
pub(super) fn begins() -> Arc<[u16]> {
    acquire().begins.clone()
}

/// Counts entries at a key without code; returns all of them, and the estimated time to compile it, in nanoseconds, or 0.
pub(super) fn count_entries(key: &Key, entries: u32) -> (u32, i64) {
    with_look(key, |look| {
        look.entries = look.entries.saturating_add(entries);
        (look.entries, look.estimate_ns)
    })
}

/// Notes that the balance did not cover a region: neither its key nor the others at which it can begin are tried before it
/// does.
pub(super) fn defer(key: &Key, heads: &[Context], estimate_ns: i64) {
    for context in heads.iter().chain([&key.context]) {
        let key = Key { context: context.clone(), ..key.clone() };
        with_look(&key, |look| look.estimate_ns = look.estimate_ns.max(estimate_ns));
    }
}

/// Instructions that were found to have data outside the chip often, by address and first word: another program's are others.
pub(super) fn far(key: &Key) -> Vec<(u16, u32, Far)> {
    let store = acquire();
    store.looks.get(key).map_or_else(Vec::new, |look| look.far.clone())
}

pub(super) fn note_far(key: &Key, far: Vec<(u16, u32, Far)>) {
    with_look(key, |look| {
        look.far.extend(far);
        look.far.sort_unstable();
        look.far.dedup();
    });
}

fn with_look<T>(key: &Key, then: impl FnOnce(&mut Look) -> T) -> T {
    let mut store = acquire();
    if store.looks.len() >= MOST_LOOKS {
        store.looks.clear();
    }
    then(store.looks.entry(key.clone()).or_default())
}

/// Keep it for others, in the place of what was made of the same words.
pub(super) fn keep(plan: &Arc<Plan>) {
    let mut store = acquire();
    let bytes = plan.code.length();
    if store.bytes + bytes > MOST_BYTES {
        *store = Store::default();
    }
    store.bytes += bytes;
    let plans = store.plans.entry(plan.key.clone()).or_default();
    plans.retain(|other| other.words != plan.words || other.ends != plan.ends);
    plans.insert(0, Arc::clone(plan));
    plans.truncate(MOST_PROGRAMS);
    let mut begins: Vec<u16> = store.plans.keys().map(|key| key.context.pc).collect();
    begins.sort_unstable();
    begins.dedup();
    store.begins = begins.into();
}
