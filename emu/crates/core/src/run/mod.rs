//! The run loop: the fast path (`fast`) while nothing needs attention, one careful step otherwise.

mod fast;
mod interrupts;
mod reset;
mod self_jump;
pub mod stop;
mod wait_stop;

use crate::bits::sr;
use crate::chip::Dsp56001;
use crate::decode::entry::{Entry, Exec};
use crate::error::CoreError;
use crate::interpreter::executable;
use crate::memory::Region;
use crate::run::stop::{Limits, StopReason, TURN_WORK};
use crate::space::Space;
use crate::state::Core;
use crate::state::attention::Attention;
use crate::state::bus::Delay;
use crate::state::fetch::Prefetched;
use crate::state::interrupts::Phase;
use crate::state::observer::Marks;
use crate::state::processing::Sleep;
use crate::timeline::LAST_CLOCK;
use dsp56k_isa::ControlOp;

/// What one careful step did.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Executed,
    /// The instruction has a hook, which comes first.
    Hooked,
    /// The instruction was never loaded.
    Unloaded,
    /// Time passed to the edge of a line, and nothing was executed.
    Passed,
    /// Nothing can happen before the limit.
    Idle,
}

impl Dsp56001 {
    /// Run until a limit or an event. Where nothing inside and no edge to come can end a WAIT, a STOP, a stall or a
    /// RESET, no time passes. A change of an output that is listened to ends the run with `Budget`.
    ///
    /// # Errors
    /// A device that failed, an access that nothing answered in strict mode, a peripheral that is not modelled.
    pub fn run(&mut self, limits: Limits) -> Result<StopReason, CoreError> {
        self.core.bus.waiting = None;
        self.core.stack.failed = false;
        self.refuse_unloaded(limits.unloaded);
        self.work = limits.work;
        let reason = self.run_to(limits)?;
        self.core.meet_boundary();
        self.catch_up();
        self.take_fault().map(|()| reason)
    }

    fn take_fault(&mut self) -> Result<(), CoreError> {
        self.core.attention.clear(Attention::FAULT);
        self.core.fault.take().map_or(Ok(()), Err)
    }

    fn run_to(&mut self, limits: Limits) -> Result<StopReason, CoreError> {
        let until = limits.until.map_or(u32::MAX, u32::from);
        let end = self.core.time.clocks_before_reset.saturating_add(limits.clocks).min(LAST_CLOCK);
        self.left = limits.instructions;
        loop {
            self.core.meet_boundary();
            self.catch_up();
            // RESET may have been released.
            let clock_limit = end.saturating_sub(self.core.time.clocks_before_reset);
            if self.core.attention.has(Attention::LINE) {
                return Ok(StopReason::Budget);
            }
            if self.halted() {
                return Ok(StopReason::Halt);
            }
            if self.core.time.clocks >= clock_limit || self.left == 0 || self.work == 0 {
                return Ok(StopReason::Budget);
            }
            let before = self.core.time.instructions;
            let most = self.left.min(self.work);
            let mut at_self = false;
            if self.core.attention.is_clear() {
                at_self = self.run_plain(until, clock_limit, most);
            } else if self.core.attention == Attention::REPEAT && self.cache.holds(&self.core, self.core.flow.pc) {
                self.repeat_plain(until, clock_limit, most);
            } else {
                let plain = !self.core.attention.has_other_than(Attention::BUS | Attention::OBSERVE);
                let pc = self.core.flow.pc;
                match self.careful_step(clock_limit) {
                    Step::Idle => return Ok(self.idle(end)),
                    Step::Hooked => return Ok(StopReason::Hook),
                    Step::Unloaded => return Ok(StopReason::Unloaded),
                    Step::Passed => {
                        self.work = self.work.saturating_sub(TURN_WORK);
                        continue;
                    }
                    Step::Executed => at_self = plain && self.core.flow.pc == pc && !self.core.observer.hooks.hold(pc),
                }
            }
            let executed = self.core.time.instructions.saturating_sub(before);
            self.left -= executed.min(self.left);
            self.work = self.work.saturating_sub(executed + TURN_WORK);
            self.take_fault()?;
            if self.core.attention.has(Attention::ILLEGAL) {
                self.core.attention.clear(Attention::ILLEGAL);
                if !self.vector_calls(0x3E) {
                    return Ok(StopReason::Illegal);
                }
            }
            if limits.stack_errors && self.core.stack.failed {
                return Ok(StopReason::StackError);
            }
            if u32::from(self.core.flow.pc) == until && !matches!(self.core.interrupts.phase, Phase::Vector { .. }) {
                return Ok(StopReason::Breakpoint);
            }
            if self.core.attention.has(Attention::OBSERVE)
                && let Some(reason) = self.observed()
            {
                return Ok(reason);
            }
            if at_self && let Some(spin) = self.spin() {
                if spin.for_ever {
                    // The short way has executed the jump to find that it leads to itself.
                    self.core.time.clocks -= spin.clocks;
                    self.core.time.instructions -= 1;
                    return Ok(StopReason::Halt);
                }
                if limits.clocks == u64::MAX && limits.instructions == u64::MAX && self.core.time.event_at == u64::MAX {
                    return Ok(StopReason::Wait);
                }
                self.left -= self.pass_spinning(spin, clock_limit, self.left);
            }
        }
    }

