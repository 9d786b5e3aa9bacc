//! Calling code that was made.
#![allow(unsafe_code, reason = "a call of what Cranelift has made, which calls back")]

use crate::exec_memory::ExecutableMemory;
use crate::simd_dot::{self, dot_forward, dot_reversed};
use dsp56k_core::Space;
use dsp56k_core::engine::Code;
use dsp56k_core::engine::frame::Frame;
use std::arch::naked_asm;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The code of a region.
pub(crate) struct NativeFunction {
    memory: ExecutableMemory,
}

impl NativeFunction {
    pub(crate) fn new(code: &[u8]) -> Option<Self> {
        Some(Self { memory: ExecutableMemory::with_code(code)? })
    }
}

impl Code for NativeFunction {
    fn length(&self) -> usize {
        self.memory.size_bytes()
    }

    fn run(&self, frame: &mut Frame<'_>, entry: usize) -> usize {
        frame.gate = entry as i64;
        // SAFETY: the pages hold a whole function of this signature, which `translation` has made. It reads and writes
        // the frame and the arrays that the frame names, at indices below their lengths.
        let exit = unsafe {
            let function: extern "C" fn(*mut Frame<'_>) -> u64 = std::mem::transmute(self.memory.as_ptr());
            function(frame)
        };
        if let Some(panic) = frame.panic.take() {
            resume_unwind(panic);
        }
        exit as usize
    }
}

/// A function that code calls, with up to four numbers: all of the code's registers stay as they are, so that a call in a
/// place that is seldom come to takes none of them elsewhere. It answers in the frame. Code has nothing in other registers
/// than those of numbers.
macro_rules! helper_address {
    ($(#[$doc:meta])* $visibility:vis $name:ident, $function:expr) => {
        $(#[$doc])*
        $visibility fn $name() -> i64 {
            #[unsafe(naked)]
            unsafe extern "C" fn preserving_registers() {
                // With the return address it is 80 bytes: the stack stays aligned.
                naked_asm!(
                    "push rax", "push rcx", "push rdx", "push rsi", "push rdi", "push r8", "push r9", "push r10", "push r11",
                    "call {function}",
                    "pop r11", "pop r10", "pop r9", "pop r8", "pop rdi", "pop rsi", "pop rdx", "pop rcx", "pop rax",
                    "ret",
                    function = sym $function,
                )
            }
            preserving_registers as *const () as i64
        }
    };
}

helper_address!(
    /// Where `aside` is called.
    pub(crate) run_fallback_address,
    run_fallback
);
helper_address!(
    /// Where `look` is called.
    pub(crate) fill_tlb_address,
    fill_tlb
);
helper_address!(
    /// Where `products::along` is called.
    dot_forward_address,
    dot_forward
);
helper_address!(
    /// Where `products::against` is called.
    dot_reversed_address,
    dot_reversed
);

/// What is called for sums of products of words that both follow upward, and of those of which the second follow downward,
/// if the host has vectors: with the places, the number of products and where the sum goes.
pub(crate) fn dot_product_addresses() -> Option<[i64; 2]> {
    simd_dot::is_available().then(|| [dot_forward_address(), dot_reversed_address()])
}

/// What the code calls for an instruction that the interpreter executes; the answer is whether it goes on.
extern "C" fn run_fallback(frame: *mut Frame<'_>, number: u64) {
    // SAFETY: the code hands on the frame that `run` gave it, which nobody else uses meanwhile.
    let frame = unsafe { &mut *frame };
    // A panic can't pass through the code: it goes on in `run`.
    let continues = catch_unwind(AssertUnwindSafe(|| frame.aside(number as usize)));
    frame.answer = match continues {
        Ok(continues) => i64::from(continues),
        Err(panic) => {
            frame.panic = Some(panic);
            0
        }
    };
}

/// What `look` is asked for: an address, and what is added to it.
pub(crate) mod tlb_request {
    pub(crate) const Y: i64 = 1 << 16;
    pub(crate) const WRITE: i64 = 1 << 17;
}

/// What the code calls for a word outside the chip that the space's window does not have; the answer is whether it does then.
extern "C" fn fill_tlb(frame: *mut Frame<'_>, request: i64) {
    // SAFETY: as above.
    let frame = unsafe { &mut *frame };
    let space = if request & tlb_request::Y == 0 { Space::X } else { Space::Y };
    frame.answer = i64::from(frame.look(space, request as u16, request & tlb_request::WRITE != 0));
}
