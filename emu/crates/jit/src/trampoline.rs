//! The trampolines through which compiled code calls a helper, one for each calling convention of a host.
//!
//! Compiled code calls helpers by Cranelift's `PreserveAll` convention: arguments are in the registers of the System V
//! convention of the architecture, on Windows, too, and the callee preserves all registers. A trampoline saves the
//! integer registers that the C convention of the host lets the helper overwrite. Compiled code has no values in vector
//! registers.

/// Expands to the instructions of a trampoline for a function.
#[cfg(all(target_arch = "x86_64", not(windows)))]
macro_rules! trampoline {
    ($function:expr) => {
        // Nine registers and the return address are 80 bytes, a multiple of 16: the stack stays aligned.
        std::arch::naked_asm!(
            "push rax", "push rcx", "push rdx", "push rsi", "push rdi", "push r8", "push r9", "push r10", "push r11",
            "call {function}",
            "pop r11", "pop r10", "pop r9", "pop r8", "pop rdi", "pop rsi", "pop rdx", "pop rcx", "pop rax",
            "ret",
            function = sym $function,
        )
    };
}

/// Expands to the instructions of a trampoline for a function.
#[cfg(all(target_arch = "x86_64", windows))]
macro_rules! trampoline {
    ($function:expr) => {
        // The callee owns 32 bytes above its return address. The moves are in an order in which none overwrites a
        // source.
        std::arch::naked_asm!(
            "push rax", "push rcx", "push rdx", "push rsi", "push rdi", "push r8", "push r9", "push r10", "push r11",
            "sub rsp, 32",
            "mov r9, rcx", "mov r8, rdx", "mov rdx, rsi", "mov rcx, rdi",
            "call {function}",
            "add rsp, 32",
            "pop r11", "pop r10", "pop r9", "pop r8", "pop rdi", "pop rsi", "pop rdx", "pop rcx", "pop rax",
            "ret",
            function = sym $function,
        )
    };
}

/// Expands to the instructions of a trampoline for a function.
#[cfg(target_arch = "aarch64")]
macro_rules! trampoline {
    ($function:expr) => {
        // x18 belongs to the platform, x19 to x28 to the caller. The call overwrites x30, the return address.
        std::arch::naked_asm!(
            "stp x29, x30, [sp, #-16]!",
            "stp x0, x1, [sp, #-16]!", "stp x2, x3, [sp, #-16]!", "stp x4, x5, [sp, #-16]!",
            "stp x6, x7, [sp, #-16]!", "stp x8, x9, [sp, #-16]!", "stp x10, x11, [sp, #-16]!",
            "stp x12, x13, [sp, #-16]!", "stp x14, x15, [sp, #-16]!", "stp x16, x17, [sp, #-16]!",
            "bl {function}",
            "ldp x16, x17, [sp], #16", "ldp x14, x15, [sp], #16", "ldp x12, x13, [sp], #16",
            "ldp x10, x11, [sp], #16", "ldp x8, x9, [sp], #16", "ldp x6, x7, [sp], #16",
            "ldp x4, x5, [sp], #16", "ldp x2, x3, [sp], #16", "ldp x0, x1, [sp], #16",
            "ldp x29, x30, [sp], #16",
            "ret",
            function = sym $function,
        )
    };
}

pub(crate) use trampoline;
