//! Sums of products of code that is being written. In a row of MACs the accumulator is not cut to 56 bits after each: it is
//! before somebody else asks for it, and where the block or the code ends. Whether each sum fits is told by the
//! bits above all the same: up to the first that does not, they are those of a number of 56 bits, and L stays set from
//! there on. V tells of the last sum alone.

use crate::emitter::Emitter;
use crate::emitter::ranged_value::{MAX_ACCUMULATOR_MAGNITUDE, RangedValue};
use cranelift_codegen::ir::{InstBuilder, Value};
use dsp56k_core::engine::{Entry, Keep};
use dsp56k_core::semantics::data_alu::DataAlu;
use dsp56k_isa::AluOp;

/// A sum that can be larger is cut before more is added.
const MAX_UNWRAPPED_MAGNITUDE: u64 = 1 << 61;
/// The lowest bit above those of an accumulator.
const FIRST_OVERFLOW_BIT: i64 = 56;

impl Emitter<'_, '_> {
    /// An operation of the data ALU; a MAC may leave more than 56 bits, but where moves write a part of its accumulator.
    pub(crate) fn emit_operation(&mut self, op: AluOp, e: &Entry) -> RangedValue {
        self.in_accumulation = op == AluOp::Mac && e.keep == Keep::Nothing;
        let result = self.alu(op, e);
        self.in_accumulation = false;
        result
    }

    /// The accumulator to which a product is added, as the sums before have left it.
    pub(super) fn load_unwrapped_accumulator(&mut self, acc: usize) -> RangedValue {
        if self.facts.max_magnitude[acc] > MAX_UNWRAPPED_MAGNITUDE {
            self.wrap_accumulator(acc);
        }
        let before = RangedValue::new(self.get(self.registers.acc[acc]), self.facts.max_magnitude[acc]);
        self.previous_sum = (before.max_magnitude > MAX_ACCUMULATOR_MAGNITUDE).then_some(before.value);
        before
    }

    /// A sum that may not fit 56 bits is what flags follow from.
    pub(super) fn set_sum_flag_source(&mut self, sum: RangedValue) {
        let before = self.previous_sum.take();
        self.set_unwrapped_flag_source(sum.value, before);
        if let Some(last) = self.facts.deferred_limit.last.replace(sum.value) {
            self.facts.deferred_limit.earlier = Some(self.collect_limit_bits(last));
        }
    }

    /// Bits of all sums up to this one: those from 56 on tell whether they are equal from 55 on.
    fn collect_limit_bits(&mut self, last: Value) -> Value {
        let twice = self.builder.ins().iadd(last, last);
        let overflow = self.builder.ins().bxor(twice, last);
        match self.facts.deferred_limit.earlier {
            Some(earlier) => self.builder.ins().bor(earlier, overflow),
            None => overflow,
        }
    }

    /// What 56 bits hold of a value.
    pub(super) fn wrap_value(&mut self, value: Value) -> RangedValue {
        match self.facts.last_wrapped {
            Some((of, wrapped)) if of == value => wrapped,
            _ => {
                let wrapped = self.extended(RangedValue::new(value, u64::MAX));
                self.facts.last_wrapped = Some((value, wrapped));
                wrapped
            }
        }
    }

    /// A sum that the sum before may have left with more than 56 bits, as the chip has it.
    pub(super) fn compute_exact_sum(&mut self, sum: Value, before: Value) -> Value {
        let wrapped = self.extended(RangedValue::new(before, u64::MAX));
        let product = self.builder.ins().isub(sum, before);
        self.builder.ins().iadd(wrapped.value, product)
    }

    /// The accumulator has 56 bits.
    pub(super) fn wrap_accumulator(&mut self, acc: usize) {
        if self.facts.max_magnitude[acc] > MAX_ACCUMULATOR_MAGNITUDE {
            let sum = self.get(self.registers.acc[acc]);
            let wrapped = self.wrap_value(sum);
            self.facts.max_magnitude[acc] = MAX_ACCUMULATOR_MAGNITUDE;
            self.set(self.registers.acc[acc], wrapped.value);
        }
    }

    /// Accumulators have 56 bits, and L is what the sums have made it.
    pub(crate) fn wrap_accumulators(&mut self) {
        self.wrap_accumulator(0);
        self.wrap_accumulator(1);
        self.flush_limit();
    }

    /// L is what the sums have made it.
    pub(super) fn flush_limit(&mut self) {
        let Some(last) = self.facts.deferred_limit.last.take() else { return };
        let overflow = if self.facts.deferred_limit.earlier.is_some() {
            let overflow = self.collect_limit_bits(last);
            self.builder.ins().ushr_imm_u(overflow, FIRST_OVERFLOW_BIT)
        } else {
            // Of one alone what is cut off is at hand.
            let wrapped = self.wrap_value(last);
            self.builder.ins().bxor(last, wrapped.value)
        };
        self.facts.deferred_limit.earlier = None;
        self.add_limit(overflow);
    }
}
