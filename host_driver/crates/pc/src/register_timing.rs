//! Instructions whose clocks depend on a register: shifts by CL and SALC on a 286, BSF and BSR on a 386, `SETcc` on a
//! 486.

use std::ffi::c_int;
use std::sync::Arc;

use crate::callback::{AtInstruction, Machine, OnMachine, Unicorn};
use crate::shared::Shared;

/// The bits of CL that a shift uses on the 286 and its successors.
const SHIFT_MASK: u32 = 31;

const CARRY: u32 = 1;
const PARITY: u32 = 1 << 2;
const ZERO: u32 = 1 << 6;
const SIGN: u32 = 1 << 7;
const OVERFLOW: u32 = 1 << 11;

/// The rule for an instruction's clocks.
pub enum Charge {
    /// Clocks for each bit of a shift by CL, and those of a shift by 0.
    Shift { each: i64, none: i64 },
    /// Clocks for each clear bit that a search passes in the lowest `bits` of the register, upwards or downwards. A
    /// register that is 0 has `bits` of them.
    Search { each: i64, bits: u32, upwards: bool },
    /// Clocks if the condition, the low four bits of the opcode, is false.
    Unless { condition: u8, clocks: i64 },
}

/// Such an instruction in the program.
pub struct ByRegister {
    pub shared: Arc<Shared>,
    pub unicorn: Unicorn,
    /// Address of the instruction.
    pub address: u64,
    /// Unicorn's number of CL, of the register that is searched, or of EFLAGS.
    pub register: c_int,
    pub charge: Charge,
}

impl OnMachine for ByRegister {
    fn unicorn(&self) -> &Unicorn {
        &self.unicorn
    }
}

impl AtInstruction for ByRegister {
    /// Charges the clocks for the register's current value.
    fn instruction(&self, _address: u64, machine: &Machine<'_>) {
        let value = machine.register(self.register);
        let clocks = match self.charge {
            Charge::Shift { none, .. } if value & SHIFT_MASK == 0 => none,
            Charge::Shift { each, .. } => i64::from(value & SHIFT_MASK) * each,
            Charge::Search { each, bits, upwards } => i64::from(passed(value, bits, upwards)) * each,
            Charge::Unless { condition, clocks } if !holds(condition, value) => clocks,
            Charge::Unless { .. } => return,
        };
        self.shared.wait(self.address, clocks);
    }
}

/// Returns the number of clear bits that BSF (`upwards`) or BSR passes in the lowest `bits` of `value`.
fn passed(value: u32, bits: u32, upwards: bool) -> u32 {
    let unused = u32::BITS - bits;
    let passed = if upwards { value.trailing_zeros() } else { (value << unused).leading_zeros() };
    passed.min(bits)
}

/// Returns true if a condition of Jcc and `SETcc` holds (80386 Programmer's Reference Manual, appendix D).
fn holds(condition: u8, flags: u32) -> bool {
    let any = |bits| flags & bits != 0;
    let less = any(SIGN) != any(OVERFLOW);
    let positive = match condition >> 1 & 7 {
        0 => any(OVERFLOW),
        1 => any(CARRY),
        2 => any(ZERO),
        3 => any(CARRY | ZERO),
        4 => any(SIGN),
        5 => any(PARITY),
        6 => less,
        _ => any(ZERO) || less,
    };
    positive != (condition & 1 != 0)
}
