//! The way that a run takes as two hashes, by which runs are compared without a record of either.

use crate::chip::Dsp56001;
use crate::space::Space;
use crate::state::Core;
use crate::state::observer::Path;

/// Spread the bits of a product, whose low ones depend on few of its factors (the golden ratio, of 64 bits).
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
const SPREAD: u32 = 29;

impl Dsp56001 {
    /// Follow the way that runs take from here on, or no longer.
    pub fn follow_path(&mut self, follow: bool) {
        let began = self.core.total_clocks();
        self.core.observer.path = follow.then_some(Path { began, ..Path::default() });
        self.core.refresh_observation();
    }

    /// The way since it is followed.
    pub fn path(&self) -> Option<Path> {
        self.core.observer.path
    }
}

impl Path {
    /// An instruction is about to make these accesses: space, address, whether it writes.
    pub(crate) fn accesses(&mut self, planned: impl Iterator<Item = (Space, u16, bool)>) {
        for (space, address, write) in planned {
            self.data = mixed(self.data, u64::from(address) << 3 | (space as u64) << 1 | u64::from(write));
        }
    }

    /// An instruction at an address is over at a clock since power-up.
    pub(crate) fn executed(&mut self, address: u16, clock: u64) {
        self.flow = mixed(self.flow, clock.wrapping_sub(self.began) << 16 | u64::from(address));
    }
}

fn mixed(hash: u64, value: u64) -> u64 {
    let product = (hash ^ value).wrapping_add(FACTOR).wrapping_mul(FACTOR);
    product ^ product >> SPREAD
}

impl Core {
    /// The path goes on where the instruction about to execute accesses memory.
    pub(crate) fn follow_accesses(&mut self, planned: [Option<(Space, u16, bool)>; 2]) {
        if let Some(path) = &mut self.observer.path {
            path.accesses(planned.into_iter().flatten());
        }
    }
}
