//! Multiplications whose clocks depend on the multiplier: early-out (80386 Programmer's Reference Manual, 17-77).

use std::ffi::c_int;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::callback::{AtInstruction, Machine, OnMachine, Ram, Unicorn};
use crate::shared::Shared;

/// Bytes of code with one hook: the size of a segment.
const MAX_CODE_BYTES: usize = 1 << 16;

/// The location of a multiplier.
#[derive(Clone, Copy)]
pub enum Multiplier {
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
    /// The segment register in real mode; the offset in the segment has the bits of `mask`.
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
    /// Address of the instruction.
    address: u64,
    multiplier: Multiplier,
    bits: u32,
    signed: bool,
    corrections: Vec<i64>,
    /// Total of the corrections so far.
    waited: AtomicI64,
}

impl Multiply {
    /// Returns a multiplication. `corrections` are clocks to add to the mean that its block was charged, by the size of
    /// the multiplier: ceil(log2) of its absolute value, 0 for zero.
    pub fn new(address: u64, multiplier: Multiplier, bits: u32, signed: bool, corrections: Vec<i64>) -> Self {
        Self { address, multiplier, bits, signed, corrections, waited: AtomicI64::new(0) }
    }

    /// Returns the difference of this multiplier's clocks from the mean.
    fn correction(&self, machine: &Machine<'_>, ram: &Ram) -> i64 {
        let value = match self.multiplier {
            Multiplier::Register(number) => machine.register(number),
            Multiplier::Memory(operand) => {
                let (address, bytes) = (operand.address(machine), self.bits / 8);
                ram.read(address, bytes).unwrap_or_else(|| machine.memory(address, bytes))
            }
        };
        let unused = 32 - self.bits;
        let magnitude =
            if self.signed { ((value << unused) as i32 >> unused).unsigned_abs() } else { value << unused >> unused };
        let size = 32 - magnitude.saturating_sub(1).leading_zeros();
        self.corrections.get(size as usize).copied().unwrap_or_default()
    }
}

/// Multiplications that are close together and share a hook.
///
/// Unicorn searches all its hooks before each hooked instruction: a hook for each of hundreds would take more time than
/// checking the instructions between them.
pub struct Multiplications {
    shared: Arc<Shared>,
    unicorn: Unicorn,
    ram: Ram,
    first: u64,
    /// Multiplications by their distance from the first.
    at: Vec<Option<Multiply>>,
}

impl Multiplications {
    /// Returns the multiplications; `None` for an empty list, and if they span more than `MAX_CODE_BYTES`.
    pub fn new(shared: Arc<Shared>, unicorn: Unicorn, ram: Ram, all: Vec<Multiply>) -> Option<Self> {
        let first = all.iter().map(|one| one.address).min()?;
        let mut at = Vec::new();
        for one in all {
            let index = usize::try_from(one.address - first).ok().filter(|&index| index < MAX_CODE_BYTES)?;
            if at.len() <= index {
                at.resize_with(index + 1, || None);
            }
            at[index] = Some(one);
        }
        Some(Self { shared, unicorn, ram, first, at })
    }

    /// Clears the charged clocks.
    pub fn restart(&self) {
        for one in self.at.iter().flatten() {
            one.waited.store(0, Relaxed);
        }
    }

    /// Yields the charged clocks, by the address of the instruction.
    pub fn waits(&self) -> impl Iterator<Item = (u64, i64)> {
        let each = self.at.iter().flatten();
        each.map(|one| (one.address, one.waited.load(Relaxed))).filter(|&(_, clocks)| clocks != 0)
    }
}

impl OnMachine for Multiplications {
    fn unicorn(&self) -> &Unicorn {
        &self.unicorn
    }
}

impl AtInstruction for Multiplications {
    /// Charges the difference from the mean for the multiplication at `address`, if there is one.
    fn instruction(&self, address: u64, machine: &Machine<'_>) {
        let index = usize::try_from(address.wrapping_sub(self.first)).unwrap_or(usize::MAX);
        if let Some(Some(multiply)) = self.at.get(index) {
            let clocks = multiply.correction(machine, &self.ram);
            self.shared.add_clocks(clocks);
            multiply.waited.store(multiply.waited.load(Relaxed) + clocks, Relaxed);
        }
    }
}
