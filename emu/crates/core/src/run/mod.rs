//! The run loop: the fast path (`fast_path`) while no event is pending, one step of the slow path (`step`) otherwise.

mod arbitration;
mod execution_listener;
mod fast_path;
mod fetch;
mod idle_loop;
mod low_power;
pub mod slices;
mod slow_path;

use crate::chip::Dsp56001;
use crate::decode::instruction::{DecodedInstruction, Exec};
use crate::error::CoreError;
use crate::memory::Region;
use crate::run::slow_path::Step;
use crate::space::Space;
use crate::state::interrupts::Phase;
use crate::state::pending_events::PendingEvents;
use crate::state::processing::Sleep;
use crate::stop::{Limits, StopReason, TURN_WORK};
use crate::timeline::LAST_CLOCK;
use dsp56k_isa::Source;

impl Dsp56001 {
    /// Runs until a limit or an event. If no event inside the chip and no future edge can end a WAIT, a STOP, a stall
    /// or a RESET, no time passes. A change of an output with a listener ends the run with `Budget`.
    ///
    /// # Errors
    /// A device failed, an unmapped access in strict mode, a peripheral that is not modelled.
    pub fn run(&mut self, limits: Limits) -> Result<StopReason, CoreError> {
        self.core.bus.waiting = None;
        self.core.stack.failed = false;
        self.refuse_unloaded(limits.unloaded);
        self.work = limits.work;
        let reason = self.run_to(limits)?;
        self.core.meet_boundary();
        self.apply_deferred_changes();
        self.take_fault().map(|()| reason)
    }

    fn take_fault(&mut self) -> Result<(), CoreError> {
        self.core.pending.clear(PendingEvents::FAULT);
        if let Some(profile) = &mut self.profile
            && std::mem::take(&mut profile.is_out_of_memory)
        {
            return Err(CoreError::Memory { what: "a profile" });
        }
        self.core.fault.take().map_or(Ok(()), Err)
    }

    fn run_to(&mut self, limits: Limits) -> Result<StopReason, CoreError> {
        let until = limits.until.map_or(u32::MAX, u32::from);
        let end = self.core.time.clocks_before_reset.saturating_add(limits.clocks).min(LAST_CLOCK);
        self.instructions_left = limits.instructions;
        loop {
            self.core.meet_boundary();
            self.apply_deferred_changes();
            // RESET may have been released.
            let clock_limit = end.saturating_sub(self.core.time.clocks_before_reset);
            if self.core.pending.has(PendingEvents::LINE) {
                return Ok(StopReason::Budget);
            }
            if self.halted() {
                return Ok(StopReason::Halt);
            }
            if self.core.time.clocks >= clock_limit || self.instructions_left == 0 || self.work == 0 {
                return Ok(StopReason::Budget);
            }
            let before = self.core.time.instructions;
            let most = self.instructions_left.min(self.work);
            self.core.update_breakpoint_event();
            // A breakpoint's condition can read the registers of a peripheral.
            if !self.core.observer.has_stops && !self.core.pending.has(PendingEvents::OBSERVE) {
                self.core.defer_events();
            }
            let fast = self.run_fast_path(until, clock_limit, most);
            self.core.end_deferral();
            let mut at_self = if let Some(at_self) = fast {
                at_self
            } else {
                let observed = PendingEvents::OBSERVE | PendingEvents::BREAKPOINT;
                let plain = !self.core.pending.has_other_than(PendingEvents::BUS | observed);
                let pc = self.core.flow.pc;
                match self.step_checked(clock_limit) {
                    Step::Idle => return Ok(self.idle(end)),
                    Step::Hooked => return Ok(StopReason::Hook),
                    Step::Interrupt => return Ok(StopReason::Condition),
                    Step::Unloaded => return Ok(StopReason::Unloaded),
                    Step::Passed => {
                        self.work = self.work.saturating_sub(TURN_WORK);
                        continue;
                    }
                    Step::Executed => plain && self.core.flow.pc == pc && !self.core.observer.hooks.hold(pc),
                }
            };
            let executed = self.core.time.instructions.saturating_sub(before);
            self.interpreted = self.interpreted.wrapping_add(executed);
            self.instructions_left -= executed.min(self.instructions_left);
            self.work = self.work.saturating_sub(executed + TURN_WORK);
            self.take_fault()?;
            if self.core.pending.has(PendingEvents::ILLEGAL) {
                self.core.pending.clear(PendingEvents::ILLEGAL);
                if !Source::Illegal.vector().is_some_and(|vector| self.vector_calls(vector)) {
                    return Ok(StopReason::Illegal);
                }
            }
            if limits.stack_errors && self.core.stack.failed {
                return Ok(StopReason::StackError);
            }
            if u32::from(self.core.flow.pc) == until && !matches!(self.core.interrupts.phase, Phase::Vector { .. }) {
                return Ok(StopReason::Breakpoint);
            }
            self.core.update_breakpoint_event();
            if self.core.pending.has(PendingEvents::OBSERVE | PendingEvents::BREAKPOINT) {
                let seen = self.observed()?;
                if let Some(reason) = seen.end {
                    return Ok(reason);
                }
                // Iterations at which breakpoints were evaluated are executed, not counted.
                at_self &= !seen.any;
            }
            if at_self && let Some(jump) = self.self_jump() {
                if jump.for_ever {
                    // The fast path has executed the jump to find that it leads to itself.
                    self.core.time.clocks -= jump.clocks;
                    self.core.time.instructions -= 1;
                    self.interpreted = self.interpreted.wrapping_sub(1);
                    self.count_self_jumps(&jump, 1_u64.wrapping_neg());
                    return Ok(StopReason::Halt);
                }
                if limits.clocks == u64::MAX && limits.instructions == u64::MAX && self.core.time.event_at == u64::MAX {
                    return Ok(StopReason::Wait);
                }
                self.instructions_left -= self.pass_self_jumps(jump, clock_limit, self.instructions_left);
            }
        }
    }

