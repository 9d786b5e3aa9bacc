//! The slow path: one instruction with all checks. It is arbitrated against interrupts, fetched, decoded and executed
//! (UM 8-1), and its clocks are attributed to their causes.

use crate::bits::sr;
use crate::chip::Dsp56001;
use crate::decode::instruction::{DecodedInstruction, Exec};
use crate::error::CoreError;
use crate::interpreter::decode_cache::DecodeCache;
use crate::state::Core;
use crate::state::bus::StallTime;
use crate::state::interrupts::Phase;
use crate::state::observer::Marks;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::Sequence;
use std::ops::ControlFlow;

/// The result of one step of the slow path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Executed,
    /// The instruction has a hook, which comes first.
    Hooked,
    /// A breakpoint ends the run before the first word of an interrupt.
    Interrupt,
    /// The instruction is uninitialised.
    Unloaded,
    /// Time passed to the edge of a line, and no instruction was executed.
    Passed,
    /// No event can occur before the limit.
    Idle,
}

/// The source of the next word.
#[derive(Clone, Copy)]
pub(super) struct FetchSite {
    /// PC, or a word of a vector.
    pub address: u16,
    pub in_vector: bool,
}

/// An instruction that is about to execute, and the state at its start.
pub(super) struct PreparedInstruction<'a> {
    pub entry: &'a DecodedInstruction,
    pub site: FetchSite,
    /// Its words, if they were fetched in advance.
    words: Option<[u32; 2]>,
    /// The clock at which the step began; for an instruction that has stalled, the one at which it continued.
    start: u64,
    /// The time that a stall has added.
    delay: StallTime,
    /// The clock at which WAIT or STOP before it ended, unless it continues after a stall.
    pub rested: Option<u64>,
    /// The instruction is repeated by a REP.
    pub repeating: bool,
    /// SR.T was set.
    traced: bool,
    /// The OMR that the memory map follows after this instruction.
    map_due: Option<u8>,
}

impl Dsp56001 {
    /// Executes one instruction. A REP, one repetition, or one word of a vector counts as one. In WAIT, STOP, a stall
    /// or RESET one instruction cycle passes; if the end of WAIT or STOP is known, the step continues to the
    /// instruction after it. If a hook on the instruction is hit, nothing executes yet.
    ///
    /// # Errors
    /// The errors are those of `run`.
    pub fn step(&mut self) -> Result<(), CoreError> {
        self.core.meet_boundary();
        self.apply_deferred_changes();
        self.core.bus.waiting = None;
        self.refuse_unloaded(false);
        // The instruction that ends a WAIT or STOP state begins at its end.
        let (end, awake) = self.core.known_wakeup().map_or((self.core.time.clocks + 2, 0), |end| (end, 1));
        let end = self.core.time.clocks_before_reset + end;
        loop {
            let limit = self.core.time.since_reset(end);
            let before = self.core.time.instructions;
            let step = self.step_checked(limit + awake);
            self.interpreted += self.core.time.instructions.saturating_sub(before);
            match step {
                Step::Executed => break,
                Step::Hooked | Step::Interrupt | Step::Unloaded => return Ok(()),
                Step::Passed => self.apply_deferred_changes(),
                Step::Idle => {
                    self.core.time.clocks = self.core.time.clocks.max(limit);
                    break;
                }
            }
        }
        self.core.meet_boundary();
        self.apply_deferred_changes();
        self.core.pending.clear(PendingEvents::ILLEGAL);
        self.take_fault()
    }

    /// Executes one step with all checks.
    pub(super) fn step_checked(&mut self, clock_limit: u64) -> Step {
        let now = self.core.time.instructions;
        let previous = self.previous.as_ref().filter(|(_, count)| *count == now).map(|(entry, _)| entry);
        match prepare(&mut self.core, &mut self.cache, previous, clock_limit) {
            ControlFlow::Break(step) => {
                self.count_idle_time();
                step
            }
            ControlFlow::Continue(ready) => {
                if let Some(profile) = &mut self.profile {
                    profile.begin_step(&self.core, &ready);
                }
                let marks = self.core.complete(&ready);
                if let Some(profile) = &mut self.profile {
                    profile.end_step(&mut self.core, &ready, &marks);
                }
                if let Some(engine) = &mut self.engine {
                    engine.record_interpreted(ready.site.address, 1);
                }
                if self.core.pending.has(PendingEvents::OBSERVE) {
                    self.previous = Some((*ready.entry, self.core.time.instructions));
                }
                self.apply_deferred_changes();
                Step::Executed
            }
        }
    }
}

