//! Registers that are variables of the code, and where they lie outside it.

use cranelift_codegen::ir::types;
use cranelift_frontend::{FunctionBuilder, Variable};
use dsp56k_core::engine::frame::{Frame, within};

use std::mem::offset_of;

/// A register as a variable of the code.
#[derive(Clone, Copy)]
pub(crate) struct GuestRegister {
    pub variable: Variable,
    pub location: RegisterLocation,
}

/// Where a register lies, in bytes from the beginning of the frame or of the core.
#[derive(Clone, Copy)]
pub(crate) enum RegisterLocation {
    Frame(usize),
    Accumulator(usize),
    Word(usize),
    Address(usize),
}

/// The registers that code keeps in registers.
pub(crate) struct GuestRegisters {
    pub acc: [GuestRegister; 2],
    pub input: [GuestRegister; 4],
    pub r: [GuestRegister; 8],
    pub n: [GuestRegister; 8],
    pub lc: GuestRegister,
    pub delayed_write: GuestRegister,
    pub budget: GuestRegister,
}

impl GuestRegisters {
    pub(crate) fn new(builder: &mut FunctionBuilder<'_>) -> Self {
        let mut register =
            |location: RegisterLocation| GuestRegister { variable: builder.declare_var(types::I64), location };
        Self {
            acc: std::array::from_fn(|i| register(RegisterLocation::Accumulator(within::ACC + i * size_of::<i64>()))),
            input: std::array::from_fn(|i| register(RegisterLocation::Word(within::INPUT + i * size_of::<i32>()))),
            r: std::array::from_fn(|i| register(RegisterLocation::Address(within::R + i * size_of::<u16>()))),
            n: std::array::from_fn(|i| register(RegisterLocation::Address(within::N + i * size_of::<u16>()))),
            lc: register(RegisterLocation::Frame(offset_of!(Frame<'_>, lc))),
            delayed_write: register(RegisterLocation::Frame(offset_of!(Frame<'_>, late))),
            budget: register(RegisterLocation::Frame(offset_of!(Frame<'_>, account))),
        }
    }

    pub(crate) fn all(&self) -> Vec<GuestRegister> {
        let Self { acc, input, r, n, lc, delayed_write, budget } = self;
        [&acc[..], input, r, n, &[*lc, *delayed_write, *budget]].concat()
    }
}
