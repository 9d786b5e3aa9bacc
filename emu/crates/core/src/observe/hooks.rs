//! Hooks: places at which a run is handed back to its caller, who may look at the chip and change it, and goes on.
//!
//! A hook on an address is met before the instruction there executes, once for each time that it does; a hook on an
//! access after the instruction that made it.

use crate::chip::Dsp56001;
use crate::state::Core;
use crate::state::observer::Hooked;
use crate::state::watched::Watch;
use std::ops::RangeInclusive;

impl Dsp56001 {
    /// Hand runs back before any of these addresses executes, and after instructions that make one of these accesses.
    pub fn set_hooks(&mut self, executions: Vec<RangeInclusive<u16>>, accesses: Vec<Watch>) {
        self.core.observer.hooks.executions = executions;
        self.core.observer.hooks.accesses = accesses;
        self.observe_anew();
    }

    /// Whether there is one for `hooked` to return.
    pub fn is_hooked(&self) -> bool {
        self.core.observer.hooks.are_met()
    }

    /// The hook that the run, step or advance just done has met, if it has; asked once.
    pub fn hooked(&mut self) -> Option<Hooked> {
        self.core.observer.hooks.met.take()
    }
}

impl Core {
    /// Whether a hook on the instruction about to execute is to be met first.
    #[cold]
    pub(crate) fn meets_hook(&mut self, address: u16) -> bool {
        let hooks = &mut self.observer.hooks;
        if hooks.passed == Some(address) || !hooks.hold(address) {
            return false;
        }
        hooks.passed = Some(address);
        hooks.met = Some(Hooked { address, before: true, accesses: Vec::new() });
        true
    }
}
