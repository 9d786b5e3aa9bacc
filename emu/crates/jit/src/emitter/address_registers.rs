//! Address registers and the arithmetic of the address generation unit (AGU).
//!
//! The arithmetic of Rn is linear, reverse-carry or modulo, as its modifier Mn selects (UM 5-14 to 5-22). Modifiers
//! are static state, so the code contains one case only. If a guard range covers a pointer, its steps are deferred:
//! an access uses a constant offset from the pointer's value at the start of the range, which the host's addressing
//! modes add, and the variable is updated when something reads it.
//!
//! Invariant: the variables of Rn and Nn are zero-extended 16-bit numbers.

use crate::emitter::Emitter;
use crate::emitter::facts::{Address, PointerRun};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, InstructionData, Opcode, Value, types};
use dsp56k_core::engine::EffectiveAddress;
use dsp56k_core::engine::annotations::{GuardRange, ModuloBuffer};
use dsp56k_isa::Mode;

/// Bits of an address.
const ADDRESS_MASK: i64 = 0xFFFF;
/// Shift, to the left and back, that sign-extends a 16-bit number to 64 bits.
const ADDRESS_EXTENSION_SHIFT: i64 = 48;
/// Modifier of linear arithmetic (Table 5-6, UM 5-22).
const LINEAR: u16 = 0xFFFF;
/// Modifier of reverse-carry arithmetic (Table 5-6, UM 5-22).
const REVERSE_CARRY: u16 = 0;
/// Largest modifier of modulo arithmetic (UM 5-22).
const MAX_MODULO: i64 = 0x7FFF;

impl Emitter<'_, '_> {
    /// Starts to defer the steps of a pointer, whose range has been checked.
    pub(crate) fn begin_pointer_run(&mut self, range: GuardRange) {
        let base = self.get(self.registers.r[range.pointer]);
        let run = PointerRun { base, offset: 0, flushed_offset: 0, min_offset: range.min_offset };
        self.facts.pointer_runs[range.pointer] = Some(run);
    }

    /// Starts to defer the steps of a pointer in a batched loop. `address` is the host address of its word, and only
    /// accesses read it.
    pub(crate) fn begin_pointer_run_at(&mut self, pointer: usize, address: Value) {
        self.facts.pointer_runs[pointer] =
            Some(PointerRun { base: address, offset: 0, flushed_offset: 0, min_offset: 0 });
        self.facts.word_addresses.push((address, address));
    }

    /// Updates the variables of all pointers.
    pub(crate) fn flush_pointers(&mut self) {
        for i in 0..self.facts.pointer_runs.len() {
            self.flush_pointer(i);
        }
    }

    /// Updates the variable of a pointer, if its steps are deferred.
    fn flush_pointer(&mut self, i: usize) {
        let Some(run) = self.facts.pointer_runs[i] else { return };
        if run.offset == run.flushed_offset {
            return;
        }
        let mut value = self.offset_by(run.base, run.offset);
        if run.offset < run.min_offset {
            value = self.truncate_address(value);
        }
        self.set(self.registers.r[i], value);
        self.facts.pointer_runs[i] = Some(PointerRun { flushed_offset: run.offset, ..run });
    }

    /// Ends the guard range of Rn and the facts about its steps, before its modifier changes.
    pub(crate) fn end_modifier(&mut self, i: usize) {
        self.flush_pointer(i);
        self.facts.pointer_runs[i] = None;
        self.facts.bounded_steps[i] = None;
    }

    /// Returns the current value of Rn.
    pub(crate) fn r(&mut self, i: usize) -> Value {
        self.flush_pointer(i);
        self.get(self.registers.r[i])
    }

    /// Sets Rn, which ends its guard range.
    pub(crate) fn set_r(&mut self, i: usize, value: Value) {
        self.facts.pointer_runs[i] = None;
        self.set(self.registers.r[i], value);
    }

    /// Emits the value of an address.
    pub(crate) fn address_value(&mut self, address: Address) -> Value {
        match address {
            Address { base: None, offset } => self.constant(offset),
            Address { base: Some(base), offset } => self.offset_by(base, offset),
        }
    }

    /// Emits the low 16 bits of a value, unless it is known to have no others.
    pub(crate) fn truncate_address(&mut self, value: Value) -> Value {
        if let Some(known) = self.known_constant(value) {
            return self.constant(known & ADDRESS_MASK);
        }
        if self.address_values.contains(value) {
            return value;
        }
        let address = self.builder.ins().band_imm_s(value, ADDRESS_MASK);
        self.address_values.insert(address);
        address
    }

    /// Returns a value whose low 16 bits are the address: the operand of the truncation, if there is one.
    fn full_value(&self, address: Value) -> Value {
        let dfg = &self.builder.func.dfg;
        match dfg.value_def(address).inst().map(|inst| dfg.insts[inst]) {
            Some(InstructionData::Binary { opcode: Opcode::Band, args: [value, mask] })
                if self.known_constant(mask) == Some(ADDRESS_MASK) =>
            {
                value
            }
            _ => address,
        }
    }

