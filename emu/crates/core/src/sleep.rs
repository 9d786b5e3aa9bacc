//! WAIT, STOP and the RESET instruction, and what ends a sleep (UM 8-36 to 8-40, A-190).

use crate::bits::{omr, sr};
use crate::core::{Core, Sleep, attention};

/// Clocks from WAIT to the first vector word when an interrupt is pending already (UM A-228, 8-37).
const WAIT_CLOCKS: u64 = 16;
/// From the request that ends a WAIT to the first vector word (Figure 8-15), in clocks.
const WAKE_CLOCKS: u64 = 8;
/// STOP's restart with OMR.SD = 0 and 1: 131,104 T and 48 T (UM 8-38), two T to a clock.
const RESTART_CLOCKS: [u64; 2] = [65_552, 24];

impl Core {
    /// The RESET instruction: all peripherals and the IPR, not the core (UM A-190).
    pub(crate) fn reset_peripherals(&mut self) {
        self.meet_events();
        self.peripherals.software_reset(self.clocks);
        self.reschedule();
    }

    pub(crate) fn enter_wait(&mut self) {
        self.sleep = Sleep::Wait;
        self.wake_at = Some(self.clocks + WAIT_CLOCKS);
        self.attention |= attention::SLEEP;
    }

    /// STOP drops the requests of peripherals and pins, and holds the peripherals in reset (UM 8-37).
    pub(crate) fn enter_stop(&mut self) {
        self.meet_events();
        self.sleep = Sleep::Stop;
        self.wake_at = None;
        self.drop_external_requests();
        self.peripherals.stop();
        self.attention |= attention::SLEEP;
        self.reschedule();
    }

    /// Sleep on unless something wakes the core before `limit` clocks; `true` if it is awake. A restart from STOP that
    /// is under way takes its time.
    pub(crate) fn doze(&mut self, limit: u64) -> bool {
        match self.sleep {
            Sleep::Awake => return true,
            Sleep::Wait => return self.doze_in_wait(limit),
            Sleep::Stop => {
                if self.interrupts.irqa.asserted && self.wake_at.is_none() {
                    let quick = usize::from(self.omr & omr::SD != 0);
                    self.wake_at = Some(self.clocks + RESTART_CLOCKS[quick]);
                }
                if let Some(at) = self.wake_at {
                    self.clocks = self.clocks.max(at.min(limit));
                    if at <= limit {
                        self.leave_stop();
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Requests of the pins are ignored up to the end of the delay. What is pending then is served before the next
    /// instruction: the fetch behind the stop cycles is the vector's (UM 8-38, 8-39, Figure 8-18).
    fn leave_stop(&mut self) {
        self.drop_external_requests();
        self.awaken();
        self.restart_peripherals();
        if let Some(source) = self.candidate() {
            self.enter_vector(source);
        }
    }

    fn drop_external_requests(&mut self) {
        self.interrupts.irqa.edge = false;
        self.interrupts.irqb.edge = false;
        self.interrupts.nmi = false;
    }

    fn doze_in_wait(&mut self, limit: u64) -> bool {
        loop {
            if let Some(source) = self.candidate() {
                // Not before WAIT's own cycles are over, nor before the control cycles and fetches (UM 8-36, 8-37).
                self.clocks = self.wake_at.unwrap_or(0).max(self.clocks + WAKE_CLOCKS);
                self.awaken();
                self.enter_vector(source);
                return true;
            }
            if !self.will_be_woken() || self.attention & attention::FAULT != 0 {
                return false;
            }
            let next = self.event_at.min(limit);
            self.clocks = self.clocks.max(next);
            self.meet_events();
            if self.clocks >= limit && self.candidate().is_none() {
                return false;
            }
        }
    }

    /// Whether a peripheral at work has an interrupt enabled that the mask admits.
    fn will_be_woken(&self) -> bool {
        let mask = (self.status & sr::I) >> sr::I_SHIFT;
        let admitted = |shift: u32| self.peripherals.ipr >> shift & 3 > mask;
        (admitted(12) && self.peripherals.ssi.may_interrupt()) || (admitted(14) && self.peripherals.sci.may_interrupt())
    }

    fn awaken(&mut self) {
        self.sleep = Sleep::Awake;
        self.wake_at = None;
        self.attention &= !attention::SLEEP;
        self.refresh_interrupts();
    }
}
