//! The memory guard. Reads of uninitialised words are recorded. A write to an address that is not allowed ends the run
//! before the instruction that makes it.

use crate::chip::Dsp56001;
use crate::decode::instruction::DecodedInstruction;
use crate::error::CoreError;
use crate::state::Core;
use crate::state::guard::{Guard, UninitializedRead};

impl Dsp56001 {
    /// Sets or removes the memory guard.
    pub fn set_guard(&mut self, guard: Option<Guard>) {
        self.core.observer.guard = guard.map(Box::new);
        self.core.refresh_observation();
    }

    /// Returns the uninitialised words that were read since the guard was set, each once.
    pub fn uninitialized_reads(&self) -> &[UninitializedRead] {
        self.core.observer.guard.as_ref().map_or(&[], |guard| &guard.unknown)
    }
}

impl Core {
    /// Returns true, and makes the run fail, if the next instruction writes to an address that is not allowed.
    #[cold]
    pub(crate) fn violates_guard(&mut self, e: &DecodedInstruction, pc: u16) -> bool {
        if self.observer.guard.is_none() {
            return false;
        }
        let planned = self.planned_accesses(e);
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
