//! Flags of code that is being written. They lie in the core as the results that they follow from, and are written there
//! at the end of a block or before it can be left; within a block they are at hand.

use crate::emitter::Emitter;
use crate::emitter::facts::{DirtyFlags, FlagSource, Flags};
use crate::emitter::ranged_value::RangedValue;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use dsp56k_core::engine::frame::Unsettled;
use dsp56k_core::semantics::Machine;

use std::mem::offset_of;

/// The bit in which a result differs from what is left of it to tell V alone.
const OVERFLOW_BIT: u32 = 63;

impl Emitter<'_, '_> {
    fn load_flag_field(&mut self, kind: Type, offset: usize) -> Value {
        self.facts.flags.loaded = true;
        self.load_lazy(kind, offset)
    }

    /// Write flags to the core.
    pub(crate) fn flush_flags(&mut self) {
        let Flags { eu, nzv, carry, dirty, .. } = self.facts.flags;
        if let Some(eu) = eu.filter(|_| dirty.eu) {
            self.store_lazy(eu.exact, offset_of!(Unsettled, eu));
        }
        if nzv.is_some() && dirty.nzv {
            let (exact, _) = self.nzv_source();
            self.store_lazy(exact, offset_of!(Unsettled, nzv));
        }
        if let Some(carry) = carry.filter(|_| dirty.carry) {
            self.store_lazy(carry, offset_of!(Unsettled, carry));
        }
        self.facts.flags.dirty = DirtyFlags::default();
    }

    fn load_flag_source(&mut self, offset: usize) -> FlagSource {
        let exact = self.load_flag_field(types::I64, offset);
        FlagSource { exact, wrapped: None, previous_sum: None }
    }

    /// The result from which E and U follow, of which nothing beyond 56 bits tells anything.
    fn eu_source(&mut self) -> FlagSource {
        let known = self.facts.flags.eu;
        let source = known.unwrap_or_else(|| self.load_flag_source(offset_of!(Unsettled, eu)));
        self.facts.flags.eu = Some(source);
        source
    }

    /// The result from which N, Z and V follow, and what 56 bits hold of it.
    fn nzv_source(&mut self) -> (Value, RangedValue) {
        let known = self.facts.flags.nzv;
        let FlagSource { exact, wrapped, previous_sum } =
            known.unwrap_or_else(|| self.load_flag_source(offset_of!(Unsettled, nzv)));
        let wrapped = wrapped.unwrap_or_else(|| self.wrap_value(exact));
        let exact = previous_sum.map_or(exact, |previous| self.compute_exact_sum(exact, previous));
        self.facts.flags.nzv = Some(FlagSource { exact, wrapped: Some(wrapped), previous_sum: None });
        (exact, wrapped)
    }

    /// The result from which E and U follow.
    pub(crate) fn eu_result(&mut self) -> RangedValue {
        let FlagSource { exact, wrapped, .. } = self.eu_source();
        let wrapped = wrapped.unwrap_or_else(|| self.wrap_value(exact));
        self.facts.flags.eu = Some(FlagSource { exact, wrapped: Some(wrapped), previous_sum: None });
        wrapped
    }

    /// The result from which N and Z follow.
    pub(crate) fn nz_result(&mut self) -> RangedValue {
        self.nzv_source().1
    }

    /// E, U, N, Z and V follow from this result, of which this is left.
    pub(crate) fn set_flag_source(&mut self, exact: Value, wrapped: RangedValue) {
        self.set_nzv_source(exact, wrapped);
        self.facts.flags.eu = Some(FlagSource { exact, wrapped: Some(wrapped), previous_sum: None });
        self.facts.flags.dirty.eu = true;
    }

    /// The same of one of a row of sums, which more than 56 bits may hold.
    pub(crate) fn set_unwrapped_flag_source(&mut self, exact: Value, previous_sum: Option<Value>) {
        let source = Some(FlagSource { exact, wrapped: None, previous_sum });
        let Flags { eu, nzv, dirty, .. } = &mut self.facts.flags;
        (*eu, *nzv) = (source, source);
        (dirty.eu, dirty.nzv) = (true, true);
    }

    pub(crate) fn set_nzv_source(&mut self, exact: Value, wrapped: RangedValue) {
        self.facts.flags.nzv = Some(FlagSource { exact, wrapped: Some(wrapped), previous_sum: None });
        self.facts.flags.dirty.nzv = true;
    }

    /// Somebody else says what results flags follow from.
    pub(crate) fn discard_flag_sources(&mut self) {
        let Flags { eu, nzv, dirty, .. } = &mut self.facts.flags;
        (*eu, *nzv) = (None, None);
        (dirty.eu, dirty.nzv) = (false, false);
    }

    /// The exact results from which E and U, and N, Z and V, follow.
    pub(crate) fn flag_results(&mut self) -> (Value, Value) {
        (self.eu_source().exact, self.nzv_source().0)
    }

    pub(crate) fn overflow_bit(&mut self) -> Value {
        let (exact, wrapped) = self.nzv_source();
        if exact == wrapped.value {
            return self.builder.ins().iconst(types::I8, 0);
        }
        self.builder.ins().icmp(IntCC::NotEqual, wrapped.value, exact)
    }

    /// V is set if this holds; else it is cleared, or stays.
    pub(crate) fn update_overflow(&mut self, bit: Value, is_sticky: bool) {
        let (exact, wrapped) = self.nzv_source();
        let v = self.counted(bit);
        let mut difference = self.left(v, OVERFLOW_BIT).value;
        if is_sticky && exact != wrapped.value {
            let before = self.builder.ins().bxor(exact, wrapped.value);
            difference = self.builder.ins().bor(difference, before);
        }
        let exact = self.builder.ins().bxor(wrapped.value, difference);
        self.set_nzv_source(exact, wrapped);
        self.add_limit(v.value);
    }

    /// L is set if this is not 0. Few ask for it: it lies in the core.
    pub(crate) fn load_limit(&mut self) -> Value {
        self.load_lazy(types::I64, offset_of!(Unsettled, beyond))
    }

    /// L is set where this is not 0.
    pub(crate) fn add_limit(&mut self, value: Value) {
        let limit = self.load_limit();
        let limit = self.builder.ins().bor(limit, value);
        self.store_lazy(limit, offset_of!(Unsettled, beyond));
    }

    pub(crate) fn carry(&mut self) -> Value {
        let known = self.facts.flags.carry;
        let carry = known.unwrap_or_else(|| self.load_flag_field(types::I8, offset_of!(Unsettled, carry)));
        self.facts.flags.carry = Some(carry);
        carry
    }

    pub(crate) fn set_carry(&mut self, bit: Value) {
        self.facts.flags.carry = Some(bit);
        self.facts.flags.dirty.carry = true;
    }
}
