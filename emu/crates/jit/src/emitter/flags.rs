//! Lazy condition codes.
//!
//! Code does not compute E, U, N, Z and V after each operation. It records their *source*, the exact result, and
//! computes a flag when an instruction reads it. Two sources are kept, because logical operations change N, Z and V
//! but not E and U. C is a Boolean value; L is sticky and is accumulated in the core.
//!
//! Invariant: dirty sources are stored to the core before control can reach a merge point or an exit. QEMU's `CC_OP`
//! and `CC_SRC` are the same technique.

use crate::emitter::Emitter;
use crate::emitter::facts::{DirtyFlags, FlagSource, Flags};
use crate::emitter::ranged_value::RangedValue;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value, types};
use dsp56k_core::engine::jit_state::{JitState, LazyState};
use dsp56k_core::semantics::Machine;

use std::mem::offset_of;

/// Bit that represents only V in the difference between a result and its wrapped value. It is above all bits that a
/// wrapped value has, apart from copies of its sign.
const OVERFLOW_BIT: u32 = 63;

impl Emitter<'_, '_> {
    /// Loads a source from the core.
    fn load_flag_field(&mut self, kind: Type, offset: usize) -> Value {
        self.facts.flags.loaded = true;
        self.load_lazy(kind, offset)
    }

    /// Stores dirty sources to the core.
    pub(crate) fn flush_flags(&mut self) {
        let Flags { eu, nzv, carry, dirty, .. } = self.facts.flags;
        if let Some(eu) = eu.filter(|_| dirty.eu) {
            self.store_lazy(eu.exact, offset_of!(LazyState, eu));
        }
        if nzv.is_some() && dirty.nzv {
            let (exact, _) = self.nzv_source();
            self.store_lazy(exact, offset_of!(LazyState, nzv));
        }
        if let Some(carry) = carry.filter(|_| dirty.carry) {
            self.store_lazy(carry, offset_of!(LazyState, carry));
        }
        self.facts.flags.dirty = DirtyFlags::default();
    }

    /// Loads a source from the core as a fact.
    fn load_flag_source(&mut self, offset: usize) -> FlagSource {
        let exact = self.load_flag_field(types::I64, offset);
        FlagSource { exact, wrapped: None, previous_sum: None }
    }

    /// Returns the source of E and U. Only its low 56 bits count.
    fn eu_source(&mut self) -> FlagSource {
        let known = self.facts.flags.eu;
        let source = known.unwrap_or_else(|| self.load_flag_source(offset_of!(LazyState, eu)));
        self.facts.flags.eu = Some(source);
        source
    }

    /// Returns the exact result that determines V, and its wrapped value, which determines N and Z.
    fn nzv_source(&mut self) -> (Value, RangedValue) {
        let known = self.facts.flags.nzv;
        let FlagSource { exact, wrapped, previous_sum } =
            known.unwrap_or_else(|| self.load_flag_source(offset_of!(LazyState, nzv)));
        let wrapped = wrapped.unwrap_or_else(|| self.wrap_value(exact));
        let exact = previous_sum.map_or(exact, |previous| self.compute_exact_sum(exact, previous));
        self.facts.flags.nzv = Some(FlagSource { exact, wrapped: Some(wrapped), previous_sum: None });
        (exact, wrapped)
    }

    /// Returns the wrapped result that determines E and U.
    pub(crate) fn eu_result(&mut self) -> RangedValue {
        let FlagSource { exact, wrapped, .. } = self.eu_source();
        let wrapped = wrapped.unwrap_or_else(|| self.wrap_value(exact));
        self.facts.flags.eu = Some(FlagSource { exact, wrapped: Some(wrapped), previous_sum: None });
        wrapped
    }

    /// Returns the wrapped result that determines N and Z.
    pub(crate) fn nz_result(&mut self) -> RangedValue {
        self.nzv_source().1
    }

    /// Records the source of E, U, N, Z and V, with its wrapped value.
    pub(crate) fn set_flag_source(&mut self, exact: Value, wrapped: RangedValue) {
        self.set_nzv_source(exact, wrapped);
        self.facts.flags.eu = Some(FlagSource { exact, wrapped: Some(wrapped), previous_sum: None });
        self.facts.flags.dirty.eu = true;
    }

