//! One instruction with everything looked at: it is arbitrated against interrupts, fetched, decoded, executed (UM 8-1),
//! and its clocks are told apart.

use crate::bits::sr;
use crate::chip::Dsp56001;
use crate::decode::instruction::{DecodedInstruction, Exec};
use crate::error::CoreError;
use crate::interpreter::decode_cache::DecodeCache;
use crate::state::Core;
use crate::state::attention::Attention;
use crate::state::bus::Delay;
use crate::state::interrupts::Phase;
use crate::state::observer::Marks;
use dsp56k_isa::Sequence;
use std::ops::ControlFlow;

/// What one careful step did.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Executed,
    /// The instruction has a hook, which comes first.
    Hooked,
    /// A point ends the run before the first word of an interrupt.
    Interrupt,
    /// The instruction was never loaded.
    Unloaded,
    /// Time passed to the edge of a line, and nothing was executed.
    Passed,
    /// Nothing can happen before the limit.
    Idle,
}

/// Where the next word comes from.
#[derive(Clone, Copy)]
pub(super) struct Site {
    /// PC, or a word of a vector.
    pub address: u16,
    pub in_vector: bool,
}

/// An instruction about to execute, and what held as it began.
pub(super) struct Ready<'a> {
    pub entry: &'a DecodedInstruction,
    pub site: Site,
    /// Its words, if they were fetched beforehand.
    words: Option<[u32; 2]>,
    /// The clock at which the step began; of an instruction that has stalled, the one at which it went on.
    start: u64,
    /// What a stall has added.
    delay: Delay,
    /// The clock at which a sleep before it was over, unless it goes on after a stall.
    pub rested: Option<u64>,
    /// The instruction is repeated by a REP.
    pub repeating: bool,
    /// SR.T was set.
    traced: bool,
    /// The OMR that the memory map follows after this instruction.
    map_due: Option<u8>,
}

impl Dsp56001 {
    /// One instruction: a REP, one repetition, or one word of a vector counts as one. Sleeping, stalled or in reset,
    /// one instruction cycle passes; where the end of a sleep is certain, the step goes on to the instruction after it.
    /// Where a hook on the instruction is met, nothing happens yet.
    ///
    /// # Errors
    /// As `run`.
    pub fn step(&mut self) -> Result<(), CoreError> {
        self.core.meet_boundary();
        self.catch_up();
        self.core.bus.waiting = None;
        self.refuse_unloaded(false);
        // The instruction that ends a sleep begins at its end.
        let (end, awake) = self.core.certain_end().map_or((self.core.time.clocks + 2, 0), |end| (end, 1));
        let end = self.core.time.clocks_before_reset + end;
        loop {
            let limit = self.core.time.since_reset(end);
            let before = self.core.time.instructions;
            let step = self.careful_step(limit + awake);
            self.interpreted += self.core.time.instructions.saturating_sub(before);
            match step {
                Step::Executed => break,
                Step::Hooked | Step::Interrupt | Step::Unloaded => return Ok(()),
                Step::Passed => self.catch_up(),
                Step::Idle => {
                    self.core.time.clocks = self.core.time.clocks.max(limit);
                    break;
                }
            }
        }
        self.core.meet_boundary();
        self.catch_up();
        self.core.attention.clear(Attention::ILLEGAL);
        self.take_fault()
    }

    /// One step with everything looked at.
    pub(super) fn careful_step(&mut self, clock_limit: u64) -> Step {
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
                if self.core.attention.has(Attention::OBSERVE) {
                    self.previous = Some((*ready.entry, self.core.time.instructions));
                }
                self.catch_up();
                Step::Executed
            }
        }
    }
}

