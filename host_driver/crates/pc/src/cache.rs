//! The i486's cache: 8 KB for code and data, 4-way set-associative, lines of 16 bytes.
//!
//! Intel, Embedded Intel486 Processor Hardware Reference Manual, 3.3 and 9.3.1: 128 sets; a read miss fills a complete
//! line, a write miss none; three bits of each set select the line that is replaced.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::block_edges::Block;
use crate::callback::{AtAccess, AtBlock, Engine, Machine, OnMachine, Unicorn};
use crate::shared::Shared;

const LINE: u64 = 16;
const SETS: usize = 128;
const WAYS: usize = 4;

/// A set: its lines, and the bits of its pseudo-LRU.
#[derive(Clone, Copy, Default)]
struct Set {
    lines: [Option<u64>; WAYS],
    /// True if the last line used was of the first two; of these, the first; of the others, the third.
    bits: [bool; 3],
}

impl Set {
    /// Marks a line as used; returns true if it is in the set.
    fn touch(&mut self, line: u64) -> bool {
        let Some(way) = self.lines.iter().position(|held| *held == Some(line)) else { return false };
        self.used(way);
        true
    }

    fn fill(&mut self, line: u64) {
        let way = self.lines.iter().position(Option::is_none).unwrap_or(match self.bits {
            [false, false, _] => 0,
            [false, true, _] => 1,
            [true, _, false] => 2,
            [true, _, true] => 3,
        });
        self.lines[way] = Some(line);
        self.used(way);
    }

    fn used(&mut self, way: usize) {
        let first_pair = way < 2;
        self.bits[0] = first_pair;
        self.bits[if first_pair { 1 } else { 2 }] = way.is_multiple_of(2);
    }
}

#[derive(Clone)]
pub struct State {
    sets: Vec<Set>,
    /// Misses of code and of data that was read.
    misses: (u64, u64),
}

impl State {
    fn empty() -> Self {
        Self { sets: vec![Set::default(); SETS], misses: (0, 0) }
    }

    /// Reads `line`; returns true if it was a miss.
    fn misses(&mut self, line: u64) -> bool {
        let set = &mut self.sets[line as usize % SETS];
        let missed = !set.touch(line);
        if missed {
            set.fill(line);
        }
        missed
    }
}

/// A machine's cache.
pub struct Cache {
    shared: Arc<Shared>,
    unicorn: Unicorn,
    /// Clocks that a miss costs.
    miss: i64,
    state: Mutex<State>,
}

impl Cache {
    pub fn new(shared: Arc<Shared>, unicorn: Unicorn, miss: i64) -> Self {
        Self { shared, unicorn, miss, state: Mutex::new(State::empty()) }
    }

    /// Empties the cache, and clears its misses.
    pub fn restart(&self) {
        *self.state() = State::empty();
    }

    /// Returns a copy of the lines and misses.
    pub fn copy(&self) -> State {
        self.state().clone()
    }

    /// Sets lines and misses to an earlier state.
    pub fn restore(&self, state: &State) {
        self.state().clone_from(state);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing here panics with the lock held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn misses(&self) -> (u64, u64) {
        self.state().misses
    }

    fn charge(&self, address: u64, missed: u64) {
        if missed != 0 {
            self.shared.wait(address, missed as i64 * self.miss);
        }
    }
}

impl OnMachine for Cache {
    fn unicorn(&self) -> &Unicorn {
        &self.unicorn
    }
}

impl AtBlock for Cache {
    /// Charges the misses of a block that is about to run.
    fn block(&self, block: Block, _engine: Engine) {
        let mut state = self.state();
        let missed = lines(block.address, block.size).filter(|line| state.misses(*line)).count() as u64;
        state.misses.0 += missed;
        drop(state);
        self.charge(block.address, missed);
    }
}

impl AtAccess for Cache {
    /// Charges the miss of a read, or marks the lines of a write as used.
    fn access(&self, machine: &Machine<'_>, address: u64, size: u32, write: bool) {
        let mut state = self.state();
        if write {
            for line in lines(address, size) {
                state.sets[line as usize % SETS].touch(line);
            }
            return;
        }
        let missed = lines(address, size).filter(|line| state.misses(*line)).count() as u64;
        state.misses.1 += missed;
        drop(state);
        if missed != 0 {
            self.charge(machine.instruction(), missed);
        }
    }
}

/// Yields the lines of some bytes.
fn lines(address: u64, size: u32) -> impl Iterator<Item = u64> {
    address / LINE..=(address + u64::from(size.max(1)) - 1) / LINE
}
