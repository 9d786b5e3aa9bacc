//! Deferred wrap-around of accumulators in sequences of MAC instructions.
//!
//! A MAC adds a product to a 56-bit accumulator, and an overflow sets V and the sticky L flag. In a sequence of MACs
//! (an *accumulation*), code adds 64-bit values and does not wrap the sum to 56 bits after each. The accumulator is
//! wrapped when something else reads it and at the end of the block.
//!
//! Correctness: up to the first sum that does not fit 56 bits, unwrapped and wrapped sums are equal, so bits 55 and
//! above show whether one of them overflowed. After that, L stays set whatever follows. V depends on the last sum,
//! which is recomputed from the wrapped sum before it.

use crate::emitter::Emitter;
use crate::emitter::ranged_value::{MAX_ACCUMULATOR_MAGNITUDE, RangedValue};
use cranelift_codegen::ir::{InstBuilder, Value};
use dsp56k_core::engine::{DecodedInstruction, PreservedBits};
use dsp56k_core::semantics::data_alu::DataAlu;
use dsp56k_isa::AluOp;

/// Magnitude above which a sum is wrapped before the next product is added: the next sum is below 2^62 then, and
/// twice the sum, which `collect_limit_bits` computes, fits 64 bits.
const MAX_UNWRAPPED_MAGNITUDE: u64 = 1 << 61;
/// Lowest bit above those of an accumulator.
const FIRST_OVERFLOW_BIT: i64 = 56;

impl Emitter<'_, '_> {
    /// Emits an operation of the data ALU. The accumulator of a MAC may stay unwrapped, unless a parallel move writes
    /// a part of it.
    pub(crate) fn emit_operation(&mut self, op: AluOp, e: &DecodedInstruction) -> RangedValue {
        self.in_accumulation = op == AluOp::Mac && e.keep == PreservedBits::Nothing;
        let result = self.alu(op, e);
        self.in_accumulation = false;
        result
    }

    /// Returns the accumulator to which a product is added, without wrapping it.
    pub(super) fn load_unwrapped_accumulator(&mut self, acc: usize) -> RangedValue {
        if self.facts.max_magnitude[acc] > MAX_UNWRAPPED_MAGNITUDE {
            self.wrap_accumulator(acc);
        }
        let before = RangedValue::new(self.get(self.registers.acc[acc]), self.facts.max_magnitude[acc]);
        self.previous_sum = (before.max_magnitude > MAX_ACCUMULATOR_MAGNITUDE).then_some(before.value);
        before
    }

    /// Records a sum that may not fit 56 bits as the source of the condition codes, and defers its effect on L.
    pub(super) fn set_sum_flag_source(&mut self, sum: RangedValue) {
        let before = self.previous_sum.take();
        self.set_unwrapped_flag_source(sum.value, before);
        if let Some(last) = self.facts.deferred_limit.last.replace(sum.value) {
            self.facts.deferred_limit.earlier = Some(self.collect_limit_bits(last));
        }
    }

    /// Adds the overflow bits of `last` to those of the earlier sums. A sum overflows if bits 55 and above are not
    /// equal; its XOR with itself shifted left by one has a bit from 56 upwards then.
    fn collect_limit_bits(&mut self, last: Value) -> Value {
        let twice = self.builder.ins().iadd(last, last);
        let overflow = self.builder.ins().bxor(twice, last);
        match self.facts.deferred_limit.earlier {
            Some(earlier) => self.builder.ins().bor(earlier, overflow),
            None => overflow,
        }
    }

    /// Emits a value wrapped to 56 bits. Reuses the result of an earlier call.
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

    /// Emits the exact result of the chip's last addition: the product, added to the wrapped sum before it.
    pub(super) fn compute_exact_sum(&mut self, sum: Value, before: Value) -> Value {
        let wrapped = self.extended(RangedValue::new(before, u64::MAX));
        let product = self.builder.ins().isub(sum, before);
        self.builder.ins().iadd(wrapped.value, product)
    }

    /// Wraps an accumulator to 56 bits, if that is deferred.
    pub(super) fn wrap_accumulator(&mut self, acc: usize) {
        if self.facts.max_magnitude[acc] > MAX_ACCUMULATOR_MAGNITUDE {
            let sum = self.get(self.registers.acc[acc]);
            let wrapped = self.wrap_value(sum);
            self.facts.max_magnitude[acc] = MAX_ACCUMULATOR_MAGNITUDE;
            self.set(self.registers.acc[acc], wrapped.value);
        }
    }

    /// Wraps both accumulators and updates L.
    pub(crate) fn wrap_accumulators(&mut self) {
        self.wrap_accumulator(0);
        self.wrap_accumulator(1);
        self.flush_limit();
    }

    /// Updates L by all deferred sums.
    pub(super) fn flush_limit(&mut self) {
        let Some(last) = self.facts.deferred_limit.last.take() else { return };
        let overflow = if self.facts.deferred_limit.earlier.is_some() {
            let overflow = self.collect_limit_bits(last);
            self.builder.ins().ushr_imm_u(overflow, FIRST_OVERFLOW_BIT)
        } else {
            // A single sum has been wrapped for V or will be; L reuses that value.
            let wrapped = self.wrap_value(last);
            self.builder.ins().bxor(last, wrapped.value)
        };
        self.facts.deferred_limit.earlier = None;
        self.add_limit(overflow);
    }
}