/// Prepares the next instruction for execution. Each check may end the step.
fn prepare<'a>(
    core: &mut Core,
    cache: &'a mut DecodeCache,
    previous: Option<&DecodedInstruction>,
    clock_limit: u64,
) -> ControlFlow<Step, PreparedInstruction<'a>> {
    let start = core.time.clocks;
    core.pending.clear(PendingEvents::FETCH);
    core.advance_idle(clock_limit)?;
    let rested = core.time.clocks;
    let site = arbitrated(core, cache)?;
    let (entry, words) = fetched(core, cache, site)?;
    core.stall_for_bus(entry, site.address, clock_limit)?;
    core.check_hook(site.address)?;
    let (start, delay) = core.resume_after_stall(start);
    let goes_on = delay.stall != 0 || delay.done != 0;
    let ready = PreparedInstruction {
        entry,
        site,
        words,
        start,
        delay,
        rested: (!goes_on).then_some(rested),
        repeating: core.pending.has(PendingEvents::REPEAT),
        traced: core.status.sr & sr::T != 0,
        map_due: core.pending.has(PendingEvents::MAP).then_some(core.omr),
    };
    // A repeated instruction stays in the instruction register (UM A-185).
    if !ready.repeating {
        core.forget_prefetched();
    }
    core.observe_beginning(&ready, previous)?;
    ControlFlow::Continue(ready)
}

/// Returns the site of the next word: PC, or the vector of an interrupt that delays the instruction at PC.
fn arbitrated(core: &mut Core, cache: &mut DecodeCache) -> ControlFlow<Step, FetchSite> {
    // An instruction that has stalled in its middle has passed its boundary.
    if core.pending.has(PendingEvents::INTERRUPT) && core.bus.done == 0 {
        core.arbitrate();
    }
    loop {
        match core.interrupts.phase {
            Phase::Vector { address, position, .. } => {
                return ControlFlow::Continue(FetchSite { address: address + u16::from(position), in_vector: true });
            }
            Phase::Coming { source, words } => {
                if !cache.is_cacheable(core, core.flow.pc) {
                    core.fetch_beforehand(core.flow.pc);
                    if core.pending.has(PendingEvents::FAULT) {
                        return ControlFlow::Break(Step::Executed);
                    }
                }
                let fetched = core.prefetched_at(core.flow.pc).map(|(entry, _)| entry);
                if !core.is_delayed_by_vector(fetched.as_ref().unwrap_or(cache.entry(core, core.flow.pc))) {
                    break;
                }
                if words != 0 {
                    // The cycle of an aborted word stays empty (Figure 8-6: ii1 executes two cycles after its fetch).
                    core.time.clocks += 2 * u64::from(words);
                    core.count_word_at_end();
                }
                core.enter_vector(source);
            }
            Phase::Idle => break,
        }
    }
    ControlFlow::Continue(FetchSite { address: core.flow.pc, in_vector: false })
}

/// Returns the decoded instruction at an address, and its words if they were fetched in advance.
fn fetched<'a>(
    core: &mut Core,
    cache: &'a mut DecodeCache,
    site: FetchSite,
) -> ControlFlow<Step, (&'a DecodedInstruction, Option<[u32; 2]>)> {
    let address = site.address;
    if !cache.is_cacheable(core, address) {
        // A vector begins at an even address (Table 8-2).
        if site.in_vector && !address.is_multiple_of(2) {
            core.fetch_second_vector_word(address);
        } else {
            core.fetch_beforehand(address);
        }
        if core.fetch.unloaded.is_some() {
            return ControlFlow::Break(Step::Unloaded);
        }
        if core.pending.has(PendingEvents::FAULT) {
            return ControlFlow::Break(Step::Executed);
        }
    }
    ControlFlow::Continue(match core.prefetched_at(address) {
        Some((entry, words)) => (cache.cache_transient(entry), Some(words)),
        None => (cache.entry(core, address), None),
    })
}

impl Core {
    /// Lets time pass in RESET, WAIT or STOP, without an instruction.
    fn advance_idle(&mut self, clock_limit: u64) -> ControlFlow<Step> {
        if self.pending.has(PendingEvents::HELD) {
            return ControlFlow::Break(self.advance_halted(clock_limit));
        }
        if self.pending.has(PendingEvents::SLEEP) {
            return self.advance_low_power(clock_limit);
        }
        ControlFlow::Continue(())
    }

    /// Stalls the instruction if an access does not have the bus.
    fn stall_for_bus(&mut self, e: &DecodedInstruction, address: u16, clock_limit: u64) -> ControlFlow<Step> {
        if self.pending.has(PendingEvents::BUS) {
            let fetched = self.pending.has(PendingEvents::REPEAT) && self.hw_loop.repeat_fetched;
            if let Some(after) = self.stalls_after(e, address, fetched) {
                return ControlFlow::Break(if self.stall(after, clock_limit) { Step::Passed } else { Step::Idle });
            }
        }
        ControlFlow::Continue(())
    }