    /// Returns the address that an operand will access, before the instruction updates any pointer.
    pub(crate) fn effective_address(&mut self, ea: EffectiveAddress) -> Address {
        let i = usize::from(ea.rn & 7);
        if ea.mode == Mode::Absolute {
            return Address { base: None, offset: i64::from(ea.address) };
        }
        if let Some(run) = self.covered_run(i) {
            let pre_step = if ea.mode == Mode::PreDec { -1 } else { 0 };
            return Address { base: Some(run.base), offset: run.offset + pre_step };
        }
        Address::from_value(match ea.mode {
            Mode::PreDec => self.step_pointer(i, -1),
            Mode::Indexed => self.indexed_address(i, false),
            _ => self.r(i),
        })
    }

    /// Returns the deferred steps of a pointer whose accesses are covered by a guard.
    fn covered_run(&self, i: usize) -> Option<PointerRun> {
        self.facts.pointer_runs[i].filter(|_| self.covered_pointers & (1 << i) != 0)
    }

    /// Updates the pointer of an operand, and returns the address that the operand accesses.
    pub(crate) fn update_pointer(&mut self, mode: Mode, ea: EffectiveAddress) -> Address {
        let i = usize::from(ea.rn & 7);
        let address = self.effective_address(ea);
        let step = match mode {
            Mode::Absolute | Mode::Indirect | Mode::Indexed => return address,
            Mode::PostInc => 1,
            Mode::PostDec | Mode::PreDec => -1,
            Mode::PostIncN | Mode::PostDecN => {
                let after = self.indexed_address(i, mode == Mode::PostDecN);
                self.set_r(i, after);
                return address;
            }
        };
        if let Some(run) = &mut self.facts.pointer_runs[i] {
            run.offset += step;
            return address;
        }
        let after = if mode == Mode::PreDec { self.address_value(address) } else { self.step_pointer(i, step) };
        self.set_r(i, after);
        address
    }

