//! Multiplications whose clocks depend on the multiplier: early-out (80386 Programmer's Reference Manual, 17-77).

use std::ffi::c_int;
use std::sync::Arc;

use crate::callback::{Machine, Unicorn};
use crate::counter::Shared;

/// Where a multiplier is.
#[derive(Clone, Copy)]
pub enum Place {
    Register(c_int),
    Memory(Operand),
}

/// A memory operand: registers by Unicorn's numbers, 0 for none.
#[derive(Clone, Copy)]
pub struct Operand {
    pub base: c_int,
    pub index: c_int,
    pub scale: u32,
    pub displacement: u32,
    /// Of real mode; the offset in it has the bits of `mask`.
    pub segment: c_int,
    pub mask: u32,
}

impl Operand {
    fn address(&self, machine: &Machine<'_>) -> u32 {
        let index = machine.register(self.index).wrapping_mul(self.scale);
        let offset = machine.register(self.base).wrapping_add(index).wrapping_add(self.displacement);
        machine.segment(self.segment).wrapping_add(offset & self.mask)
    }
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
            Place::Memory(operand) => machine.memory(operand.address(machine), self.bits / 8),
        };
        let unused = 32 - self.bits;
        let magnitude =
            if self.signed { ((value << unused) as i32 >> unused).unsigned_abs() } else { value << unused >> unused };
        let size = 32 - magnitude.saturating_sub(1).leading_zeros();
        self.shared.wait(self.address, self.corrections.get(size as usize).copied().unwrap_or_default());
    }
}
