//! Emission of guards: bounds checks of addresses, and checks of steps in modulo buffers.
//!
//! A guard compares an address with the size of internal data memory before the instruction that uses it, because an
//! exit must not repeat or lose side effects. A second kind of guard ensures that a step by Nn stays in the current
//! block of a modulo buffer; the compiled address arithmetic is valid for such steps only.

use crate::emitter::INTERNAL_WORDS;
use crate::translation::RegionTranslator;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use dsp56k_core::engine::DecodedInstruction;
use dsp56k_core::engine::annotations::{GuardRange, HoistedGuards};
use dsp56k_core::engine::region::accesses;
use dsp56k_isa::Mode;

impl RegionTranslator<'_, '_> {
    /// Emits the guards of all ranges that begin with `step`, with one exit. The exit is also taken if
    /// `extra_condition` is true.
    pub(crate) fn emit_hoisted_guards(
        &mut self,
        guards: &HoistedGuards,
        step: usize,
        exit: usize,
        extra_condition: Option<Value>,
    ) {
        let mut conditions = Vec::from_iter(extra_condition);
        for range in guards.starting_at(step) {
            conditions.extend(self.range_is_external(*range));
        }
        if !conditions.is_empty() {
            self.exit_if(&conditions, exit);
        }
        for range in guards.starting_at(step) {
            self.emitter.begin_pointer_run(*range);
        }
    }

    /// Emits the check that an address of a range is external. Returns `None` if the pointer is a constant for which
    /// that is impossible.
    fn range_is_external(&mut self, GuardRange { pointer, min_offset, max_offset, .. }: GuardRange) -> Option<Value> {
        let r = self.emitter.r(pointer);
        if self.emitter.known_constant(r).is_some_and(|r| r + min_offset >= 0 && r + max_offset < INTERNAL_WORDS) {
            return None;
        }
        let min_address = self.emitter.offset_by(r, min_offset);
        let limit = INTERNAL_WORDS - (max_offset - min_offset);
        Some(self.emitter.builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, min_address, limit))
    }

    /// Emits guards for all accesses of an instruction.
    pub(crate) fn guard_operands(&mut self, e: &DecodedInstruction, exit: usize) {
        self.guard_uncovered(e, exit, |_| false);
    }

    /// Emits guards for the accesses of an instruction that no hoisted guard covers.
    pub(crate) fn guard_uncovered(&mut self, e: &DecodedInstruction, exit: usize, is_covered: impl Fn(usize) -> bool) {
        self.emit_operand_checks(e, is_covered, |translator, is_external| translator.exit_if(&[is_external], exit));
    }

    /// Emits the checks of an instruction's steps by Nn. Calls `then` with each condition, which is true if the step
    /// leads to another block of the buffer.
    pub(crate) fn emit_step_checks(&mut self, e: &DecodedInstruction, then: impl Fn(&mut Self, Value)) {
        for ea in e.ea {
            if let Some(leaves_block) = self.emitter.leaves_modulo_block(ea) {
                then(self, leaves_block);
            }
        }
    }

    /// Emits the checks of an instruction's steps and uncovered accesses. Calls `then` with each condition, which is
    /// true if compiled code cannot execute the instruction inline.
    pub(crate) fn emit_operand_checks(
        &mut self,
        e: &DecodedInstruction,
        is_covered: impl Fn(usize) -> bool,
        then: impl Fn(&mut Self, Value),
    ) {
        self.emit_step_checks(e, &then);
        let mut previous = None;
        for i in accesses(e) {
            let ea = e.ea[i];
            // An L: move accesses X and Y at the same address.
            if ea.mode != Mode::Absolute && !is_covered(i) && previous.replace(i) != Some(i) {
                let address = self.emitter.effective_address(ea);
                let address = self.emitter.address_value(address);
                let is_external =
                    self.emitter.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, address, INTERNAL_WORDS);
                then(self, is_external);
            }
        }
    }
}