    /// Ends the step if a breakpoint on an interrupt or a hook on the instruction is hit first.
    fn check_hook(&mut self, address: u16) -> ControlFlow<Step> {
        if self.observer.has_stops {
            if self.stops_before_interrupt(address) {
                let failed = self.pending.has(PendingEvents::FAULT);
                return ControlFlow::Break(if failed { Step::Executed } else { Step::Interrupt });
            }
            if self.hits_hook(address) {
                return ControlFlow::Break(Step::Hooked);
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the clock at which the instruction continues, and the stall time since `start`.
    fn resume_after_stall(&mut self, start: u64) -> (u64, StallTime) {
        let delay = if self.pending.has(PendingEvents::BUS) { self.finish_stall() } else { None };
        delay.map_or((start, StallTime { began: start, ..StallTime::default() }), |delay| (self.time.clocks, delay))
    }

    /// Rejects a restricted sequence or a write to guarded memory. If steps are recorded, starts a record.
    fn observe_beginning(
        &mut self,
        ready: &PreparedInstruction<'_>,
        previous: Option<&DecodedInstruction>,
    ) -> ControlFlow<Step> {
        if self.pending.has(PendingEvents::OBSERVE) {
            if (self.observer.rejects_restricted
                && self.refuses(ready.entry, previous, ready.site.address, ready.site.in_vector))
                || self.violates_guard(ready.entry, ready.site.address)
            {
                return ControlFlow::Break(Step::Executed);
            }
            self.begin_record(ready.site.address, ready.entry, ready.words);
        }
        ControlFlow::Continue(())
    }

    /// Executes the instruction and applies its consequences.
    fn complete(&mut self, ready: &PreparedInstruction<'_>) -> Marks {
        let marks = self.execute(ready);
        self.time.instructions += 1;
        self.observer.hooks.passed = None;
        self.finish_control_flow(ready);
        if ready.traced && !ready.site.in_vector {
            self.trace();
        }
        if self.pending.has(PendingEvents::OBSERVE) {
            self.finish_record(ready.site.address, ready.entry, marks);
        }
        if let Some(map) = ready.map_due
            && !self.pending.has(PendingEvents::REPEAT)
        {
            self.change_map(map);
        }
        marks
    }

    /// Executes the instruction on registers and memory, and counts its clocks.
    fn execute(&mut self, ready: &PreparedInstruction<'_>) -> Marks {
        let awake = self.time.clocks;
        let next = self.flow.pc.wrapping_add(u16::from(ready.entry.words));
        self.flow.next_pc = if ready.site.in_vector { self.flow.pc } else { next };
        let [fetched, executed, refetched, conflicts] = self.execute_instruction(ready.entry, ready.site.address);
        Marks { start: ready.start, awake, fetched, executed, refetched, conflicts, delay: ready.delay }
    }

    /// Continues after the instruction: the repetition, the vector, the loop, the recognised interrupt.
    fn finish_control_flow(&mut self, ready: &PreparedInstruction<'_>) {
        let e = ready.entry;
        let repetition_open = ready.repeating && !self.finish_repetition(e);
        if ready.repeating && !repetition_open {
            self.forget_prefetched();
        }
        if ready.site.in_vector {
            if !repetition_open && e.exec != Exec::Illegal {
                self.leave_vector_word(e.words);
            }
            self.flow.pc = self.flow.next_pc;
            return;
        }
        if !ready.repeating {
            self.check_loop_end();
            self.flow.pc = self.flow.next_pc;
        }
        self.drain_pipeline(e);
    }

    /// Ends a loop iteration if the last word was fetched in sequence (UM A-64).
    fn check_loop_end(&mut self) {
        if u32::from(self.flow.next_pc) == self.hw_loop.exit && !self.flow.jumped {
            self.end_loop_iteration();
        }
    }

    /// Counts a repetition. Returns true if the REP is over; PC is then after its instruction.
    #[inline]
    pub(super) fn finish_repetition(&mut self, e: &DecodedInstruction) -> bool {
        // A change of flow under REP (forbidden, UM A-186) is taken once.
        if e.flow && self.flow.jumped {
            self.hw_loop.lc = 1;
        }
        if e.sequence == Sequence::Repeat {
            self.flow.pc = self.flow.next_pc;
            return true;
        }
        if !self.count_repetition() {
            return false;
        }
        if !matches!(self.interrupts.phase, Phase::Vector { .. }) || e.exec == Exec::Illegal {
            self.check_loop_end();
            self.flow.pc = self.flow.next_pc;
        }
        true
    }
}
