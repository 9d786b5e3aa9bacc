//! The compile policy: three numbers decide when code is compiled, and whether it stays.
//!
//! - **When.** A location is compiled after `hot_threshold` entries, which are counted over all chips of the process,
//!   because a chip of the library lives for one call.
//! - **How much.** The time spent compiling is at most [`ALLOWANCE_NS`] ahead of the time that the process has executed
//!   DSP instructions (ski rental with an allowance). A process loses the allowance and what its last
//!   compilation takes beyond its estimate, 24 ms at most in `make bench-early`. Straight-line code of many regions
//!   loses more, because it gains only when most of them are compiled: 0.36 s for 30,000 words.
//! - **Whether it stays.** Code that executes fewer than [`MIN_INSTRUCTIONS_PER_ENTRY`] instructions per entry is
//!   dropped.
//!
//! Counting makes the interpreter 4 to 10 % slower, so entries are not counted in the first millisecond of a process,
//! in the first clock cycles of a chip, and in pauses, which follow windows in which nothing was compiled, compiled
//! code executed few instructions, and entries were frequent ([`Counting`]). Pauses double, so a program that cannot be
//! compiled loses a few milliseconds in all.
//!
//! All chips of the process share one balance. A threshold of fewer than 64 entries, at which the first lookup is, is
//! for tests: code is compiled at once, whatever it costs.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// The balance with which a process begins. A user does not notice 20 ms, and a typical inner loop compiles in 1 to 5
/// ms.
const ALLOWANCE_NS: i64 = 20_000_000;
/// The time that the interpreter takes for an instruction: the median of `make bench` on machines of 3 to 4 GHz.
const INTERPRETER_NS_PER_INSTRUCTION: i64 = 4;
/// Deposit for an instruction of compiled code: half of the time that it saves against the interpreter, so
/// that programs with compiled code still gain time while they compile more.
const COMPILED_NS_PER_INSTRUCTION: i64 = 2;
/// Charges for building a region and for compiling it. These are estimates, so that a run of a program compiles the
/// same code each time: `make bench` measures 1.2 us per instruction of a region, 9 to 60 us to compile it, and 0.4 us
/// per byte of its code.
pub(super) const BUILD_NS_PER_INSTRUCTION: i64 = 1_200;
pub(super) const COMPILE_NS_PER_INSTRUCTION: i64 = 30_000;
pub(super) const COMPILE_NS_PER_BYTE: i64 = 400;
/// An entry and an exit take as long as 10 instructions of the interpreter, and compiled code saves about three
/// quarters of the time of an instruction: 14 break even. Twice that repays the compilation, too. A loop that has begun
/// is compiled only if its remaining iterations execute as many.
pub(super) const MIN_INSTRUCTIONS_PER_ENTRY: i64 = 32;

/// The time that a process executes before entries are counted: scripts that end within it lose nothing.
const UNCOUNTED_NS: i64 = 1_000_000;

/// Clock cycles from reset in which a chip does not count: one that lives for a short call of the library is spared the
/// allocation of its counters, which takes 8 us.
const UNCOUNTED_CLOCKS: u64 = 1 << 14;
/// A window of counting, in clock cycles: some 8 ms of the interpreter, in which even a loop among hundreds becomes
/// hot.
const WINDOW_CLOCKS: u64 = 1 << 22;
/// The first pause. Each successive one is twice as long.
const MIN_PAUSE_CLOCKS: u64 = WINDOW_CLOCKS;
/// Counting continues while compiled code executes at least one instruction in this number of clock cycles.
const CLOCKS_PER_COMPILED_INSTRUCTION: u64 = 128;
/// Counting continues, too, while there are as many clock cycles as this between two entries: it costs less than 1 %,
/// and a long loop would not be entered often enough in the windows.
const CLOCKS_PER_FREE_ENTRY: u64 = 1024;

/// Schedule of the windows in which a chip counts entries.
pub(super) struct Counting {
    counts: bool,
    start: u64,
    length: u64,
    pause: u64,
    /// Instructions that compiled code has executed in the window, and what compiling is worth.
    progress: i64,
    /// Entries that had been counted at the start.
    entries: u64,
}

impl Counting {
    pub(super) fn new() -> Self {
        Self { counts: false, start: 0, length: UNCOUNTED_CLOCKS, pause: MIN_PAUSE_CLOCKS, progress: 0, entries: 0 }
    }

