//! The numbers of code that is being written: names of Cranelift's values.

use cranelift_codegen::entity::EntitySet;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use dsp56k_core::engine::Ea;
use dsp56k_core::engine::frame::{Frame, flag, pending};
use dsp56k_core::engine::region::Key;
use dsp56k_core::semantics::Machine;
use dsp56k_core::semantics::conditions::Conditions;
use dsp56k_core::semantics::data_alu::DataAlu;
use dsp56k_isa::Mode;

use std::mem::offset_of;

/// Words of on-chip data memory.
pub(crate) const ON_CHIP: i64 = 0x100;
/// Bits of words in numbers of 64 bits.
const WORD_MASK: i64 = 0xFF_FFFF;
const ADDRESS_MASK: i64 = 0xFFFF;
/// Bits above a word.
const ABOVE_WORD: i64 = 40;
/// A word of memory has four bytes, a stack location two.
const WORD_SHIFT: i64 = 2;
const LOCATION_BYTES: i32 = 2;

/// A field of the frame as a variable of the code.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    pub variable: Variable,
    pub offset: i32,
}

/// The registers of a frame.
pub(crate) struct Fields {
    pub acc: [Field; 2],
    pub input: [Field; 4],
    pub r: [Field; 8],
    pub n: [Field; 8],
    pub sr: Field,
    pub eu: Field,
    pub nzv: Field,
    pub pending: Field,
    pub carry: Field,
    pub beyond: Field,
    pub lc: Field,
    pub set_aside: Field,
    pub fetched: Field,
    pub late: Field,
    pub left: Field,
    pub executed: Field,
}

