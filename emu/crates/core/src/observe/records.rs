//! The debugger's observation: breakpoints, watchpoints, the record of the last step.
//!
//! While none of them is in use `PendingEvents::OBSERVE` is clear: the run loop takes its fast path and observation
//! costs nothing. Breakpoints and hooks on instructions are found when these are decoded, watched accesses before the
//! instruction that makes them: the fast path runs up to there. Accesses outside of the internal data RAM are recorded
//! when they occur. Those to it have no side effects and follow from the instruction and the address registers before
//! it.

use crate::chip::Dsp56001;
use crate::decode::instruction::{DecodedInstruction, Exec};
use crate::error::CoreError;
use crate::memory::DATA_WORDS;
use crate::observe::breakpoints::StepHits;
use crate::space::Space;
use crate::state::Core;
use crate::state::interrupts::Phase;
use crate::state::observer::{Cost, Marks, Observer, StepRecord};
use crate::state::pending_events::PendingEvents;
use crate::state::watchpoints::{Access, Watch, WatchedAddresses};
use crate::stop::StopReason;

impl Dsp56001 {
    /// Stops runs before the instruction at any of these addresses, unless it is the first.
    pub fn set_breakpoints(&mut self, mut addresses: Vec<u16>) {
        addresses.sort_unstable();
        self.core.observer.breakpoints = addresses.into_boxed_slice();
        self.update_observation();
    }

    /// Stops runs after an instruction that makes a watched access.
    pub fn set_watches(&mut self, watches: Vec<Watch>) {
        self.core.observer.watches = watches;
        self.update_observation();
    }

    /// Adds a watchpoint, in a time that does not depend on their number.
    pub fn add_watch(&mut self, watch: Watch) {
        self.core.observer.watches.push(watch);
        self.core.observer.watch(watch);
        self.redecode();
    }

    /// Updates the state that depends on the observed addresses and accesses.
    pub(crate) fn update_observation(&mut self) {
        let observer = &mut self.core.observer;
        (observer.watched, observer.watches_internal_data) = (WatchedAddresses::default(), false);
        for watch in observer.watching().copied().collect::<Vec<_>>() {
            observer.watch(watch);
        }
        let Observer { breakpoints, hooks, conditional_breakpoints: points, .. } = &self.core.observer;
        let has_stops = points.as_ref().is_some_and(|points| points.have_locations());
        self.core.observer.has_stops = has_stops || !(breakpoints.is_empty() && hooks.executions.is_empty());
        self.core.pending.clear(PendingEvents::BREAKPOINT);
        self.redecode();
    }

    /// Invalidates decoded instructions, which depend on the observation.
    fn redecode(&mut self) {
        self.core.refresh_observation();
        self.cache.clear();
    }

    /// Sets whether restricted sequences are rejected (UM ).
    pub fn refuse_restricted(&mut self, refuse: bool) {
        self.core.observer.rejects_restricted = refuse;
        self.previous = None;
        if let Some(engine) = &mut self.engine {
            engine.discard_regions();
        }
        self.redecode();
    }

    /// Sets whether every step is recorded, for `last_step`.
    pub fn record_steps(&mut self, record: bool) {
        self.core.observer.recording = record;
        self.core.refresh_observation();
    }

    /// Returns the record of the last step, if records are enabled or any access is watched.
    pub fn last_step(&self) -> &StepRecord {
        &self.core.observer.record
    }

    /// Returns the watched accesses of the last step.
    pub fn watched(&self) -> Vec<Access> {
        let observer = &self.core.observer;
        let points = observer.conditional_breakpoints.iter().flat_map(|points| &points.watches);
        let watches: Vec<&Watch> = observer.watches.iter().chain(points).collect();
        let seen = |access: &&Access| watches.iter().any(|watch| watch.sees(access));
        observer.record.accesses.iter().filter(seen).copied().collect()
    }

    /// Returns whether the last step, or the address that it reached, ends the run or returns it to its caller. Inlined
    /// it would slow down runs without observation by up to a seventh.
    #[cold]
    #[inline(never)]
    pub(crate) fn observed(&mut self) -> Result<StepHits, CoreError> {
        let seen = self.core.evaluate_breakpoints()?;
        Ok(StepHits { end: seen.end.or_else(|| self.ended()), ..seen })
    }