    /// Returns true if entries are counted at a clock, and for how many clock cycles this holds. `entries` have been
    /// counted until now.
    #[inline(always)]
    pub(super) fn at(&mut self, now: u64, entries: u64) -> (bool, u64) {
        // Where a snapshot was restored the clock may be before the start.
        if now.wrapping_sub(self.start) >= self.length {
            self.advance(now, entries);
        }
        (self.counts, self.length - now.wrapping_sub(self.start))
    }

    #[cold]
    fn advance(&mut self, now: u64, entries: u64) {
        let is_profitable = self.progress >= (self.length / CLOCKS_PER_COMPILED_INSTRUCTION) as i64;
        let is_free = entries.saturating_sub(self.entries) < self.length / CLOCKS_PER_FREE_ENTRY;
        if self.counts && !is_profitable && !is_free {
            (self.counts, self.length) = (false, self.pause);
            self.pause = self.pause.saturating_mul(2);
        } else {
            if self.counts {
                self.pause = MIN_PAUSE_CLOCKS;
            }
            (self.counts, self.length) = if counts() { (true, WINDOW_CLOCKS) } else { (false, UNCOUNTED_CLOCKS) };
        }
        (self.start, self.progress, self.entries) = (now, 0, entries);
    }

    /// Notes instructions of compiled code.
    pub(super) fn executed(&mut self, instructions: i64) {
        self.progress += instructions;
    }

    /// Notes that a region was compiled, or will be once the balance covers it: counting continues.
    pub(super) fn compiled(&mut self) {
        self.progress += WINDOW_CLOCKS as i64;
    }
}

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
fn counts() -> bool {
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
    use super::{
        ALLOWANCE_NS, BALANCE, Balance, Counting, INTERPRETER_NS_PER_INSTRUCTION, MIN_PAUSE_CLOCKS, UNCOUNTED_CLOCKS,
        UNCOUNTED_NS, WINDOW_CLOCKS,
    };
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

    /// Returns the windows of a chip starting at its first, with an entry in each `distance` clock cycles and
    /// `compiled` instructions of compiled code in each window.
    fn windows(counting: &mut Counting, distance: u64, compiled: i64) -> Vec<(bool, u64)> {
        BALANCE.counts.store(true, Ordering::Relaxed);
        let mut now = UNCOUNTED_CLOCKS;
        let mut found = Vec::new();
        for _ in 0..6 {
            let (counts, left) = counting.at(now, now / distance);
            counting.executed(compiled);
            found.push((counts, left));
            now += left;
        }
        found
    }

    #[test]
    fn pauses_double_where_counting_leads_to_nothing() {
        let pauses = [1, 2, 4].map(|times| (false, times * MIN_PAUSE_CLOCKS));
        let window = (true, WINDOW_CLOCKS);
        let next_lookup_pc = [window, pauses[0], window, pauses[1], window, pauses[2]];
        assert_eq!(windows(&mut Counting::new(), 100, 10), next_lookup_pc);
    }

    #[test]
    fn counting_goes_on_while_compiled_code_executes() {
        assert_eq!(windows(&mut Counting::new(), 100, 40_000), [(true, WINDOW_CLOCKS); 6]);
    }

    #[test]
    fn counting_goes_on_while_entries_are_rare() {
        assert_eq!(windows(&mut Counting::new(), 1100, 0), [(true, WINDOW_CLOCKS); 6]);
    }

    #[test]
    fn a_compilation_ends_the_pauses() {
        let mut counting = Counting::new();
        assert_eq!(counting.at(0, 0), (false, UNCOUNTED_CLOCKS));
        windows(&mut counting, 100, 0);
        counting.compiled();
        let mut now = 1 << 40;
        assert_eq!(counting.at(now, now / 100), (true, WINDOW_CLOCKS));
        now += WINDOW_CLOCKS;
        assert_eq!(counting.at(now, now / 100), (false, 8 * MIN_PAUSE_CLOCKS));
        now += 8 * MIN_PAUSE_CLOCKS;
        assert_eq!(counting.at(now, now / 100), (true, WINDOW_CLOCKS));
        counting.compiled();
        now += WINDOW_CLOCKS;
        assert_eq!(counting.at(now, now / 100), (true, WINDOW_CLOCKS));
        now += WINDOW_CLOCKS;
        assert_eq!(counting.at(now, now / 100), (false, MIN_PAUSE_CLOCKS));
        assert_eq!(counting.at(5, now / 100), (true, WINDOW_CLOCKS), "a snapshot of an earlier clock begins a window");
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
