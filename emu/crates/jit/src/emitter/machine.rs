//! The core's `Machine` trait over SSA values.
//!
//! The core's semantics are generic functions over `Machine` (a tagless-final encoding). Called with the emitter,
//! they emit CLIF. Parts of an instruction that are known at translation time, such as the decoded operands, the
//! scaling mode and bit positions, are Rust values and cost nothing at run time. Methods fold constants and omit
//! operations whose result is known from the ranges of their operands.

use crate::emitter::Emitter;
use crate::emitter::accumulator_words::BitwiseOp;
use crate::emitter::facts::Address;
use crate::emitter::ranged_value::{
    MAX_ACCUMULATOR_MAGNITUDE, MAX_WORD_MAGNITUDE, RangedValue, WORD_BITS, WORD_EXTENSION_SHIFT, WordSource,
};
use cranelift_codegen::ir::condcodes::{CondCode, IntCC};
use cranelift_codegen::ir::{InstBuilder, InstructionData, Value, types};
use dsp56k_core::engine::EffectiveAddress;
use dsp56k_core::engine::jit_state::within;
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::conditions::Conditions;
use dsp56k_core::semantics::data_alu::DataAlu;
use dsp56k_isa::Mode;

/// Largest word without a sign.
const MAX_UNSIGNED_WORD: u64 = (1 << 24) - 1;

impl Machine for Emitter<'_, '_> {
    type Acc = RangedValue;
    type Word = Value;
    type Address = Address;
    type Bit = Value;

    fn number(&mut self, value: i64) -> RangedValue {
        let (lsp, msp) = (Some(WordSource::from_constant(value, 0)), Some(WordSource::from_constant(value, WORD_BITS)));
        RangedValue { lsp, msp, ..RangedValue::new(self.constant(value), value.unsigned_abs()) }
    }

    fn sum(&mut self, a: RangedValue, b: RangedValue) -> RangedValue {
        RangedValue::new(self.builder.ins().iadd(a.value, b.value), a.sum_magnitude(b))
    }

    fn difference(&mut self, a: RangedValue, b: RangedValue) -> RangedValue {
        RangedValue::new(self.builder.ins().isub(a.value, b.value), a.sum_magnitude(b))
    }

    fn times(&mut self, a: RangedValue, b: RangedValue) -> RangedValue {
        RangedValue::new(self.builder.ins().imul(a.value, b.value), a.product_magnitude(b))
    }

    fn magnitude(&mut self, a: RangedValue) -> RangedValue {
        RangedValue::new(self.builder.ins().iabs(a.value), a.max_magnitude)
    }

    fn bit_and(&mut self, a: RangedValue, b: RangedValue) -> RangedValue {
        let msp = self.combine_words(BitwiseOp::And, a.msp, b.msp);
        RangedValue {
            msp,
            ..RangedValue::new(self.builder.ins().band(a.value, b.value), a.bitwise_magnitude(b.max_magnitude))
        }
    }

    fn bit_or(&mut self, a: RangedValue, b: RangedValue) -> RangedValue {
        match (self.known_constant(a.value), self.known_constant(b.value)) {
            (Some(0), _) => return b,
            (_, Some(0)) => return a,
            _ => {}
        }
        let msp = self.combine_words(BitwiseOp::Or, a.msp, b.msp);
        RangedValue {
            msp,
            ..RangedValue::new(self.builder.ins().bor(a.value, b.value), a.bitwise_magnitude(b.max_magnitude))
        }
    }

    fn bit_xor(&mut self, a: RangedValue, b: RangedValue) -> RangedValue {
        let msp = self.combine_words(BitwiseOp::Xor, a.msp, b.msp);
        RangedValue {
            msp,
            ..RangedValue::new(self.builder.ins().bxor(a.value, b.value), a.bitwise_magnitude(b.max_magnitude))
        }
    }

