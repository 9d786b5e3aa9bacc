//! The DSP56001 instruction set as data: the tables of `emu/dsp56k/isa/*.toml` as Rust tables, and a decoder that uses
//! them.
//!
//! An instruction word is either one control instruction (24 bits) or a move (bits 23-8) with an ALU operation (bits
//! 7-0). Semantics are in `dsp56k-core`, which matches exhaustively on the operation enums: a table row without
//! semantics does not compile.
#![forbid(unsafe_code)]

mod decode;
mod peripheral_page;
mod properties;
pub mod restrictions;
mod row;

pub use decode::{Decoded, decode, row_numbers};
pub use properties::{ControlProperties, Decision, Memory, MoveProperties, SequenceProperties, Transfer};
pub use restrictions::{Rule, Uses, Where};
pub use row::{Class, Operand, Row};

/// A register: its name, its width in bits, and the bits that a move may change. A pair of accumulators is only an
/// operand of long moves.
#[derive(Clone, Copy, Debug)]
pub struct RegInfo {
    pub name: &'static str,
    pub width: u8,
    pub write: u32,
    pub only_operand: bool,
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

impl Reg {
    /// Returns name, width and write mask.
    #[inline]
    pub fn info(self) -> &'static RegInfo {
        &REGISTERS[self as usize]
    }
}

impl Mode {
    /// Returns the number of program words that the mode adds (Table A-13, UM A-231).
    #[inline]
    pub fn words(self) -> u8 {
        MODES[self as usize].0
    }

    /// Returns the number of oscillator clocks that the mode adds (Table A-13, UM A-231).
    #[inline]
    pub fn clocks(self) -> u8 {
        MODES[self as usize].1
    }
}

impl Condition {
    /// Returns the condition with the four-bit code `code` (UM A-240).
    #[inline]
    pub fn from_code(code: u32) -> Self {
        Self::ALL[(code & 15) as usize]
    }
}

impl Kind {
    /// Returns the class of this kind, by which its codes are decoded.
    #[inline]
    pub fn class(self) -> &'static Class {
        &CLASSES[self as usize]
    }
}
