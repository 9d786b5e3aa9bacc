//! Sums of products of code that is being written. In a row of MACs the accumulator is not cut to 56 bits after each: it is
//! before somebody else asks for it, and where the block or the code ends. Whether each sum fits is told by the
//! bits above all the same: up to the first that does not, they are those of a number of 56 bits, and L stays set from
//! there on. V tells of the last sum alone.

use crate::writer::Writer;
use crate::writer::number::{LARGEST, Number};
use cranelift_codegen::ir::{InstBuilder, Value};
use dsp56k_core::engine::{Entry, Keep};
use dsp56k_core::semantics::data_alu::DataAlu;
use dsp56k_isa::AluOp;

/// A sum that can be larger is cut before more is added.
const MOST: u64 = 1 << 61;
/// The lowest bit above those of an accumulator.
const ABOVE: i64 = 56;

impl Writer<'_, '_> {
    /// An operation of the data ALU; a MAC may leave more than 56 bits, but where moves write a part of its accumulator.
    pub(crate) fn operate(&mut self, op: AluOp, e: &Entry) -> Number {
        self.summing = op == AluOp::Mac && e.keep == Keep::Nothing;
        let result = self.alu(op, e);
        self.summing = false;
        result
    }

    /// The accumulator to which a product is added, as the sums before have left it.
    pub(super) fn sum_before(&mut self, acc: usize) -> Number {
        if self.facts.size[acc] > MOST {
            self.settle_sum(acc);
        }
        let before = Number::new(self.get(self.fields.acc[acc]), self.facts.size[acc]);
        self.before_sum = (before.most > LARGEST).then_some(before.value);
        before
    }

    /// A sum that may not fit 56 bits is what flags follow from.
    pub(super) fn follow_sum(&mut self, sum: Number) {
        let before = self.before_sum.take();
        self.follow_uncut(sum.value, before);
        if let Some(last) = self.facts.lost.last.replace(sum.value) {
            self.facts.lost.before = Some(self.lost_before(last));
        }
    }

    /// Bits of all sums up to this one: those from 56 on tell whether they are equal from 55 on.
    fn lost_before(&mut self, last: Value) -> Value {
        let twice = self.builder.ins().iadd(last, last);
        let lost = self.builder.ins().bxor(twice, last);
        match self.facts.lost.before {
            Some(before) => self.builder.ins().bor(before, lost),
            None => lost,
        }
    }

    /// What 56 bits hold of a value.
    pub(super) fn wrapped(&mut self, value: Value) -> Number {
        match self.facts.wrapped {
            Some((of, cut)) if of == value => cut,
            _ => {
                let cut = self.extended(Number::new(value, u64::MAX));
                self.facts.wrapped = Some((value, cut));
                cut
            }
        }
    }

    /// A sum that the sum before may have left with more than 56 bits, as the chip has it.
    pub(super) fn exact_sum(&mut self, sum: Value, before: Value) -> Value {
        let cut = self.extended(Number::new(before, u64::MAX));
        let product = self.builder.ins().isub(sum, before);
        self.builder.ins().iadd(cut.value, product)
    }

    /// The accumulator has 56 bits.
    pub(super) fn settle_sum(&mut self, acc: usize) {
        if self.facts.size[acc] > LARGEST {
            let sum = self.get(self.fields.acc[acc]);
            let cut = self.wrapped(sum);
            self.facts.size[acc] = LARGEST;
            self.set(self.fields.acc[acc], cut.value);
        }
    }

    /// Accumulators have 56 bits, and L is what the sums have made it.
    pub(crate) fn settle_sums(&mut self) {
        self.settle_sum(0);
        self.settle_sum(1);
        self.settle_l();
    }

    /// L is what the sums have made it.
    pub(super) fn settle_l(&mut self) {
        let Some(last) = self.facts.lost.last.take() else { return };
        let lost = if self.facts.lost.before.is_some() {
            let lost = self.lost_before(last);
            self.builder.ins().ushr_imm_u(lost, ABOVE)
        } else {
            // Of one alone what is cut off is at hand.
            let cut = self.wrapped(last);
            self.builder.ins().bxor(last, cut.value)
        };
        self.facts.lost.before = None;
        self.add_beyond(lost);
    }
}
