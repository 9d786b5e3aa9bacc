//! The rules of restrictions.toml; the comment at its top defines each column.

use crate::{ControlOp, RULES, Reg};

/// A restricted sequence of instructions.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub position: Where,
    pub forbidden: Uses,
    /// Only instructions of this number of words.
    pub words: Option<u8>,
    /// Page of the User's Manual.
    pub page: &'static str,
    pub sentence: &'static str,
}

/// The position at which a rule applies.
#[derive(Clone, Copy, Debug)]
pub enum Where {
    Anywhere,
    /// At these distances before the last address of an active DO loop.
    NearLoopEnd(&'static [u16]),
    /// Directly after an instruction that does this.
    After(Uses),
    FastInterrupt,
    /// A call to the last address of a running loop.
    CallToLoopEnd,
    /// A loop that ends with the one around it.
    NestedLoop,
    /// An addressing mode that needs a register to which the previous instruction has moved.
    Pointer,
}

/// Properties of an instruction, or those that a rule names: the bit of an operation or a register is its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uses {
    /// Operations.
    pub ops: u64,
    /// Operations that a rule excludes.
    pub but: u64,
    /// Registers that a move, ANDI, ORI, BCHG, BCLR or BSET changes.
    pub writes: u64,
    /// Registers that a move, a bit instruction, DO or REP uses.
    pub reads: u64,
    /// Registers that MOVEC, MOVEM, MOVEP, ANDI or ORI changes.
    pub moves_to: u64,
    /// Registers that MOVEC, MOVEM or MOVEP reads.
    pub moves_from: u64,
    /// Registers that a jump or call on a bit tests.
    pub jumps_on: u64,
    /// Registers that are source and destination.
    pub twice: u64,
    /// Registers from which a loop takes its count.
    pub counts: u64,
}

/// The properties of the previous instruction that any rule names.
pub const BEFORE: Uses = named(true);

/// The registers that any rule names, of either instruction.
pub const REGISTERS: u64 = named(true).or(&named(false)).registers();

/// The maximum distance before the last address of an active loop at which a rule can apply.
pub const LOOP_TAIL: u16 = {
    let mut most = 0;
    let mut number = 0;
    while number < RULES.len() {
        if let Where::NearLoopEnd(distances) = RULES[number].position {
            let mut index = 0;
            while index < distances.len() {
                if distances[index] > most {
                    most = distances[index];
                }
                index += 1;
            }
        }
        number += 1;
    }
    most
};

/// Returns the properties that all rules name together, of the previous instruction or of the one that they forbid.
const fn named(before: bool) -> Uses {
    let mut all = Uses::NOTHING;
    let mut number = 0;
    while number < RULES.len() {
        all = match &RULES[number] {
            Rule { position: Where::After(uses), .. } if before => all.or(uses),
            _ if before => all,
            Rule { forbidden, .. } => all.or(forbidden),
        };
        number += 1;
    }
    all
}

/// Sets of rules, in which the bit of each is its number.
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $rule:pat,)*) => { $(
        $(#[$doc])*
        pub const $name: u32 = {
            let mut found = 0;
            let mut number = 0;
            while number < RULES.len() {
                if matches!(RULES[number], $rule) {
                    found |= 1 << number;
                }
                number += 1;
            }
            found
        };
    )* };
}

rules! {
    ANYWHERE = Rule { position: Where::Anywhere, .. },
    AFTER = Rule { position: Where::After(_), .. },
    POINTER = Rule { position: Where::Pointer, .. },
    FAST_INTERRUPT = Rule { position: Where::FastInterrupt, .. },
    NEAR_LOOP_END = Rule { position: Where::NearLoopEnd(_), .. },
    /// Rules for an active loop that do not depend on the instruction's position.
    IN_LOOP = Rule { position: Where::CallToLoopEnd | Where::NestedLoop, .. },
    /// Rules that name neither an operation nor a register.
    OF_ANY = Rule { forbidden: Uses::NOTHING, .. },
    /// Rules that name only registers.
    OF_REGISTERS = Rule { forbidden: Uses { ops: 0, .. }, .. },
}

const _: () = assert!(ControlOp::ALL.len() <= 64 && Reg::ALL.len() <= 64 && RULES.len() <= 32);

impl Uses {
    pub const NOTHING: Self =
        Self { ops: 0, but: 0, writes: 0, reads: 0, moves_to: 0, moves_from: 0, jumps_on: 0, twice: 0, counts: 0 };

    /// Returns true if a rule names nothing: then it means every instruction.
    pub fn is_empty(&self) -> bool {
        self.shared(self) == 0
    }

    /// Returns true if an instruction has any property that a rule names.
    pub fn meets(&self, rule: &Self) -> bool {
        self.shared(rule) != 0 && self.ops & rule.but == 0
    }

    const fn or(self, other: &Self) -> Self {
        Self {
            ops: self.ops | other.ops,
            but: 0,
            writes: self.writes | other.writes,
            reads: self.reads | other.reads,
            moves_to: self.moves_to | other.moves_to,
            moves_from: self.moves_from | other.moves_from,
            jumps_on: self.jumps_on | other.jumps_on,
            twice: self.twice | other.twice,
            counts: self.counts | other.counts,
        }
    }

    /// Returns all registers.
    const fn registers(&self) -> u64 {
        self.writes | self.reads | self.moves_to | self.moves_from | self.jumps_on | self.twice | self.counts
    }

    fn shared(&self, other: &Self) -> u64 {
        self.ops & other.ops
            | self.writes & other.writes
            | self.reads & other.reads
            | self.moves_to & other.moves_to
            | self.moves_from & other.moves_from
            | self.jumps_on & other.jumps_on
            | self.twice & other.twice
            | self.counts & other.counts
    }
}
