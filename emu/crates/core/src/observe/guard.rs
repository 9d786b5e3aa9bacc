//! A guard on memory: what a program reads that nobody has put there is kept, and a write elsewhere than where it may
//! write ends the run before the instruction that makes it.

use crate::chip::Dsp56001;
use crate::decode::instruction::DecodedInstruction;
use crate::error::CoreError;
use crate::state::Core;
use crate::state::guard::{Guard, UnknownRead};

impl Dsp56001 {
    /// Guard memory from now on, or no longer.
    pub fn set_guard(&mut self, guard: Option<Guard>) {
        self.core.observer.guard = guard.map(Box::new);
        self.core.refresh_observation();
    }

    /// The unknown words that were read since the guard was set, each once.
    pub fn unknown_reads(&self) -> &[UnknownRead] {
        self.core.observer.guard.as_ref().map_or(&[], |guard| &guard.unknown)
    }
}

impl Core {
    /// Whether the instruction about to execute writes where it may not: then the run fails.
    #[cold]
    pub(crate) fn trespasses(&mut self, e: &DecodedInstruction, pc: u16) -> bool {
        if self.observer.guard.is_none() {
            return false;
        }
        let planned = self.planned(e);
        let Some(guard) = &mut self.observer.guard else { return false };
        for (space, address, write) in planned.into_iter().flatten() {
            if !write {
                guard.reads(space, address, pc);
            } else if !guard.writes(space, address) {
                self.fail(CoreError::Guarded { space, address, pc });
                return true;
            }
        }
        false
    }
}
