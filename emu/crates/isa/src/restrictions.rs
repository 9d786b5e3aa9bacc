//! The rules of restrictions.toml, whose head says what each column means.

use crate::{ControlOp, RULES, Reg};

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

/// What an instruction is and does, or what a rule names: the bit of an operation or a register is its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uses {
    /// Operations.
    pub ops: u64,
    /// Operations that a rule leaves out.
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
    /// Registers that a loop takes its count from.
    pub counts: u64,
}

/// What any rule asks of the instruction before.
pub const BEFORE: Uses = named(true);

/// The registers that any rule names, of either instruction.
pub const REGISTERS: u64 = named(true).or(&named(false)).registers();

/// How far before the last address of a running loop a rule can hold.
pub const LOOP_TAIL: u16 = {
    let mut most = 0;
    let mut number = 0;
    while number < RULES.len() {
        if let Where::NearLoopEnd(distances) = RULES[number].place {
            let mut place = 0;
            while place < distances.len() {
                if distances[place] > most {
                    most = distances[place];
                }
                place += 1;
            }
        }
        number += 1;
    }
    most
};

/// What all rules name together, of the instruction before or of the one that they forbid.
const fn named(before: bool) -> Uses {
    let mut all = Uses::NOTHING;
    let mut number = 0;
    while number < RULES.len() {
        all = match &RULES[number] {
            Rule { place: Where::After(uses), .. } if before => all.or(uses),
            _ if before => all,
            Rule { forbidden, .. } => all.or(forbidden),
        };
        number += 1;
    }
    all
}

/// Sets of rules, the bit of each its number.
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
    ANYWHERE = Rule { place: Where::Anywhere, .. },
    AFTER = Rule { place: Where::After(_), .. },
    POINTER = Rule { place: Where::Pointer, .. },
    FAST_INTERRUPT = Rule { place: Where::FastInterrupt, .. },
    NEAR_LOOP_END = Rule { place: Where::NearLoopEnd(_), .. },
    /// Those of a running loop, wherever the instruction stands.
    IN_LOOP = Rule { place: Where::CallToLoopEnd | Where::NestedLoop, .. },
    /// Those that name neither an operation nor a register.
    OF_ANY = Rule { forbidden: Uses::NOTHING, .. },
    /// Those that name registers alone.
    OF_REGISTERS = Rule { forbidden: Uses { ops: 0, .. }, .. },
}

const _: () = assert!(ControlOp::ALL.len() <= 64 && Reg::ALL.len() <= 64 && RULES.len() <= 32);

impl Uses {
    pub const NOTHING: Self =
        Self { ops: 0, but: 0, writes: 0, reads: 0, moves_to: 0, moves_from: 0, jumps_on: 0, twice: 0, counts: 0 };

    /// Whether a rule names nothing: then it means every instruction.
    pub fn is_empty(&self) -> bool {
        self.shared(self) == 0
    }

    /// Whether an instruction is or does any of what a rule names.
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

    /// All registers.
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
