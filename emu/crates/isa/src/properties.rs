//! Properties of operations: the columns of the tables other than the encoding, and properties that the syntax implies.

use crate::{
    ALU_OP_PROPERTIES, AluOp, CONTROL_OP_PROPERTIES, ControlOp, MOVE_OP_PROPERTIES, MoveOp, PRIORITIES, Priority,
    SEQUENCES, SOURCE_PRIORITIES, Sequence, Source, VECTORS,
};

/// The restrictions on the position of an instruction in a sequence; the columns of `[sequence]` in control.toml.
#[derive(Clone, Copy, Debug)]
pub struct SequenceProperties {
    /// It can continue elsewhere than at the next word: the pipeline is refilled (UM A-231).
    pub flow: bool,
    /// REP may repeat it (UM A-238).
    pub repeat: bool,
    /// It may begin at a DO loop's last address (UM A-233).
    pub loop_end: bool,
    /// Fetched just before the first word of a vector, it is aborted and fetched again (UM 8-17).
    pub aborted: bool,
}

/// The condition of a change of flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    Always,
    /// The condition codes.
    Condition,
    /// A bit, and its value for which the change is taken.
    Bit {
        taken: bool,
    },
}

/// Properties of an operation without parallel moves, in addition to its semantics.
#[derive(Clone, Copy, Debug)]
pub struct ControlProperties {
    pub sequence: Sequence,
    pub decision: Decision,
    /// A bit instruction that changes the bit it tests.
    pub modifies: bool,
    /// Its addressing mode updates the address register (except for LUA, UM A-110).
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
    /// The index of its address among the move's, in the order of the syntax.
    pub address: usize,
    pub write: bool,
}

/// The transfers of a parallel move.
#[derive(Clone, Copy, Debug)]
pub struct MoveProperties {
    pub transfers: &'static [Transfer],
    /// The indices of the registers that it writes among the move's, in the order of the syntax.
    pub results: &'static [usize],
}

impl AluOp {
    /// Returns true if it has a result for its accumulator; MOVE and the comparisons do not.
    #[inline]
    pub fn has_result(self) -> bool {
        ALU_OP_PROPERTIES[self as usize]
    }
}

impl MoveOp {
    /// Returns its transfers.
    #[inline]
    pub fn properties(self) -> &'static MoveProperties {
        &MOVE_OP_PROPERTIES[self as usize]
    }
}

impl ControlOp {
    /// Returns its properties.
    #[inline]
    pub fn properties(self) -> &'static ControlProperties {
        &CONTROL_OP_PROPERTIES[self as usize]
    }

    /// Returns its effect on the sequence of instructions.
    #[inline]
    pub fn sequence(self) -> Sequence {
        self.properties().sequence
    }
}

impl Sequence {
    /// Returns the positions that such an instruction may have.
    #[inline]
    pub fn properties(self) -> &'static SequenceProperties {
        &SEQUENCES[self as usize]
    }
}

impl Source {
    /// Returns the address of its vector (Table 8-2, UM 8-10); `None` if the host supplies it.
    #[inline]
    pub fn vector(self) -> Option<u16> {
        VECTORS[self as usize]
    }

    /// Returns the field of the IPR that sets its level; `None` for level 3, which cannot be masked.
    #[inline]
    pub const fn priority(self) -> Option<Priority> {
        SOURCE_PRIORITIES[self as usize]
    }

    /// Returns the bit of this source in a set of sources. Lower bits take precedence within a level (UM 8-18).
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// Returns the set of the sources whose levels a field of the IPR sets, or which have level 3.
    pub const fn with_priority(priority: Option<Priority>) -> u32 {
        let (mut sources, mut i) = (0, 0);
        while i < Self::ALL.len() {
            let is_member = match (Self::ALL[i].priority(), priority) {
                (Some(own), Some(wanted)) => own as u8 == wanted as u8,
                (own, wanted) => own.is_none() && wanted.is_none(),
            };
            if is_member {
                sources |= Self::ALL[i].bit();
            }
            i += 1;
        }
        sources
    }

    /// Returns the source of a set that takes precedence within a level.
    #[inline]
    pub fn first_of(sources: u32) -> Option<Self> {
        Self::ALL.get(sources.trailing_zeros() as usize).copied()
    }
}

impl Priority {
    /// Returns the IPR with the field's low bit at bit 0; the bits above its two belong to other fields.
    pub fn field(self, ipr: u16) -> u16 {
        ipr >> PRIORITIES[self as usize]
    }

    /// Returns the level code in the interrupt priority register: 0 disabled, 1 to 3 for the levels 0 to 2 (Table 8-4,
    /// UM 8-17).
    pub fn code(self, ipr: u16) -> u16 {
        self.field(ipr) & 3
    }
}