impl Fields {
    pub(crate) fn new(builder: &mut FunctionBuilder<'_>) -> Self {
        let mut field = |offset: usize| Field { variable: builder.declare_var(types::I64), offset: offset as i32 };
        let mut several = |offset: usize, at: usize| field(offset + at * size_of::<i64>());
        Self {
            acc: std::array::from_fn(|i| several(offset_of!(Frame<'_>, acc), i)),
            input: std::array::from_fn(|i| several(offset_of!(Frame<'_>, input), i)),
            r: std::array::from_fn(|i| several(offset_of!(Frame<'_>, r), i)),
            n: std::array::from_fn(|i| several(offset_of!(Frame<'_>, n), i)),
            sr: field(offset_of!(Frame<'_>, sr)),
            eu: field(offset_of!(Frame<'_>, eu)),
            nzv: field(offset_of!(Frame<'_>, nzv)),
            pending: field(offset_of!(Frame<'_>, pending)),
            carry: field(offset_of!(Frame<'_>, carry)),
            beyond: field(offset_of!(Frame<'_>, beyond)),
            lc: field(offset_of!(Frame<'_>, lc)),
            set_aside: field(offset_of!(Frame<'_>, set_aside)),
            fetched: field(offset_of!(Frame<'_>, fetched)),
            late: field(offset_of!(Frame<'_>, late)),
            left: field(offset_of!(Frame<'_>, left)),
            executed: field(offset_of!(Frame<'_>, executed)),
        }
    }

    pub(crate) fn all(&self) -> Vec<Field> {
        let Self {
            acc,
            input,
            r,
            n,
            sr,
            eu,
            nzv,
            pending,
            carry,
            beyond,
            lc,
            set_aside,
            fetched,
            late,
            left,
            executed,
        } = self;
        let single = [sr, eu, nzv, pending, carry, beyond, lc, set_aside, fetched, late, left, executed];
        [&acc[..], input, r, n].concat().into_iter().chain(single.into_iter().copied()).collect()
    }
}

/// What is known since the block began; at its beginning, nothing.
#[derive(Clone, Copy, Default)]
pub(crate) struct Facts {
    /// Whether E and U, or N, Z and V, follow from a result.
    eu_pending: Option<bool>,
    nzv_pending: Option<bool>,
    /// These results cut to 56 bits.
    eu_cut: Option<Value>,
    nzv_cut: Option<Value>,
}

/// Where arrays of the frame begin.
#[derive(Clone, Copy)]
pub(crate) struct Arrays {
    pub x: Value,
    pub y: Value,
    pub ssh: Value,
    pub ssl: Value,
}

/// Code that is being written.
pub(crate) struct Writer<'a, 'f> {
    pub builder: FunctionBuilder<'f>,
    pub fields: Fields,
    pub arrays: Arrays,
    pub key: &'a Key,
    pub facts: Facts,
    /// The address register that the instruction before has written, and its value.
    pub before: Option<(u8, Value)>,
    /// The one that this instruction has written.
    pub written: Option<u8>,
    /// Words that were read for this instruction already, of X and of Y.
    pub read: [Option<Value>; 2],
    /// Variables that the code changes, and those that it asks for.
    pub changed: EntitySet<Variable>,
    pub used: EntitySet<Variable>,
}

impl Writer<'_, '_> {
    pub(crate) fn get(&mut self, field: Field) -> Value {
        self.used.insert(field.variable);
        self.builder.use_var(field.variable)
    }

    pub(crate) fn set(&mut self, field: Field, value: Value) {
        self.changed.insert(field.variable);
        self.builder.def_var(field.variable, value);
    }

    pub(crate) fn constant(&mut self, value: i64) -> Value {
        self.builder.ins().iconst(types::I64, value)
    }

    pub(crate) fn set_constant(&mut self, field: Field, value: i64) {
        let value = self.constant(value);
        self.set(field, value);
    }

    pub(crate) fn least(&mut self, a: Value, b: Value) -> Value {
        let less = self.builder.ins().icmp(IntCC::SignedLessThan, a, b);
        self.builder.ins().select(less, a, b)
    }

    pub(crate) fn address_cut(&mut self, value: Value) -> Value {
        self.masked(value, ADDRESS_MASK)
    }

    /// An instruction begins, after one that has written an address register; an update of its own starts from the old
    /// pointer, and its result is the register (UM 8-3, A-128).
    pub(crate) fn begin(&mut self, late: Option<u8>, updates: u8) {
        self.written = None;
        let kept = late.filter(|index| *index > 7 || updates & (1 << index) == 0);
        self.before = kept.map(|index| (index, self.get(self.fields.late)));
    }

    /// The AGU sees what the instruction before has written.
    pub(crate) fn end(&mut self) {
        if let Some((index, value)) = self.before.take() {
            let field = self.address_field(index);
            self.set(field, value);
        }
    }

    fn address_field(&self, index: u8) -> Field {
        let i = usize::from(index & 7);
        if index < 8 { self.fields.r[i] } else { self.fields.n[i] }
    }

    /// A flag of `sr`, which may be stale.
    fn kept_flag(&mut self, bit: i64) -> Value {
        let sr = self.get(self.fields.sr);
        let only = self.masked(sr, bit);
        self.nonzero(only)
    }

    fn nonzero(&mut self, value: Value) -> Value {
        self.builder.ins().icmp_imm_s(IntCC::NotEqual, value, 0)
    }

    /// A flag that follows from a result if this is pending, and else stands in `sr`.
    fn flag(&mut self, known: Option<bool>, which: i64, bit: i64, of_result: impl Fn(&mut Self) -> Value) -> Value {
        match known {
            Some(true) => of_result(self),
            Some(false) => self.kept_flag(bit),
            None => {
                let pending = self.get(self.fields.pending);
                let pending = self.masked(pending, which);
                let fresh = self.nonzero(pending);
                let (result, kept) = (of_result(self), self.kept_flag(bit));
                self.builder.ins().select(fresh, result, kept)
            }
        }
    }

    fn eu_flag(&mut self, bit: i64, of_result: impl Fn(&mut Self, Value) -> Value) -> Value {
        self.flag(self.facts.eu_pending, pending::EU, bit, |writer| {
            let cut = writer.facts.eu_cut;
            let cut = cut.unwrap_or_else(|| {
                let exact = writer.get(writer.fields.eu);
                writer.extended(exact)
            });
            of_result(writer, cut)
        })
    }

    fn nzv_flag(&mut self, bit: i64, of_result: impl Fn(&mut Self, Value, Value) -> Value) -> Value {
        self.flag(self.facts.nzv_pending, pending::NZV, bit, |writer| {
            let (exact, cut) = (writer.get(writer.fields.nzv), writer.facts.nzv_cut);
            let cut = cut.unwrap_or_else(|| writer.extended(exact));
            of_result(writer, cut, exact)
        })
    }

    fn v(&mut self) -> Value {
        self.nzv_flag(flag::V, |writer, cut, exact| writer.builder.ins().icmp(IntCC::NotEqual, cut, exact))
    }

    /// SR with all flags up to date.
    pub(crate) fn status(&mut self) -> Value {
        let flags = [
            (flag::C, self.c()),
            (flag::V, self.v()),
            (flag::Z, self.z()),
            (flag::N, self.n()),
            (flag::U, self.u()),
            (flag::E, self.e()),
            (flag::L, self.l()),
        ];
        let sr = self.get(self.fields.sr);
        let mut status = self.masked(sr, !flags.iter().fold(0, |all, (bit, _)| all | bit));
        for (bit, value) in flags {
            let value = self.counted(value);
            let value = self.left(value, bit.trailing_zeros());
            status = self.either(status, value);
        }
        status
    }

    fn settle(&mut self) {
        let status = self.status();
        self.set(self.fields.sr, status);
        self.set_constant(self.fields.pending, 0);
        self.facts = Facts { eu_pending: Some(false), nzv_pending: Some(false), ..Facts::default() };
    }

    fn place(&mut self, array: Value, address: Value) -> Value {
        let offset = self.builder.ins().ishl_imm_u(address, WORD_SHIFT);
        self.builder.ins().iadd(array, offset)
    }

    fn load(&mut self, array: Value, address: Value) -> Value {
        let place = self.place(array, address);
        self.builder.ins().sload32(MemFlagsData::trusted(), place, 0)
    }

    fn keep(&mut self, array: Value, address: Value, word: Value) {
        let place = self.place(array, address);
        self.builder.ins().istore32(MemFlagsData::trusted(), word, place, 0);
    }

    pub(crate) fn push(&mut self, location: u8, high: Value, low: Value) {
        let offset = i32::from(location & 15) * LOCATION_BYTES;
        let Arrays { ssh, ssl, .. } = self.arrays;
        self.builder.ins().istore16(MemFlagsData::trusted(), high, ssh, offset);
        self.builder.ins().istore16(MemFlagsData::trusted(), low, ssl, offset);
    }

    /// The low half of a stack location.
    pub(crate) fn stacked(&mut self, location: u8) -> Value {
        let offset = i32::from(location & 15) * LOCATION_BYTES;
        self.builder.ins().uload16(types::I64, MemFlagsData::trusted(), self.arrays.ssl, offset)
    }

    /// The address that an operand will use, before its instruction changes anything.
    pub(crate) fn address_before(&mut self, ea: Ea) -> Value {
        let i = usize::from(ea.rn & 7);
        match ea.mode {
            Mode::Absolute => self.constant(i64::from(ea.address)),
            Mode::PreDec => self.stepped(i, -1),
            Mode::Indexed => self.indexed(i, false),
            _ => self.get(self.fields.r[i]),
        }
    }

    /// Rn + 1 or Rn - 1, linear or modulo (UM 5-15 to 5-17).
    fn stepped(&mut self, i: usize, by: i64) -> Value {
        let r = self.get(self.fields.r[i]);
        let sum = self.builder.ins().iadd_imm_s(r, by);
        let m = i64::from(self.key.m[i]);
        if m != ADDRESS_MASK {
            let mask = i64::from(u16::MAX >> self.key.m[i].leading_zeros());
            let lower = self.masked(r, !mask);
            let upper = self.builder.ins().iadd_imm_s(lower, m);
            let (above, below) = (
                self.builder.ins().icmp(IntCC::SignedGreaterThan, sum, upper),
                self.builder.ins().icmp(IntCC::SignedLessThan, sum, lower),
            );
            let (down, up) = (self.builder.ins().iadd_imm_s(sum, -(m + 1)), self.builder.ins().iadd_imm_s(sum, m + 1));
            let corrected = self.builder.ins().select(below, up, sum);
            let corrected = self.builder.ins().select(above, down, corrected);
            return self.address_cut(corrected);
        }
        self.address_cut(sum)
    }

    fn indexed(&mut self, i: usize, back: bool) -> Value {
        let (r, n) = (self.get(self.fields.r[i]), self.get(self.fields.n[i]));
        let sum = if back { self.difference(r, n) } else { self.sum(r, n) };
        self.address_cut(sum)
    }
}

impl Machine for Writer<'_, '_> {
    type Acc = Value;
    type Word = Value;
    type Address = Value;
    type Bit = Value;

    fn number(&mut self, value: i64) -> Value {
        self.constant(value)
    }

    fn sum(&mut self, a: Value, b: Value) -> Value {
        self.builder.ins().iadd(a, b)
    }

    fn difference(&mut self, a: Value, b: Value) -> Value {
        self.builder.ins().isub(a, b)
    }

    fn times(&mut self, a: Value, b: Value) -> Value {
        self.builder.ins().imul(a, b)
    }

    fn magnitude(&mut self, a: Value) -> Value {
        self.builder.ins().iabs(a)
    }

    fn both(&mut self, a: Value, b: Value) -> Value {
        self.builder.ins().band(a, b)
    }

    fn either(&mut self, a: Value, b: Value) -> Value {
        self.builder.ins().bor(a, b)
    }

    fn differing(&mut self, a: Value, b: Value) -> Value {
        self.builder.ins().bxor(a, b)
    }

    fn masked(&mut self, a: Value, mask: i64) -> Value {
        self.builder.ins().band_imm_s(a, mask)
    }

    fn left(&mut self, a: Value, by: u32) -> Value {
        if by == 0 { a } else { self.builder.ins().ishl_imm_u(a, i64::from(by)) }
    }

    fn right(&mut self, a: Value, by: u32) -> Value {
        if by == 0 { a } else { self.builder.ins().sshr_imm_u(a, i64::from(by)) }
    }

    fn chosen(&mut self, bit: Value, yes: Value, no: Value) -> Value {
        self.builder.ins().select(bit, yes, no)
    }

    fn is_zero(&mut self, a: Value) -> Value {
        self.builder.ins().icmp_imm_s(IntCC::Equal, a, 0)
    }

    fn is_negative(&mut self, a: Value) -> Value {
        self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, a, 0)
    }

    fn not(&mut self, bit: Value) -> Value {
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

    fn counted(&mut self, bit: Value) -> Value {
        self.builder.ins().uextend(types::I64, bit)
    }

    fn word(&mut self, value: u32) -> Value {
        self.constant(i64::from(value) << ABOVE_WORD >> ABOVE_WORD)
    }

    fn cut(&mut self, a: Value) -> Value {
        let high = self.builder.ins().ishl_imm_u(a, ABOVE_WORD);
        self.builder.ins().sshr_imm_u(high, ABOVE_WORD)
    }

    fn fitting(&mut self, a: Value) -> Value {
        a
    }

    fn signed(&mut self, word: Value) -> Value {
        word
    }

    fn unsigned(&mut self, word: Value) -> Value {
        self.masked(word, WORD_MASK)
    }

    fn pointer(&mut self, word: Value) -> Value {
        self.address_cut(word)
    }

    fn pointer_word(&mut self, address: Value) -> Value {
        address
    }

    fn acc(&mut self, acc: usize) -> Value {
        self.get(self.fields.acc[acc])
    }

    fn set_acc(&mut self, acc: usize, value: Value) {
        self.set(self.fields.acc[acc], value);
    }

    fn input(&mut self, input: usize) -> Value {
        self.get(self.fields.input[input])
    }

    fn set_input(&mut self, input: usize, word: Value) {
        self.set(self.fields.input[input], word);
    }

    fn address_register(&mut self, index: u8) -> Value {
        if self.written == Some(index) {
            return self.get(self.fields.late);
        }
        match self.before {
            Some((before, value)) if before == index => value,
            _ if index < 16 => self.get(self.address_field(index)),
            _ => self.constant(i64::from(self.key.m[usize::from(index & 7)])),
        }
    }

    fn write_address_register(&mut self, index: u8, value: Value) {
        self.written = Some(index);
        self.set(self.fields.late, value);
    }

    fn integer_bit(&self) -> u32 {
        self.key.integer_bit
    }

    fn set_result(&mut self, exact: Value) -> Value {
        let cut = self.extended(exact);
        self.set(self.fields.eu, exact);
        self.set(self.fields.nzv, exact);
        self.set_constant(self.fields.pending, pending::EU | pending::NZV);
        self.facts = Facts { eu_pending: Some(true), nzv_pending: Some(true), eu_cut: Some(cut), nzv_cut: Some(cut) };
        let lost = self.differing(exact, cut);
        let beyond = self.get(self.fields.beyond);
        let beyond = self.either(beyond, lost);
        self.set(self.fields.beyond, beyond);
        cut
    }

    fn set_nz(&mut self, value: Value) {
        self.set(self.fields.nzv, value);
        let pending = self.get(self.fields.pending);
        let pending = self.builder.ins().bor_imm_s(pending, pending::NZV);
        self.set(self.fields.pending, pending);
        (self.facts.nzv_pending, self.facts.nzv_cut) = (Some(true), Some(value));
    }

    fn set_c(&mut self, bit: Value) {
        let carry = self.counted(bit);
        self.set(self.fields.carry, carry);
    }

    fn set_v(&mut self, bit: Value) {
        self.settle();
        let sr = self.get(self.fields.sr);
        let others = self.masked(sr, !flag::V);
        self.set(self.fields.sr, others);
        self.add_v(bit);
    }

    fn add_v(&mut self, bit: Value) {
        self.settle();
        let (sr, v) = (self.get(self.fields.sr), self.counted(bit));
        let v = self.left(v, flag::V.trailing_zeros());
        let sr = self.either(sr, v);
        self.set(self.fields.sr, sr);
        self.add_l(bit);
    }

    fn add_l(&mut self, bit: Value) {
        let (beyond, l) = (self.get(self.fields.beyond), self.counted(bit));
        let beyond = self.either(beyond, l);
        self.set(self.fields.beyond, beyond);
    }

    fn c(&mut self) -> Value {
        let carry = self.get(self.fields.carry);
        self.nonzero(carry)
    }

    fn n(&mut self) -> Value {
        self.nzv_flag(flag::N, |writer, cut, _| writer.is_negative(cut))
    }

    fn z(&mut self) -> Value {
        self.nzv_flag(flag::Z, |writer, cut, _| writer.is_zero(cut))
    }

    fn l(&mut self) -> Value {
        let beyond = self.get(self.fields.beyond);
        let (since, before) = (self.nonzero(beyond), self.kept_flag(flag::L));
        self.or(since, before)
    }

    fn e(&mut self) -> Value {
        self.eu_flag(flag::E, Conditions::extension_in_use)
    }

    fn u(&mut self) -> Value {
        self.eu_flag(flag::U, Conditions::unnormalized)
    }

    fn less(&mut self) -> Value {
        let (n, v) = (self.n(), self.v());
        self.xor(n, v)
    }

    fn address_by(&mut self, mode: Mode, ea: Ea) -> Value {
        let i = usize::from(ea.rn & 7);
        let address = self.address_before(ea);
        let after = match mode {
            Mode::Absolute | Mode::Indirect | Mode::Indexed => return address,
            Mode::PostInc => self.stepped(i, 1),
            Mode::PostDec => self.stepped(i, -1),
            Mode::PostIncN => self.indexed(i, false),
            Mode::PostDecN => self.indexed(i, true),
            Mode::PreDec => address,
        };
        self.set(self.fields.r[i], after);
        address
    }

    fn read_x(&mut self, address: Value) -> Value {
        self.read[0].take().unwrap_or_else(|| self.load(self.arrays.x, address))
    }

    fn read_y(&mut self, address: Value) -> Value {
        self.read[1].take().unwrap_or_else(|| self.load(self.arrays.y, address))
    }

    fn write_x(&mut self, address: Value, word: Value) {
        self.keep(self.arrays.x, address, word);
    }

    fn write_y(&mut self, address: Value, word: Value) {
        self.keep(self.arrays.y, address, word);
    }
}