    /// One instruction: a REP, one repetition, or one word of a vector counts as one. Sleeping, stalled or in reset,
    /// one instruction cycle passes; where the end of a sleep is certain, the step goes on to the instruction behind it.
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
            let limit = end.saturating_sub(self.core.time.clocks_before_reset);
            match self.careful_step(limit + awake) {
                Step::Executed => break,
                Step::Hooked | Step::Unloaded => return Ok(()),
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

    /// Run whole instructions while `clocks` is below `to`; sleeping, stalled or in reset, time passes up to it. A hook
    /// that is met ends it earlier, and so does a change of an output that is listened to, or so much `work` as `Limits`
    /// counts it.
    ///
    /// # Errors
    /// As `run`.
    pub fn advance(&mut self, to: u64, work: u64) -> Result<(), CoreError> {
        let end = self.core.time.clocks_before_reset.saturating_add(to).min(LAST_CLOCK);
        self.work = work;
        while self.core.total_clocks() < end && self.work != 0 {
            // RESET may begin the count anew.
            let limits = Limits { clocks: end - self.core.time.clocks_before_reset, work: self.work, ..Limits::NONE };
            let reason = self.run(limits)?;
            let to = end.saturating_sub(self.core.time.clocks_before_reset);
            match reason {
                StopReason::Halt => {
                    if let Some(spin) = self.spin() {
                        self.pass_spinning(spin, to, u64::MAX);
                    }
                }
                StopReason::Wait | StopReason::Stop => {
                    self.core.time.clocks = self.core.time.clocks.max(to);
                    self.core.meet_boundary();
                }
                _ if self.core.attention.has(Attention::LINE) => break,
                _ => {}
            }
            if self.core.observer.hooks.are_met() {
                break;
            }
        }
        self.core.meet_boundary();
        self.catch_up();
        self.take_fault()
    }

    /// One step with everything looked at.
    fn careful_step(&mut self, clock_limit: u64) -> Step {
        let core = &mut self.core;
        let start = core.time.clocks;
        core.attention.clear(Attention::FETCH);
        if core.attention.has(Attention::HELD) {
            return core.stand_still(clock_limit);
        }
        if core.attention.has(Attention::SLEEP)
            && let Some(step) = core.doze(clock_limit)
        {
            return step;
        }
        // An instruction that stalls in its midst has passed its boundary.
        if core.attention.has(Attention::INTERRUPT) && core.bus.done == 0 {
            core.arbitrate();
        }
        let vector = loop {
            match core.interrupts.phase {
                Phase::Vector { address, position, .. } => break Some(address + u16::from(position)),
                Phase::Idle => break None,
                Phase::Coming { source, words } => {
                    if !self.cache.holds(core, core.flow.pc) {
                        core.fetch_beforehand(core.flow.pc);
                        if core.attention.has(Attention::FAULT) {
                            return Step::Executed;
                        }
                    }
                    let fetched = core.prefetched_at(core.flow.pc).map(|(entry, _)| entry);
                    if !core.gives_way(fetched.as_ref().unwrap_or(self.cache.entry(core, core.flow.pc))) {
                        break None;
                    }
                    if words != 0 {
                        // The cycle of an aborted word passes empty (Figure 8-6: ii1 executes two cycles after its fetch).
                        core.time.clocks += 2 * u64::from(words);
                        core.count_word_at_end();
                    }
                    core.enter_vector(source);
                }
            }
        };
        let address = vector.unwrap_or(core.flow.pc);
        if !self.cache.holds(core, address) {
            core.fetch_beforehand(address);
            if core.fetch.unloaded.is_some() {
                return Step::Unloaded;
            }
            if core.attention.has(Attention::FAULT) {
                return Step::Executed;
            }
        }
        let prefetched = core.prefetched_at(address);
        let e = match &prefetched {
            Some((entry, _)) => entry,
            None => self.cache.entry(core, address),
        };
        let mut delay = Delay { began: start, ..Delay::default() };
        let mut start = start;
        if core.attention.has(Attention::BUS) {
            let fetched = core.attention.has(Attention::REPEAT) && core.hw_loop.repeat_fetched;
            if let Some(after) = core.stalls_after(e, address, fetched) {
                return if core.stall(after, clock_limit) { Step::Passed } else { Step::Idle };
            }
        }
        if core.attention.has(Attention::OBSERVE) && core.meets_hook(address) {
            return Step::Hooked;
        }
        if core.attention.has(Attention::BUS)
            && let Some(delayed) = core.go_on()
        {
            (start, delay) = (core.time.clocks, delayed);
        }
        // What is repeated stays in the instruction register (UM A-185).
        let repeating = core.attention.has(Attention::REPEAT);
        if !repeating {
            core.forget_prefetched();
        }
        if core.attention.has(Attention::OBSERVE) {
            if core.refuses(e, address, vector.is_some()) {
                return Step::Executed;
            }
            core.begin_record(address, e, prefetched.map(|(_, words)| words));
        }
        let awake = core.time.clocks;
        let traced = core.status.sr & sr::T != 0;
        let map_due = (core.attention.has(Attention::MAP)).then_some(core.omr);
        // An update by this instruction starts from the old pointer, and its result is the register (UM 8-3, A-128).
        core.agu.late_before = core.agu.late.take().filter(|late| late.index > 7 || e.updates & (1 << late.index) == 0);
        core.flow.next_pc = if vector.is_some() { core.flow.pc } else { core.flow.pc.wrapping_add(u16::from(e.words)) };
        core.flow.jumped = false;
        if !repeating || !core.hw_loop.repeat_fetched {
            core.charge_fetches(e, address);
        }
        let fetched = core.time.clocks;
        (e.run)(core, e);
        core.commit_late();
        // A repeated illegal word has taken back beforehand what it costs less: below zero in the first clocks of all.
        core.time.clocks = core.time.clocks.wrapping_add(u64::from(e.clocks));
        let executed = core.time.clocks;
        if e.flow {
            core.charge_refetch();
        }
        let refetched = core.time.clocks;
        core.charge_conflicts();
        let conflicts = core.time.clocks;
        core.time.instructions += 1;
        let repetition_open = repeating && !core.finish_repetition(e);
        if repeating && !repetition_open {
            core.forget_prefetched();
        }
        if vector.is_some() {
            if !repetition_open && e.exec != Exec::Illegal {
                core.leave_vector_word(e.words);
            }
            core.flow.pc = core.flow.next_pc;
        } else {
            if !repeating {
                core.close_pass_at_end();
                core.flow.pc = core.flow.next_pc;
            }
            core.count_down(e);
        }
        if traced && vector.is_none() {
            core.trace();
        }
        if core.attention.has(Attention::OBSERVE) {
            core.finish_record(address, e, Marks { start, awake, fetched, executed, refetched, conflicts, delay });
        }
        if let Some(map) = map_due
            && !core.attention.has(Attention::REPEAT)
        {
            core.change_map(map);
        }
        self.catch_up();
        Step::Executed
    }

    /// Nothing executes: what is waited for.
    fn idle(&self, end: u64) -> StopReason {
        match self.core.processing.sleep {
            _ if self.core.total_clocks() >= end => StopReason::Budget,
            Sleep::Stop => StopReason::Stop,
            Sleep::Wait | Sleep::Awake => StopReason::Wait,
        }
    }

    /// Whether a vector holds a call in either word, or a jump in the first.
    fn vector_calls(&mut self, vector: u16) -> bool {
        let memory = &self.core.memory;
        let by_device = |address| {
            memory.region(Space::P, address) == Region::External && memory.device_at(Space::P, address).is_some()
        };
        if by_device(vector) || by_device(vector + 1) {
            // Nobody can tell what a device will answer.
            return true;
        }
        let calls = |e: &Entry| e.exec == Exec::Control && e.flow;
        let first = *self.cache.entry(&self.core, vector);
        calls(&first) || (first.words == 1 && calls(self.cache.entry(&self.core, vector + 1)))
    }
}

impl Core {
    /// Fetch an instruction that does not lie in plain memory, once for each time that it executes.
    #[cold]
    fn fetch_beforehand(&mut self, pc: u16) {
        self.fetch.unloaded = None;
        if self.attention.has(Attention::PREFETCHED) && self.fetch.prefetched.is_some_and(|fetched| fetched.pc == pc) {
            return;
        }
        let next = pc.wrapping_add(1);
        let external = [pc, next].map(|address| self.memory.region(Space::P, address) == Region::External);
        let mut words = [self.fetch(pc), 0];
        if Entry::new(words[0], 0, external).words == 2 {
            words[1] = self.fetch(next);
        }
        if self.fetch.unloaded.is_none() && self.fault.is_none() {
            self.fetch.prefetched = Some(Prefetched { pc, words, external });
            self.attention.set(Attention::PREFETCHED);
        }
    }

