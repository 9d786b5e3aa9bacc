//! The DSP56001: state, memory, interpreter and peripherals. The crate depends neither on Python nor on a board.
//!
//! Start reading at `chip` (the public type) and `run` (the loop); `interpreter` has the semantics by subject, `decode`
//! decodes instruction words by the table of `dsp56k-isa`. Pages cited as "UM" are those of the DSP56000/DSP56001
//! User's Manual.
#![forbid(unsafe_code)]
#![allow(
    clippy::inline_always,
    reason = "the interpreter is one loop cut into functions by subject: measured, the run loop needs them inline"
)]

mod access;
mod bits;
mod chip;
mod debug;
mod decode;
pub mod engine;
mod error;
mod interpreter;
mod memory;
mod observe;
mod peripherals;
mod pins;
mod run;
pub mod secrets;
pub mod semantics;
mod signals;
mod snapshot;
mod snapshot_codec;
mod space;
mod state;
mod stop;
mod timeline;

pub use access::FURTHER_SPACE_CLOCKS;
pub use chip::Dsp56001;
pub use error::{CoreError, DeviceError};
pub use interpreter::registers::register_named;
pub use memory::device::Device;
pub use memory::{FRAMES, RamMapping, Region, UnmappedAccess};
pub use peripherals::sci::{SciFrame, SciPeer, SciSent, SciSentKind};
pub use peripherals::ssi::{SsiPeer, SsiWord};
pub use peripherals::{BitClock, LostWords, PortChange};
pub use pins::ports::PortName;
pub use run::slices::SlicedRun;
pub use space::Space;
pub use state::breakpoints::expression::{Expression, Moment};
pub use state::breakpoints::{Breakpoint, BreakpointKind};
pub use state::guard::{Guard, UninitializedRead, Words};
pub use state::lines::{InputLine, LineChange, OutputLine};
pub use state::observer::{Cost, ExecutionHash, Hooked, StepRecord};
pub use state::profile::{Call, Event, Profile, Spent};
pub use state::watchpoints::{Access, Watch};
pub use stop::{Limits, StopReason};
pub use timeline::{Clock, LAST_CLOCK, Time};

/// Computes the tables that all chips share. Otherwise the first chip that needs one computes it while the others wait.
pub fn compute_tables() {
    memory::rom::data_rom();
    memory::ram_mapping::RamMap::separate();
    register_named("a");
    dsp56k_isa::decode(0);
}