    /// Returns the stop reason of breakpoints and watchpoints without a condition and a count.
    fn ended(&self) -> Option<StopReason> {
        let observer = &self.core.observer;
        let accesses = &observer.record.accesses;
        if accesses.iter().any(|access| observer.watches.iter().any(|watch| watch.sees(access))) {
            return Some(StopReason::Watchpoint);
        }
        let in_vector = matches!(self.core.interrupts.phase, Phase::Vector { .. });
        (!in_vector && observer.breakpoints.binary_search(&self.core.flow.pc).is_ok())
            .then_some(StopReason::Breakpoint)
            .or_else(|| observer.hooks.are_hit().then_some(StopReason::Hook))
    }
}

impl Core {
    /// Updates `pending` by whether the next instruction has a breakpoint or a hook.
    #[inline(always)]
    pub(crate) fn update_breakpoint_event(&mut self) {
        if self.observer.has_stops {
            self.pending.put(PendingEvents::BREAKPOINT, self.observer.marks(self.flow.pc));
        }
    }

    /// Updates `pending` by whether any observation is in use.
    pub(crate) fn refresh_observation(&mut self) {
        if self.observer.in_use() {
            self.pending.set(PendingEvents::OBSERVE);
        } else {
            self.pending.clear(PendingEvents::OBSERVE);
        }
    }

    /// Starts the record of a step: its words and planned accesses.
    #[cold]
    pub(crate) fn begin_record(&mut self, address: u16, e: &DecodedInstruction, fetched_before: Option<[u32; 2]>) {
        if self.observer.path.is_some() {
            self.follow_accesses(self.planned_accesses(e));
        }
        if !self.observer.records() {
            return;
        }
        let next = address.wrapping_add(1);
        let words = fetched_before.unwrap_or_else(|| [address, next].map(|word| self.memory.program_word(word)));
        let mut accesses = std::mem::take(&mut self.observer.record.accesses);
        accesses.clear();
        for (space, address, write) in self.planned_accesses(e).into_iter().flatten() {
            let near = is_near(space, address);
            let value = if near && !write { self.peek(space, address) } else { 0 };
            accesses.push(Access { space, address, value, write, external: false, waits: 0 });
        }
        self.observer.slow_accesses.clear();
        let record = &mut self.observer.record;
        *record = StepRecord { address, words, length: e.words, accesses, ..StepRecord::default() };
    }

    /// Completes the record of a step with values and clocks.
    #[cold]
    pub(crate) fn finish_record(&mut self, address: u16, e: &DecodedInstruction, marks: Marks) {
        if self.observer.records() {
            self.fill_record(e, marks);
        }
        let clock = self.total_clocks();
        let Observer { hooks, record, path, .. } = &mut self.observer;
        if let Some(path) = path {
            path.executed(address, clock);
        }
        hooks.executed(address, &record.accesses);
    }

    fn fill_record(&mut self, e: &DecodedInstruction, marks: Marks) {
        let mut accesses = std::mem::take(&mut self.observer.record.accesses);
        let mut far = std::mem::take(&mut self.observer.slow_accesses);
        let mut happened = far.drain(..);
        for access in &mut accesses {
            if !is_near(access.space, access.address) {
                *access = happened.next().unwrap_or(*access);
            } else if access.write {
                access.value = self.peek(access.space, access.address);
            }
        }
        drop(happened);
        let record = &mut self.observer.record;
        let effective_address = u64::from(e.addressing);
        // A repeated illegal word executes as a NOP until its last time.
        let illegal = e.exec == Exec::Illegal;
        let base = if illegal { marks.executed - marks.fetched } else { u64::from(e.clocks) - effective_address };
        record.accesses = accesses;
        record.start = marks.delay.began;
        record.cost = Cost {
            base,
            effective_address,
            fetch: marks.fetched - marks.awake,
            refetch: marks.refetched - marks.executed,
            conflict: marks.conflicts - marks.refetched,
            stall: marks.delay.stall,
            idle: marks.awake - marks.start,
            trace: self.time.clocks - marks.conflicts,
        };
        record.take_off(marks.delay.done);
        self.observer.slow_accesses = far;
    }
}

fn is_near(space: Space, address: u16) -> bool {
    space != Space::P && address < DATA_WORDS
}
