//! The execution hash: two hashes of a run, by which runs are compared without a record of either.

use crate::chip::Dsp56001;
use crate::space::Space;
use crate::state::Core;
use crate::state::observer::ExecutionHash;

/// Multiplier that spreads the bits of a product, whose low ones depend on few of its factors (the golden ratio, of 64
/// bits).
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
const SPREAD: u32 = 29;

impl Dsp56001 {
    /// Starts or stops hashing the runs from now on.
    pub fn follow_path(&mut self, follow: bool) {
        let began = self.core.total_clocks();
        self.core.observer.path = follow.then_some(ExecutionHash { began, ..ExecutionHash::default() });
        self.core.refresh_observation();
    }

    /// Returns the hashes of the execution since hashing was started.
    pub fn path(&self) -> Option<ExecutionHash> {
        self.core.observer.path
    }
}

impl ExecutionHash {
    /// Adds the accesses that an instruction is about to make: space, address, whether it writes.
    pub(crate) fn accesses(&mut self, planned: impl Iterator<Item = (Space, u16, bool)>) {
        for (space, address, write) in planned {
            self.data = mixed(self.data, u64::from(address) << 3 | (space as u64) << 1 | u64::from(write));
        }
    }

    /// Adds an instruction at an address that has ended at a clock since power-up.
    pub(crate) fn executed(&mut self, address: u16, clock: u64) {
        self.flow = mixed(self.flow, clock.wrapping_sub(self.began) << 16 | u64::from(address));
    }
}

fn mixed(hash: u64, value: u64) -> u64 {
    let product = (hash ^ value).wrapping_add(FACTOR).wrapping_mul(FACTOR);
    product ^ product >> SPREAD
}

impl Core {
    /// Adds the accesses of the next instruction to the hash.
    pub(crate) fn follow_accesses(&mut self, planned: [Option<(Space, u16, bool)>; 2]) {
        if let Some(path) = &mut self.observer.path {
            path.accesses(planned.into_iter().flatten());
        }
    }
}
