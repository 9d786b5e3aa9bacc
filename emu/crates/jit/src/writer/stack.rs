//! The stack of code that is being written. SR is pushed as what its flags follow from: few ask for it before it is popped.

use crate::writer::Writer;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use dsp56k_core::engine::frame::{Pushed, STACK_LOCATIONS, Unsettled, low, within};
use dsp56k_core::semantics::Machine;

use std::mem::offset_of;

/// Bytes of half a location.
const LOCATION_BYTES: usize = 2;

impl Writer<'_, '_> {
    /// SR goes to a location of the stack, as what its flags follow from.
    fn push_status(&mut self, location: usize, looping: bool) {
        self.settle_l();
        let (eu, nzv) = self.results();
        let (beyond, carry) = (self.beyond(), self.c());
        for (value, field) in [
            (eu, offset_of!(Pushed, eu)),
            (nzv, offset_of!(Pushed, nzv)),
            (beyond, offset_of!(Pushed, beyond)),
            (carry, offset_of!(Pushed, carry)),
        ] {
            self.put_down(value, offset_of!(Unsettled, pushed) + location * size_of::<Pushed>() + field);
        }
        self.note_low(location, if looping { low::STATUS_LOOPING } else { low::STATUS });
    }

    /// What tells the low half of a location.
    fn note_low(&mut self, location: usize, state: u8) {
        let state = self.builder.ins().iconst(types::I8, i64::from(state));
        self.put_down(state, offset_of!(Unsettled, lows) + location);
    }

    /// Both halves of a location of the stack.
    pub(crate) fn push(&mut self, location: u8, high: Value, low: Value) {
        let location = usize::from(location) % STACK_LOCATIONS;
        self.push_half(within::SSH, location, high);
        self.push_half(within::SSL, location, low);
        self.note_low(location, low::PLAIN);
    }

    /// A return address and SR.
    pub(crate) fn push_return(&mut self, location: u8, back: Value, looping: bool) {
        let location = usize::from(location) % STACK_LOCATIONS;
        self.push_half(within::SSH, location, back);
        self.push_status(location, looping);
    }

    fn push_half(&mut self, array: usize, location: usize, value: Value) {
        let (trusted, offset) = (MemFlagsData::trusted(), (array + location * LOCATION_BYTES) as i32);
        if let Some(known) = self.known(value) {
            // The host has an instruction that stores a number of this size.
            let half = self.builder.ins().iconst(types::I16, known);
            self.builder.ins().store(trusted, half, self.core, offset);
        } else {
            self.builder.ins().istore16(trusted, value, self.core, offset);
        }
    }

    /// The low half of a stack location that has no flags.
    pub(crate) fn stacked(&mut self, location: u8) -> Value {
        let offset = within::SSL + usize::from(location) % STACK_LOCATIONS * LOCATION_BYTES;
        let low = self.builder.ins().uload16(types::I64, MemFlagsData::trusted(), self.core, offset as i32);
        self.addresses.insert(low);
        low
    }
}
