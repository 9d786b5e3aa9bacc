//! Middle words of accumulators, on which logic works and by which data make addresses. Where one is at hand nothing is shifted
//! for it; what it is where several ways meet is a variable of its own.

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
            Word::Head(acc) => self.builder.use_var(self.middles[acc]),
        }
    }

    /// The variables of middle words that somebody asks for are up to date.
    pub(crate) fn settle_middles(&mut self) {
        self.settle_middles_but([false; 2]);
    }

    /// The same but for those of some accumulators.
    pub(crate) fn settle_middles_but(&mut self, others: [bool; 2]) {
        for (acc, other) in others.into_iter().enumerate() {
            let (head, middle) = (self.heads[acc], self.facts.middle[acc]);
            if other || head.is_none() || middle == head {
                continue;
            }
            match middle {
                Some(word) => {
                    let word = self.word_value(word);
                    self.builder.def_var(self.middles[acc], word);
                }
                None => self.find_middle(acc),
            }
            self.facts.middle[acc] = head;
        }
    }

    /// Nothing is known of the middle words of these accumulators.
    pub(crate) fn forget_middles(&mut self, accs: [bool; 2]) {
        for (middle, _) in self.facts.middle.iter_mut().zip(accs).filter(|(_, forgotten)| *forgotten) {
            *middle = None;
        }
    }

    /// The variables are found from the accumulators.
    pub(crate) fn find_middles(&mut self) {
        for acc in 0..self.middles.len() {
            if self.heads[acc].is_some() {
                self.find_middle(acc);
            }
        }
    }

    fn find_middle(&mut self, acc: usize) {
        let value = self.get(self.fields.acc[acc]);
        let high = self.builder.ins().ishl_imm_u(value, ABOVE_WORD - i64::from(WORD_BITS));
        let word = self.builder.ins().sshr_imm_u(high, ABOVE_WORD);
        self.builder.def_var(self.middles[acc], word);
    }
}

/// The middle words that a region asks for.
pub(crate) fn heads(region: &Region) -> [Option<Word>; 2] {
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
        let any = region.blocks.iter().any(|block| {
            block.steps.iter().any(|(step, _)| of_step(step, acc))
                || matches!(&block.flow, Flow::Bit { entry, .. } if asked(entry, acc))
        });
        any.then_some(Word::Head(acc))
    })
}
