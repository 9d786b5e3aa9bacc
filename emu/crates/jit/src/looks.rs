//! Looks at addresses before what they are used for: whether they lie outside the chip, or in another block of a buffer.

use crate::guards::{Guards, Range};
use crate::translation::Translation;
use crate::writer::ON_CHIP;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use dsp56k_core::engine::Entry;
use dsp56k_core::engine::region::accesses;
use dsp56k_isa::Mode;

impl Translation<'_, '_> {
    /// Leave before a step if this holds, or some of the addresses of a range that begins with it lie outside the chip.
    pub(crate) fn begin_ranges(&mut self, guards: &Guards, step: usize, leave: usize, or: Option<Value>) {
        let mut leaves = Vec::from_iter(or);
        for range in guards.beginning(step) {
            leaves.extend(self.leaves_chip(*range));
        }
        if !leaves.is_empty() {
            self.leave_if(&leaves, leave);
        }
        for range in guards.beginning(step) {
            self.writer.begin_run(*range);
        }
    }

    /// Whether some of the addresses of a range lie outside the chip, unless it is known that none does.
    fn leaves_chip(&mut self, Range { pointer, least, most, .. }: Range) -> Option<Value> {
        let r = self.writer.r(pointer);
        if self.writer.known(r).is_some_and(|r| r + least >= 0 && r + most < ON_CHIP) {
            return None;
        }
        let least_address = self.writer.moved_by(r, least);
        let room = ON_CHIP - (most - least);
        Some(self.writer.builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, least_address, room))
    }

    /// Leave before an instruction whose data lie outside the chip.
    pub(crate) fn guard(&mut self, e: &Entry, leave: usize) {
        self.guard_others(e, leave, |_| false);
    }

    /// The same for the addresses that are not covered.
    pub(crate) fn guard_others(&mut self, e: &Entry, leave: usize, covered: impl Fn(usize) -> bool) {
        self.guarded(e, covered, |translation, far| translation.leave_if(&[far], leave));
    }

    /// Find out whether steps of an instruction lead to another block of a buffer.
    pub(crate) fn guard_steps(&mut self, e: &Entry, then: impl Fn(&mut Self, Value)) {
        for ea in e.ea {
            if let Some(far) = self.writer.steps_far(ea) {
                then(self, far);
            }
        }
    }

    /// Find out whether data of an instruction lie outside the chip, or its steps lead to another block.
    pub(crate) fn guarded(&mut self, e: &Entry, covered: impl Fn(usize) -> bool, then: impl Fn(&mut Self, Value)) {
        self.guard_steps(e, &then);
        for i in accesses(e) {
            let ea = e.ea[i];
            if ea.mode != Mode::Absolute && !covered(i) {
                let address = self.writer.address_before(ea);
                let address = self.writer.value(address);
                let far = self.writer.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, address, ON_CHIP);
                then(self, far);
            }
        }
    }
}
