//! Multiplications whose clocks depend on the multiplier: early-out (80386 Programmer's Reference Manual, 17-77).

use std::ffi::c_int;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::callback::{AtInstruction, Machine, OnMachine, Ram, Unicorn};
use crate::shared::Shared;

/// Bytes of code behind one hook: as many as a segment has.
const MOST_CODE: usize = 1 << 16;

/// Where a multiplier is.
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
    /// Of the instruction.
    address: u64,
    multiplier: Multiplier,
    bits: u32,
    signed: bool,
    corrections: Vec<i64>,
    /// Corrections so far.
    waited: AtomicI64,
}

impl Multiply {
    /// `corrections` are clocks to add to the mean that its block was charged, by the size of the multiplier: ceil(log2)
    /// of its absolute value, 0 for zero.
    pub fn new(address: u64, multiplier: Multiplier, bits: u32, signed: bool, corrections: Vec<i64>) -> Self {
        Self { address, multiplier, bits, signed, corrections, waited: AtomicI64::new(0) }
    }

    /// The clocks that this multiplier takes more, or less, than the mean.
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

/// Multiplications that lie close together and share a hook.
///
/// Unicorn goes through all its hooks before each hooked instruction: a hook for each of hundreds would take more time
/// than looking at the instructions between them.
pub struct Multiplications {
    shared: Arc<Shared>,
    unicorn: Unicorn,
    ram: Ram,
    first: u64,
    /// By the distance from the first.
    at: Vec<Option<Multiply>>,
}

impl Multiplications {
    /// `None` without any, and for more code than `MOST_CODE` between them.
    pub fn new(shared: Arc<Shared>, unicorn: Unicorn, ram: Ram, all: Vec<Multiply>) -> Option<Self> {
        let first = all.iter().map(|one| one.address).min()?;
        let mut at = Vec::new();
        for one in all {
            let place = usize::try_from(one.address - first).ok().filter(|&place| place < MOST_CODE)?;
            if at.len() <= place {
                at.resize_with(place + 1, || None);
            }
            at[place] = Some(one);
        }
        Some(Self { shared, unicorn, ram, first, at })
    }

    /// Forget what was charged.
    pub fn restart(&self) {
        for one in self.at.iter().flatten() {
            one.waited.store(0, Relaxed);
        }
    }

    /// What was charged, by the address of the instruction.
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
    /// Charge what the multiplication at `address`, if there is one, takes more, or less, than the mean.
    fn instruction(&self, address: u64, machine: &Machine<'_>) {
        let place = usize::try_from(address.wrapping_sub(self.first)).unwrap_or(usize::MAX);
        if let Some(Some(multiply)) = self.at.get(place) {
            let clocks = multiply.correction(machine, &self.ram);
            self.shared.spend(clocks);
            multiply.waited.store(multiply.waited.load(Relaxed) + clocks, Relaxed);
        }
    }
}