    /// A program word from wherever it lies.
    fn fetch(&mut self, address: u16) -> u32 {
        if self.memory.is_refused(address) {
            self.fetch.unloaded.get_or_insert(address);
        }
        if self.memory.region(Space::P, address) == Region::External {
            self.answer(Space::P, address)
        } else {
            self.memory.program_word(address)
        }
    }

    /// The entry of an address whose words were fetched beforehand, and the words.
    fn prefetched_at(&self, address: u16) -> Option<(Entry, [u32; 2])> {
        if !self.attention.has(Attention::PREFETCHED) {
            return None;
        }
        let fetched = self.fetch.prefetched.filter(|fetched| fetched.pc == address)?;
        Some((executable(fetched.words, fetched.external), fetched.words))
    }

    /// What was fetched beforehand serves one instruction only.
    fn forget_prefetched(&mut self) {
        if self.attention.has(Attention::PREFETCHED) {
            self.attention.clear(Attention::PREFETCHED);
            self.fetch.prefetched = None;
        }
    }

    /// RESET is held.
    pub(crate) fn stand_still(&mut self, limit: u64) -> Step {
        if self.await_edge(limit) { Step::Passed } else { Step::Idle }
    }

    /// The end of a loop is found where its last word was fetched in sequence (UM A-64).
    fn close_pass_at_end(&mut self) {
        if u32::from(self.flow.next_pc) == self.hw_loop.exit && !self.flow.jumped {
            self.close_pass();
        }
    }

    /// After one repetition: `true` if the REP is over, PC then standing behind its instruction.
    #[inline]
    pub(crate) fn finish_repetition(&mut self, e: &Entry) -> bool {
        // A change of flow under REP (forbidden, UM A-186) goes its way once.
        if e.flow && self.flow.jumped {
            self.hw_loop.lc = 1;
        }
        if e.exec == Exec::Control && e.control == ControlOp::Rep {
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

    /// The AGU sees the address register that the instruction before has written.
    pub(crate) fn commit_late(&mut self) {
        if let Some(late) = self.agu.late_before.take() {
            self.agu.set(late.index, late.value);
        }
        if self.agu.late.is_none() {
            self.attention.clear(Attention::LATE);
        }
    }
}
