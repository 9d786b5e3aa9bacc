//! Restricted sequences of instructions (UM A.8, A-232 to A-238, and the pages of DO, ENDDO and the jumps on a bit).
//!
//! The manual calls their result undefined; the interpreter executes them as `hardware-ambiguities.md` describes. A
//! chip that rejects them stops before the instruction that completes one. restrictions.toml has the rules.

use crate::bits::sr;
use crate::decode::instruction::{DecodedInstruction, Exec, OperandLocation};
use crate::error::CoreError;
use crate::state::Core;
use dsp56k_isa::restrictions::{
    AFTER, ANYWHERE, BEFORE, FAST_INTERRUPT, IN_LOOP, LOOP_TAIL, NEAR_LOOP_END, OF_ANY, OF_REGISTERS, POINTER,
    REGISTERS,
};
use dsp56k_isa::{Mode, RULES, Reg, Rule, Sequence, Uses, Where};

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
    fn uses(&self) -> Uses {
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
    fn concerned(&self) -> u32 {
        if !self.is_control() {
            return OF_ANY & !IN_LOOP;
        }
        let registers = if self.names_register() { 0 } else { OF_REGISTERS & !OF_ANY };
        let calls = if matches!(self.sequence, Sequence::Call | Sequence::Loop) { 0 } else { IN_LOOP };
        !registers & !calls
    }

    /// Returns the properties that matter to a rule about the previous instruction, if there are any.
    fn before(&self) -> Option<Uses> {
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
    fn points_with(&self, index: u8) -> bool {
        self.pointers().any(|(mode, rn)| {
            rn == index & 7
                && match index / 8 {
                    0 => true,
                    1 => matches!(mode, Mode::PostDecN | Mode::PostIncN | Mode::Indexed),
                    _ => mode != Mode::Indirect,
                }
        })
    }
}

impl Core {
    /// Returns true, and makes the run fail, if the next instruction completes a restricted sequence with `previous`,
    /// the one before it. It is called only on a chip that rejects such sequences.
    #[cold]
    pub(crate) fn refuses(
        &mut self,
        e: &DecodedInstruction,
        previous: Option<&DecodedInstruction>,
        pc: u16,
        in_vector: bool,
    ) -> bool {
        let before = previous.and_then(DecodedInstruction::before);
        // Most instructions cannot break a rule, and are not checked.
        let open = self.open_rules(pc, in_vector, before.is_some()) & e.concerned();
        if open == 0 {
            return false;
        }
        let uses = e.uses();
        let broken = numbers(open).map(|number| &RULES[number]).find(|rule| {
            rule.words.is_none_or(|words| words == e.words)
                && (rule.forbidden.is_empty() || uses.meets(&rule.forbidden))
                && self.holds_at(&rule.position, e, pc, in_vector, before.as_ref())
        });
        if let Some(Rule { sentence: rule, page, .. }) = broken {
            self.fail(CoreError::Restricted { pc, rule, page });
        }
        broken.is_some()
    }

    /// Returns the rules, a bit each, that can apply in the current state.
    fn open_rules(&self, pc: u16, in_vector: bool, after: bool) -> u32 {
        let looping = self.status.sr & sr::LF != 0;
        let sets = [
            (true, ANYWHERE),
            (after, AFTER),
            (self.agu.delayed_write.is_some(), POINTER),
            (in_vector, FAST_INTERRUPT),
            (looping && !in_vector && self.hw_loop.la.wrapping_sub(pc) <= LOOP_TAIL, NEAR_LOOP_END),
            (looping, IN_LOOP),
        ];
        sets.into_iter().filter(|(holds, _)| *holds).fold(0, |open, (_, rules)| open | rules)
    }

    /// Returns true if a rule of this location applies to the instruction at `pc`; `before` has the properties of the
    /// previous instruction.
    fn holds_at(
        &self,
        position: &Where,
        e: &DecodedInstruction,
        pc: u16,
        in_vector: bool,
        before: Option<&Uses>,
    ) -> bool {
        let looping = self.status.sr & sr::LF != 0;
        let last = self.hw_loop.la;
        match position {
            Where::Anywhere => true,
            Where::After(uses) => before.is_some_and(|before| before.meets(uses)),
            Where::Pointer => self.agu.delayed_write.is_some_and(|late| e.points_with(late.index)),
            Where::FastInterrupt => in_vector,
            Where::NearLoopEnd(distances) => !in_vector && looping && distances.contains(&last.wrapping_sub(pc)),
            Where::CallToLoopEnd => looping && e.sequence == Sequence::Call && self.target(e) == last,
            Where::NestedLoop => looping && e.sequence == Sequence::Loop && e.target == last,
        }
    }
}

/// Yields the numbers of the bits that are set, lowest first.
fn numbers(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = bits.trailing_zeros();
        bits &= bits.checked_sub(1)?;
        Some(number as usize)
    })
}