    /// Records an unwrapped sum as the source of E, U, N, Z and V.
    pub(crate) fn set_unwrapped_flag_source(&mut self, exact: Value, previous_sum: Option<Value>) {
        let source = Some(FlagSource { exact, wrapped: None, previous_sum });
        let Flags { eu, nzv, dirty, .. } = &mut self.facts.flags;
        (*eu, *nzv) = (source, source);
        (dirty.eu, dirty.nzv) = (true, true);
    }

    /// Records the source of N, Z and V, with its wrapped value.
    pub(crate) fn set_nzv_source(&mut self, exact: Value, wrapped: RangedValue) {
        self.facts.flags.nzv = Some(FlagSource { exact, wrapped: Some(wrapped), previous_sum: None });
        self.facts.flags.dirty.nzv = true;
    }

    /// Discards the sources. The caller records others.
    pub(crate) fn discard_flag_sources(&mut self) {
        let Flags { eu, nzv, dirty, .. } = &mut self.facts.flags;
        (*eu, *nzv) = (None, None);
        (dirty.eu, dirty.nzv) = (false, false);
    }

    /// Returns the exact results that determine E and U, and N, Z and V.
    pub(crate) fn lazy_flags(&mut self) -> (Value, Value) {
        (self.eu_source().exact, self.nzv_source().0)
    }

    /// Emits V.
    pub(crate) fn overflow_bit(&mut self) -> Value {
        let (exact, wrapped) = self.nzv_source();
        if exact == wrapped.value {
            return self.builder.ins().iconst(types::I8, 0);
        }
        self.builder.ins().icmp(IntCC::NotEqual, wrapped.value, exact)
    }

    /// Sets V if `bit` is true. Otherwise clears V or, if it is sticky, keeps it.
    pub(crate) fn update_overflow(&mut self, bit: Value, is_sticky: bool) {
        let (exact, wrapped) = self.nzv_source();
        let v = self.bit_to_number(bit);
        let mut difference = self.shl(v, OVERFLOW_BIT).value;
        if is_sticky && exact != wrapped.value {
            let before = self.builder.ins().bxor(exact, wrapped.value);
            difference = self.builder.ins().bor(difference, before);
        }
        let exact = self.builder.ins().bxor(wrapped.value, difference);
        self.set_nzv_source(exact, wrapped);
        self.add_limit(v.value);
    }

    /// Loads the value that determines L: the flag is set if it is not 0. It is not cached, because few instructions
    /// read it.
    pub(crate) fn load_limit(&mut self) -> Value {
        self.load_lazy(types::I64, offset_of!(LazyState, limit))
    }

    /// Sets L if `value` is not 0.
    pub(crate) fn add_limit(&mut self, value: Value) {
        let limit = self.load_limit();
        let limit = self.builder.ins().bor(limit, value);
        self.store_lazy(limit, offset_of!(LazyState, limit));
    }

    /// Returns SR. `loop_flag` is the bit of LF, or 0.
    pub(crate) fn status_register(&mut self, loop_flag: u32) -> Value {
        let offset = offset_of!(JitState<'_>, sr) as i32;
        let status = self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.jit_state, offset);
        let mut status = self.builder.ins().bor_imm_s(status, i64::from(loop_flag));
        // C is bit 0 (UM A-10).
        for (number, flag) in
            [Self::c, Self::overflow_bit, Self::z, Self::n, Self::u, Self::e, Self::l].iter().enumerate()
        {
            let flag = flag(self);
            let flag = self.bit_to_number(flag);
            let flag = self.shl(flag, number as u32);
            status = self.builder.ins().bor(status, flag.value);
        }
        status
    }

    /// Returns C.
    pub(crate) fn carry(&mut self) -> Value {
        let known = self.facts.flags.carry;
        let carry = known.unwrap_or_else(|| self.load_flag_field(types::I8, offset_of!(LazyState, carry)));
        self.facts.flags.carry = Some(carry);
        carry
    }

    /// Sets C.
    pub(crate) fn set_carry(&mut self, bit: Value) {
        self.facts.flags.carry = Some(bit);
        self.facts.flags.dirty.carry = true;
    }
}
