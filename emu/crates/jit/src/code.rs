//! Calling code that was made.
#![allow(unsafe_code, reason = "a call of what Cranelift has made, which calls back")]

use crate::arena::Pages;
use dsp56k_core::Space;
use dsp56k_core::engine::Code;
use dsp56k_core::engine::frame::Frame;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The code of a region.
pub(crate) struct Compiled {
    pages: Pages,
}

impl Compiled {
    pub(crate) fn new(code: &[u8]) -> Option<Self> {
        Some(Self { pages: Pages::of(code)? })
    }
}

impl Code for Compiled {
    fn length(&self) -> usize {
        self.pages.length()
    }

    fn run(&self, frame: &mut Frame<'_>, entry: usize) -> usize {
        (frame.call, frame.look, frame.gate) = (aside as *const u8, look as *const u8, entry as i64);
        // SAFETY: the pages hold a whole function of this signature, which `translation` has made. It reads and writes
        // the frame and the arrays that the frame names, at indices below their lengths.
        let leave = unsafe {
            let function: extern "C" fn(*mut Frame<'_>) -> u64 = std::mem::transmute(self.pages.start());
            function(frame)
        };
        if let Some(panic) = frame.panic.take() {
            resume_unwind(panic);
        }
        leave as usize
    }
}

/// What the code calls for an instruction that the interpreter executes; whether it goes on.
extern "C" fn aside(frame: *mut Frame<'_>, number: u64) -> u64 {
    // SAFETY: the code hands on the frame that `run` gave it, which nobody else uses meanwhile.
    let frame = unsafe { &mut *frame };
    // A panic can't pass through the code: it goes on in `run`.
    match catch_unwind(AssertUnwindSafe(|| frame.aside(number as usize))) {
        Ok(goes_on) => u64::from(goes_on),
        Err(panic) => {
            frame.panic = Some(panic);
            0
        }
    }
}

/// What `look` is asked for: an address, and what is added to it.
pub(crate) mod far {
    pub(crate) const Y: i64 = 1 << 16;
    /// The instruction pays for fetches.
    pub(crate) const CHARGED: i64 = 1 << 17;
    /// The answer where it can't be read so.
    pub(crate) const NONE: i64 = -1;
    /// Where the clocks stand in an answer, above the word.
    pub(crate) const CLOCKS: i64 = 32;
}

/// What the code calls for a word outside the chip.
extern "C" fn look(frame: *mut Frame<'_>, place: i64) -> i64 {
    // SAFETY: as above.
    let frame = unsafe { &mut *frame };
    let space = if place & far::Y == 0 { Space::X } else { Space::Y };
    frame
        .look(space, place as u16, place & far::CHARGED != 0)
        .map_or(far::NONE, |(word, clocks)| (clocks as i64) << far::CLOCKS | i64::from(word))
}
