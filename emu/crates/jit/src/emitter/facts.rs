//! What is known of code that is being written since its block began; nothing, at the beginning of one to which several
//! ways lead.

use crate::emitter::ranged_value::{MAX_ACCUMULATOR_MAGNITUDE, RangedValue, WordSource};
use cranelift_codegen::ir::Value;
use dsp56k_core::engine::region::Cost;

/// All of it.
#[derive(Clone)]
pub(crate) struct Facts {
    pub flags: Flags,
    /// How far accumulators can be from 0: more than 56 bits hold in a row of sums.
    pub max_magnitude: [u64; 2],
    pub deferred_limit: DeferredLimitFlag,
    /// The last value of which it was asked what 56 bits hold, and that.
    pub last_wrapped: Option<(Value, RangedValue)>,
    /// Their middle words.
    pub msp: [Option<WordSource>; 2],
    pub pointer_runs: [Option<PointerRun>; 8],
    /// Steps by Nn that are known to be smaller than the modulus.
    pub bounded_steps: [Option<Value>; 8],
    /// The last address by Rn and Nn, and all that it follows from: R, N, the modifier, and whether N was subtracted. Another
    /// pointer may have the same R and N.
    pub last_indexed: Option<((Value, Value, u16, bool), Value)>,
    /// What was executed and is not counted yet.
    pub deferred_cost: Cost,
    /// So many words from the core's beginning.
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

/// A result, and what 56 bits hold of it, if that was found: V tells whether they differ.
#[derive(Clone, Copy)]
pub(crate) struct FlagSource {
    pub exact: Value,
    pub wrapped: Option<RangedValue>,
    /// It is one of a row of sums, and this the one before, of which 56 bits are what the product was added to.
    pub previous_sum: Option<Value>,
}

/// What L does not tell yet of sums that may not have fitted: the last, and bits of those before, which are not 0 from bit 56
/// on if one has not.
#[derive(Clone, Copy, Default)]
pub(crate) struct DeferredLimitFlag {
    pub last: Option<Value>,
    pub earlier: Option<Value>,
}

/// What is known of flags: results that are at hand.
#[derive(Clone, Copy, Default)]
pub(crate) struct Flags {
    pub eu: Option<FlagSource>,
    pub nzv: Option<FlagSource>,
    pub carry: Option<Value>,
    /// Those that are not put down in the core yet.
    pub dirty: DirtyFlags,
    /// Some were read from the frame.
    pub loaded: bool,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct DirtyFlags {
    pub eu: bool,
    pub nzv: bool,
    pub carry: bool,
}

/// An address: an offset from a value, or from 0.
#[derive(Clone, Copy)]
pub(crate) struct Address {
    pub base: Option<Value>,
    pub offset: i64,
}

impl Address {
    pub(crate) fn from_value(value: Value) -> Self {
        Self { base: Some(value), offset: 0 }
    }
}

/// A pointer that takes steps from its value where the run began.
#[derive(Clone, Copy)]
pub(crate) struct PointerRun {
    pub base: Value,
    pub offset: i64,
    /// The offset that its variable has.
    pub flushed_offset: i64,
    /// Offsets at which it is an address without a carry or a borrow.
    pub min_offset: i64,
    pub max_offset: i64,
}
