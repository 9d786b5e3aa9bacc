//! The DSP56001 instruction set as data: the rows of `emu/dsp56k/isa/*.toml` as Rust tables, and the decoder made of them.
//!
//! An instruction word is either one control row (24 bits) or a move row (bits 23-8) with an ALU row (bits 7-0). Semantics live
//! in `dsp56k-core`, which matches exhaustively on the operation enums: a row without semantics does not compile.
#![forbid(unsafe_code)]

mod decode;
mod facts;
pub mod restrictions;
mod row;

pub use decode::{Decoded, decode, row_numbers};
pub use facts::{ControlFacts, Decision, Memory, MoveFacts, SequenceFacts, Transfer};
pub use restrictions::{Rule, Uses, Where};
pub use row::{Class, Operand, Row};

/// What a register is: its name, its width in bits, and the bits that a move may change. A pair of accumulators is only
/// an operand of long moves.
#[derive(Clone, Copy, Debug)]
pub struct RegInfo {
    pub name: &'static str,
    pub width: u8,
    pub write: u32,
    pub only_operand: bool,
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

impl Reg {
    /// Name, width and write mask.
    #[inline]
    pub fn info(self) -> &'static RegInfo {
        &REGISTERS[self as usize]
    }
}

impl Mode {
    /// Program words that the mode adds (Table A-13, UM A-231).
    #[inline]
    pub fn words(self) -> u8 {
        MODES[self as usize].0
    }

    /// Oscillator clocks that the mode adds (Table A-13, UM A-231).
    #[inline]
    pub fn clocks(self) -> u8 {
        MODES[self as usize].1
    }
}

impl Condition {
    /// The condition with the four-bit code `code` (UM A-240).
    #[inline]
    pub fn from_code(code: u32) -> Self {
        Self::ALL[(code & 15) as usize]
    }
}

impl Kind {
    /// How a code of this kind is read.
    #[inline]
    pub fn class(self) -> &'static Class {
        &CLASSES[self as usize]
    }
}