    fn and_mask(&mut self, a: RangedValue, mask: i64) -> RangedValue {
        match (mask, self.known_constant(a.value)) {
            (-1, _) => return a,
            (0, _) => return self.number(0),
            (_, Some(known)) => return self.number(known & mask),
            _ => {}
        }
        let max_magnitude = match u64::try_from(mask) {
            Ok(mask) => mask,
            // Bits below a power of two are cleared: the number is rounded down, by less than that power.
            Err(_) if mask.unsigned_abs().is_power_of_two() => a.max_magnitude.saturating_add(mask.unsigned_abs()),
            Err(_) => a.bitwise_magnitude(mask.unsigned_abs()),
        };
        let preserved = |word: Option<WordSource>, lowest| match WordSource::from_constant(mask, lowest) {
            WordSource::Constant(-1) => word,
            WordSource::Constant(0) => Some(WordSource::Constant(0)),
            _ => None,
        };
        let (lsp, msp) = (preserved(a.lsp, 0), preserved(a.msp, WORD_BITS));
        RangedValue { lsp, msp, ..RangedValue::new(self.builder.ins().band_imm_s(a.value, mask), max_magnitude) }
    }

    fn shl(&mut self, a: RangedValue, by: u32) -> RangedValue {
        if by == 0 { a } else { a.shifted_left(self.builder.ins().ishl_imm_u(a.value, i64::from(by)), by) }
    }

    fn sar(&mut self, a: RangedValue, by: u32) -> RangedValue {
        if by == 0 { a } else { a.shifted_right(self.builder.ins().sshr_imm_u(a.value, i64::from(by)), by) }
    }

    fn select_value(&mut self, bit: Value, yes: RangedValue, no: RangedValue) -> RangedValue {
        RangedValue::new(self.builder.ins().select(bit, yes.value, no.value), yes.max_magnitude.max(no.max_magnitude))
    }

    fn is_zero(&mut self, a: RangedValue) -> Value {
        self.builder.ins().icmp_imm_s(IntCC::Equal, a.value, 0)
    }

