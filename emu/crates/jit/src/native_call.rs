//! Calls compiled functions, and the helpers that compiled functions call.
//!
//! A compiled function has the signature `extern "C" fn(*mut JitState) -> u64`: the frame refers to the state of one
//! chip, and the result is the number of the exit. A *helper* is a Rust function that compiled code calls on a slow
//! path. It receives up to four 64-bit integers and returns its result in `JitState::helper_result`.
//!
//! Invariants: a helper preserves all registers (Cranelift's `PreserveAll` convention), so that a call on a slow path
//! does not force values of the fast path into memory. No panic unwinds through compiled code: the helper stores it
//! in the frame, and `run` resumes it.
#![allow(unsafe_code, reason = "calls of compiled code and from it")]

use crate::exec_memory::ExecutableMemory;
use crate::simd_dot::{self, dot_forward, dot_reversed};
use crate::trampoline::trampoline;
use dsp56k_core::Space;
use dsp56k_core::engine::NativeCode;
use dsp56k_core::engine::jit_state::JitState;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Machine code of a region.
pub(crate) struct NativeFunction {
    memory: ExecutableMemory,
    compile_ns: u64,
}

impl NativeFunction {
    /// Creates the function from its machine code, whose compilation took `compile_ns` nanoseconds. Returns `None` if
    /// the operating system refuses executable memory.
    pub(crate) fn new(code: &[u8], compile_ns: u64) -> Option<Self> {
        Some(Self { memory: ExecutableMemory::with_code(code)?, compile_ns })
    }

    /// Returns the address of the first instruction.
    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.memory.as_ptr()
    }
}

impl NativeCode for NativeFunction {
    fn size_bytes(&self) -> usize {
        self.memory.size_bytes()
    }

    fn compile_ns(&self) -> u64 {
        self.compile_ns
    }

    fn run(&self, jit_state: &mut JitState<'_>, entry_point: usize) -> usize {
        jit_state.entry_point = entry_point as i64;
        // SAFETY: the pages contain a complete function with this signature, which `translation` has produced. It
        // reads and writes the frame and the arrays that the frame refers to, at indices below their lengths.
        let exit = unsafe {
            let function: extern "C" fn(*mut JitState<'_>) -> u64 = std::mem::transmute(self.memory.as_ptr());
            function(jit_state)
        };
        if let Some(panic) = jit_state.panic.take() {
            resume_unwind(panic);
        }
        exit as usize
    }
}

/// Defines a function that returns the address of a trampoline for a helper.
macro_rules! helper_address {
    ($(#[$doc:meta])* $visibility:vis $name:ident, $function:expr) => {
        $(#[$doc])*
        $visibility fn $name() -> i64 {
            #[unsafe(naked)]
            unsafe extern "C" fn preserving_registers() {
                trampoline!($function)
            }
            preserving_registers as *const () as i64
        }
    };
}

helper_address!(
    /// Returns the address through which compiled code calls `run_fallback`.
    pub(crate) run_fallback_address,
    run_fallback
);
helper_address!(
    /// Returns the address through which compiled code calls `record_function_change`.
    pub(crate) record_function_change_address,
    record_function_change
);
helper_address!(
    /// Returns the address through which compiled code calls `fill_tlb`.
    pub(crate) fill_tlb_address,
    fill_tlb
);
helper_address!(
    /// Returns the address through which compiled code calls `dot_forward`.
    dot_forward_address,
    dot_forward
);
helper_address!(
    /// Returns the address through which compiled code calls `dot_reversed`.
    dot_reversed_address,
    dot_reversed
);

/// Returns the addresses of the SIMD dot products, if the host has the instructions for them: the first for two arrays
/// that are both read upwards, the second for arrays of which the second is read downwards.
pub(crate) fn dot_product_addresses() -> Option<[i64; 2]> {
    simd_dot::is_available().then(|| [dot_forward_address(), dot_reversed_address()])
}

/// Has the interpreter execute the fallback instruction `number` of the region. The result is 1 if compiled code can
/// continue after it, and 0 if the function must return.
extern "C" fn run_fallback(jit_state: *mut JitState<'_>, number: u64) {
    // SAFETY: compiled code passes the frame that `run` received, and nothing else uses it during the call.
    let jit_state = unsafe { &mut *jit_state };
    // A panic cannot unwind through compiled code; `run` resumes it.
    let continues = catch_unwind(AssertUnwindSafe(|| jit_state.run_fallback(number as usize)));
    jit_state.helper_result = match continues {
        Ok(continues) => i64::from(continues),
        Err(panic) => {
            jit_state.panic = Some(panic);
            0
        }
    };
}

/// Records a call or return in the profile. `budget` is the clock budget after it.
extern "C" fn record_function_change(jit_state: *mut JitState<'_>, number: u64, budget: i64) {
    // SAFETY: compiled code passes the frame that `run` received, and nothing else uses it during the call.
    let jit_state = unsafe { &mut *jit_state };
    jit_state.record_function_change(number as usize, budget);
}

/// Bits of a request to `fill_tlb`, above the 16 bits of the address.
pub(crate) mod tlb_request {
    /// The address is in Y memory.
    pub(crate) const Y: i64 = 1 << 16;
    /// The word is written, not read.
    pub(crate) const WRITE: i64 = 1 << 17;
    /// The address is in P memory.
    pub(crate) const P: i64 = 1 << 18;
}

/// Looks up the memory at an address and enters its page into the soft TLB. The result is the host address that the
/// entry has, or 0 if compiled code cannot access the word.
extern "C" fn fill_tlb(jit_state: *mut JitState<'_>, request: i64) {
    // SAFETY: compiled code passes the frame that `run` received, and nothing else uses it during the call.
    let jit_state = unsafe { &mut *jit_state };
    let space = match request & (tlb_request::Y | tlb_request::P) {
        tlb_request::Y => Space::Y,
        tlb_request::P => Space::P,
        _ => Space::X,
    };
    jit_state.helper_result = jit_state.fill_tlb(space, request as u16, request & tlb_request::WRITE != 0) as i64;
}
