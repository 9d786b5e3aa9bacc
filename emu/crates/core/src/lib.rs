//! The DSP56001: state, memory, interpreter and peripherals. Knows neither Python nor a board.
//!
//! Start reading at `chip` (what a user holds) and `run` (the loop); `interpreter` holds the semantics by subject,
//! `predecode` turns the rows of `dsp56k-isa` into the form that runs. Pages cited as "UM" are those of the
//! DSP56000/DSP56001 User's Manual.
#![forbid(unsafe_code)]
#![allow(
    clippy::inline_always,
    reason = "the interpreter is one loop cut into functions by subject: measured, the run loop needs them inline"
)]

mod bits;
mod boot;
mod bus;
mod cache;
mod chip;
mod core;
mod device;
mod error;
mod grant;
mod hooks;
mod interpreter;
mod interrupts;
mod keep;
mod lines;
mod loaded;
mod memory;
mod observe;
mod peripherals;
mod pins;
mod predecode;
mod registers;
mod restrictions;
mod rom;
mod run;
mod sleep;
mod snapshot;
mod spin;
mod stop;
mod straight;
mod timeline;

pub use bus::FURTHER_SPACE_CLOCKS;
pub use chip::Dsp56001;
pub use device::Device;
pub use error::{CoreError, DeviceError};
pub use hooks::Hooked;
pub use lines::{InputLine, LineChange, OutputLine};
pub use memory::{Region, Space, UnmappedAccess};
pub use observe::{Access, Cost, StepRecord, Watch};
pub use peripherals::sci::{SciFrame, SciPeer, SciSent, SciSentKind};
pub use peripherals::ssi::{SsiPeer, SsiWord};
pub use peripherals::{BitClock, PortChange};
pub use pins::PortName;
pub use registers::register_named;
pub use stop::{LAST_CLOCK, Limits, StopReason};
pub use timeline::{Clock, Time};
