//! Address registers of code that is being written. Where all accesses of a block by a pointer are known to lie on the chip
//! they are offsets from its value at the beginning, which the host adds as it loads.

use crate::guards::Range;
use crate::shapes::Buffer;
use crate::writer::Writer;
use crate::writer::facts::{Pointer, Run};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, InstructionData, Opcode, Value, types};
use dsp56k_core::engine::Ea;
use dsp56k_isa::Mode;

const ADDRESS_MASK: i64 = 0xFFFF;
/// The bits above an address in 64.
const ABOVE_ADDRESS: i64 = 48;
/// Modifiers: linear, reverse-carry, and the largest of modulo arithmetic (Table 5-6, UM 5-22).
const LINEAR: u16 = 0xFFFF;
const REVERSE: u16 = 0;
const MOST_MODULO: i64 = 0x7FFF;

impl Writer<'_, '_> {
    /// A pointer's accesses in what follows lie on the chip.
    pub(crate) fn begin_run(&mut self, range: Range) {
        let base = self.get(self.fields.r[range.pointer]);
        // The address after the last on the chip is one, too.
        let run = Run { base, offset: 0, settled: 0, least: range.least, most: range.most + 1 };
        self.facts.runs[range.pointer] = Some(run);
    }

    /// A pointer that nothing reads but its accesses, from this place on.
    pub(crate) fn begin_run_at(&mut self, pointer: usize, place: Value) {
        self.facts.runs[pointer] = Some(Run { base: place, offset: 0, settled: 0, least: 0, most: 0 });
        self.facts.places.push((place, place));
    }

    /// The variables of pointers are up to date.
    pub(crate) fn settle_runs(&mut self) {
        for i in 0..self.facts.runs.len() {
            self.settle_run(i);
        }
    }

    fn settle_run(&mut self, i: usize) {
        let Some(run) = self.facts.runs[i] else { return };
        if run.offset == run.settled {
            return;
        }
        let mut value = self.moved_by(run.base, run.offset);
        if run.offset < run.least || run.offset > run.most {
            value = self.address_cut(value);
        }
        self.set(self.fields.r[i], value);
        self.facts.runs[i] = Some(Run { settled: run.offset, ..run });
    }

    pub(crate) fn r(&mut self, i: usize) -> Value {
        self.settle_run(i);
        self.get(self.fields.r[i])
    }

    pub(crate) fn set_r(&mut self, i: usize, value: Value) {
        self.facts.runs[i] = None;
        self.set(self.fields.r[i], value);
    }

    pub(crate) fn value(&mut self, pointer: Pointer) -> Value {
        match pointer {
            Pointer { base: None, offset } => self.constant(offset),
            Pointer { base: Some(base), offset } => self.moved_by(base, offset),
        }
    }

    pub(crate) fn address_cut(&mut self, value: Value) -> Value {
        if let Some(known) = self.known(value) {
            return self.constant(known & ADDRESS_MASK);
        }
        if self.addresses.contains(value) {
            return value;
        }
        let address = self.builder.ins().band_imm_s(value, ADDRESS_MASK);
        self.addresses.insert(address);
        address
    }

    /// A value of which an address is the low bits, where it was cut.
    fn uncut(&self, address: Value) -> Value {
        let dfg = &self.builder.func.dfg;
        match dfg.value_def(address).inst().map(|inst| dfg.insts[inst]) {
            Some(InstructionData::Binary { opcode: Opcode::Band, args: [value, mask] })
                if self.known(mask) == Some(ADDRESS_MASK) =>
            {
                value
            }
            _ => address,
        }
    }

    /// The address that an operand will use, before its instruction changes anything.
    pub(crate) fn address_before(&mut self, ea: Ea) -> Pointer {
        let i = usize::from(ea.rn & 7);
        if ea.mode == Mode::Absolute {
            return Pointer { base: None, offset: i64::from(ea.address) };
        }
        if let Some(run) = self.covered_run(i) {
            let before = if ea.mode == Mode::PreDec { -1 } else { 0 };
            return Pointer { base: Some(run.base), offset: run.offset + before };
        }
        Pointer::at(match ea.mode {
            Mode::PreDec => self.stepped(i, -1),
            Mode::Indexed => self.indexed(i, false),
            _ => self.r(i),
        })
    }

    fn covered_run(&self, i: usize) -> Option<Run> {
        self.facts.runs[i].filter(|_| self.covered & (1 << i) != 0)
    }

    /// The pointer of an operand is updated; the address that it used.
    pub(crate) fn update(&mut self, mode: Mode, ea: Ea) -> Pointer {
        let i = usize::from(ea.rn & 7);
        let address = self.address_before(ea);
        let step = match mode {
            Mode::Absolute | Mode::Indirect | Mode::Indexed => return address,
            Mode::PostInc => 1,
            Mode::PostDec | Mode::PreDec => -1,
            Mode::PostIncN | Mode::PostDecN => {
                let after = self.indexed(i, mode == Mode::PostDecN);
                self.set_r(i, after);
                return address;
            }
        };
        if let Some(run) = &mut self.facts.runs[i] {
            run.offset += step;
            return address;
        }
        let after = if mode == Mode::PreDec { self.value(address) } else { self.stepped(i, step) };
        self.set_r(i, after);
        address
    }

