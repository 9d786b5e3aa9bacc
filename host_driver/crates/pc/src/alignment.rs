//! Accesses to memory that cross a double word: the 386 makes them in two bus cycles.

use std::sync::Arc;

use crate::callback::{Machine, Unicorn};
use crate::counter::Shared;

/// Bytes of the bus, which transfers them at addresses divisible by it.
const WIDTH: u64 = 4;

/// What accesses of a machine to its memory cost beyond their first bus cycle.
pub struct Alignment {
    pub shared: Arc<Shared>,
    pub unicorn: Unicorn,
    /// Clocks of a bus cycle.
    pub cycle: i64,
}

impl Alignment {
    /// Charge an access its further bus cycles.
    #[inline]
    pub fn access(&self, machine: &Machine<'_>, address: u64, size: u32) {
        let last = address % WIDTH + u64::from(size.max(1)) - 1;
        if last >= WIDTH {
            self.shared.wait(machine.instruction(), (last / WIDTH) as i64 * self.cycle);
        }
    }
}