/// All that comes before execution, each part of which may end the step.
fn prepare<'a>(
    core: &mut Core,
    cache: &'a mut DecodeCache,
    previous: Option<&DecodedInstruction>,
    clock_limit: u64,
) -> ControlFlow<Step, Ready<'a>> {
    let start = core.time.clocks;
    core.attention.clear(Attention::FETCH);
    core.rest(clock_limit)?;
    let rested = core.time.clocks;
    let site = arbitrated(core, cache)?;
    let (entry, words) = fetched(core, cache, site)?;
    core.await_bus(entry, site.address, clock_limit)?;
    core.meet_hook(site.address)?;
    let (start, delay) = core.held_up_since(start);
    let goes_on = delay.stall != 0 || delay.done != 0;
    let ready = Ready {
        entry,
        site,
        words,
        start,
        delay,
        rested: (!goes_on).then_some(rested),
        repeating: core.attention.has(Attention::REPEAT),
        traced: core.status.sr & sr::T != 0,
        map_due: core.attention.has(Attention::MAP).then_some(core.omr),
    };
    // What is repeated stays in the instruction register (UM A-185).
    if !ready.repeating {
        core.forget_prefetched();
    }
    core.observe_beginning(&ready, previous)?;
    ControlFlow::Continue(ready)
}

/// Where execution goes on: at PC, or in the vector of an interrupt that the instruction at PC gives way to.
fn arbitrated(core: &mut Core, cache: &mut DecodeCache) -> ControlFlow<Step, Site> {
    // An instruction that stalls in its course has passed its boundary.
    if core.attention.has(Attention::INTERRUPT) && core.bus.done == 0 {
        core.arbitrate();
    }
    loop {
        match core.interrupts.phase {
            Phase::Vector { address, position, .. } => {
                return ControlFlow::Continue(Site { address: address + u16::from(position), in_vector: true });
            }
            Phase::Coming { source, words } => {
                if !cache.holds(core, core.flow.pc) {
                    core.fetch_beforehand(core.flow.pc);
                    if core.attention.has(Attention::FAULT) {
                        return ControlFlow::Break(Step::Executed);
                    }
                }
                let fetched = core.prefetched_at(core.flow.pc).map(|(entry, _)| entry);
                if !core.gives_way(fetched.as_ref().unwrap_or(cache.entry(core, core.flow.pc))) {
                    break;
                }
                if words != 0 {
                    // The cycle of an aborted word passes empty (Figure 8-6: ii1 executes two cycles after its fetch).
                    core.time.clocks += 2 * u64::from(words);
                    core.count_word_at_end();
                }
                core.enter_vector(source);
            }
            Phase::Idle => break,
        }
    }
    ControlFlow::Continue(Site { address: core.flow.pc, in_vector: false })
}

/// The decoded instruction at an address, and its words if they were fetched beforehand.
fn fetched<'a>(
    core: &mut Core,
    cache: &'a mut DecodeCache,
    site: Site,
) -> ControlFlow<Step, (&'a DecodedInstruction, Option<[u32; 2]>)> {
    let address = site.address;
    if !cache.holds(core, address) {
        // A vector begins at an even address (Table 8-2).
        if site.in_vector && !address.is_multiple_of(2) {
            core.fetch_second_vector_word(address);
        } else {
            core.fetch_beforehand(address);
        }
        if core.fetch.unloaded.is_some() {
            return ControlFlow::Break(Step::Unloaded);
        }
        if core.attention.has(Attention::FAULT) {
            return ControlFlow::Break(Step::Executed);
        }
    }
    ControlFlow::Continue(match core.prefetched_at(address) {
        Some((entry, words)) => (cache.passing(entry), Some(words)),
        None => (cache.entry(core, address), None),
    })
}

impl Core {
    /// RESET, WAIT or STOP: time passes, and nothing else.
    fn rest(&mut self, clock_limit: u64) -> ControlFlow<Step> {
        if self.attention.has(Attention::HELD) {
            return ControlFlow::Break(self.stand_still(clock_limit));
        }
        if self.attention.has(Attention::SLEEP) {
            return self.doze(clock_limit);
        }
        ControlFlow::Continue(())
    }

