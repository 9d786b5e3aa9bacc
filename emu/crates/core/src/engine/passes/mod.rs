//! Passes: each rewrites a region after it has been built and before it is compiled.
//!
//! - `clock_checks` selects the blocks that check the clock budget, and computes the clock cycles that each check
//!   covers.
//! - `batched_loops` finds loops whose iterations can run without checks.
//! - `guard_ranges` finds accesses that one guard can cover.
//!
//! A pass adds its result to the blocks, and `Display` of a region shows it. The compiler emits code for it.
//!
//! Invariant: a pass does not change steps, edges or costs, so a region means the same before and after it.

mod batched_loops;
mod clock_checks;
mod guard_ranges;

pub(super) use clock_checks::MAX_LOOKAHEAD_CLOCKS;

use crate::engine::region::Region;

/// Runs all passes. They do not depend on each other.
pub(super) fn run(region: &mut Region) {
    clock_checks::run(region);
    batched_loops::run(region);
    guard_ranges::run(region);
}
