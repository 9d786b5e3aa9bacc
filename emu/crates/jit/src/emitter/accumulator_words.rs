//! Words of accumulators: A1 and B1, which logical operations and moves read.
//!
//! The MSP (bits 47 to 24) of an accumulator is often computed by a logical operation and then used as an address. A
//! fact records the SSA value of that word, which avoids shifting it out of the accumulator again. A variable carries
//! it to merge points, in regions that read it at all.
//!
//! Invariant: at a branch to a merge point, the MSP variables that the region reads are defined and equal to the
//! words in the accumulators.

use crate::emitter::Emitter;
use crate::emitter::ranged_value::{WORD_BITS, WORD_EXTENSION_SHIFT, WordSource};
use cranelift_codegen::ir::{InstBuilder, Value};
use dsp56k_core::engine::DecodedInstruction;
use dsp56k_core::engine::region::{Flow, Region, Step};
use dsp56k_isa::{AluOp, Reg};

/// Bitwise operation on two words.
#[derive(Clone, Copy)]
pub(crate) enum BitwiseOp {
    And,
    Or,
    Xor,
}

impl Emitter<'_, '_> {
    /// Combines the sources of two words. Returns `None` if one of them is not known.
    pub(crate) fn combine_words(
        &mut self,
        op: BitwiseOp,
        a: Option<WordSource>,
        b: Option<WordSource>,
    ) -> Option<WordSource> {
        let (a, b) = (a?, b?);
        Some(match (op, a, b) {
            (BitwiseOp::And, WordSource::Constant(0), _) | (BitwiseOp::And, _, WordSource::Constant(0)) => {
                WordSource::Constant(0)
            }
            (BitwiseOp::And, WordSource::Constant(-1), word) | (BitwiseOp::And, word, WordSource::Constant(-1)) => word,
            (BitwiseOp::Or | BitwiseOp::Xor, WordSource::Constant(0), word)
            | (BitwiseOp::Or | BitwiseOp::Xor, word, WordSource::Constant(0)) => word,
            _ => {
                let (a, b) = (self.materialize_word(a), self.materialize_word(b));
                let ins = self.builder.ins();
                WordSource::Value(match op {
                    BitwiseOp::And => ins.band(a, b),
                    BitwiseOp::Or => ins.bor(a, b),
                    BitwiseOp::Xor => ins.bxor(a, b),
                })
            }
        })
    }

    /// Emits the value of a word.
    pub(crate) fn materialize_word(&mut self, word: WordSource) -> Value {
        match word {
            WordSource::Constant(value) => self.constant(value),
            WordSource::Value(value) => value,
        }
    }

    /// Returns the values of the MSP variables at the start of the current block. A fact holds the value, not the
    /// variable: the end of the block redefines the variable, and a fact about the other accumulator may still need
    /// the old value.
    pub(crate) fn msp_at_merge(&mut self) -> [Option<WordSource>; 2] {
        let Self { builder, msp_vars, reads_msp, .. } = self;
        std::array::from_fn(|acc| reads_msp[acc].then(|| WordSource::Value(builder.use_var(msp_vars[acc]))))
    }

    /// Defines the MSP variables that the region reads.
    pub(crate) fn flush_msp_vars(&mut self) {
        self.flush_msp_vars_except([false; 2]);
    }

    /// Defines the MSP variables that the region reads, except for those of some accumulators.
    pub(crate) fn flush_msp_vars_except(&mut self, except: [bool; 2]) {
        for (acc, except) in except.into_iter().enumerate() {
            if except || !self.reads_msp[acc] {
                continue;
            }
            let value = match self.facts.msp[acc] {
                Some(word) => self.materialize_word(word),
                None => self.extract_msp(acc),
            };
            self.facts.msp[acc] = Some(WordSource::Value(value));
            self.builder.def_var(self.msp_vars[acc], value);
        }
    }

    /// Removes the facts about the MSP of some accumulators.
    pub(crate) fn forget_msp(&mut self, accs: [bool; 2]) {
        for (msp, _) in self.facts.msp.iter_mut().zip(accs).filter(|(_, forgotten)| *forgotten) {
            *msp = None;
        }
    }

    /// Emits the MSP of an accumulator by shifts.
    fn extract_msp(&mut self, acc: usize) -> Value {
        let value = self.get(self.registers.acc[acc]);
        let shifted = self.builder.ins().ishl_imm_u(value, WORD_EXTENSION_SHIFT - i64::from(WORD_BITS));
        self.builder.ins().sshr_imm_u(shifted, WORD_EXTENSION_SHIFT)
    }
}

/// Returns, for each accumulator, true if the region reads its MSP.
pub(crate) fn reads_msp(region: &Region) -> [bool; 2] {
    let uses_msp = |instruction: &DecodedInstruction, acc: usize| {
        let part = [Reg::A1, Reg::B1][acc];
        let is_logic = matches!(
            instruction.alu,
            AluOp::And | AluOp::Or | AluOp::Eor | AluOp::Not | AluOp::Lsl | AluOp::Lsr | AluOp::Rol | AluOp::Ror
        );
        instruction.regs.contains(&part) || is_logic && usize::from(instruction.acc) == acc
    };
    let step_uses_msp = |step: &Step, acc| match step {
        Step::Data { instruction, .. } | Step::BeginLoop { instruction, .. } | Step::BeginRep { instruction, .. } => {
            uses_msp(instruction, acc)
        }
        _ => false,
    };
    std::array::from_fn(|acc| {
        region.blocks.iter().any(|block| {
            block.steps.iter().any(|(step, _)| step_uses_msp(step, acc))
                || matches!(&block.flow, Flow::Bit { instruction, .. } if uses_msp(instruction, acc))
        })
    })
}
