//! The WAIT and STOP states, and the events that end them (UM 8-36 to 8-40).

use crate::bits::{omr, sr};
use crate::run::slow_path::Step;
use crate::state::Core;
use crate::state::interrupts::Phase;
use crate::state::pending_events::PendingEvents;
use crate::state::processing::Sleep;
use dsp56k_isa::Priority;
use std::ops::ControlFlow;

/// From the first control cycle to the execution of the vector's first word (Figures 8-15, 8-16), in clocks.
const VECTOR_CLOCKS: u64 = 8;
/// STOP's restart with OMR.SD = 0 and 1: 131,104 T and 48 T (UM 8-39), two T to a clock.
const RESTART_CLOCKS: [u64; 2] = [65_552, 24];
/// Delay from the restart, when peripherals and requests become active, to the next instruction: 17 T to its fetch and
/// 8 T to its execution (UM 8-38), in whole clocks.
const READY_CLOCKS: u64 = 12;

impl Core {
    /// Returns the clock at which the state ends, if the current levels of pins and requests end it.
    pub(crate) fn known_wakeup(&mut self) -> Option<u64> {
        match self.processing.sleep {
            _ if self.pending.has(PendingEvents::HELD) => None,
            Sleep::Awake => None,
            Sleep::Wait if self.interrupts.phase != Phase::Idle => self.processing.wake_at,
            Sleep::Wait => {
                self.candidate().and(self.processing.wake_at).map(|first| first.max(self.time.clocks) + VECTOR_CLOCKS)
            }
            Sleep::Stop => {
                self.restart_if_asked();
                self.processing.wake_at
            }
        }
    }

    /// Advances WAIT or STOP below `limit` clocks, up to the next event, and continues once the core is awake. An event
    /// at the limit itself comes after the board's actions there.
    pub(crate) fn advance_low_power(&mut self, limit: u64) -> ControlFlow<Step> {
        match self.processing.sleep {
            Sleep::Awake => ControlFlow::Continue(()),
            Sleep::Wait => self.advance_wait(limit),
            Sleep::Stop => self.advance_stop(limit),
        }
    }

    fn advance_wait(&mut self, limit: u64) -> ControlFlow<Step> {
        let due = self.processing.wake_at.unwrap_or(0);
        let mut next = due;
        if self.interrupts.phase != Phase::Idle {
            if due < self.time.event_at && due < limit {
                self.time.clocks = self.time.clocks.max(due);
                self.awaken();
                return ControlFlow::Continue(());
            }
        } else if let Some(source) = self.candidate() {
            if self.time.clocks >= due {
                self.interrupts.phase = Phase::Coming { source, words: 0 };
                self.processing.wake_at = Some(self.time.clocks + VECTOR_CLOCKS);
                return ControlFlow::Break(Step::Passed);
            }
        } else if (self.can_wake() || self.is_driven()) && !self.pending.has(PendingEvents::FAULT) {
            next = u64::MAX;
        } else {
            return ControlFlow::Break(Step::Idle);
        }
        ControlFlow::Break(self.pass_to(next, limit))
    }

    /// Advances time to `next`, or to an earlier event, below `limit`.
    fn pass_to(&mut self, next: u64, limit: u64) -> Step {
        self.time.clocks = self.time.clocks.max(next.min(self.time.event_at).min(limit));
        self.meet_boundary();
        if self.time.clocks < limit { Step::Passed } else { Step::Idle }
    }

    /// Starts the oscillator at a low level of IRQA (UM 8-37).
    fn restart_if_asked(&mut self) {
        if self.interrupts.irqa.asserted && self.processing.wake_at.is_none() {
            let quick = usize::from(self.omr & omr::SD != 0);
            self.processing.wake_at = Some(self.time.clocks + RESTART_CLOCKS[quick]);
        }
    }

    /// Advances STOP. At the end of the delay requests become active. A request that is pending when the stop cycles
    /// are over is served instead of the next instruction: IRQA if it is level sensitive and still low (UM 8-38).
    fn advance_stop(&mut self, limit: u64) -> ControlFlow<Step> {
        self.restart_if_asked();
        let Some(at) = self.processing.wake_at else { return ControlFlow::Break(self.advance_halted(limit)) };
        let ready = at - READY_CLOCKS;
        let next = if self.peripherals.host.stopped { ready } else { at };
        if self.time.event_at <= next || next >= limit {
            return ControlFlow::Break(self.pass_to(next, limit));
        }
        self.time.clocks = self.time.clocks.max(next);
        if self.peripherals.host.stopped {
            self.interrupts.drop_requests();
            self.restart_peripherals();
            return ControlFlow::Break(Step::Passed);
        }
        self.meet_boundary();
        self.awaken();
        if self.interrupts.phase == Phase::Idle
            && let Some(source) = self.candidate()
        {
            self.enter_vector(source);
        }
        ControlFlow::Continue(())
    }

    /// Advances time to the next edge: RESET is held, or STOP has no known end.
    pub(crate) fn advance_halted(&mut self, limit: u64) -> Step {
        if self.await_edge(limit) { Step::Passed } else { Step::Idle }
    }

    /// Returns true if the traced instruction is a WAIT or STOP, which empties the pipeline itself. The trace exception
    /// ends a WAIT as a request pending before it does (Figure 8-16), and outlasts a STOP (UM 8-37).
    pub(crate) fn wakes_for_trace(&mut self) -> bool {
        if self.processing.sleep == Sleep::Wait {
            self.processing.wake_at = self.processing.wake_at.map(|arbitration| arbitration + VECTOR_CLOCKS);
        }
        self.processing.sleep != Sleep::Awake
    }

    /// Returns true if an active peripheral has an interrupt enabled that the mask does not block.
    fn can_wake(&self) -> bool {
        let mask = (self.status.sr & sr::I) >> sr::I_SHIFT;
        let admitted = |field: Priority| field.code(self.peripherals.ipr) > mask;
        (admitted(Priority::SSL) && self.peripherals.ssi.may_interrupt())
            || (admitted(Priority::SCL) && self.peripherals.sci.may_interrupt())
    }

    /// Ends WAIT or STOP by an external input.
    pub(crate) fn wake(&mut self) {
        let stopped = self.processing.sleep == Sleep::Stop;
        self.awaken();
        if stopped {
            self.restart_peripherals();
        }
    }

    fn awaken(&mut self) {
        self.processing.sleep = Sleep::Awake;
        self.processing.wake_at = None;
        self.pending.clear(PendingEvents::SLEEP);
        self.refresh_interrupts();
    }
}