    /// Emits Rn + 1 or Rn - 1, without setting Rn.
    fn step_pointer(&mut self, i: usize, by: i64) -> Value {
        let r = self.r(i);
        match self.m[i] {
            LINEAR => {
                let sum = self.builder.ins().iadd_imm_s(r, by);
                self.truncate_address(sum)
            }
            // The carry or borrow of bit 0 leaves the word.
            REVERSE_CARRY => self.builder.ins().bxor_imm_u(r, 1),
            _ => {
                let sum = self.builder.ins().iadd_imm_s(r, by);
                let buffer = self.modulo_buffer(i);
                if buffer.fills_block() {
                    return self.wrap_in_block(buffer, r, sum);
                }
                // A step from the last word leads to the first one, a step from the first to the last. Only the upper
                // boundary is tested upwards (UM 5-17): R can be above it.
                let ModuloBuffer { last_offset, offset_mask } = buffer;
                let offset = self.builder.ins().band_imm_s(r, offset_mask);
                let (wraps, wrapped) = if by < 0 {
                    let is_first = self.builder.ins().icmp_imm_s(IntCC::Equal, offset, 0);
                    (is_first, self.builder.ins().iadd_imm_s(r, last_offset))
                } else {
                    let is_last = self.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, offset, last_offset);
                    (is_last, self.builder.ins().iadd_imm_s(r, -last_offset))
                };
                let address = self.builder.ins().select(wraps, wrapped, sum);
                self.address_values.insert(address);
                address
            }
        }
    }

    /// Wraps the sum of Rn and a step in a buffer of a power of two words: the bits above the offset stay those of Rn.
    fn wrap_in_block(&mut self, buffer: ModuloBuffer, r: Value, sum: Value) -> Value {
        let changed = self.builder.ins().bxor(sum, r);
        let offset = self.builder.ins().band_imm_s(changed, buffer.offset_mask);
        let address = self.builder.ins().bxor(r, offset);
        self.address_values.insert(address);
        address
    }

    /// Emits a sum or difference in which the carry propagates from the highest bit to the lowest (UM 5-18).
    fn add_reverse_carry(&mut self, r: Value, distance: Value, subtract: bool) -> Value {
        let [r, distance] = [r, distance].map(|value| {
            let low = self.builder.ins().ireduce(types::I16, value);
            self.builder.ins().bitrev(low)
        });
        let sum = if subtract { self.builder.ins().isub(r, distance) } else { self.builder.ins().iadd(r, distance) };
        let address = self.builder.ins().bitrev(sum);
        self.builder.ins().uextend(types::I64, address)
    }

    /// Wraps the sum of Rn and a step that is not negative: only the upper boundary of the buffer is tested (UM
    /// 5-17).
    fn wrap_at_end(&mut self, i: usize, r: Value, sum: Value) -> Value {
        let ModuloBuffer { last_offset, offset_mask } = self.modulo_buffer(i);
        let lower = self.builder.ins().band_imm_s(r, !offset_mask);
        let upper = self.builder.ins().iadd_imm_s(lower, last_offset);
        let above = self.builder.ins().icmp(IntCC::SignedGreaterThan, sum, upper);
        let wrapped = self.builder.ins().iadd_imm_s(sum, -(last_offset + 1));
        self.builder.ins().select(above, wrapped, sum)
    }

    /// Wraps the sum of Rn and a negative step: only the lower boundary of the buffer is tested (UM 5-17).
    fn wrap_at_start(&mut self, i: usize, r: Value, sum: Value) -> Value {
        let ModuloBuffer { last_offset, offset_mask } = self.modulo_buffer(i);
        let lower = self.builder.ins().band_imm_s(r, !offset_mask);
        let below = self.builder.ins().icmp(IntCC::SignedLessThan, sum, lower);
        let wrapped = self.builder.ins().iadd_imm_s(sum, last_offset + 1);
        self.builder.ins().select(below, wrapped, sum)
    }

    /// Returns the buffer of a pointer with modulo arithmetic.
    fn modulo_buffer(&self, i: usize) -> ModuloBuffer {
        let m = self.m[i];
        ModuloBuffer { last_offset: i64::from(m), offset_mask: i64::from(u16::MAX >> m.leading_zeros()) }
    }

    /// Emits Nn as a signed number.
    fn sign_extend_offset(&mut self, n: Value) -> Value {
        let high = self.builder.ins().ishl_imm_u(n, ADDRESS_EXTENSION_SHIFT);
        self.builder.ins().sshr_imm_u(high, ADDRESS_EXTENSION_SHIFT)
    }

    /// Emits the check that a step by Nn is not smaller than the modulus. Such a step leads to another block of the
    /// buffer or is undefined (UM 5-16), and compiled code does not implement it. Returns `None` if the step is by
    /// one, or if this value of Nn has been checked.
    pub(crate) fn leaves_modulo_block(&mut self, ea: EffectiveAddress) -> Option<Value> {
        let i = usize::from(ea.rn & 7);
        let m = i64::from(self.m[i]);
        let by_n = matches!(ea.mode, Mode::PostIncN | Mode::PostDecN | Mode::Indexed);
        if !by_n || !(1..=MAX_MODULO).contains(&m) {
            return None;
        }
        let n = self.get(self.registers.n[i]);
        if self.facts.bounded_steps[i].replace(n) == Some(n) {
            return None;
        }
        let distance = self.sign_extend_offset(n);
        let above = self.builder.ins().iadd_imm_s(distance, m);
        Some(self.builder.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, above, 2 * m))
    }

    /// Emits the address that LUA computes from a pointer, without updating it.
    pub(crate) fn lua_address(&mut self, ea: EffectiveAddress) -> Value {
        let i = usize::from(ea.rn & 7);
        match ea.mode {
            Mode::PostInc => self.step_pointer(i, 1),
            Mode::PostDec => self.step_pointer(i, -1),
            Mode::PostIncN => self.indexed_address(i, false),
            Mode::PostDecN => self.indexed_address(i, true),
            Mode::Absolute | Mode::Indirect | Mode::Indexed | Mode::PreDec => self.r(i),
        }
    }

    /// Emits Rn + Nn or Rn - Nn, without setting Rn.
    fn indexed_address(&mut self, i: usize, subtract: bool) -> Value {
        let (r, n, m) = (self.r(i), self.get(self.registers.n[i]), self.m[i]);
        if let Some((of, address)) = self.facts.last_indexed
            && of == (r, n, m, subtract)
        {
            return address;
        }
        let buffer = ModuloBuffer::from_modifier(m);
        let block = buffer.filter(ModuloBuffer::fills_block);
        let distance = match m {
            LINEAR => self.full_value(n),
            REVERSE_CARRY => n,
            // Only the low bits of the sum count.
            _ if block.is_some() => self.full_value(n),
            _ => self.sign_extend_offset(n),
        };
        let address = if m == REVERSE_CARRY {
            self.add_reverse_carry(r, distance, subtract)
        } else if m == LINEAR && !subtract && self.known_constant(r) == Some(0) {
            n
        } else {
            let sum =
                if subtract { self.builder.ins().isub(r, distance) } else { self.builder.ins().iadd(r, distance) };
            if m == LINEAR {
                self.truncate_address(sum)
            } else if let Some(buffer) = block {
                self.wrap_in_block(buffer, r, sum)
            } else {
                let (up, down) = (self.wrap_at_end(i, r, sum), self.wrap_at_start(i, r, sum));
                let below_0 = if subtract { IntCC::SignedGreaterThan } else { IntCC::SignedLessThan };
                let descends = self.builder.ins().icmp_imm_s(below_0, distance, 0);
                let wrapped = self.builder.ins().select(descends, down, up);
                self.truncate_address(wrapped)
            }
        };
        self.facts.last_indexed = Some(((r, n, m, subtract), address));
        address
    }
}