    /// Runs whole instructions while `clocks` is below `to`; in WAIT, STOP, a stall or RESET, time passes up to it. It
    /// ends earlier at a hook, at a change of an output with a listener, or after `work`, in the unit of `Limits`.
    ///
    /// # Errors
    /// The errors are those of `run`.
    pub fn advance(&mut self, to: u64, work: u64) -> Result<(), CoreError> {
        let end = self.core.time.clocks_before_reset.saturating_add(to).min(LAST_CLOCK);
        self.work = work;
        while self.core.total_clocks() < end && self.work != 0 {
            // RESET may begin the count again.
            let limits = Limits { clocks: end - self.core.time.clocks_before_reset, work: self.work, ..Limits::NONE };
            let reason = self.run(limits)?;
            let to = end.saturating_sub(self.core.time.clocks_before_reset);
            match reason {
                StopReason::Halt => {
                    if let Some(jump) = self.self_jump() {
                        self.pass_self_jumps(jump, to, u64::MAX);
                    }
                }
                StopReason::Wait | StopReason::Stop => {
                    self.core.time.clocks = self.core.time.clocks.max(to);
                    self.core.meet_boundary();
                }
                _ if self.core.pending.has(PendingEvents::LINE) => break,
                _ => {}
            }
            if self.core.observer.hooks.are_hit() {
                break;
            }
        }
        self.core.meet_boundary();
        self.apply_deferred_changes();
        self.take_fault()
    }

    /// Returns the stop reason of a chip that executes nothing.
    fn idle(&self, end: u64) -> StopReason {
        match self.core.processing.sleep {
            _ if self.core.total_clocks() >= end => StopReason::Budget,
            Sleep::Stop => StopReason::Stop,
            Sleep::Wait | Sleep::Awake => StopReason::Wait,
        }
    }

    /// Returns true if a vector has a call in either word, or a jump in the first.
    fn vector_calls(&mut self, vector: u16) -> bool {
        let memory = &self.core.memory;
        let by_device = |address| {
            memory.region(Space::P, address) == Region::External && memory.device_at(Space::P, address).is_some()
        };
        if by_device(vector) || by_device(vector + 1) {
            // The word of a device is not known in advance.
            return true;
        }
        let calls = |e: &DecodedInstruction| e.exec == Exec::Control && e.flow;
        let first = *self.cache.entry(&self.core, vector);
        calls(&first) || (first.words == 1 && calls(self.cache.entry(&self.core, vector + 1)))
    }
}
