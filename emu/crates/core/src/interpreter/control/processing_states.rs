//! WAIT, STOP and the RESET instruction as they execute (UM 8-36 to 8-40, A-190).

use crate::state::Core;
use crate::state::interrupts::Phase;
use crate::state::pending_events::PendingEvents;
use crate::state::processing::Sleep;

/// Clocks from WAIT's execution to its first control cycle, where arbitration begins (Figure 8-16).
const ARBITRATION_CLOCKS: u64 = 8;

impl Core {
    /// Executes the RESET instruction, which resets all peripherals and the IPR, not the core (UM A-190).
    pub(crate) fn reset_peripherals(&mut self) {
        self.meet_events();
        self.peripherals.software_reset(self.time.clocks);
        self.reschedule();
    }

    /// Enters the WAIT state; a request that is being served is arbitrated again (Figure 8-16).
    pub(crate) fn enter_wait(&mut self) {
        self.processing.sleep = Sleep::Wait;
        self.processing.wake_at = Some(self.time.clocks + ARBITRATION_CLOCKS);
        self.interrupts.phase = Phase::Idle;
        self.pending.set(PendingEvents::SLEEP);
    }

    /// Enters the STOP state. It drops the requests of peripherals and pins, holds the peripherals in reset (UM 8-37),
    /// and freezes port A (UM 8-40).
    pub(crate) fn enter_stop(&mut self) {
        self.meet_events();
        self.freeze_grant();
        self.processing.sleep = Sleep::Stop;
        self.processing.wake_at = None;
        self.interrupts.drop_requests();
        self.peripherals.stop();
        self.pending.set(PendingEvents::SLEEP);
        self.reschedule();
    }
}
