//! The rules of restrictions.toml, whose head says what each column means.

use crate::{ControlOp, Reg};

/// A restricted sequence of instructions.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub place: Where,
    pub forbidden: Uses,
    /// Only instructions of so many words.
    pub words: Option<u8>,
    /// Page of the User's Manual.
    pub page: &'static str,
    pub sentence: &'static str,
}

/// Where a rule holds.
#[derive(Clone, Copy, Debug)]
pub enum Where {
    Anywhere,
    /// At so many addresses before the last one of a running DO loop.
    NearLoopEnd(&'static [u16]),
    /// Directly after an instruction that does this.
    After(Uses),
    FastInterrupt,
    /// A call to the last address of a running loop.
    CallToLoopEnd,
    /// A loop that ends with the one around it.
    NestedLoop,
    /// An addressing mode that needs a register which the instruction before has moved to.
    Pointer,
}

/// What an instruction is or does: any one of these.
#[derive(Clone, Copy, Debug)]
pub struct Uses {
    pub ops: &'static [ControlOp],
    /// Operations that are left out.
    pub but: &'static [ControlOp],
    /// Registers that a move, ANDI, ORI, BCHG, BCLR or BSET changes.
    pub writes: &'static [Reg],
    /// Registers that a move, a bit instruction, DO or REP uses.
    pub reads: &'static [Reg],
    /// Registers that MOVEC, MOVEM, MOVEP, ANDI or ORI changes.
    pub moves_to: &'static [Reg],
    /// Registers that MOVEC, MOVEM or MOVEP reads.
    pub moves_from: &'static [Reg],
    /// Registers that a jump or call on a bit tests.
    pub jumps_on: &'static [Reg],
    /// Registers that are source and destination.
    pub twice: &'static [Reg],
    /// Registers that a loop takes its count from.
    pub counts: &'static [Reg],
}

impl Uses {
    /// Whether nothing is named: then it is every instruction.
    pub fn is_empty(&self) -> bool {
        let registers =
            [self.writes, self.reads, self.moves_to, self.moves_from, self.jumps_on, self.twice, self.counts];
        self.ops.is_empty() && registers.iter().all(|list| list.is_empty())
    }
}
