//! The system stack, which holds return addresses, SR, LA and LC.
//!
//! A call or a loop pushes SR, whose condition codes are lazy. The push stores their sources next to the stack, and
//! the core computes SR if the location is read. Most pushed values are popped without being read.
//!
//! Invariant: for each location, the core has a byte that states whether the low half is the stored word or an SR to
//! be computed.

use crate::emitter::Emitter;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use dsp56k_core::engine::jit_state::{LazyState, PushedStatus, STACK_LOCATIONS, ssl_source, within};
use dsp56k_core::semantics::Machine;

use std::mem::offset_of;

/// Bytes of each half of a location, SSH and SSL.
const HALF_LOCATION_BYTES: usize = 2;

impl Emitter<'_, '_> {
    /// Pushes SR to the low half of a location, as the sources of its condition codes. `loop_flag` is LF.
    fn push_status(&mut self, location: usize, loop_flag: bool) {
        self.flush_limit();
        let (eu, nzv) = self.lazy_flags();
        let (limit, carry) = (self.load_limit(), self.c());
        for (value, field) in [
            (eu, offset_of!(PushedStatus, eu)),
            (nzv, offset_of!(PushedStatus, nzv)),
            (limit, offset_of!(PushedStatus, limit)),
            (carry, offset_of!(PushedStatus, carry)),
        ] {
            self.store_lazy(value, offset_of!(LazyState, pushed) + location * size_of::<PushedStatus>() + field);
        }
        self.set_low_half_kind(location, if loop_flag { ssl_source::STATUS_IN_LOOP } else { ssl_source::STATUS });
    }

    /// Stores the kind of a location's low half.
    fn set_low_half_kind(&mut self, location: usize, kind: u8) {
        let kind = self.builder.ins().iconst(types::I8, i64::from(kind));
        self.store_lazy(kind, offset_of!(LazyState, ssl_sources) + location);
    }

    /// Pushes two words to a location.
    pub(crate) fn push(&mut self, location: u8, high: Value, low: Value) {
        let location = usize::from(location) % STACK_LOCATIONS;
        self.push_half(within::SSH, location, high);
        self.push_half(within::SSL, location, low);
        self.set_low_half_kind(location, ssl_source::STORED);
    }

    /// Pushes a return address and SR to a location.
    pub(crate) fn push_return(&mut self, location: u8, return_address: Value, loop_flag: bool) {
        let location = usize::from(location) % STACK_LOCATIONS;
        self.push_half(within::SSH, location, return_address);
        self.push_status(location, loop_flag);
    }

    /// Stores one half of a location.
    fn push_half(&mut self, array: usize, location: usize, value: Value) {
        let (trusted, offset) = (MemFlagsData::trusted(), (array + location * HALF_LOCATION_BYTES) as i32);
        if let Some(constant) = self.known_constant(value) {
            // x86 stores a 16-bit constant with one instruction.
            let half = self.builder.ins().iconst(types::I16, constant);
            self.builder.ins().store(trusted, half, self.core, offset);
        } else {
            self.builder.ins().istore16(trusted, value, self.core, offset);
        }
    }

    /// Loads the low half of a location, which must be a stored word.
    pub(crate) fn load_ssl(&mut self, location: u8) -> Value {
        let offset = within::SSL + usize::from(location) % STACK_LOCATIONS * HALF_LOCATION_BYTES;
        let low = self.builder.ins().uload16(types::I64, MemFlagsData::trusted(), self.core, offset as i32);
        self.address_values.insert(low);
        low
    }
}
