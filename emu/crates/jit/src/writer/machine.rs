//! The numbers for which the core's semantics are called as code is written.

use crate::writer::Writer;
use crate::writer::facts::Pointer;
use crate::writer::number::{ABOVE_WORD, LARGEST, Number, WORD, WORD_BITS, Word};
use crate::writer::words::Combination;
use cranelift_codegen::ir::condcodes::{CondCode, IntCC};
use cranelift_codegen::ir::{InstBuilder, InstructionData, Value, types};
use dsp56k_core::engine::Ea;
use dsp56k_core::engine::frame::within;
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::conditions::Conditions;
use dsp56k_core::semantics::data_alu::DataAlu;
use dsp56k_isa::Mode;

/// The size of words without a sign.
const UNSIGNED_WORD: u64 = (1 << 24) - 1;

impl Machine for Writer<'_, '_> {
    type Acc = Number;
    type Word = Value;
    type Address = Pointer;
    type Bit = Value;

    fn number(&mut self, value: i64) -> Number {
        let (low, middle) = (Some(Word::of(value, 0)), Some(Word::of(value, WORD_BITS)));
        Number { low, middle, ..Number::new(self.constant(value), value.unsigned_abs()) }
    }

    fn sum(&mut self, a: Number, b: Number) -> Number {
        Number::new(self.builder.ins().iadd(a.value, b.value), a.sum(b))
    }

    fn difference(&mut self, a: Number, b: Number) -> Number {
        Number::new(self.builder.ins().isub(a.value, b.value), a.sum(b))
    }

    fn times(&mut self, a: Number, b: Number) -> Number {
        Number::new(self.builder.ins().imul(a.value, b.value), a.product(b))
    }

    fn magnitude(&mut self, a: Number) -> Number {
        Number::new(self.builder.ins().iabs(a.value), a.most)
    }

    fn both(&mut self, a: Number, b: Number) -> Number {
        let middle = self.combined(Combination::And, a.middle, b.middle);
        Number { middle, ..Number::new(self.builder.ins().band(a.value, b.value), a.combined(b.most)) }
    }

    fn either(&mut self, a: Number, b: Number) -> Number {
        match (self.known(a.value), self.known(b.value)) {
            (Some(0), _) => return b,
            (_, Some(0)) => return a,
            _ => {}
        }
        let middle = self.combined(Combination::Or, a.middle, b.middle);
        Number { middle, ..Number::new(self.builder.ins().bor(a.value, b.value), a.combined(b.most)) }
    }

    fn differing(&mut self, a: Number, b: Number) -> Number {
        let middle = self.combined(Combination::Xor, a.middle, b.middle);
        Number { middle, ..Number::new(self.builder.ins().bxor(a.value, b.value), a.combined(b.most)) }
    }

    fn masked(&mut self, a: Number, mask: i64) -> Number {
        match (mask, self.known(a.value)) {
            (-1, _) => return a,
            (0, _) => return self.number(0),
            (_, Some(known)) => return self.number(known & mask),
            _ => {}
        }
        let most = u64::try_from(mask).unwrap_or_else(|_| a.combined(mask.unsigned_abs()));
        let kept = |word: Option<Word>, lowest| match Word::of(mask, lowest) {
            Word::Known(-1) => word,
            Word::Known(0) => Some(Word::Known(0)),
            _ => None,
        };
        let (low, middle) = (kept(a.low, 0), kept(a.middle, WORD_BITS));
        Number { low, middle, ..Number::new(self.builder.ins().band_imm_s(a.value, mask), most) }
    }

    fn left(&mut self, a: Number, by: u32) -> Number {
        if by == 0 { a } else { a.moved_left(self.builder.ins().ishl_imm_u(a.value, i64::from(by)), by) }
    }

    fn right(&mut self, a: Number, by: u32) -> Number {
        if by == 0 { a } else { a.moved_right(self.builder.ins().sshr_imm_u(a.value, i64::from(by)), by) }
    }

    fn chosen(&mut self, bit: Value, yes: Number, no: Number) -> Number {
        Number::new(self.builder.ins().select(bit, yes.value, no.value), yes.most.max(no.most))
    }

    fn is_zero(&mut self, a: Number) -> Value {
        self.builder.ins().icmp_imm_s(IntCC::Equal, a.value, 0)
    }

