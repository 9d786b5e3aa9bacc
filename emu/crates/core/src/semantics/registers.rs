//! Registers of the data ALU and the AGU as moves read and write them.

use crate::bits::ACC_MASK;
use crate::semantics::Machine;
use crate::semantics::data_alu::DataAlu;
use crate::semantics::limiter::Limiter;
use dsp56k_isa::Reg;

/// Bits of A1 and A0 in an accumulator.
const MIDDLE: i64 = 0xFF_FFFF << 24;
const LOW: i64 = 0xFF_FFFF;

/// Returns the number of an address register: 0-7 R, 8-15 N, 16-23 M.
#[inline(always)]
pub fn agu_index(reg: Reg) -> u8 {
    reg as u8 - Reg::R0 as u8
}

/// The kind of a register, as far as the most frequent moves depend on it. As a constant it reduces a move to one case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum File {
    /// X0, X1, Y0, Y1.
    Input,
    /// A, B.
    Accumulator,
    /// A1, B1.
    Middle,
    /// R, N, M.
    Address,
    /// A0, A2, B0, B2.
    Other,
}

impl File {
    /// Returns the register file of a register.
    #[inline(always)]
    pub fn of(reg: Reg) -> Self {
        match reg {
            Reg::X0 | Reg::X1 | Reg::Y0 | Reg::Y1 => Self::Input,
            Reg::A | Reg::B => Self::Accumulator,
            Reg::A1 | Reg::B1 => Self::Middle,
            _ if (Reg::R0 as u8..=Reg::M7 as u8).contains(&(reg as u8)) => Self::Address,
            _ => Self::Other,
        }
    }
}

/// Sources and destinations of parallel moves.
pub trait Registers: Machine {
    /// Reads a register as the source of a 24-bit move: A and B go through shifter and limiter.
    #[inline(always)]
    fn read_in(&mut self, file: File, reg: Reg) -> Self::Word {
        match file {
            File::Input => self.input(reg as usize & 3),
            File::Accumulator => self.limited_word(usize::from(reg == Reg::B)),
            File::Middle => self.part(usize::from(reg == Reg::B1), 24),
            File::Address => {
                let address = self.address_register(agu_index(reg));
                self.pointer_word(address)
            }
            File::Other => match reg {
                Reg::A0 => self.part(0, 0),
                Reg::B0 => self.part(1, 0),
                // A2 and B2 are sign-extended on the bus (UM 7-4, 4-13); the accumulator already is.
                Reg::A2 => self.part(0, 48),
                _ => self.part(1, 48),
            },
        }
    }

    /// Returns 24 bits of an accumulator starting at this one.
    #[inline(always)]
    fn part(&mut self, acc: usize, lowest: u32) -> Self::Word {
        let value = self.acc(acc);
        let moved = self.sar(value, lowest);
        self.low_word(moved)
    }

    /// Writes a register as the destination of a 24-bit move.
    #[inline(always)]
    fn write_in(&mut self, file: File, reg: Reg, word: Self::Word) {
        match file {
            File::Input => self.set_input(reg as usize & 3, word),
            File::Accumulator => self.load(usize::from(reg == Reg::B), word),
            File::Middle => self.load_part(usize::from(reg == Reg::B1), MIDDLE, 24, word),
            File::Address => {
                let address = self.pointer(word);
                self.write_address_register(agu_index(reg), address);
            }
            File::Other => match reg {
                Reg::A0 => self.load_part(0, LOW, 0, word),
                Reg::B0 => self.load_part(1, LOW, 0, word),
                Reg::A2 => self.load_extension(0, word),
                _ => self.load_extension(1, word),
            },
        }
    }

    /// Writes 24 bits to A or B: sign extension above, zeros below (UM 4-6).
    #[inline(always)]
    fn load(&mut self, acc: usize, word: Self::Word) {
        let signed = self.signed(word);
        let value = self.shl(signed, 24);
        self.set_acc(acc, value);
    }

    #[inline(always)]
    fn load_part(&mut self, acc: usize, part: i64, lowest: u32, word: Self::Word) {
        let value = self.acc(acc);
        let kept = self.and_mask(value, !part);
        let bits = self.unsigned(word);
        let bits = self.shl(bits, lowest);
        let value = self.bit_or(kept, bits);
        self.set_acc(acc, value);
    }

    #[inline(always)]
    fn load_extension(&mut self, acc: usize, word: Self::Word) {
        let value = self.acc(acc);
        let kept = self.and_mask(value, ACC_MASK >> 8);
        let bits = self.unsigned(word);
        let bits = self.shl(bits, 48);
        let value = self.bit_or(kept, bits);
        let value = self.extended(value);
        self.set_acc(acc, value);
    }
}

impl<M: Machine> Registers for M {}
