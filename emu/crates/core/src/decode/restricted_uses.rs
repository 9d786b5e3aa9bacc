//! Properties of instructions in the terms of the rules for restricted sequences (restrictions.toml).

use crate::decode::instruction::{DecodedInstruction, Exec, OperandLocation};
use crate::decode::restriction_verdict::RestrictionVerdict;
use dsp56k_isa::restrictions::{BEFORE, IN_LOOP, OF_ANY, OF_REGISTERS, REGISTERS};
use dsp56k_isa::{ControlOp, Mode, RULES, Reg, Rule, Sequence, Uses, Where};
use std::sync::LazyLock;

/// The operations that repeat the next instruction, as bits of `Uses::ops`.
static REPETITIONS: LazyLock<u64> = LazyLock::new(|| {
    let repeats = ControlOp::ALL.iter().filter(|operation| operation.sequence() == Sequence::Repeat);
    repeats.fold(0, |bits, operation| bits | 1 << *operation as u32)
});

/// Properties of an instruction, in the terms of the rules. Registers of the rules occur only in control instructions.
impl DecodedInstruction {
    /// Returns the register that a move, ANDI or ORI changes.
    fn destination(&self) -> Option<Reg> {
        (self.is_control() && self.to == OperandLocation::Register)
            .then_some(self.regs[usize::from(self.from == OperandLocation::Register)])
    }

    /// Returns the register that a move, a bit instruction, DO or REP uses.
    fn source(&self) -> Option<Reg> {
        (self.is_control() && self.from == OperandLocation::Register).then_some(self.regs[0])
    }

    /// Returns the properties that rules name. An instruction with parallel moves has none.
    pub(crate) fn uses(&self) -> Uses {
        if !self.is_control() {
            return Uses::NOTHING;
        }
        let bit = |reg: Option<Reg>| reg.map_or(0, |reg| 1 << reg as u32);
        let (source, destination) = (self.source(), self.destination());
        let modified = source.filter(|_| self.control.properties().modifies);
        Uses {
            ops: 1 << self.control as u32,
            but: 0,
            writes: bit(destination.or(modified)),
            reads: bit(source),
            moves_to: bit(destination),
            moves_from: bit(source.filter(|_| self.to != OperandLocation::None)),
            jumps_on: bit(source.filter(|_| self.flow)),
            twice: bit(source.filter(|_| source == destination)),
            counts: bit(source.filter(|_| self.sequence == Sequence::Loop)),
        }
    }

    /// Returns true if this reads or writes a register that any rule names.
    fn names_register(&self) -> bool {
        let named = |reg: Option<Reg>| reg.is_some_and(|reg| REGISTERS & 1 << reg as u32 != 0);
        named(self.source()) || named(self.destination())
    }

    /// Returns the rules, a bit each, that can concern this instruction.
    pub(crate) fn concerned(&self) -> u32 {
        if !self.is_control() {
            return OF_ANY & !IN_LOOP;
        }
        let registers = if self.names_register() { 0 } else { OF_REGISTERS & !OF_ANY };
        let calls = if matches!(self.sequence, Sequence::Call | Sequence::Loop) { 0 } else { IN_LOOP };
        !registers & !calls
    }

    /// Returns the properties that matter to a rule about the previous instruction, if there are any.
    pub(crate) fn before(&self) -> Option<Uses> {
        let concerned = self.is_control() && (BEFORE.ops & 1 << self.control as u32 != 0 || self.names_register());
        concerned.then(|| self.uses()).filter(|uses| uses.meets(&BEFORE))
    }

    /// Yields the addressing modes that use an address register, each with its number.
    fn pointers(&self) -> impl Iterator<Item = (Mode, u8)> {
        let addresses = match self.exec {
            Exec::Control => {
                usize::from(matches!(self.from, OperandLocation::Memory | OperandLocation::Address))
                    + usize::from(self.to == OperandLocation::Memory)
            }
            Exec::Parallel | Exec::MoveOnly if self.from == OperandLocation::Address => 1,
            Exec::Parallel | Exec::MoveOnly => self.transfers().iter().map(|word| word.address + 1).max().unwrap_or(0),
            Exec::Illegal | Exec::Undecoded => 0,
        };
        let used = self.ea.into_iter().take(addresses);
        used.filter(|ea| ea.mode != Mode::Absolute).map(|ea| (ea.mode, ea.rn))
    }

    /// Returns true if an addressing mode needs the register of this index (0-7 R, 8-15 N, 16-23 M).
    pub(crate) fn points_with(&self, index: u8) -> bool {
        self.pointers().any(|(mode, rn)| {
            rn == index & 7
                && match index / 8 {
                    0 => true,
                    1 => matches!(mode, Mode::PostDecN | Mode::PostIncN | Mode::Indexed),
                    _ => mode != Mode::Indirect,
                }
        })
    }

    /// Returns the verdict of an instruction.
    pub(crate) fn restriction_verdict(&self) -> RestrictionVerdict {
        let uses = self.uses();
        let breaks = |rule: &&Rule| {
            rule.words.is_none_or(|words| words == self.words)
                && (rule.forbidden.is_empty() || uses.meets(&rule.forbidden))
        };
        let mut verdict = RULES.iter().filter(breaks).fold(0, |bits, rule| {
            bits | match rule.position {
                Where::Anywhere => RestrictionVerdict::ALWAYS,
                Where::NearLoopEnd(distances) => distances.iter().fold(0, |bits, distance| bits | 1 << distance),
                Where::After(before) if before.ops & *REPETITIONS != 0 => RestrictionVerdict::REPEATED,
                Where::After(_) => RestrictionVerdict::COMPLETES,
                Where::CallToLoopEnd if self.sequence == Sequence::Call => RestrictionVerdict::TO_LOOP_END,
                Where::NestedLoop if self.sequence == Sequence::Loop => RestrictionVerdict::TO_LOOP_END,
                Where::CallToLoopEnd | Where::NestedLoop | Where::FastInterrupt | Where::Pointer => 0,
            }
        });
        if self.sequence != Sequence::Repeat && self.before().is_some() {
            verdict |= RestrictionVerdict::BEGINS;
            // Its effects can change the next instruction, or make an interrupt come first.
            let status = 1 << Reg::SR as u32 | 1 << Reg::MR as u32;
            if self.to == OperandLocation::Memory || uses.writes & status != 0 {
                verdict |= RestrictionVerdict::ALWAYS;
            }
        }
        RestrictionVerdict(verdict)
    }
}