    fn is_negative(&mut self, a: Number) -> Value {
        self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, a.value, 0)
    }

    fn not(&mut self, bit: Value) -> Value {
        let found = self.builder.func.dfg.value_def(bit).inst().map(|inst| self.builder.func.dfg.insts[inst]);
        if let Some(InstructionData::IntCompare { args: [a, b], cond, .. }) = found {
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

    fn counted(&mut self, bit: Value) -> Number {
        Number::new(self.builder.ins().uextend(types::I64, bit), 1)
    }

    fn word(&mut self, value: u32) -> Value {
        self.constant(i64::from(value) << ABOVE_WORD >> ABOVE_WORD)
    }

    fn cut(&mut self, a: Number) -> Value {
        if a.most < WORD {
            return a.value;
        }
        if let Some(word) = a.low {
            return self.word_value(word);
        }
        let (value, above) = match a.shifted {
            Some((whole, by)) if i64::from(by) <= ABOVE_WORD => (whole, ABOVE_WORD - i64::from(by)),
            _ => (a.value, ABOVE_WORD),
        };
        let high = self.builder.ins().ishl_imm_u(value, above);
        self.builder.ins().sshr_imm_u(high, ABOVE_WORD)
    }

    fn fitting(&mut self, a: Number) -> Value {
        a.value
    }

    fn signed(&mut self, word: Value) -> Number {
        Number { low: Some(Word::Value(word)), ..Number::new(word, WORD) }
    }

    fn unsigned(&mut self, word: Value) -> Number {
        let signed = self.signed(word);
        self.masked(signed, UNSIGNED_WORD as i64)
    }

    fn pointer(&mut self, word: Value) -> Pointer {
        Pointer::at(self.address_cut(word))
    }

    fn pointer_word(&mut self, address: Pointer) -> Value {
        let value = self.value(address);
        self.addresses.insert(value);
        value
    }

    fn acc(&mut self, acc: usize) -> Number {
        if self.summing {
            return self.sum_before(acc);
        }
        self.settle_sum(acc);
        let middle = self.facts.middle[acc];
        Number { middle, ..Number::new(self.get(self.fields.acc[acc]), self.facts.size[acc]) }
    }

    fn set_acc(&mut self, acc: usize, value: Number) {
        self.facts.size[acc] = if value.uncut { value.most } else { value.most.min(LARGEST) };
        self.facts.middle[acc] = value.middle;
        self.set(self.fields.acc[acc], value.value);
    }

    fn input(&mut self, input: usize) -> Value {
        self.get(self.fields.input[input])
    }

    fn set_input(&mut self, input: usize, word: Value) {
        self.set(self.fields.input[input], word);
    }

    fn address_register(&mut self, index: u8) -> Pointer {
        let i = usize::from(index & 7);
        if self.written == Some(index) {
            return Pointer::at(self.get(self.fields.late));
        }
        Pointer::at(match (self.before, index) {
            (Some((before, value)), _) if before == index => value,
            (_, 0..8) => self.r(i),
            (_, 8..16) => self.get(self.fields.n[i]),
            _ => self.constant(i64::from(self.key.m[i])),
        })
    }

    fn write_address_register(&mut self, index: u8, value: Pointer) {
        self.written = Some(index);
        let value = self.value(value);
        self.set(self.fields.late, value);
    }

    fn integer_bit(&self) -> u32 {
        self.key.integer_bit
    }

    fn set_result(&mut self, exact: Number) -> Number {
        if exact.fits() {
            self.follow(exact.value, exact);
            return exact;
        }
        if self.summing {
            self.follow_sum(exact);
            return Number { uncut: true, ..exact };
        }
        let cut = self.extended(exact);
        self.follow(exact.value, cut);
        let lost = self.differing(exact, cut);
        self.add_beyond(lost.value);
        cut
    }

    fn set_nz(&mut self, value: Number) {
        self.follow_nzv(value.value, value);
    }

    fn set_c(&mut self, bit: Value) {
        self.set_carry(bit);
    }

    fn set_v(&mut self, bit: Value) {
        self.change_overflow(bit, false);
    }

    fn add_v(&mut self, bit: Value) {
        self.change_overflow(bit, true);
    }

    fn add_l(&mut self, bit: Value) {
        let l = self.counted(bit);
        self.add_beyond(l.value);
    }

    fn c(&mut self) -> Value {
        self.carry()
    }

    fn n(&mut self) -> Value {
        let told = self.told();
        self.is_negative(told)
    }

    fn z(&mut self) -> Value {
        let told = self.told();
        self.is_zero(told)
    }

    fn l(&mut self) -> Value {
        self.settle_l();
        let beyond = self.beyond();
        self.nonzero(beyond)
    }

    fn e(&mut self) -> Value {
        let sized = self.sized();
        self.extension_in_use(sized)
    }

    fn u(&mut self) -> Value {
        let sized = self.sized();
        self.unnormalized(sized)
    }

    fn less(&mut self) -> Value {
        let (n, v) = (self.n(), self.overflow());
        self.xor(n, v)
    }

    fn address_by(&mut self, mode: Mode, ea: Ea) -> Pointer {
        self.update(mode, ea)
    }

    fn read_x(&mut self, address: Pointer) -> Value {
        self.read[0].take().unwrap_or_else(|| self.load(within::X, address))
    }

    fn read_y(&mut self, address: Pointer) -> Value {
        self.read[1].take().unwrap_or_else(|| self.load(within::Y, address))
    }

    fn write_x(&mut self, address: Pointer, word: Value) {
        let target = self.write[0].take();
        self.put(target, within::X, address, word);
    }

    fn write_y(&mut self, address: Pointer, word: Value) {
        let target = self.write[1].take();
        self.put(target, within::Y, address, word);
    }
}