    fn is_negative(&mut self, a: RangedValue) -> Value {
        self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, a.value, 0)
    }

    fn not(&mut self, bit: Value) -> Value {
        let definition = self.builder.func.dfg.value_def(bit).inst().map(|inst| self.builder.func.dfg.insts[inst]);
        if let Some(InstructionData::IntCompare { args: [a, b], cond, .. }) = definition {
            return self.builder.ins().icmp(cond.complement(), a, b);
        }
        self.builder.ins().bxor_imm_s(bit, 1)
    }

    fn and(&mut self, a: Value, b: Value) -> Value {
        self.builder.ins().band(a, b)
    }

    fn or(&mut self, a: Value, b: Value) -> Value {
        self.builder.ins().bor(a, b)
    }

    fn xor(&mut self, a: Value, b: Value) -> Value {
        self.builder.ins().bxor(a, b)
    }

    fn bit_to_number(&mut self, bit: Value) -> RangedValue {
        RangedValue::new(self.builder.ins().uextend(types::I64, bit), 1)
    }

    fn word(&mut self, value: u32) -> Value {
        self.constant(i64::from(value) << WORD_EXTENSION_SHIFT >> WORD_EXTENSION_SHIFT)
    }

    fn low_word(&mut self, a: RangedValue) -> Value {
        if a.max_magnitude < MAX_WORD_MAGNITUDE {
            return a.value;
        }
        if let Some(word) = a.lsp {
            return self.materialize_word(word);
        }
        let (value, shift) = match a.shifted_from {
            Some((source, by)) if i64::from(by) <= WORD_EXTENSION_SHIFT => {
                (source, WORD_EXTENSION_SHIFT - i64::from(by))
            }
            _ => (a.value, WORD_EXTENSION_SHIFT),
        };
        let shifted = self.builder.ins().ishl_imm_u(value, shift);
        self.builder.ins().sshr_imm_u(shifted, WORD_EXTENSION_SHIFT)
    }

    fn narrow(&mut self, a: RangedValue) -> Value {
        a.value
    }

    fn signed(&mut self, word: Value) -> RangedValue {
        RangedValue { lsp: Some(WordSource::Value(word)), ..RangedValue::new(word, MAX_WORD_MAGNITUDE) }
    }

    fn unsigned(&mut self, word: Value) -> RangedValue {
        let signed = self.signed(word);
        self.and_mask(signed, MAX_UNSIGNED_WORD as i64)
    }

    fn pointer(&mut self, word: Value) -> Address {
        Address::from_value(self.truncate_address(word))
    }

    fn pointer_word(&mut self, address: Address) -> Value {
        let value = self.address_value(address);
        self.address_values.insert(value);
        value
    }

    fn acc(&mut self, acc: usize) -> RangedValue {
        if self.in_accumulation {
            return self.load_unwrapped_accumulator(acc);
        }
        self.wrap_accumulator(acc);
        let msp = self.facts.msp[acc];
        RangedValue { msp, ..RangedValue::new(self.get(self.registers.acc[acc]), self.facts.max_magnitude[acc]) }
    }

    fn set_acc(&mut self, acc: usize, value: RangedValue) {
        self.facts.max_magnitude[acc] =
            if value.unwrapped { value.max_magnitude } else { value.max_magnitude.min(MAX_ACCUMULATOR_MAGNITUDE) };
        self.facts.msp[acc] = value.msp;
        self.set(self.registers.acc[acc], value.value);
    }

    fn input(&mut self, input: usize) -> Value {
        self.get(self.registers.input[input])
    }

    fn set_input(&mut self, input: usize, word: Value) {
        self.set(self.registers.input[input], word);
    }

    fn address_register(&mut self, index: u8) -> Address {
        let i = usize::from(index & 7);
        if self.new_delayed_write == Some(index) {
            return Address::from_value(self.get(self.registers.delayed_write));
        }
        Address::from_value(match (self.delayed_write, index) {
            (Some((delayed, value)), _) if delayed == index => value,
            (_, 0..8) => self.r(i),
            (_, 8..16) => self.get(self.registers.n[i]),
            _ => self.constant(i64::from(self.m[i])),
        })
    }

    fn write_address_register(&mut self, index: u8, value: Address) {
        self.new_delayed_write = Some(index);
        let value = self.address_value(value);
        self.set(self.registers.delayed_write, value);
    }

    fn integer_bit(&self) -> u32 {
        self.key.settings.integer_bit
    }

    fn set_result(&mut self, exact: RangedValue) -> RangedValue {
        if exact.fits_accumulator() {
            self.set_flag_source(exact.value, exact);
            return exact;
        }
        if self.in_accumulation {
            self.set_sum_flag_source(exact);
            return RangedValue { unwrapped: true, ..exact };
        }
        let wrapped = self.extended(exact);
        self.set_flag_source(exact.value, wrapped);
        let overflow = self.bit_xor(exact, wrapped);
        self.add_limit(overflow.value);
        wrapped
    }

    fn set_nz(&mut self, value: RangedValue) {
        self.set_nzv_source(value.value, value);
    }

    fn set_c(&mut self, bit: Value) {
        self.set_carry(bit);
    }

    fn set_v(&mut self, bit: Value) {
        self.update_overflow(bit, false);
    }

    fn add_v(&mut self, bit: Value) {
        self.update_overflow(bit, true);
    }

    fn add_l(&mut self, bit: Value) {
        let l = self.bit_to_number(bit);
        self.add_limit(l.value);
    }

    fn c(&mut self) -> Value {
        self.carry()
    }

    fn n(&mut self) -> Value {
        let nz_result = self.nz_result();
        self.is_negative(nz_result)
    }

    fn z(&mut self) -> Value {
        let nz_result = self.nz_result();
        self.is_zero(nz_result)
    }

    fn l(&mut self) -> Value {
        self.flush_limit();
        let limit = self.load_limit();
        self.is_nonzero(limit)
    }

    fn e(&mut self) -> Value {
        let eu_result = self.eu_result();
        self.extension_in_use(eu_result)
    }

    fn u(&mut self) -> Value {
        let eu_result = self.eu_result();
        self.unnormalized(eu_result)
    }

    fn less(&mut self) -> Value {
        let (n, v) = (self.n(), self.overflow_bit());
        self.xor(n, v)
    }

    fn address_by(&mut self, mode: Mode, ea: EffectiveAddress) -> Address {
        self.update_pointer(mode, ea)
    }

    fn read_x(&mut self, address: Address) -> Value {
        self.loaded_words[0].take().unwrap_or_else(|| self.load_word(within::X, address))
    }

    fn read_y(&mut self, address: Address) -> Value {
        self.loaded_words[1].take().unwrap_or_else(|| self.load_word(within::Y, address))
    }

    fn write_x(&mut self, address: Address, word: Value) {
        let target = self.store_targets[0].take();
        self.store_word_to(target, within::X, address, word);
    }

    fn write_y(&mut self, address: Address, word: Value) {
        let target = self.store_targets[1].take();
        self.store_word_to(target, within::Y, address, word);
    }
}
