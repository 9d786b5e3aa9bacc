//! Conditional breakpoints, which the run evaluates and counts.
//!
//! A breakpoint is hit at its location: an address that is reached, a watched access, an expression that has become
//! true, the first word of an interrupt. It is triggered, and ends the run, if its condition is true and its ignore
//! count is used up.

use crate::chip::Dsp56001;
use crate::error::CoreError;
use crate::state::Core;
use crate::state::interrupts::Phase;
use crate::state::points::expression::Moment;
use crate::state::points::{Place, Point, Points, Set};
use crate::state::watched::Access;
use crate::stop::StopReason;

/// The breakpoints that a step has hit.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seen {
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
        points: Vec<Point>,
        met: Vec<u64>,
        counting: bool,
        passed: Option<(u64, u16)>,
    ) -> Result<(), CoreError> {
        let mut made = Points { met, counting, passed, ..Points::default() };
        let most = points.iter().map(|point| point.number + 1).max().unwrap_or(0);
        made.met.resize(made.met.len().max(most), 0);
        for point in points {
            let (mut words, mut held) = (Vec::new(), false);
            match &point.place {
                Place::Addresses(addresses) => made.addresses.extend(addresses),
                Place::Watch { watch, changes } => {
                    made.watches.push(*watch);
                    if *changes {
                        words =
                            (watch.first..=watch.last).map(|address| self.core.peek(watch.space, address)).collect();
                    }
                }
                Place::Turn => {
                    made.turns = true;
                    held = made.holds(&self.core, &point, &[])?;
                }
                Place::Vectors(_) => made.vectors = true,
            }
            made.set.push(Set { point, words, held });
        }
        made.addresses.sort_unstable();
        self.core.observer.points = (!made.set.is_empty()).then(|| Box::new(made));
        self.observe_anew();
        Ok(())
    }

    /// Returns the numbers of the breakpoints that the last hit has triggered.
    pub fn due_points(&self) -> &[usize] {
        self.core.observer.points.as_ref().map_or(&[], |points| &points.due)
    }

    /// Clears the triggered breakpoints at the start of a run.
    #[cold]
    pub fn forget_due(&mut self) {
        if let Some(points) = &mut self.core.observer.points {
            points.due.clear();
        }
    }

    /// Returns number, hit count and remaining ignore count of each breakpoint.
    pub fn point_counts(&self) -> Vec<(usize, u64, u64)> {
        let counts = |points: &Points| {
            points.set.iter().map(|set| (set.point.number, points.met[set.point.number], set.point.ignore)).collect()
        };
        self.core.observer.points.as_deref().map_or_else(Vec::new, counts)
    }
}

impl Points {
    fn holds(&self, core: &Core, point: &Point, accesses: &[Access]) -> Result<bool, CoreError> {
        let Some(condition) = &point.condition else { return Ok(true) };
        let moment = Moment { hits: self.met[point.number], met: &self.met, accessed: None };
        condition.holds(core, moment, accesses)
    }

    /// Counts a hit of a breakpoint, and may trigger it.
    fn meet(&mut self, index: usize, core: &Core, accesses: &[Access]) -> Result<(), CoreError> {
        let number = self.set[index].point.number;
        self.met[number] += u64::from(self.counting);
        if self.holds(core, &self.set[index].point, accesses)? {
            let ignore = &mut self.set[index].point.ignore;
            if self.counting && *ignore > 0 {
                *ignore -= 1;
            } else {
                self.due.push(number);
            }
        }
        Ok(())
    }

    /// Returns the breakpoints that the last step has hit.
    fn after_step(&mut self, core: &Core) -> Result<Seen, CoreError> {
        let pc = core.flow.pc;
        let in_vector = matches!(core.interrupts.phase, Phase::Vector { .. });
        let mut seen = Seen::default();
        self.due.clear();
        for index in 0..self.set.len() {
            let due = self.due.len();
            let (met, reason) = match &self.set[index].point.place {
                Place::Addresses(addresses) => (!in_vector && addresses.contains(&pc), StopReason::Breakpoint),
                Place::Watch { .. } => {
                    let accesses = self.set[index].sees(&core.observer.record.accesses);
                    if !accesses.is_empty() {
                        self.meet(index, core, &accesses)?;
                        seen.any = true;
                    }
                    (false, StopReason::Watchpoint)
                }
                Place::Turn => {
                    let now = self.holds(core, &self.set[index].point, &[])?;
                    let before = std::mem::replace(&mut self.set[index].held, now);
                    seen.any = true;
                    (now && !before, StopReason::Condition)
                }
                Place::Vectors(_) => continue,
            };
            if met {
                self.meet(index, core, &[])?;
                seen.any = true;
            }
            // An access is reported before the address that it led to.
            if self.due.len() > due && (reason == StopReason::Watchpoint || seen.end.is_none()) {
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
        self.due.clear();
        for index in 0..self.set.len() {
            if let Place::Vectors(vectors) = &self.set[index].point.place
                && (vectors.is_empty() || vectors.contains(&address))
            {
                self.meet(index, core, &[])?;
            }
        }
        Ok(!self.due.is_empty())
    }
}

impl Core {
    /// Returns the breakpoints that the last step has hit.
    #[inline]
    pub(crate) fn meet_points(&mut self) -> Result<Seen, CoreError> {
        let Some(mut points) = self.observer.points.take() else { return Ok(Seen::default()) };
        let seen = points.after_step(self);
        self.observer.points = Some(points);
        seen
    }

    /// Returns true if a breakpoint ends the run before the first word of an interrupt's vector.
    #[cold]
    pub(crate) fn meets_interrupt(&mut self, address: u16) -> bool {
        if !matches!(self.interrupts.phase, Phase::Vector { position: 0, .. }) {
            return false;
        }
        let Some(mut points) = self.observer.points.take() else { return false };
        let due = points.vectors
            && points.before_vector(self, address).unwrap_or_else(|error| {
                self.fail(error);
                true
            });
        self.observer.points = Some(points);
        due
    }
}