    /// An access for which the bus is away holds the instruction up.
    fn await_bus(&mut self, e: &DecodedInstruction, address: u16, clock_limit: u64) -> ControlFlow<Step> {
        if self.attention.has(Attention::BUS) {
            let fetched = self.attention.has(Attention::REPEAT) && self.hw_loop.repeat_fetched;
            if let Some(after) = self.stalls_after(e, address, fetched) {
                return ControlFlow::Break(if self.stall(after, clock_limit) { Step::Passed } else { Step::Idle });
            }
        }
        ControlFlow::Continue(())
    }

    /// A point on an interrupt, or a hook on the instruction, comes before it.
    fn meet_hook(&mut self, address: u16) -> ControlFlow<Step> {
        if self.observer.places {
            if self.meets_interrupt(address) {
                let failed = self.attention.has(Attention::FAULT);
                return ControlFlow::Break(if failed { Step::Executed } else { Step::Interrupt });
            }
            if self.meets_hook(address) {
                return ControlFlow::Break(Step::Hooked);
            }
        }
        ControlFlow::Continue(())
    }

    /// The clock at which the instruction goes on, and what a stall since an earlier one has added.
    fn held_up_since(&mut self, start: u64) -> (u64, Delay) {
        let delay = if self.attention.has(Attention::BUS) { self.go_on() } else { None };
        delay.map_or((start, Delay { began: start, ..Delay::default() }), |delay| (self.time.clocks, delay))
    }

    /// A restricted sequence or a write to guarded memory may be refused; where steps are recorded, a record begins.
    fn observe_beginning(&mut self, ready: &Ready<'_>, previous: Option<&DecodedInstruction>) -> ControlFlow<Step> {
        if self.attention.has(Attention::OBSERVE) {
            if (self.observer.refusing && self.refuses(ready.entry, previous, ready.site.address, ready.site.in_vector))
                || self.trespasses(ready.entry, ready.site.address)
            {
                return ControlFlow::Break(Step::Executed);
            }
            self.begin_record(ready.site.address, ready.entry, ready.words);
        }
        ControlFlow::Continue(())
    }

    /// The instruction executes, and what follows from it is settled.
    fn complete(&mut self, ready: &Ready<'_>) -> Marks {
        let marks = self.execute(ready);
        self.time.instructions += 1;
        self.observer.hooks.passed = None;
        self.settle_flow(ready);
        if ready.traced && !ready.site.in_vector {
            self.trace();
        }
        if self.attention.has(Attention::OBSERVE) {
            self.finish_record(ready.site.address, ready.entry, marks);
        }
        if let Some(map) = ready.map_due
            && !self.attention.has(Attention::REPEAT)
        {
            self.change_map(map);
        }
        marks
    }

    /// What the instruction does to registers and memory, and its clocks.
    fn execute(&mut self, ready: &Ready<'_>) -> Marks {
        let awake = self.time.clocks;
        let next = self.flow.pc.wrapping_add(u16::from(ready.entry.words));
        self.flow.next_pc = if ready.site.in_vector { self.flow.pc } else { next };
        let [fetched, executed, refetched, conflicts] = self.execute_instruction(ready.entry, ready.site.address);
        Marks { start: ready.start, awake, fetched, executed, refetched, conflicts, delay: ready.delay }
    }

    /// Where execution goes on: the repetition, the vector, the loop, the interrupt on its way.
    fn settle_flow(&mut self, ready: &Ready<'_>) {
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
            self.close_pass_at_end();
            self.flow.pc = self.flow.next_pc;
        }
        self.count_down(e);
    }

    /// The end of a loop is found where its last word was fetched in sequence (UM A-64).
    fn close_pass_at_end(&mut self) {
        if u32::from(self.flow.next_pc) == self.hw_loop.exit && !self.flow.jumped {
            self.end_loop_iteration();
        }
    }

    /// After one repetition: `true` if the REP is over, PC then standing after its instruction.
    #[inline]
    pub(super) fn finish_repetition(&mut self, e: &DecodedInstruction) -> bool {
        // A change of flow under REP (forbidden, UM A-186) goes its way once.
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
            self.close_pass_at_end();
            self.flow.pc = self.flow.next_pc;
        }
        true
    }
}
