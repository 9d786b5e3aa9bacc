//! A second engine beside the interpreter: regions of a program that another crate makes host code of.
//!
//! `region` is what such a crate is given: the instructions that follow from one place, with all that is settled before
//! they execute. `frame` is the state that it works on. `places` counts where a program comes back to and keeps the code,
//! `policy` says when, `enter` goes into it, `store` has it for the other chips of the process.

mod budget;
pub(crate) mod discovery;
pub(crate) mod enter;
pub mod frame;
mod places;
mod policy;
pub mod region;
mod region_text;
mod settled;
mod store;
#[cfg(test)]
mod tests;

pub use crate::decode::entry::{Ea, Entry, Exec, Place};
pub use crate::decode::kept_bits::Keep;
pub use crate::engine::store::{Locked, lock};

use crate::engine::frame::Frame;
use crate::engine::region::Region;

/// Makes code of regions.
pub trait Generator: Send {
    /// Code that does what a region says. It names no chip.
    ///
    /// # Errors
    ///
    /// Where none can be had.
    fn generate(&mut self, region: &Region) -> Result<Box<dyn Code>, Without>;
}

/// Why there is no code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Without {
    /// None can be made of this region.
    Region,
    /// The machine gives no more memory for code, or lets none be executed.
    Machine,
}

/// What was made of a region.
pub trait Code: Send + Sync {
    /// How long it is, in bytes.
    fn length(&self) -> usize;

    /// Execute from the beginning of the block of one of `Region::entries`, by its number, while `Frame::left` lasts; the
    /// number of the leave in `Region::leaves` at which it ended.
    fn run(&self, frame: &mut Frame<'_>, entry: usize) -> usize;
}
