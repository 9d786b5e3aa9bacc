//! Accesses to memory that cross a bus cycle's bytes: the CPU makes them in two.

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::Arc;

use crate::callback::{AtAccess, Machine, OnMachine, Unicorn};
use crate::shared::Shared;

/// Charges the additional bus cycles of a machine's accesses to memory.
pub struct Alignment {
    pub shared: Arc<Shared>,
    pub unicorn: Unicorn,
    /// Clocks of a bus cycle.
    pub cycle: i64,
    /// Bytes of the bus, which transfers them at addresses divisible by it.
    pub width: NonZeroU64,
    /// Clocks by which a write's second cycle overlaps the next instruction, by the address of the writing one.
    pub overlaps: HashMap<u64, i64>,
}

impl OnMachine for Alignment {
    fn unicorn(&self) -> &Unicorn {
        &self.unicorn
    }
}

impl AtAccess for Alignment {
    /// Charges an access its further bus cycles.
    #[inline]
    fn access(&self, machine: &Machine<'_>, address: u64, size: u32, write: bool) {
        let last = address % self.width + u64::from(size.max(1)) - 1;
        if last >= self.width.get() {
            let instruction = machine.instruction();
            let overlap = if write { self.overlaps.get(&instruction).copied().unwrap_or(0) } else { 0 };
            self.shared.wait(instruction, (last / self.width) as i64 * self.cycle - overlap);
        }
    }
}
