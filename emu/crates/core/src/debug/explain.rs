//! Effects and cost of a step, found by stepping a copy of the chip.

use crate::chip::Dsp56001;
use crate::error::{CoreError, DeviceError};
use crate::memory::device::Device;
use crate::state::Core;
use crate::state::interrupts::Phase;
use crate::state::observer::{Cost, StepRecord};
use crate::state::pending_events::PendingEvents;
use crate::timeline::Time;

/// Replaces a device in the copy, so that the real one is not disturbed.
struct OpenBusDevice(u32);

impl Device for OpenBusDevice {
    fn read(&mut self, _: u16, _: Time) -> Result<u32, DeviceError> {
        Ok(self.0)
    }

    fn write(&mut self, _: u16, _: u32, _: Time) -> Result<(), DeviceError> {
        Ok(())
    }
}

impl Dsp56001 {
    /// Returns the effects and cost of `step` in the current state. With an address, returns those of the instruction
    /// there, as if execution had reached it with the current registers and memory. Nothing is changed and no device is
    /// accessed: reads return open-bus values.
    ///
    /// # Errors
    /// No consistent chip has errors: its state is saved as a snapshot is.
    pub fn explain(&mut self, pc: Option<u16>) -> Result<StepRecord, CoreError> {
        let state = self.snapshot()?;
        let mut twin = Self::new(self.core.time.oscillator, 0);
        twin.restore(&state)?;
        twin.core.memory.slow.clone_from(&self.core.memory.slow);
        for device in &self.core.memory.devices {
            twin.map_device(
                device.space,
                device.first,
                device.last,
                Box::new(OpenBusDevice(self.core.memory.open_bus)),
            )?;
        }
        if let Some(pc) = pc
            && (pc != twin.core.flow.pc || twin.core.interrupts.phase != Phase::Idle)
        {
            twin.core.set_pc_as_fetched(pc);
        }
        twin.record_steps(true);
        let (before, instructions) = (twin.core.time.clocks, twin.core.time.instructions);
        let stalled = !twin.core.pending.has(PendingEvents::HELD | PendingEvents::SLEEP);
        // An error of the program would end the run after the step; the step itself has its cost.
        let _ = twin.step();
        if twin.core.time.instructions == instructions {
            let passed = twin.core.time.clocks - before;
            let cost = if stalled {
                Cost { stall: passed, ..Cost::default() }
            } else {
                Cost { idle: passed, ..Cost::default() }
            };
            return Ok(StepRecord { address: twin.core.flow.pc, start: before, cost, ..StepRecord::default() });
        }
        Ok(std::mem::take(&mut twin.core.observer.record))
    }
}

impl Core {
    /// Sets the program counter, as if execution had reached it without a pending interrupt.
    fn set_pc_as_fetched(&mut self, pc: u16) {
        self.set_pc(pc);
        self.pending.keep(PendingEvents::BUS | PendingEvents::TRACE | PendingEvents::MAP);
    }
}