    /// Rn + 1 or Rn - 1.
    fn stepped(&mut self, i: usize, by: i64) -> Value {
        let r = self.r(i);
        match self.key.m[i] {
            LINEAR => {
                let sum = self.builder.ins().iadd_imm_s(r, by);
                self.address_cut(sum)
            }
            REVERSE => {
                let one = self.constant(1);
                self.reversed_sum(r, one, by < 0)
            }
            _ => {
                let sum = self.builder.ins().iadd_imm_s(r, by);
                let wrapped = if by < 0 { self.wrapped_down(i, r, sum) } else { self.wrapped_up(i, r, sum) };
                self.address_cut(wrapped)
            }
        }
    }

    /// The sum whose carry runs from the highest bit to the lowest (UM 5-18), or the difference.
    fn reversed_sum(&mut self, r: Value, distance: Value, back: bool) -> Value {
        let [r, distance] = [r, distance].map(|value| {
            let low = self.builder.ins().ireduce(types::I16, value);
            self.builder.ins().bitrev(low)
        });
        let sum = if back { self.builder.ins().isub(r, distance) } else { self.builder.ins().iadd(r, distance) };
        let address = self.builder.ins().bitrev(sum);
        self.builder.ins().uextend(types::I64, address)
    }

    /// The sum of a pointer and a step of 0 or more, up to the modulus: only the upper boundary of the buffer is tested
    /// (UM 5-17).
    fn wrapped_up(&mut self, i: usize, r: Value, sum: Value) -> Value {
        let Buffer { last, mask } = self.buffer(i);
        let lower = self.builder.ins().band_imm_s(r, !mask);
        let upper = self.builder.ins().iadd_imm_s(lower, last);
        let above = self.builder.ins().icmp(IntCC::SignedGreaterThan, sum, upper);
        let again = self.builder.ins().iadd_imm_s(sum, -(last + 1));
        self.builder.ins().select(above, again, sum)
    }

    /// The sum of a pointer and a step below 0, down to the modulus: only the lower boundary is tested (UM 5-17).
    fn wrapped_down(&mut self, i: usize, r: Value, sum: Value) -> Value {
        let Buffer { last, mask } = self.buffer(i);
        let lower = self.builder.ins().band_imm_s(r, !mask);
        let below = self.builder.ins().icmp(IntCC::SignedLessThan, sum, lower);
        let again = self.builder.ins().iadd_imm_s(sum, last + 1);
        self.builder.ins().select(below, again, sum)
    }

    /// The buffer of a modifier that is neither linear nor reverse-carry.
    fn buffer(&self, i: usize) -> Buffer {
        let m = self.key.m[i];
        Buffer { last: i64::from(m), mask: i64::from(u16::MAX >> m.leading_zeros()) }
    }

    fn signed_distance(&mut self, n: Value) -> Value {
        let high = self.builder.ins().ishl_imm_u(n, ABOVE_ADDRESS);
        self.builder.ins().sshr_imm_u(high, ABOVE_ADDRESS)
    }

    /// Whether a step of Nn is no smaller than the modulus, if that is not known already: such a step leads to another
    /// block, or is undefined (UM 5-16).
    pub(crate) fn steps_far(&mut self, ea: Ea) -> Option<Value> {
        let i = usize::from(ea.rn & 7);
        let m = i64::from(self.key.m[i]);
        let by_n = matches!(ea.mode, Mode::PostIncN | Mode::PostDecN | Mode::Indexed);
        if !by_n || !(1..=MOST_MODULO).contains(&m) {
            return None;
        }
        let n = self.get(self.fields.n[i]);
        if self.facts.steps[i].replace(n) == Some(n) {
            return None;
        }
        let distance = self.signed_distance(n);
        let above = self.builder.ins().iadd_imm_s(distance, m);
        Some(self.builder.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, above, 2 * m))
    }

    /// The address that LUA takes from a pointer, which stays as it is.
    pub(crate) fn updated(&mut self, ea: Ea) -> Value {
        let i = usize::from(ea.rn & 7);
        match ea.mode {
            Mode::PostInc => self.stepped(i, 1),
            Mode::PostDec => self.stepped(i, -1),
            Mode::PostIncN => self.indexed(i, false),
            Mode::PostDecN => self.indexed(i, true),
            Mode::Absolute | Mode::Indirect | Mode::Indexed | Mode::PreDec => self.r(i),
        }
    }

    /// Rn + Nn, or Rn - Nn.
    fn indexed(&mut self, i: usize, back: bool) -> Value {
        let (r, n, m) = (self.r(i), self.get(self.fields.n[i]), self.key.m[i]);
        if let Some((of, address)) = self.facts.indexed
            && of == (r, n, m, back)
        {
            return address;
        }
        let distance = match m {
            LINEAR => self.uncut(n),
            REVERSE => n,
            _ => self.signed_distance(n),
        };
        let address = if m == REVERSE {
            self.reversed_sum(r, distance, back)
        } else if m == LINEAR && !back && self.known(r) == Some(0) {
            n
        } else {
            let sum = if back { self.builder.ins().isub(r, distance) } else { self.builder.ins().iadd(r, distance) };
            if m == LINEAR {
                self.address_cut(sum)
            } else {
                let (up, down) = (self.wrapped_up(i, r, sum), self.wrapped_down(i, r, sum));
                let below_0 = if back { IntCC::SignedGreaterThan } else { IntCC::SignedLessThan };
                let descends = self.builder.ins().icmp_imm_s(below_0, distance, 0);
                let wrapped = self.builder.ins().select(descends, down, up);
                self.address_cut(wrapped)
            }
        };
        self.facts.indexed = Some(((r, n, m, back), address));
        address
    }
}
