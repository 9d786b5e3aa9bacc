//! What is known of code that is being written since its block began; nothing, at the beginning of one to which several
//! ways lead.

use crate::writer::number::{LARGEST, Number, Word};
use cranelift_codegen::ir::Value;
use dsp56k_core::engine::region::Cost;

/// All of it.
#[derive(Clone)]
pub(crate) struct Facts {
    pub flags: Flags,
    /// How far accumulators can be from 0: more than 56 bits hold in a row of sums.
    pub size: [u64; 2],
    pub lost: Lost,
    /// The last value of which it was asked what 56 bits hold, and that.
    pub wrapped: Option<(Value, Number)>,
    /// Their middle words.
    pub middle: [Option<Word>; 2],
    pub runs: [Option<Run>; 8],
    /// Steps by Nn that are known to be smaller than the modulus.
    pub steps: [Option<Value>; 8],
    /// The last address by Rn and Nn, and all that it follows from: R, N, the modifier, and whether N was subtracted. Another
    /// pointer may have the same R and N.
    pub indexed: Option<((Value, Value, u16, bool), Value)>,
    /// What was executed and is not counted yet.
    pub owed: Cost,
    /// So many words from the core's beginning.
    pub places: Vec<(Value, Value)>,
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            flags: Flags::default(),
            size: [LARGEST; 2],
            lost: Lost::default(),
            wrapped: None,
            middle: [None; 2],
            runs: [None; 8],
            steps: [None; 8],
            indexed: None,
            owed: Cost::default(),
            places: Vec::new(),
        }
    }
}

/// A result, and what 56 bits hold of it, if that was found: V tells whether they differ.
#[derive(Clone, Copy)]
pub(crate) struct Recipe {
    pub exact: Value,
    pub cut: Option<Number>,
    /// It is one of a row of sums, and this the one before, of which 56 bits are what the product was added to.
    pub before: Option<Value>,
}

/// What L does not tell yet of sums that may not have fitted: the last, and bits of those before, which are not 0 from bit 56
/// on if one has not.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lost {
    pub last: Option<Value>,
    pub before: Option<Value>,
}

/// What is known of flags: results that are at hand.
#[derive(Clone, Copy, Default)]
pub(crate) struct Flags {
    pub eu: Option<Recipe>,
    pub nzv: Option<Recipe>,
    pub carry: Option<Value>,
    /// Those that are not put down in the core yet.
    pub unwritten: Unwritten,
    /// Some were read from the frame.
    pub read: bool,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Unwritten {
    pub eu: bool,
    pub nzv: bool,
    pub carry: bool,
}

/// An address: an offset from a value, or from 0.
#[derive(Clone, Copy)]
pub(crate) struct Pointer {
    pub base: Option<Value>,
    pub offset: i64,
}

impl Pointer {
    pub(crate) fn at(value: Value) -> Self {
        Self { base: Some(value), offset: 0 }
    }
}

/// A pointer that takes steps from its value where the run began.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub base: Value,
    pub offset: i64,
    /// The offset that its variable has.
    pub settled: i64,
    /// Offsets at which it is an address without a carry or a borrow.
    pub least: i64,
    pub most: i64,
}
