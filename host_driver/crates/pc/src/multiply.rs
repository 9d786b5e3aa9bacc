//! Multiplications whose clocks depend on the multiplier: early-out (80386 Programmer's Reference Manual, 17-77).

use std::ffi::c_int;
use std::sync::Arc;

use crate::callback::{Machine, Unicorn};
use crate::counter::Shared;

/// Where a multiplier is.
#[derive(Clone, Copy)]
pub enum Place {
    Register(c_int),
    Memory { base: c_int, index: c_int, scale: u32, displacement: u32 },
}

/// A multiplication in the program.
pub struct Multiply {
    pub shared: Arc<Shared>,
    pub unicorn: Unicorn,
    /// Of the instruction.
    pub address: u64,
    pub place: Place,
    pub bits: u32,
    pub signed: bool,
    /// Clocks to add to the mean that its block was charged, by the size of the multiplier: ceil(log2) of its absolute
    /// value, 0 for zero.
    pub corrections: Vec<i64>,
}

impl Multiply {
    /// Charge what this multiplier takes more, or less, than the mean.
    pub fn correct(&self, machine: &Machine<'_>) {
        let value = match self.place {
            Place::Register(number) => machine.register(number),
            Place::Memory { base, index, scale, displacement } => {
                let address = machine.register(base).wrapping_add(machine.register(index).wrapping_mul(scale));
                machine.memory(address.wrapping_add(displacement), self.bits / 8)
            }
        };
        let unused = 32 - self.bits;
        let magnitude =
            if self.signed { ((value << unused) as i32 >> unused).unsigned_abs() } else { value << unused >> unused };
        let size = 32 - magnitude.saturating_sub(1).leading_zeros();
        self.shared.wait(self.address, self.corrections.get(size as usize).copied().unwrap_or_default());
    }
}
