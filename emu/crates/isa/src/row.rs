//! Table rows and operands: the fields of an instruction word.

use crate::{Kind, Mode, Reg};

/// The decoding of an operand's code; the counterpart of `class` in fields.toml.
#[derive(Clone, Copy, Debug)]
pub enum Class {
    Register(&'static [Option<Reg>]),
    Product(&'static [(Reg, Reg)]),
    Sign,
    Space,
    Condition,
    Ea(&'static [Option<Mode>]),
    OtherEa(&'static [Option<Mode>]),
    Unsigned { max: u32 },
    AbsoluteShort { base: u32 },
    IoShort { base: u32 },
    Address,
    Word,
    Target,
    LoopEnd,
}

/// One `{kind:letters}` of a mnemonic or syntax.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    pub kind: Kind,
    pub letters: &'static str,
    /// The operand is the word in memory at the address, not the address itself.
    pub in_memory: bool,
}

/// One table row of the instruction set; the comments at the top of the TOML files define each column.
#[derive(Clone, Copy, Debug)]
pub struct Row<O: 'static> {
    pub op: O,
    pub mnemonic: &'static str,
    pub bits: &'static str,
    pub syntax: &'static str,
    /// Bits that the pattern fixes, and their values, within the 24-bit word.
    pub mask: u32,
    pub value: u32,
    /// Program words without those of an absolute address.
    pub words: u8,
    /// The constant of `cycles`, in oscillator clocks.
    pub clocks: u8,
    /// The manual's clock formula.
    pub cycles: &'static str,
    pub page: &'static str,
    pub operands: &'static [Operand],
    pub fields: &'static [(char, &'static [u32])],
}

impl<O> Row<O> {
    /// Returns the bits of one letter of the pattern, most significant first; 0 for a letter the pattern does not have.
    pub fn field(&self, letter: char, word: u32) -> u32 {
        let bits = self.fields.iter().find(|(name, _)| *name == letter).map_or(&[][..], |(_, bits)| bits);
        bits.iter().fold(0, |code, bit| code << 1 | word >> bit & 1)
    }

    /// Returns the code of an operand: the bits of its letters in the order of the letters.
    pub fn code(&self, operand: &Operand, word: u32) -> u32 {
        operand.letters.chars().fold(0, |code, letter| {
            let width = self.fields.iter().find(|(name, _)| *name == letter).map_or(0, |(_, bits)| bits.len());
            code << width | self.field(letter, word)
        })
    }

    /// Returns the addressing mode and the number of the address register of an `Ea` or `OtherEa` operand; `None` if
    /// the code is illegal. The register number of an absolute address is 0.
    pub fn effective_address(&self, operand: &Operand, word: u32) -> Option<(Mode, u32)> {
        let mut letters = operand.letters.chars();
        let mode = self.field(letters.next()?, word) as usize;
        let register = self.field(letters.next()?, word);
        match operand.kind.class() {
            Class::Ea(modes) => {
                let mode = (*modes.get(mode)?)?;
                (mode != Mode::Absolute || register == 0).then_some((mode, register))
            }
            // UM A-242, note 5: the Y address uses the bank that the X address leaves free.
            Class::OtherEa(modes) => Some(((*modes.get(mode)?)?, (!register & 4) | self.field(letters.next()?, word))),
            _ => None,
        }
    }

    /// Returns true if the fixed bits and every operand's code of `word` match this table row.
    pub fn matches(&self, word: u32) -> bool {
        word & self.mask == self.value && self.operands.iter().all(|operand| self.legal(operand, word))
    }

    fn legal(&self, operand: &Operand, word: u32) -> bool {
        let code = self.code(operand, word);
        match operand.kind.class() {
            Class::Register(values) => values.get(code as usize).is_some_and(Option::is_some),
            Class::Ea(_) | Class::OtherEa(_) => self.effective_address(operand, word).is_some(),
            Class::Unsigned { max } => code <= *max,
            _ => true,
        }
    }
}
