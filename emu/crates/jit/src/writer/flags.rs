//! Flags of code that is being written. They lie in the core as the results that they follow from, and are written there
//! at the end of a block or before it can be left; within a block they are at hand.

use crate::writer::Writer;
use crate::writer::facts::{Flags, Recipe, Unwritten};
use crate::writer::number::Number;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use dsp56k_core::engine::frame::Unsettled;
use dsp56k_core::semantics::Machine;

use std::mem::offset_of;

/// The bit in which a result differs from what is left of it to tell V alone.
const OVERFLOW_BIT: u32 = 63;

impl Writer<'_, '_> {
    fn field(&mut self, kind: Type, offset: usize) -> Value {
        self.facts.flags.read = true;
        self.look_up(kind, offset)
    }

    /// Write flags to the core.
    pub(crate) fn write_flags(&mut self) {
        let Flags { eu, nzv, carry, unwritten, .. } = self.facts.flags;
        if let Some(eu) = eu.filter(|_| unwritten.eu) {
            self.put_down(eu.exact, offset_of!(Unsettled, eu));
        }
        if nzv.is_some() && unwritten.nzv {
            let (exact, _) = self.nzv();
            self.put_down(exact, offset_of!(Unsettled, nzv));
        }
        if let Some(carry) = carry.filter(|_| unwritten.carry) {
            self.put_down(carry, offset_of!(Unsettled, carry));
        }
        self.facts.flags.unwritten = Unwritten::default();
    }

    fn recipe(&mut self, offset: usize) -> Recipe {
        let exact = self.field(types::I64, offset);
        Recipe { exact, cut: None, before: None }
    }

    /// The result from which E and U follow, of which nothing beyond 56 bits tells anything.
    fn eu(&mut self) -> Recipe {
        let known = self.facts.flags.eu;
        let recipe = known.unwrap_or_else(|| self.recipe(offset_of!(Unsettled, eu)));
        self.facts.flags.eu = Some(recipe);
        recipe
    }

    /// The result from which N, Z and V follow, and what 56 bits hold of it.
    fn nzv(&mut self) -> (Value, Number) {
        let known = self.facts.flags.nzv;
        let Recipe { exact, cut, before } = known.unwrap_or_else(|| self.recipe(offset_of!(Unsettled, nzv)));
        let cut = cut.unwrap_or_else(|| self.wrapped(exact));
        let exact = before.map_or(exact, |before| self.exact_sum(exact, before));
        self.facts.flags.nzv = Some(Recipe { exact, cut: Some(cut), before: None });
        (exact, cut)
    }

    /// The result from which E and U follow.
    pub(crate) fn sized(&mut self) -> Number {
        let Recipe { exact, cut, .. } = self.eu();
        let cut = cut.unwrap_or_else(|| self.wrapped(exact));
        self.facts.flags.eu = Some(Recipe { exact, cut: Some(cut), before: None });
        cut
    }

    /// The result from which N and Z follow.
    pub(crate) fn told(&mut self) -> Number {
        self.nzv().1
    }

    /// E, U, N, Z and V follow from this result, of which this is left.
    pub(crate) fn follow(&mut self, exact: Value, cut: Number) {
        self.follow_nzv(exact, cut);
        self.facts.flags.eu = Some(Recipe { exact, cut: Some(cut), before: None });
        self.facts.flags.unwritten.eu = true;
    }

    /// The same of one of a row of sums, which more than 56 bits may hold.
    pub(crate) fn follow_uncut(&mut self, exact: Value, before: Option<Value>) {
        let recipe = Some(Recipe { exact, cut: None, before });
        let Flags { eu, nzv, unwritten, .. } = &mut self.facts.flags;
        (*eu, *nzv) = (recipe, recipe);
        (unwritten.eu, unwritten.nzv) = (true, true);
    }

    pub(crate) fn follow_nzv(&mut self, exact: Value, cut: Number) {
        self.facts.flags.nzv = Some(Recipe { exact, cut: Some(cut), before: None });
        self.facts.flags.unwritten.nzv = true;
    }

    /// Somebody else says what results flags follow from.
    pub(crate) fn forget_told(&mut self) {
        let Flags { eu, nzv, unwritten, .. } = &mut self.facts.flags;
        (*eu, *nzv) = (None, None);
        (unwritten.eu, unwritten.nzv) = (false, false);
    }

    /// The exact results from which E and U, and N, Z and V, follow.
    pub(crate) fn results(&mut self) -> (Value, Value) {
        (self.eu().exact, self.nzv().0)
    }

    pub(crate) fn overflow(&mut self) -> Value {
        let (exact, cut) = self.nzv();
        if exact == cut.value {
            return self.builder.ins().iconst(types::I8, 0);
        }
        self.builder.ins().icmp(IntCC::NotEqual, cut.value, exact)
    }

    /// V is set if this holds; else it is cleared, or stays.
    pub(crate) fn change_overflow(&mut self, bit: Value, stays: bool) {
        let (exact, cut) = self.nzv();
        let v = self.counted(bit);
        let mut lost = self.left(v, OVERFLOW_BIT).value;
        if stays && exact != cut.value {
            let before = self.builder.ins().bxor(exact, cut.value);
            lost = self.builder.ins().bor(lost, before);
        }
        let exact = self.builder.ins().bxor(cut.value, lost);
        self.follow_nzv(exact, cut);
        self.add_beyond(v.value);
    }

    /// L is set if this is not 0. Few ask for it: it lies in the core.
    pub(crate) fn beyond(&mut self) -> Value {
        self.look_up(types::I64, offset_of!(Unsettled, beyond))
    }

    /// L is set where this is not 0.
    pub(crate) fn add_beyond(&mut self, value: Value) {
        let beyond = self.beyond();
        let beyond = self.builder.ins().bor(beyond, value);
        self.put_down(beyond, offset_of!(Unsettled, beyond));
    }

    pub(crate) fn carry(&mut self) -> Value {
        let known = self.facts.flags.carry;
        let carry = known.unwrap_or_else(|| self.field(types::I8, offset_of!(Unsettled, carry)));
        self.facts.flags.carry = Some(carry);
        carry
    }

    pub(crate) fn set_carry(&mut self, bit: Value) {
        self.facts.flags.carry = Some(bit);
        self.facts.flags.unwritten.carry = true;
    }
}
