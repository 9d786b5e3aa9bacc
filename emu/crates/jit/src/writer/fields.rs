//! Registers that are variables of the code, and where they lie outside it.

use cranelift_codegen::ir::types;
use cranelift_frontend::{FunctionBuilder, Variable};
use dsp56k_core::engine::frame::{Frame, within};

use std::mem::offset_of;

/// A register as a variable of the code.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    pub variable: Variable,
    pub place: Place,
}

/// Where a register lies, in bytes from the beginning of the frame or of the core.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Frame(usize),
    Accumulator(usize),
    Word(usize),
    Address(usize),
}

/// The registers that code keeps in registers.
pub(crate) struct Fields {
    pub acc: [Field; 2],
    pub input: [Field; 4],
    pub r: [Field; 8],
    pub n: [Field; 8],
    pub lc: Field,
    pub late: Field,
    pub account: Field,
}

impl Fields {
    pub(crate) fn new(builder: &mut FunctionBuilder<'_>) -> Self {
        let mut field = |place: Place| Field { variable: builder.declare_var(types::I64), place };
        Self {
            acc: std::array::from_fn(|i| field(Place::Accumulator(within::ACC + i * size_of::<i64>()))),
            input: std::array::from_fn(|i| field(Place::Word(within::INPUT + i * size_of::<i32>()))),
            r: std::array::from_fn(|i| field(Place::Address(within::R + i * size_of::<u16>()))),
            n: std::array::from_fn(|i| field(Place::Address(within::N + i * size_of::<u16>()))),
            lc: field(Place::Frame(offset_of!(Frame<'_>, lc))),
            late: field(Place::Frame(offset_of!(Frame<'_>, late))),
            account: field(Place::Frame(offset_of!(Frame<'_>, account))),
        }
    }

    pub(crate) fn all(&self) -> Vec<Field> {
        let Self { acc, input, r, n, lc, late, account } = self;
        [&acc[..], input, r, n, &[*lc, *late, *account]].concat()
    }
}
