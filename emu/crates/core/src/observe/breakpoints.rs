//! Conditional breakpoints, which the run evaluates and counts.
//!
//! A breakpoint is hit at its location: an address that is reached, a watched access, an expression that has become
//! true, the first word of an interrupt. It is triggered, and ends the run, if its condition is true and its ignore
//! count is used up.

use crate::chip::Dsp56001;
use crate::error::CoreError;
use crate::state::Core;
use crate::state::breakpoints::expression::Moment;
use crate::state::breakpoints::{Breakpoint, BreakpointKind, BreakpointState, Breakpoints};
use crate::state::interrupts::Phase;
use crate::state::watchpoints::Access;
use crate::stop::StopReason;

/// The breakpoints that a step has hit.
#[derive(Clone, Copy, Default)]
pub(crate) struct StepHits {
    /// At least one breakpoint was evaluated.
    pub any: bool,
    pub end: Option<StopReason>,
}

impl Dsp56001 {
    /// Replaces the breakpoints. `met` has the hit count of each number so far. With `counting` hits are counted, and
    /// ignore counts apply. The word of the vector `passed` (the instructions executed before it, and its address) is
    /// not hit again.
    ///
    /// # Errors
    /// The value of a condition is undefined.
    pub fn set_points(
        &mut self,
        points: Vec<Breakpoint>,
        met: Vec<u64>,
        counting: bool,
        passed: Option<(u64, u16)>,
    ) -> Result<(), CoreError> {
        let mut made = Breakpoints { met, counting, passed, ..Breakpoints::default() };
        let most = points.iter().map(|point| point.number + 1).max().unwrap_or(0);
        made.met.resize(made.met.len().max(most), 0);
        for point in points {
            let (mut words, mut held) = (Vec::new(), false);
            match &point.place {
                BreakpointKind::Addresses(addresses) => made.addresses.extend(addresses),
                BreakpointKind::Watch { watch, changes } => {
                    made.watches.push(*watch);
                    if *changes {
                        words =
                            (watch.first..=watch.last).map(|address| self.core.peek(watch.space, address)).collect();
                    }
                }
                BreakpointKind::Turn => {
                    made.turns = true;
                    held = made.holds(&self.core, &point, &[])?;
                }
                BreakpointKind::Vectors(_) => made.vectors = true,
            }
            made.set.push(BreakpointState { point, words, held });
        }
        made.addresses.sort_unstable();
        self.core.observer.conditional_breakpoints = (!made.set.is_empty()).then(|| Box::new(made));
        self.update_observation();
        Ok(())
    }

    /// Returns the numbers of the breakpoints that the last hit has triggered.
    pub fn triggered_breakpoints(&self) -> &[usize] {
        self.core.observer.conditional_breakpoints.as_ref().map_or(&[], |points| &points.triggered)
    }

    /// Clears the triggered breakpoints at the start of a run.
    #[cold]
    pub fn clear_triggered(&mut self) {
        if let Some(points) = &mut self.core.observer.conditional_breakpoints {
            points.triggered.clear();
        }
    }

    /// Returns number, hit count and remaining ignore count of each breakpoint.
    pub fn breakpoint_counts(&self) -> Vec<(usize, u64, u64)> {
        let counts = |points: &Breakpoints| {
            points.set.iter().map(|set| (set.point.number, points.met[set.point.number], set.point.ignore)).collect()
        };
        self.core.observer.conditional_breakpoints.as_deref().map_or_else(Vec::new, counts)
    }
}

impl Breakpoints {
    fn holds(&self, core: &Core, point: &Breakpoint, accesses: &[Access]) -> Result<bool, CoreError> {
        let Some(condition) = &point.condition else { return Ok(true) };
        let moment = Moment { hits: self.met[point.number], met: &self.met, accessed: None };
        condition.holds(core, moment, accesses)
    }

    /// Counts a hit of a breakpoint, and may trigger it.
    fn hit(&mut self, index: usize, core: &Core, accesses: &[Access]) -> Result<(), CoreError> {
        let number = self.set[index].point.number;
        self.met[number] += u64::from(self.counting);
        if self.holds(core, &self.set[index].point, accesses)? {
            let ignore = &mut self.set[index].point.ignore;
            if self.counting && *ignore > 0 {
                *ignore -= 1;
            } else {
                self.triggered.push(number);
            }
        }
        Ok(())
    }

    /// Returns the breakpoints that the last step has hit.
    fn after_step(&mut self, core: &Core) -> Result<StepHits, CoreError> {
        let pc = core.flow.pc;
        let in_vector = matches!(core.interrupts.phase, Phase::Vector { .. });
        let mut seen = StepHits::default();
        self.triggered.clear();
        for index in 0..self.set.len() {
            let triggered = self.triggered.len();
            let (met, reason) = match &self.set[index].point.place {
                BreakpointKind::Addresses(addresses) => (!in_vector && addresses.contains(&pc), StopReason::Breakpoint),
                BreakpointKind::Watch { .. } => {
                    let accesses = self.set[index].sees(&core.observer.record.accesses);
                    if !accesses.is_empty() {
                        self.hit(index, core, &accesses)?;
                        seen.any = true;
                    }
                    (false, StopReason::Watchpoint)
                }
                BreakpointKind::Turn => {
                    let now = self.holds(core, &self.set[index].point, &[])?;
                    let before = std::mem::replace(&mut self.set[index].held, now);
                    seen.any = true;
                    (now && !before, StopReason::Condition)
                }
                BreakpointKind::Vectors(_) => continue,
            };
            if met {
                self.hit(index, core, &[])?;
                seen.any = true;
            }
            // An access is reported before the address that it led to.
            if self.triggered.len() > triggered && (reason == StopReason::Watchpoint || seen.end.is_none()) {
                seen.end = Some(reason);
            }
        }
        Ok(seen)
    }

    /// Returns true if a breakpoint triggers at an interrupt's first word.
    fn before_vector(&mut self, core: &Core, address: u16) -> Result<bool, CoreError> {
        if self.passed == Some((core.time.instructions, address)) {
            return Ok(false);
        }
        // A run that is continued has already hit it.
        self.passed = Some((core.time.instructions, address));
        self.triggered.clear();
        for index in 0..self.set.len() {
            if let BreakpointKind::Vectors(vectors) = &self.set[index].point.place
                && (vectors.is_empty() || vectors.contains(&address))
            {
                self.hit(index, core, &[])?;
            }
        }
        Ok(!self.triggered.is_empty())
    }
}

impl Core {
    /// Returns the breakpoints that the last step has hit.
    #[inline]
    pub(crate) fn evaluate_breakpoints(&mut self) -> Result<StepHits, CoreError> {
        let Some(mut points) = self.observer.conditional_breakpoints.take() else { return Ok(StepHits::default()) };
        let seen = points.after_step(self);
        self.observer.conditional_breakpoints = Some(points);
        seen
    }

    /// Returns true if a breakpoint ends the run before the first word of an interrupt's vector.
    #[cold]
    pub(crate) fn stops_before_interrupt(&mut self, address: u16) -> bool {
        if !matches!(self.interrupts.phase, Phase::Vector { position: 0, .. }) {
            return false;
        }
        let Some(mut points) = self.observer.conditional_breakpoints.take() else { return false };
        let triggered = points.vectors
            && points.before_vector(self, address).unwrap_or_else(|error| {
                self.fail(error);
                true
            });
        self.observer.conditional_breakpoints = Some(points);
        triggered
    }
}
