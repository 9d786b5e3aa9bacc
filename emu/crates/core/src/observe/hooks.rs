//! Hooks: events at which a run returns to its caller, who may read and change the chip and then continue the run.
//!
//! A hook on an address is hit before the instruction there executes, once for each execution. A hook on an access is
//! hit after the instruction that made it.

use crate::chip::Dsp56001;
use crate::state::Core;
use crate::state::observer::Hooked;
use crate::state::watchpoints::Watch;
use std::ops::RangeInclusive;

impl Dsp56001 {
    /// Sets hooks before any of these addresses executes, and after instructions that make one of these accesses.
    pub fn set_hooks(&mut self, executions: Vec<RangeInclusive<u16>>, accesses: Vec<Watch>) {
        self.core.observer.hooks.executions = executions;
        self.core.observer.hooks.accesses = accesses;
        self.update_observation();
    }

    /// Returns true if `hooked` has a hook to return.
    pub fn is_hooked(&self) -> bool {
        self.core.observer.hooks.are_hit()
    }

    /// Returns and clears the hook that the last run, step or advance has hit.
    pub fn hooked(&mut self) -> Option<Hooked> {
        self.core.observer.hooks.met.take()
    }
}

impl Core {
    /// Returns true if a hook on the next instruction must be hit first.
    #[cold]
    pub(crate) fn hits_hook(&mut self, address: u16) -> bool {
        let hooks = &mut self.observer.hooks;
        if hooks.passed == Some(address) || !hooks.hold(address) {
            return false;
        }
        hooks.passed = Some(address);
        hooks.met = Some(Hooked { address, before: true, accesses: Vec::new() });
        true
    }
}
