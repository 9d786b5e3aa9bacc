//! Middle words of accumulators, on which logic works and by which data make addresses. A middle word that has a value already is
//! not shifted out of its accumulator again; a variable takes it to blocks with several predecessors.

use crate::writer::Writer;
use crate::writer::number::{ABOVE_WORD, WORD_BITS, Word};
use cranelift_codegen::ir::{InstBuilder, Value};
use dsp56k_core::engine::Entry;
use dsp56k_core::engine::region::{Flow, Region, Step};
use dsp56k_isa::{AluOp, Reg};

/// What two words make one of, bit by bit.
#[derive(Clone, Copy)]
pub(crate) enum Combination {
    And,
    Or,
    Xor,
}

impl Writer<'_, '_> {
    pub(crate) fn combined(&mut self, by: Combination, a: Option<Word>, b: Option<Word>) -> Option<Word> {
        let (a, b) = (a?, b?);
        Some(match (by, a, b) {
            (Combination::And, Word::Known(0), _) | (Combination::And, _, Word::Known(0)) => Word::Known(0),
            (Combination::And, Word::Known(-1), word) | (Combination::And, word, Word::Known(-1)) => word,
            (Combination::Or | Combination::Xor, Word::Known(0), word)
            | (Combination::Or | Combination::Xor, word, Word::Known(0)) => word,
            _ => {
                let (a, b) = (self.word_value(a), self.word_value(b));
                let ins = self.builder.ins();
                Word::Value(match by {
                    Combination::And => ins.band(a, b),
                    Combination::Or => ins.bor(a, b),
                    Combination::Xor => ins.bxor(a, b),
                })
            }
        })
    }

    pub(crate) fn word_value(&mut self, word: Word) -> Value {
        match word {
            Word::Known(known) => self.constant(known),
            Word::Value(value) => value,
        }
    }

    /// The values that the variables of middle words have at the start of the current block. A fact holds the value, not the
    /// variable: a variable is redefined at the end of the block, where a fact of the other accumulator may still need the
    /// value from the start.
    pub(crate) fn middles_at_start(&mut self) -> [Option<Word>; 2] {
        let Self { builder, middles, reads_middle, .. } = self;
        std::array::from_fn(|acc| reads_middle[acc].then(|| Word::Value(builder.use_var(middles[acc]))))
    }

    /// Defines the variables of the middle words that the region reads.
    pub(crate) fn settle_middles(&mut self) {
        self.settle_middles_except([false; 2]);
    }

    /// The same without those of some accumulators.
    pub(crate) fn settle_middles_except(&mut self, except: [bool; 2]) {
        for (acc, except) in except.into_iter().enumerate() {
            if except || !self.reads_middle[acc] {
                continue;
            }
            let value = match self.facts.middle[acc] {
                Some(word) => self.word_value(word),
                None => self.extracted_middle(acc),
            };
            self.facts.middle[acc] = Some(Word::Value(value));
            self.builder.def_var(self.middles[acc], value);
        }
    }

    /// Nothing is known of the middle words of these accumulators.
    pub(crate) fn forget_middles(&mut self, accs: [bool; 2]) {
        for (middle, _) in self.facts.middle.iter_mut().zip(accs).filter(|(_, forgotten)| *forgotten) {
            *middle = None;
        }
    }

    /// The middle word of an accumulator, shifted out of it.
    fn extracted_middle(&mut self, acc: usize) -> Value {
        let value = self.get(self.fields.acc[acc]);
        let high = self.builder.ins().ishl_imm_u(value, ABOVE_WORD - i64::from(WORD_BITS));
        self.builder.ins().sshr_imm_u(high, ABOVE_WORD)
    }
}

/// Whether a region reads the middle word of each accumulator.
pub(crate) fn reads_middle(region: &Region) -> [bool; 2] {
    let asked = |entry: &Entry, acc: usize| {
        let part = [Reg::A1, Reg::B1][acc];
        let logic = matches!(
            entry.alu,
            AluOp::And | AluOp::Or | AluOp::Eor | AluOp::Not | AluOp::Lsl | AluOp::Lsr | AluOp::Rol | AluOp::Ror
        );
        entry.regs.contains(&part) || logic && usize::from(entry.acc) == acc
    };
    let of_step = |step: &Step, acc| match step {
        Step::Data { entry, .. } | Step::Begin { entry, .. } | Step::Repeat { entry, .. } => asked(entry, acc),
        _ => false,
    };
    std::array::from_fn(|acc| {
        region.blocks.iter().any(|block| {
            block.steps.iter().any(|(step, _)| of_step(step, acc))
                || matches!(&block.flow, Flow::Bit { entry, .. } if asked(entry, acc))
        })
    })
}
