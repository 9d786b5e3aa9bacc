//! The effects of an instruction before it executes: its data accesses, and the addresses where it may continue.

use crate::decode::instruction::{DecodedInstruction, EffectiveAddress, Exec, OperandLocation};
use crate::memory::Region;
use crate::semantics::conditions::Conditions;
use crate::space::Space;
use crate::state::Core;
use dsp56k_isa::{Decision, Mode, Sequence};

impl Core {
    /// Returns the data accesses that an instruction will make, in their order: space, address, write.
    pub(crate) fn planned_accesses(&self, e: &DecodedInstruction) -> [Option<(Space, u16, bool)>; 2] {
        let at = |i: usize, write| {
            let ea = e.ea[i];
            let address = if ea.mode == Mode::Absolute { ea.address } else { self.planned_address(ea.mode, ea.rn) };
            Some((ea.space, address, write))
        };
        match e.exec {
            Exec::Control => control_accesses(e).map(|planned| planned.and_then(|(i, write)| at(i, write))),
            Exec::Parallel | Exec::MoveOnly => {
                let transfers = e.transfers();
                [0, 1].map(|i| {
                    let transfer = transfers.get(i)?;
                    let (_, address, write) = at(transfer.address, transfer.write)?;
                    Some((transfer.memory.into(), address, write))
                })
            }
            Exec::Illegal | Exec::Undecoded => [None; 2],
        }
    }

    /// Returns the addresses where a change of flow may continue. It does not read a bit of a register or of a device
    /// in advance.
    pub(crate) fn possible_targets(&mut self, e: &DecodedInstruction, next: u16) -> [u16; 2] {
        match e.control.properties().decision {
            _ if e.sequence == Sequence::Return => [self.stack.ssh[self.stack.top()]; 2],
            Decision::Always => [self.target(e); 2],
            Decision::Condition => [if self.holds(e.condition) { self.target(e) } else { next }; 2],
            Decision::Bit { taken } => match self.bit_on_chip(e) {
                Some(set) if set == taken => [e.target; 2],
                Some(_) => [next; 2],
                None => [e.target, next],
            },
        }
    }

    /// Returns the bit that JCLR, JSET, JSCLR or JSSET tests in internal memory or in a peripheral's register.
    fn bit_on_chip(&self, e: &DecodedInstruction) -> Option<bool> {
        let (space, address, _) = self.planned_accesses(e)[0]?;
        let word = (self.memory.region(space, address) != Region::External).then(|| self.peek(space, address))?;
        Some(word >> e.bit & 1 != 0)
    }
}

/// Yields the effective addresses at which an instruction accesses data.
pub(super) fn accessed(e: &DecodedInstruction) -> impl Iterator<Item = EffectiveAddress> {
    let places = match e.exec {
        Exec::Control => control_accesses(e).map(|planned| planned.map(|(i, _)| i)),
        Exec::Parallel | Exec::MoveOnly => [0, 1].map(|i| e.transfers().get(i).map(|transfer| transfer.address)),
        Exec::Illegal | Exec::Undecoded => [None; 2],
    };
    places.into_iter().flatten().map(|i| e.ea[i])
}

/// Returns the accesses of a control instruction: the index of the effective address, and whether it is a write.
fn control_accesses(e: &DecodedInstruction) -> [Option<(usize, bool)>; 2] {
    let source = e.from == OperandLocation::Memory;
    if source && e.control.properties().modifies {
        return [Some((0, false)), Some((0, true))];
    }
    [source.then_some((0, false)), (e.to == OperandLocation::Memory).then_some((usize::from(source), true))]
}
