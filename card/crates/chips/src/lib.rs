//! Chips of the card. `dsp56k.card.chips` has their data sheets; `dsp56k.emu._core` connects them with the DSP.
#![forbid(unsafe_code)]

mod des;
mod oscillator;
mod tables;
mod wd20c03;

pub use oscillator::Oscillator;
pub use wd20c03::{Commands, Description, Phase, State, Statuses, Wd20c03};
