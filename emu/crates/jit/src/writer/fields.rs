//! Fields of the frame that are variables of the code.

use cranelift_codegen::ir::types;
use cranelift_frontend::{FunctionBuilder, Variable};
use dsp56k_core::engine::frame::Frame;

use std::mem::offset_of;

/// A field of the frame as a variable of the code.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    pub variable: Variable,
    pub offset: i32,
}

/// The registers of a frame that code keeps in registers.
pub(crate) struct Fields {
    pub acc: [Field; 2],
    pub input: [Field; 4],
    pub r: [Field; 8],
    pub n: [Field; 8],
    pub lc: Field,
    pub late: Field,
    pub left: Field,
    pub executed: Field,
}

impl Fields {
    pub(crate) fn new(builder: &mut FunctionBuilder<'_>) -> Self {
        let mut field = |offset: usize| Field { variable: builder.declare_var(types::I64), offset: offset as i32 };
        let mut several = |offset: usize, at: usize| field(offset + at * size_of::<i64>());
        Self {
            acc: std::array::from_fn(|i| several(offset_of!(Frame<'_>, acc), i)),
            input: std::array::from_fn(|i| several(offset_of!(Frame<'_>, input), i)),
            r: std::array::from_fn(|i| several(offset_of!(Frame<'_>, r), i)),
            n: std::array::from_fn(|i| several(offset_of!(Frame<'_>, n), i)),
            lc: field(offset_of!(Frame<'_>, lc)),
            late: field(offset_of!(Frame<'_>, late)),
            left: field(offset_of!(Frame<'_>, left)),
            executed: field(offset_of!(Frame<'_>, executed)),
        }
    }

    pub(crate) fn all(&self) -> Vec<Field> {
        let Self { acc, input, r, n, lc, late, left, executed } = self;
        [&acc[..], input, r, n, &[*lc, *late, *left, *executed]].concat()
    }
}
