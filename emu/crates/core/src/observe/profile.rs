//! The profile of runs: start, end, and the time that passes without an instruction.

use crate::chip::Dsp56001;
use crate::state::Core;
use crate::state::pending_events::PendingEvents;
use crate::state::profile::Profile;

impl Dsp56001 {
    /// Starts to profile runs and steps.
    ///
    /// # Errors
    /// A profile is already being recorded; `profile` is returned.
    pub fn begin_profile(&mut self, mut profile: Box<Profile>) -> Result<(), Box<Profile>> {
        if self.profile.is_some() {
            return Err(profile);
        }
        self.core.port_a.waited = Default::default();
        profile.begin(self.core.flow.pc, self.core.total_clocks(), self.core.bus.done);
        self.profile = Some(profile);
        self.set_profiled(true);
        Ok(())
    }

    /// Stops profiling and returns the profile.
    pub fn end_profile(&mut self) -> Option<Box<Profile>> {
        self.count_idle_time();
        let mut profile = self.profile.take()?;
        self.set_profiled(false);
        profile.end();
        Some(profile)
    }

    /// Returns the profile that is being recorded, with all clocks up to now.
    pub fn profile(&mut self) -> Option<&Profile> {
        self.count_idle_time();
        self.profile.as_deref()
    }

    /// Continues a copy of a profile. The chip is in the state in which the profile was copied.
    pub fn continue_profile(&mut self, copy: Box<Profile>) {
        self.profile = Some(copy);
        self.set_profiled(true);
    }

    fn set_profiled(&mut self, is_profiled: bool) {
        if let Some(engine) = &mut self.engine {
            engine.set_profiled(is_profiled);
        }
    }

    /// Adds the time since the last instruction as time without one.
    pub(crate) fn count_idle_time(&mut self) {
        if let Some(profile) = &mut self.profile {
            profile.pass_idle(&self.core, self.core.total_clocks());
        }
    }
}

impl Profile {
    /// Adds the time without an instruction up to a clock since power-up. A stall for the bus belongs to the current
    /// instruction; WAIT, STOP and RESET belong to the previous one.
    pub(crate) fn pass_idle(&mut self, core: &Core, clock: u64) {
        if core.pending.has(PendingEvents::HELD) {
            self.abandon();
        }
        let passed = clock.wrapping_sub(self.seen);
        if passed == 0 {
            return;
        }
        if core.bus.waiting.is_some() || core.bus.done != 0 {
            self.add_stall(core.flow.pc, passed);
        } else {
            let idle = &mut self.at_last().idle;
            *idle = idle.wrapping_add(passed);
        }
        self.count_to(clock);
    }
}
