//! Hooks: places at which a run is handed back to its caller, who may look at the chip and change it, and goes on.
//!
//! A hook on an address is met before the instruction there executes, once for each time that it does; a hook on an
//! access behind the instruction that made it.

use crate::chip::Dsp56001;
use crate::debug::observe::{Access, Watch};
use crate::state::Core;
use std::ops::RangeInclusive;

/// What a run has met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hooked {
    /// The instruction's address: PC, or a word of a vector.
    pub address: u16,
    /// It has still to be executed.
    pub before: bool,
    /// Its hooked accesses, if it has been.
    pub accesses: Vec<Access>,
}

/// The hooks that are set.
#[derive(Default)]
pub(crate) struct Hooks {
    pub accesses: Vec<Watch>,
    executions: Vec<RangeInclusive<u16>>,
    met: Option<Hooked>,
    /// The instruction about to execute has been met already.
    passed: Option<u16>,
}

impl Hooks {
    pub fn in_use(&self) -> bool {
        !(self.accesses.is_empty() && self.executions.is_empty())
    }

    pub fn are_met(&self) -> bool {
        self.met.is_some()
    }

    /// Whether there is one on the execution of an address.
    pub fn hold(&self, address: u16) -> bool {
        self.executions.iter().any(|range| range.contains(&address))
    }

    /// The chip is another now: what was met before is over.
    pub fn forget(&mut self) {
        (self.met, self.passed) = (None, None);
    }

    /// An instruction has executed.
    pub fn executed(&mut self, address: u16, accesses: &[Access]) {
        self.passed = None;
        let hooked = |access: &&Access| self.accesses.iter().any(|watch| watch.sees(access));
        let accesses: Vec<Access> = accesses.iter().filter(hooked).copied().collect();
        if !accesses.is_empty() {
            self.met = Some(Hooked { address, before: false, accesses });
        }
    }
}

impl Dsp56001 {
    /// Hand runs back before any of these addresses executes, and behind instructions that make one of these accesses.
    pub fn set_hooks(&mut self, executions: Vec<RangeInclusive<u16>>, accesses: Vec<Watch>) {
        self.core.observer.hooks.executions = executions;
        self.core.observer.hooks.accesses = accesses;
        self.core.refresh_observation();
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
