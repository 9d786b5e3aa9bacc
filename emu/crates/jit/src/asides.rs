//! Instructions whose data lie outside the chip often, and those that the interpreter executes amid code.

use crate::code::aside_address;
use crate::shapes::transfers;
use crate::translation::{Aside, Translation};
use crate::writer::fields::Field;
use cranelift_codegen::ir::{self, InstBuilder};
use dsp56k_core::engine::Entry;
use dsp56k_core::engine::region::{Block, Reach, Region, Step};

impl Translation<'_, '_> {
    /// Whether code was left often where the data of a block lie outside the chip.
    pub(crate) fn is_often_far(&self, block: &Block) -> bool {
        let Region { leaves, far, .. } = self.region;
        block.steps.iter().any(|(_, leave)| far.binary_search_by_key(&leaves[*leave].context.pc, |(pc, _)| *pc).is_ok())
    }

    /// What lies outside the chip may have taken the clocks of the rest: leave before the next step if it has.
    pub(crate) fn leave_for_time(&mut self, block: &Block, next: Option<&Step>, leave: usize) {
        let short = self.is_short(block);
        if matches!(next, Some(Step::Data { reach: Reach::Found, .. })) {
            // It is left there for other reasons, too.
            let gone = self.cold_block();
            self.writer.settle();
            self.go_settled_if(short, gone);
            self.gone = Some(gone);
        } else {
            self.leave_if(&[short], leave);
        }
    }

    /// An instruction whose data are looked for outside the chip, too. The region is left before it if they are not found.
    pub(crate) fn found(&mut self, e: &Entry, late: Option<u8>, leave: usize) {
        let gone = self.gone.take().unwrap_or_else(|| self.cold_block());
        self.guard_steps(e, |translation, far| translation.turn_off_if(&[far], |translation| translation.go(gone)));
        self.reach(e, leave, gone);
        self.data(e, late);
        let (on, facts) = (self.writer.builder.current_block(), self.writer.facts.clone());
        self.writer.builder.seal_block(gone);
        self.begin_exit(gone);
        self.leave(leave);
        self.writer.builder.switch_to_block(on.unwrap_or(gone));
        self.writer.facts = facts;
    }

    /// The same, but the interpreter executes it if they are not found: the aside of this number.
    pub(crate) fn hidden(&mut self, e: &Entry, late: Option<u8>, aside: usize, leave: usize) {
        self.through_interpreter(aside, |translation, begin| {
            let off = |translation: &mut Self, far| {
                translation.turn_off_if(&[far], |translation| translation.go(begin));
            };
            if transfers(e) {
                translation.guard_steps(e, off);
                translation.reach(e, leave, begin);
            } else {
                translation.guarded(e, |_| false, off);
            }
            translation.data(e, late);
        });
    }

    /// A way through the interpreter, beside the one that is written: where the first begins, and both end.
    fn through_interpreter(&mut self, number: usize, beside: impl FnOnce(&mut Self, ir::Block)) {
        let (begin, end) = (self.cold_block(), self.writer.builder.create_block());
        let before = std::mem::take(&mut self.writer.changed);
        beside(self, begin);
        self.go(end);
        self.begin(end);
        let written = std::mem::replace(&mut self.writer.changed, before);
        for field in self.writer.fields.all() {
            if written.contains(field.variable) {
                self.writer.changed.insert(field.variable);
            }
        }
        self.asides.push(Aside { begin, number, end, written: Some(written) });
    }

    /// The interpreter executes the aside of this number.
    pub(crate) fn aside(&mut self, number: usize) {
        let (begin, end) = (self.writer.builder.create_block(), self.writer.builder.create_block());
        self.go(begin);
        self.begin(end);
        self.asides.push(Aside { begin, number, end, written: None });
    }

    /// The ways through the interpreter, which may change these registers.
    pub(crate) fn write_asides(&mut self, used: &[Field]) {
        if self.asides.is_empty() {
            return;
        }
        let frame = self.writer.frame;
        let gone = self.writer.builder.create_block();
        for Aside { begin, number, end, written } in std::mem::take(&mut self.asides) {
            self.begin_exit(begin);
            self.forget_late(self.region.asides[number].leave);
            self.save();
            let number = self.writer.constant(number as i64);
            let goes_on = self.writer.call(aside_address(), &[frame, number]);
            // What stays as it was is in a register already: few values come together where the ways do. Clocks pass.
            let account = self.writer.fields.account.variable;
            let stays = |field: &Field| match &written {
                Some(written) => field.variable != account && !written.contains(field.variable),
                None => false,
            };
            for field in used.iter().filter(|field| !stays(field)) {
                self.writer.fetch(*field);
            }
            self.writer.settle_middles();
            self.writer.builder.ins().brif(goes_on, end, &[], gone, &[]);
        }
        self.begin_exit(gone);
        self.writer.builder.set_cold_block(gone);
        let none = self.writer.constant(0);
        self.writer.builder.ins().return_(&[none]);
    }
}
