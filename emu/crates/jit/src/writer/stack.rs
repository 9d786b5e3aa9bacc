//! The stack of code that is being written. SR is pushed as what its flags follow from: few ask for it before it is popped.

use crate::writer::Writer;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use dsp56k_core::engine::frame::{Frame, Pushed, STACK_LOCATIONS, flag, within};
use dsp56k_core::semantics::Machine;

use std::mem::offset_of;

/// Bytes of half a location.
const LOCATION_BYTES: usize = 2;

impl Writer<'_, '_> {
    /// SR goes to a location of the stack, as what its flags follow from.
    fn push_status(&mut self, location: u8, looping: bool) {
        let (eu, nzv) = self.results();
        let offset = offset_of!(Frame<'_>, sr) as i32;
        let mut sr = self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.frame, offset);
        if looping {
            sr = self.builder.ins().bor_imm_s(sr, flag::LF);
        }
        for (flag, bit) in [(flag::C, self.c()), (flag::L, self.l())] {
            let bit = self.counted(bit);
            let bit = self.left(bit, flag.trailing_zeros());
            sr = self.builder.ins().bor(sr, bit.value);
        }
        let offset = offset_of!(Frame<'_>, pushed) as i32;
        let pushed = self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.frame, offset);
        let location = usize::from(location) % STACK_LOCATIONS;
        for (value, field) in
            [(eu, offset_of!(Pushed, eu)), (nzv, offset_of!(Pushed, nzv)), (sr, offset_of!(Pushed, sr))]
        {
            let offset = (location * size_of::<Pushed>() + field) as i32;
            self.builder.ins().store(MemFlagsData::trusted(), value, pushed, offset);
        }
        self.note_pushed(location, true);
    }

    /// Whether flags were pushed to a location of the stack, and SSL does not tell them yet.
    fn note_pushed(&mut self, location: usize, flags: bool) {
        let (offset, bit) = (offset_of!(Frame<'_>, unsettled) as i32, 1 << location);
        let before = self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.frame, offset);
        let builder = self.builder.ins();
        let after = if flags { builder.bor_imm_s(before, bit) } else { builder.band_imm_s(before, !bit) };
        self.builder.ins().store(MemFlagsData::trusted(), after, self.frame, offset);
    }

    /// Both halves of a location of the stack.
    pub(crate) fn push(&mut self, location: u8, high: Value, low: Value) {
        let location = usize::from(location) % STACK_LOCATIONS;
        self.push_half(within::SSH, location, high);
        self.push_half(within::SSL, location, low);
        self.note_pushed(location, false);
    }

    /// A return address and SR.
    pub(crate) fn push_return(&mut self, location: u8, back: Value, looping: bool) {
        self.push_half(within::SSH, usize::from(location) % STACK_LOCATIONS, back);
        self.push_status(location, looping);
    }

    fn push_half(&mut self, array: usize, location: usize, value: Value) {
        let offset = (array + location * LOCATION_BYTES) as i32;
        self.builder.ins().istore16(MemFlagsData::trusted(), value, self.core, offset);
    }

    /// The low half of a stack location that has no flags.
    pub(crate) fn stacked(&mut self, location: u8) -> Value {
        let offset = within::SSL + usize::from(location) % STACK_LOCATIONS * LOCATION_BYTES;
        self.builder.ins().uload16(types::I64, MemFlagsData::trusted(), self.core, offset as i32)
    }
}
