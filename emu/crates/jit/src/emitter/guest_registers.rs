//! Guest registers as SSA variables (*register caching*).
//!
//! Each register of the chip that compiled code reads or writes often is a variable of the function. It is loaded
//! from the core when the function is entered and stored when control exits. Cranelift assigns host registers.

use cranelift_codegen::ir::types;
use cranelift_frontend::{FunctionBuilder, Variable};
use dsp56k_core::engine::jit_state::{JitState, within};

use std::mem::offset_of;

/// Guest register.
#[derive(Clone, Copy)]
pub(crate) struct GuestRegister {
    /// Its variable inside the function.
    pub variable: Variable,
    /// Its location outside the function.
    pub location: RegisterLocation,
}

/// Location and format of a guest register outside compiled code, by its offset in bytes.
#[derive(Clone, Copy)]
pub(crate) enum RegisterLocation {
    /// 64-bit integer in the frame.
    JitState(usize),
    /// 56-bit accumulator in the core, sign-extended to 64 bits.
    Accumulator(usize),
    /// 24-bit register in the core, sign-extended to 32 bits.
    Word(usize),
    /// 16-bit register in the core.
    Address(usize),
}

/// All guest registers that compiled code caches.
pub(crate) struct GuestRegisters {
    /// A and B.
    pub acc: [GuestRegister; 2],
    /// X0, X1, Y0 and Y1.
    pub input: [GuestRegister; 4],
    /// Address registers Rn.
    pub r: [GuestRegister; 8],
    /// Offset registers Nn.
    pub n: [GuestRegister; 8],
    /// LC, as a number of iterations from 1 to 65,536.
    pub lc: GuestRegister,
    /// Value of the delayed write.
    pub delayed_write: GuestRegister,
    /// Remaining clocks and executed instructions, packed in one number (the core's `clock_budget` module).
    pub budget: GuestRegister,
}

impl GuestRegisters {
    /// Declares the variables.
    pub(crate) fn new(builder: &mut FunctionBuilder<'_>) -> Self {
        let mut register =
            |location: RegisterLocation| GuestRegister { variable: builder.declare_var(types::I64), location };
        Self {
            acc: std::array::from_fn(|i| register(RegisterLocation::Accumulator(within::ACC + i * size_of::<i64>()))),
            input: std::array::from_fn(|i| register(RegisterLocation::Word(within::INPUT + i * size_of::<i32>()))),
            r: std::array::from_fn(|i| register(RegisterLocation::Address(within::R + i * size_of::<u16>()))),
            n: std::array::from_fn(|i| register(RegisterLocation::Address(within::N + i * size_of::<u16>()))),
            lc: register(RegisterLocation::JitState(offset_of!(JitState<'_>, lc))),
            delayed_write: register(RegisterLocation::JitState(offset_of!(JitState<'_>, delayed_write))),
            budget: register(RegisterLocation::JitState(offset_of!(JitState<'_>, clock_budget))),
        }
    }

    /// Returns all registers.
    pub(crate) fn all(&self) -> Vec<GuestRegister> {
        let Self { acc, input, r, n, lc, delayed_write, budget } = self;
        [&acc[..], input, r, n, &[*lc, *delayed_write, *budget]].concat()
    }
}
