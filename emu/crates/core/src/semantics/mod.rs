//! What instructions do to data, written once for all engines: over a `Machine`, whose numbers the interpreter has at
//! hand and generated code only names.
//!
//! What is known of an instruction before it executes (its entry, the scaling mode, bit positions) are numbers of Rust;
//! all that only a run can tell has a type of the machine.

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
    fn both(&mut self, a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn either(&mut self, a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn differing(&mut self, a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn masked(&mut self, a: Self::Acc, mask: i64) -> Self::Acc;
    fn left(&mut self, a: Self::Acc, by: u32) -> Self::Acc;
    /// The sign comes in from above.
    fn right(&mut self, a: Self::Acc, by: u32) -> Self::Acc;
    fn chosen(&mut self, bit: Self::Bit, yes: Self::Acc, no: Self::Acc) -> Self::Acc;

    fn is_zero(&mut self, a: Self::Acc) -> Self::Bit;
    fn is_negative(&mut self, a: Self::Acc) -> Self::Bit;
    fn not(&mut self, bit: Self::Bit) -> Self::Bit;
    fn and(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;
    fn or(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;
    fn xor(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;
    /// 0 or 1.
    fn counted(&mut self, bit: Self::Bit) -> Self::Acc;

    fn word(&mut self, value: u32) -> Self::Word;
    /// The low 24 bits.
    fn cut(&mut self, a: Self::Acc) -> Self::Word;
    /// A number that 24 bits can tell with its sign.
    fn fitting(&mut self, a: Self::Acc) -> Self::Word;
    fn signed(&mut self, word: Self::Word) -> Self::Acc;
    fn unsigned(&mut self, word: Self::Word) -> Self::Acc;
    /// The low 16 bits.
    fn pointer(&mut self, word: Self::Word) -> Self::Address;
    fn pointer_word(&mut self, address: Self::Address) -> Self::Word;

    /// A, B.
    fn acc(&mut self, acc: usize) -> Self::Acc;
    fn set_acc(&mut self, acc: usize, value: Self::Acc);
    /// X0, X1, Y0, Y1.
    fn input(&mut self, input: usize) -> Self::Word;
    fn set_input(&mut self, input: usize, word: Self::Word);
    /// An address register's newest value: 0-7 R, 8-15 N, 16-23 M.
    fn address_register(&mut self, index: u8) -> Self::Address;
    /// A move writes an address register, which the AGU sees one instruction later (UM A-237).
    fn write_address_register(&mut self, index: u8, value: Self::Address);

    /// The lowest bit of the signed integer portion in the present scaling mode (UM A-11).
    fn integer_bit(&self) -> u32;
    /// Note an exact result whose E, U, N, Z and V are standard; what fits 56 bits of it is returned. L is sticky and
    /// follows V at once.
    fn set_result(&mut self, exact: Self::Acc) -> Self::Acc;
    /// Note a result whose N and Z are those of this 56-bit value and whose V is 0; E and U stay.
    fn set_nz(&mut self, value: Self::Acc);
    fn set_c(&mut self, bit: Self::Bit);
    /// V as given; L follows it.
    fn set_v(&mut self, bit: Self::Bit);
    /// V and L are set if this holds, and stay if not.
    fn add_v(&mut self, bit: Self::Bit);
    /// L is set if this holds.
    fn add_l(&mut self, bit: Self::Bit);
    fn c(&mut self) -> Self::Bit;
    fn n(&mut self) -> Self::Bit;
    fn z(&mut self) -> Self::Bit;
    fn l(&mut self) -> Self::Bit;
    fn e(&mut self) -> Self::Bit;
    fn u(&mut self) -> Self::Bit;
    /// N differs from V.
    fn less(&mut self) -> Self::Bit;

    /// The address that an operand uses; its pointer is updated.
    fn address_by(&mut self, mode: Mode, ea: EffectiveAddress) -> Self::Address;
    fn read_x(&mut self, address: Self::Address) -> Self::Word;
    fn read_y(&mut self, address: Self::Address) -> Self::Word;
    fn write_x(&mut self, address: Self::Address, word: Self::Word);
    fn write_y(&mut self, address: Self::Address, word: Self::Word);
}
