//! When code is compiled, and whether it stays: three numbers.
//!
//! - **When.** A location is compiled after `hot_threshold` entries, which are counted over all chips of the process,
//!   because a chip of the library lives for one call.
//! - **How much.** The time spent compiling is at most [`ALLOWANCE_NS`] ahead of the time that the process has executed
//!   DSP instructions (ski rental with an allowance): a process loses at most the allowance, and a process that runs
//!   longer spends at most half of its time compiling.
//! - **Whether it stays.** Code that executes fewer than [`MIN_INSTRUCTIONS_PER_ENTRY`] instructions per entry is dropped.
//!
//! All chips of the process share one balance. A threshold below the first lookup (`FIRST_LOOKUP_ENTRIES`) is for tests:
//! code is compiled at once, whatever it costs.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// The balance with which a process begins. A user does not notice 20 ms, and a typical inner loop compiles in 1 to 5 ms.
const ALLOWANCE_NS: i64 = 20_000_000;
/// The time that the interpreter takes for an instruction: the median of `make bench` on machines of 3 to 4 GHz.
const INTERPRETER_NS_PER_INSTRUCTION: i64 = 4;
/// What an instruction of compiled code adds to the balance: half of the time that it saves against the interpreter, so
/// that programs with compiled code still gain time while they compile more.
const COMPILED_NS_PER_INSTRUCTION: i64 = 2;
/// What is charged for building a region and for compiling it. These are estimates, so that a run of a program compiles the
/// same code each time: `make bench` measures 1.2 us per instruction of a region, 9 to 40 us to compile it, and 0.4 us
/// per byte of its code.
pub(super) const BUILD_NS_PER_INSTRUCTION: i64 = 1_200;
pub(super) const COMPILE_NS_PER_INSTRUCTION: i64 = 30_000;
pub(super) const COMPILE_NS_PER_BYTE: i64 = 400;
/// An entry and an exit take as long as 10 instructions of the interpreter, and compiled code saves about three quarters of
/// the time of an instruction: 14 break even. The limit is above that because code takes space in caches, too.
pub(super) const MIN_INSTRUCTIONS_PER_ENTRY: i64 = 24;

/// The time that a process executes before entries are counted, because counting makes the interpreter 4 % slower: scripts
/// that end within it lose nothing.
const UNCOUNTED_NS: i64 = 1_500_000;

/// The balance of the process.
static BALANCE: Balance = Balance::new();

/// Time that may be spent compiling, in nanoseconds.
struct Balance {
    ns: AtomicI64,
    counts: AtomicBool,
}

impl Balance {
    const fn new() -> Self {
        Self { ns: AtomicI64::new(ALLOWANCE_NS), counts: AtomicBool::new(false) }
    }

    fn deposit(&self, interpreted: i64, compiled: i64) -> i64 {
        let ns = INTERPRETER_NS_PER_INSTRUCTION * interpreted + COMPILED_NS_PER_INSTRUCTION * compiled;
        let balance = self.ns.fetch_add(ns, Ordering::Relaxed) + ns;
        if balance >= ALLOWANCE_NS + UNCOUNTED_NS {
            self.counts.store(true, Ordering::Relaxed);
        }
        balance
    }

    fn charge(&self, ns: i64) {
        self.ns.fetch_sub(ns, Ordering::Relaxed);
    }
}

/// Returns true once the process has executed long enough for entries to be counted.
#[inline(always)]
pub(super) fn counts() -> bool {
    BALANCE.counts.load(Ordering::Relaxed)
}

/// Adds the time that instructions of the interpreter and of compiled code took; returns the balance in nanoseconds.
pub(super) fn deposit(interpreted: i64, compiled: i64) -> i64 {
    BALANCE.deposit(interpreted, compiled)
}

/// Subtracts nanoseconds that were spent compiling.
pub(super) fn charge(ns: i64) {
    BALANCE.charge(ns);
}

#[cfg(test)]
mod tests {
    use super::{ALLOWANCE_NS, Balance, INTERPRETER_NS_PER_INSTRUCTION, UNCOUNTED_NS};
    use std::sync::atomic::Ordering;

    #[test]
    fn a_process_may_spend_its_allowance_and_as_much_as_it_runs() {
        let balance = Balance::new();
        assert_eq!(balance.deposit(0, 0), ALLOWANCE_NS);
        balance.charge(ALLOWANCE_NS + 1_000);
        assert_eq!(balance.deposit(0, 0), -1_000);
        assert_eq!(balance.deposit(250, 0), 0);
        assert_eq!(balance.deposit(0, 500), 1_000, "compiled code deposits less, because it takes less time");
    }

    #[test]
    fn entries_are_counted_after_the_first_milliseconds_and_from_then_on() {
        let balance = Balance::new();
        let instructions = UNCOUNTED_NS / INTERPRETER_NS_PER_INSTRUCTION;
        balance.deposit(instructions - 1, 0);
        assert!(!balance.counts.load(Ordering::Relaxed));
        balance.deposit(1, 0);
        balance.charge(2 * ALLOWANCE_NS);
        balance.deposit(0, 0);
        assert!(balance.counts.load(Ordering::Relaxed));
    }
}
