//! What the rows of an operation say of it: the columns beside the encoding, and what follows from the syntax.

use crate::{
    ALU_OP_FACTS, AluOp, CONTROL_OP_FACTS, ControlOp, MOVE_OP_FACTS, MoveOp, PRIORITIES, Priority, SEQUENCES,
    SOURCE_PRIORITIES, Sequence, Source, VECTORS,
};

/// Where an instruction stands in the sequence of instructions; the columns of `[sequence]` in control.toml.
#[derive(Clone, Copy, Debug)]
pub struct SequenceFacts {
    /// It goes on elsewhere than at the next word: the pipe is filled again (UM A-231).
    pub flow: bool,
    /// REP may repeat it (UM A-238).
    pub repeat: bool,
    /// It may begin at a DO loop's last address (UM A-233).
    pub loop_end: bool,
    /// Fetched just before the first word of a vector, it is aborted and fetched again (UM 8-17).
    pub aborted: bool,
}

/// What decides whether a change of flow is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    Always,
    /// The condition codes.
    Condition,
    /// A bit, and its value with which the change is taken.
    Bit {
        taken: bool,
    },
}

/// What an operation without parallel moves does beside its semantics.
#[derive(Clone, Copy, Debug)]
pub struct ControlFacts {
    pub sequence: Sequence,
    pub decision: Decision,
    /// A bit instruction that changes the bit it tests.
    pub modifies: bool,
    /// Its addressing mode updates the address register (not so LUA, UM A-110).
    pub updates: bool,
}

/// A data memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    X,
    Y,
}

/// A word that a parallel move reads or writes in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    pub memory: Memory,
    /// Which of the move's addresses it uses, in the order of the syntax.
    pub address: usize,
    pub write: bool,
}

/// What a parallel move transfers.
#[derive(Clone, Copy, Debug)]
pub struct MoveFacts {
    pub transfers: &'static [Transfer],
    /// Which of the move's registers it writes, in the order of the syntax.
    pub results: &'static [usize],
}

impl AluOp {
    /// Whether it leaves a result in its accumulator; MOVE and the comparisons do not.
    #[inline]
    pub fn has_result(self) -> bool {
        ALU_OP_FACTS[self as usize]
    }
}

impl MoveOp {
    /// What it transfers.
    #[inline]
    pub fn facts(self) -> &'static MoveFacts {
        &MOVE_OP_FACTS[self as usize]
    }
}

impl ControlOp {
    /// What its rows say of it.
    #[inline]
    pub fn facts(self) -> &'static ControlFacts {
        &CONTROL_OP_FACTS[self as usize]
    }

    /// What it does to the sequence of instructions.
    #[inline]
    pub fn sequence(self) -> Sequence {
        self.facts().sequence
    }
}

impl Sequence {
    /// Where such an instruction may stand.
    #[inline]
    pub fn facts(self) -> &'static SequenceFacts {
        &SEQUENCES[self as usize]
    }
}

impl Source {
    /// The address of its vector (Table 8-2, UM 8-10); `None` where the host gives it.
    #[inline]
    pub fn vector(self) -> Option<u16> {
        VECTORS[self as usize]
    }

    /// The field of the IPR that sets its level; `None` for level 3, which nothing masks.
    #[inline]
    pub fn priority(self) -> Option<Priority> {
        SOURCE_PRIORITIES[self as usize]
    }
}

impl Priority {
    /// The field with its low bit at bit 0; what stands above its two bits is another field's.
    pub fn field(self, ipr: u16) -> u16 {
        ipr >> PRIORITIES[self as usize]
    }

    /// The level code in the interrupt priority register: 0 disabled, 1 to 3 for the levels 0 to 2 (Table 8-4, UM 8-17).
    pub fn code(self, ipr: u16) -> u16 {
        self.field(ipr) & 3
    }
}
