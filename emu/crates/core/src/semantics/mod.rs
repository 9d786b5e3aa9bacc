//! The effects of instructions on data, written once for all engines over a `Machine`. The interpreter's values are
//! integers, the JIT's are names of values in compiled code.
//!
//! Properties that are known before execution (the decoded instruction, the scaling mode, bit positions) are Rust
//! integers. Values that only a run determines have a type of the machine.

pub mod conditions;
pub mod data_alu;
pub mod limiter;
pub mod moves;
pub mod registers;

use crate::decode::instruction::EffectiveAddress;
use dsp56k_isa::Mode;

/// Registers, flags, memory and arithmetic of an engine.
pub trait Machine: Sized {
    /// 56 bits, sign-extended, or an exact result before it is cut to them: a two's complement of 64 bits.
    type Acc: Copy;
    /// 24 bits, sign-extended.
    type Word: Copy;
    /// 16 bits.
    type Address: Copy;
    /// One bit.
    type Bit: Copy;

    fn number(&mut self, value: i64) -> Self::Acc;
    fn sum(&mut self, a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn difference(&mut self, a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn times(&mut self, a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn magnitude(&mut self, a: Self::Acc) -> Self::Acc;
    fn bit_and(&mut self, a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn bit_or(&mut self, a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn bit_xor(&mut self, a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn and_mask(&mut self, a: Self::Acc, mask: i64) -> Self::Acc;
    fn shl(&mut self, a: Self::Acc, by: u32) -> Self::Acc;
    /// Shifts right, with copies of the sign from above.
    fn sar(&mut self, a: Self::Acc, by: u32) -> Self::Acc;
    fn select_value(&mut self, bit: Self::Bit, yes: Self::Acc, no: Self::Acc) -> Self::Acc;

    fn is_zero(&mut self, a: Self::Acc) -> Self::Bit;
    fn is_negative(&mut self, a: Self::Acc) -> Self::Bit;
    fn not(&mut self, bit: Self::Bit) -> Self::Bit;
    fn and(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;
    fn or(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;
    fn xor(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;
    /// Returns 0 or 1.
    fn bit_to_number(&mut self, bit: Self::Bit) -> Self::Acc;

    fn word(&mut self, value: u32) -> Self::Word;
    /// Returns the low 24 bits.
    fn low_word(&mut self, a: Self::Acc) -> Self::Word;
    /// Returns a signed number that fits 24 bits as a word.
    fn narrow(&mut self, a: Self::Acc) -> Self::Word;
    fn signed(&mut self, word: Self::Word) -> Self::Acc;
    fn unsigned(&mut self, word: Self::Word) -> Self::Acc;
    /// Returns the low 16 bits.
    fn pointer(&mut self, word: Self::Word) -> Self::Address;
    fn pointer_word(&mut self, address: Self::Address) -> Self::Word;

    /// Returns A or B.
    fn acc(&mut self, acc: usize) -> Self::Acc;
    fn set_acc(&mut self, acc: usize, value: Self::Acc);
    /// Returns X0, X1, Y0 or Y1.
    fn input(&mut self, input: usize) -> Self::Word;
    fn set_input(&mut self, input: usize, word: Self::Word);
    /// Returns an address register's latest value: 0-7 R, 8-15 N, 16-23 M.
    fn address_register(&mut self, index: u8) -> Self::Address;
    /// Writes an address register as a move does: the AGU sees the value one instruction later (UM A-237).
    fn write_address_register(&mut self, index: u8, value: Self::Address);

    /// Returns the lowest bit of the signed integer portion in the current scaling mode (UM A-11).
    fn integer_bit(&self) -> u32;
    /// Sets an exact result whose E, U, N, Z and V are standard, and returns it truncated to 56 bits. L is sticky and
    /// follows V at once.
    fn set_result(&mut self, exact: Self::Acc) -> Self::Acc;
    /// Sets a result whose N and Z are those of this 56-bit value and whose V is 0; E and U do not change.
    fn set_nz(&mut self, value: Self::Acc);
    fn set_c(&mut self, bit: Self::Bit);
    /// Sets V to the bit; L follows it.
    fn set_v(&mut self, bit: Self::Bit);
    /// Sets V and L if the bit is set, and does not clear them.
    fn add_v(&mut self, bit: Self::Bit);
    /// Sets L if the bit is set.
    fn add_l(&mut self, bit: Self::Bit);
    fn c(&mut self) -> Self::Bit;
    fn n(&mut self) -> Self::Bit;
    fn z(&mut self) -> Self::Bit;
    fn l(&mut self) -> Self::Bit;
    fn e(&mut self) -> Self::Bit;
    fn u(&mut self) -> Self::Bit;
    /// Returns true if N differs from V.
    fn less(&mut self) -> Self::Bit;

    /// Returns the address that an operand uses, and updates its address register.
    fn address_by(&mut self, mode: Mode, ea: EffectiveAddress) -> Self::Address;
    fn read_x(&mut self, address: Self::Address) -> Self::Word;
    fn read_y(&mut self, address: Self::Address) -> Self::Word;
    fn write_x(&mut self, address: Self::Address, word: Self::Word);
    fn write_y(&mut self, address: Self::Address, word: Self::Word);
}
