//! The reset processing state (UM 8-28 to 8-35).

use crate::bits::{omr, sr};
use crate::chip::Dsp56001;
use crate::interpreter::decode_cache::DecodeCache;
use crate::state::Core;
use crate::state::pending_events::PendingEvents;
use crate::state::processing::Sleep;
use crate::timeline::Clock;

impl Dsp56001 {
    /// Returns a chip after reset, in the operating mode of its MB:MA pins (0 to 3). All memory and registers are 0.
    pub fn new(clock: Clock, mode: u8) -> Self {
        let (core, cache) = (Core::new(clock), DecodeCache::new());
        let mut chip = Self {
            core,
            cache,
            previous: None,
            profile: None,
            engine: None,
            interpreted: 0,
            instructions_left: 0,
            work: 0,
        };
        chip.reset(mode);
        chip
    }

    /// Pulses RESET with the given mode pins.
    pub fn reset(&mut self, mode: u8) {
        self.set_mode_pins(mode);
        self.core.reset(self.mode_pins());
        if let Some(profile) = &mut self.profile {
            profile.abandon();
        }
        self.apply_deferred_changes();
    }
}

impl Core {
    /// Performs a hardware reset of the registers in UM 8-28 to 8-35. R, N, the data ALU, LA, LC, the stack and all
    /// memory do not change.
    pub(crate) fn reset(&mut self, mode: u8) {
        self.time.clocks_before_reset += self.time.clocks;
        self.time.clocks = 0;
        self.time.instructions = 0;
        // A delayed write of an address register is completed: only its use by the AGU is late (UM A-237).
        self.complete_delayed_write();
        self.agu.set_modifiers([0xFFFF; 8]);
        self.status.sr = sr::RESET;
        self.status.pending = 0;
        self.watch_loop();
        self.omr = mode & omr::MODE;
        self.apply_map(self.omr);
        self.stack.sp = 0;
        // Mode 2 starts in external program memory (UM 3-11).
        self.flow.pc = if mode & omr::MODE == 2 { 0xE000 } else { 0 };
        self.fetch.prefetched = None;
        self.processing.sleep = Sleep::Awake;
        self.processing.wake_at = None;
        self.fault = None;
        self.observer.forget();
        self.pending.keep(
            PendingEvents::BUS
                | PendingEvents::HELD
                | PendingEvents::CODE
                | PendingEvents::OBSERVE
                | PendingEvents::LINE,
        );
        self.interrupts.reset();
        self.peripherals.hardware_reset(self.time.clocks);
        self.port_a.waits = self.peripherals.bcr;
        self.reset_bus();
        self.reschedule();
    }
}
