//! Facts about the emitted code, at the current position in a block.
//!
//! The facts are the state of a forward dataflow analysis. A block with one predecessor starts with its predecessor's
//! facts. At a merge point only the magnitudes of the accumulators are known, as the maximum over all predecessors,
//! and nothing is known at the start of a loop.
//!
//! Invariant: a fact names SSA values, never variables, because a variable can be redefined while the fact is still
//! in use.

use crate::emitter::ranged_value::{MAX_ACCUMULATOR_MAGNITUDE, RangedValue, WordSource};
use cranelift_codegen::ir::Value;
use dsp56k_core::engine::region::Cost;

/// All facts at one position.
#[derive(Clone)]
pub(crate) struct Facts {
    /// Condition codes.
    pub flags: Flags,
    /// Maximum magnitude of each accumulator. It exceeds 56 bits while wrapping is deferred.
    pub max_magnitude: [u64; 2],
    /// Pending updates of the L flag.
    pub deferred_limit: DeferredLimitFlag,
    /// The value that was wrapped to 56 bits last, and the result.
    pub last_wrapped: Option<(Value, RangedValue)>,
    /// Sources of A1 and B1, if they are known.
    pub msp: [Option<WordSource>; 2],
    /// Pointers that a guard range covers.
    pub pointer_runs: [Option<PointerRun>; 8],
    /// Values of Nn that have been checked to be smaller than the modulus.
    pub bounded_steps: [Option<Value>; 8],
    /// The last address computed from Rn and Nn, with everything that it depends on: Rn, Nn, the modifier, and
    /// whether Nn was subtracted. Two pointers can have equal Rn and Nn and different modifiers.
    pub last_indexed: Option<((Value, Value, u16, bool), Value)>,
    /// Clocks and instructions that have not been charged.
    pub deferred_cost: Cost,
    /// Word indices, and the host addresses that have been computed from them.
    pub word_addresses: Vec<(Value, Value)>,
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            flags: Flags::default(),
            max_magnitude: [MAX_ACCUMULATOR_MAGNITUDE; 2],
            deferred_limit: DeferredLimitFlag::default(),
            last_wrapped: None,
            msp: [None; 2],
            pointer_runs: [None; 8],
            bounded_steps: [None; 8],
            last_indexed: None,
            deferred_cost: Cost::default(),
            word_addresses: Vec::new(),
        }
    }
}

/// Result that determines condition codes.
#[derive(Clone, Copy)]
pub(crate) struct FlagSource {
    /// The result before wrap-around. V is set if it differs from the wrapped value.
    pub exact: Value,
    /// The result wrapped to 56 bits, if it has been emitted.
    pub wrapped: Option<RangedValue>,
    /// If the result is a sum of an accumulation: the unwrapped sum to which the last product was added.
    pub previous_sum: Option<Value>,
}

/// Unwrapped sums whose overflow is not yet included in the L flag.
#[derive(Clone, Copy, Default)]
pub(crate) struct DeferredLimitFlag {
    /// The last of these sums.
    pub last: Option<Value>,
    /// Overflow bits of the earlier ones: a bit from 56 upwards is set if one of them does not fit 56 bits.
    pub earlier: Option<Value>,
}

/// Condition codes, as the values from which they are computed when they are read (*lazy flags*).
#[derive(Clone, Copy, Default)]
pub(crate) struct Flags {
    /// Source of E and U.
    pub eu: Option<FlagSource>,
    /// Source of N, Z and V.
    pub nzv: Option<FlagSource>,
    /// The C flag.
    pub carry: Option<Value>,
    /// Sources that have not been stored to the core.
    pub dirty: DirtyFlags,
    /// A source was loaded from the core in this block.
    pub loaded: bool,
}

/// Condition codes whose source differs from the one in the core.
#[derive(Clone, Copy, Default)]
pub(crate) struct DirtyFlags {
    pub eu: bool,
    pub nzv: bool,
    pub carry: bool,
}

/// Address of a word: a constant offset from a value, or from 0.
#[derive(Clone, Copy)]
pub(crate) struct Address {
    pub base: Option<Value>,
    pub offset: i64,
}

impl Address {
    /// Creates an address without an offset.
    pub(crate) fn from_value(value: Value) -> Self {
        Self { base: Some(value), offset: 0 }
    }

    /// Returns the address if it is known at compile time.
    pub(crate) fn known(self) -> Option<i64> {
        self.base.is_none().then_some(self.offset)
    }
}

/// Pointer whose changes are deferred: it is represented as an offset from its value at the start of a guard range.
#[derive(Clone, Copy)]
pub(crate) struct PointerRun {
    /// Its value at the start of the range.
    pub base: Value,
    /// Its current offset.
    pub offset: i64,
    /// Offset of the value that its variable has.
    pub flushed_offset: i64,
    /// Smallest offset at which base plus offset needs no truncation to 16 bits. Upwards no step needs one: the base
    /// is internal, and a block has fewer instructions than there are addresses above internal memory.
    pub min_offset: i64,
}
