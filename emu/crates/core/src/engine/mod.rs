//! The part of the just-in-time compiler that depends on the chip: it selects code to compile, and runs it.
//!
//! Another crate compiles, through the traits [`Compiler`] and [`NativeCode`]. Definitions:
//!
//! - A *region* ([`region`]) is a control-flow graph of *basic blocks*, built from program memory (`region_builder`),
//!   annotated by `passes`, and compiled as one function. It is specialised on *static state* and settings, its
//!   [`region::RegionKey`].
//! - *Hot counters* count how often control arrives at an address. A region is compiled when a counter reaches the
//!   threshold and the process can afford it (`policy`).
//! - The *dispatcher* (`dispatch`) enters compiled code at an *entry point* if the core is in the state that it
//!   requires (`entry_guard`). The interpreter's fast path calls it, and executes everything that is not compiled.
//! - Control leaves a region at an *exit*: at its end, when a *guard* fails, or when the *clock budget* does not cover
//!   the next block. The state is complete then ([`jit_state`]), and the interpreter continues.
//! - The *code cache* of a chip (`code_cache`) holds installed regions, and the *shared cache* (`shared_cache`) those
//!   of the process.
//! - *Self-modifying code*: a store to a program word increments the decode cache's count of changes. At the next entry
//!   the dispatcher compares the words of the region, and invalidates it if they have changed. Compiled code itself
//!   never stores to program words: such a store is a *fallback*, which the interpreter executes, and control leaves
//!   the region after it.
//!
//! Invariant: state, clocks and instruction count after each exit are those that the interpreter would have produced.

pub mod annotations;
mod code_cache;
mod compilable;
pub(crate) mod dispatch;
mod entry_guard;
pub mod jit_state;
mod passes;
mod policy;
pub mod region;
pub(crate) mod region_builder;
mod region_profile;
mod region_text;
pub mod report;
mod shared_cache;
mod static_state;
#[cfg(test)]
mod tests;

pub use crate::decode::instruction::{DecodedInstruction, EffectiveAddress, Exec, OperandLocation};
pub use crate::decode::preserved_bits::PreservedBits;
pub use crate::engine::shared_cache::{LockedCache, lock};

use crate::engine::jit_state::JitState;
use crate::engine::region::Region;

/// A compiler of regions.
pub trait Compiler: Send {
    /// Compiles a region. The code contains no address of a chip.
    ///
    /// # Errors
    ///
    /// Returns an error if the region is not supported, or if there is no executable memory.
    fn compile(&mut self, region: &Region) -> Result<Box<dyn NativeCode>, CompileError>;
}

/// Why a region has not been compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompileError {
    /// The compiler does not support this region.
    Unsupported,
    /// The operating system provides no memory for code, or does not let it execute.
    NoExecutableMemory,
}

/// Compiled code of a region.
pub trait NativeCode: Send + Sync {
    /// Returns the length of the machine code in bytes.
    fn size_bytes(&self) -> usize;

    /// Returns the time that the compilation took, in nanoseconds. Nothing but reports depends on it.
    fn compile_ns(&self) -> u64;

    /// Executes from entry point `entry_point` of the region until control leaves it. Returns the number of the exit.
    fn run(&self, jit_state: &mut JitState<'_>, entry_point: usize) -> usize;
}
