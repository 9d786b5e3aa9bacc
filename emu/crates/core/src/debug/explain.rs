//! What a step would do and cost, asked of a twin of the chip.

use crate::chip::Dsp56001;
use crate::error::{CoreError, DeviceError};
use crate::memory::device::Device;
use crate::state::Core;
use crate::state::attention::Attention;
use crate::state::interrupts::Phase;
use crate::state::observer::{Cost, StepRecord};
use crate::timeline::Time;

/// Stands for a device where nothing may be disturbed.
struct Unconnected(u32);

impl Device for Unconnected {
    fn read(&mut self, _: u16, _: Time) -> Result<u32, DeviceError> {
        Ok(self.0)
    }

    fn write(&mut self, _: u16, _: u32, _: Time) -> Result<(), DeviceError> {
        Ok(())
    }
}

impl Dsp56001 {
    /// What `step` would do and cost now; with an address, the instruction there, as if execution had come to it with
    /// the present registers and memory. Nothing is changed and no device is asked: it reads as unconnected lines.
    ///
    /// # Errors
    /// None that a sound chip can have: its state is taken as a snapshot is.
    pub fn explain(&mut self, pc: Option<u16>) -> Result<StepRecord, CoreError> {
        let state = self.snapshot()?;
        let mut twin = Self::new(self.core.time.oscillator, 0);
        twin.restore(&state)?;
        twin.core.memory.slow.clone_from(&self.core.memory.slow);
        for device in &self.core.memory.devices {
            twin.map_device(device.space, device.first, device.last, Box::new(Unconnected(self.core.memory.floating)))?;
        }
        if let Some(pc) = pc
            && (pc != twin.core.flow.pc || twin.core.interrupts.phase != Phase::Idle)
        {
            twin.core.arrive_at(pc);
        }
        twin.record_steps(true);
        let (before, instructions) = (twin.core.time.clocks, twin.core.time.instructions);
        let stalled = !twin.core.attention.has(Attention::HELD | Attention::SLEEP);
        // A mistake of the program would end the run after the step; the step itself has its cost.
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
    /// Stand at an address, as if execution had come there with no interrupt on its way.
    fn arrive_at(&mut self, pc: u16) {
        self.continue_at(pc);
        self.attention.keep(Attention::BUS | Attention::TRACE | Attention::MAP);
    }
}
