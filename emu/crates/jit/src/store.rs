//! Code of regions, for all chips of the process: it names no chip, so that those with the same program share it.

use dsp56k_core::engine::Code;
use dsp56k_core::engine::region::{Key, Region};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Bytes of code beyond which all is forgotten; who has some keeps it.
const MOST_BYTES: usize = 16 << 20;

static STORE: LazyLock<Mutex<Store>> = LazyLock::new(Mutex::default);

/// All that a region follows from.
#[derive(PartialEq, Eq, Hash)]
struct Content {
    key: Key,
    words: Vec<(u16, u32)>,
    starts: Vec<u16>,
    far: Vec<u16>,
}

impl Content {
    fn of(region: &Region) -> Self {
        let Region { key, words, starts, far, .. } = region;
        Self { key: key.clone(), words: words.clone(), starts: starts.clone(), far: far.clone() }
    }
}

#[derive(Default)]
struct Store {
    code: HashMap<Content, Arc<dyn Code>>,
    bytes: usize,
}

/// Code that was kept for a region with this content.
pub(crate) fn known(region: &Region) -> Option<Arc<dyn Code>> {
    let store = STORE.lock().unwrap_or_else(PoisonError::into_inner);
    store.code.get(&Content::of(region)).cloned()
}

/// Keep code of so many bytes.
pub(crate) fn keep(region: &Region, code: &Arc<dyn Code>, bytes: usize) {
    let mut store = STORE.lock().unwrap_or_else(PoisonError::into_inner);
    if store.bytes + bytes > MOST_BYTES {
        *store = Store::default();
    }
    store.bytes += bytes;
    store.code.insert(Content::of(region), Arc::clone(code));
}
