//! Restricted sequences of instructions (UM A.8, A-232 to A-238, and the pages of DO, ENDDO and the jumps on a bit).
//!
//! The manual calls their outcome undefined; the interpreter executes them as `docs/settled.md` reads the manual. A chip
//! that refuses them stops before the instruction that completes one. The rules are rows of restrictions.toml.

use crate::bits::sr;
use crate::decode::entry::{Entry, Exec, Place};
use crate::error::CoreError;
use crate::state::Core;
use dsp56k_isa::{Mode, RULES, Reg, Rule, Sequence, Uses, Where};

/// Facts about an instruction, in the terms of the rules. The registers they name only stand in control instructions.
impl Entry {
    /// The register that a move, ANDI or ORI changes.
    fn destination(&self) -> Option<Reg> {
        (self.is_control() && self.to == Place::Register)
            .then_some(self.regs[usize::from(self.from == Place::Register)])
    }

    /// The register that a move, a bit instruction, DO or REP uses.
    fn source(&self) -> Option<Reg> {
        (self.is_control() && self.from == Place::Register).then_some(self.regs[0])
    }

    /// Whether this is one of those.
    fn does(&self, uses: &Uses) -> bool {
        if !self.is_control() || uses.but.contains(&self.control) {
            return false;
        }
        let (source, destination) = (self.source(), self.destination());
        let named = |list: &[Reg], reg: Option<Reg>| reg.is_some_and(|reg| list.contains(&reg));
        let modified = source.filter(|_| self.control.facts().modifies);
        uses.ops.contains(&self.control)
            || named(uses.writes, destination.or(modified))
            || named(uses.reads, source)
            || named(uses.moves_to, destination)
            || named(uses.moves_from, source.filter(|_| self.to != Place::None))
            || named(uses.jumps_on, source.filter(|_| self.flow))
            || named(uses.twice, source.filter(|_| source == destination))
            || named(uses.counts, source.filter(|_| self.sequence == Sequence::Loop))
    }

    /// The addressing modes that go through an address register, each with its number.
    fn pointers(&self) -> impl Iterator<Item = (Mode, u8)> {
        let addresses = match self.exec {
            Exec::Control => {
                usize::from(matches!(self.from, Place::Memory | Place::Address)) + usize::from(self.to == Place::Memory)
            }
            Exec::Parallel | Exec::MoveOnly if self.from == Place::Address => 1,
            Exec::Parallel | Exec::MoveOnly => self.transfers().iter().map(|word| word.address + 1).max().unwrap_or(0),
            Exec::Illegal | Exec::Undecoded => 0,
        };
        let used = self.ea.into_iter().take(addresses);
        used.filter(|ea| ea.mode != Mode::Absolute).map(|ea| (ea.mode, ea.rn))
    }

    /// An addressing mode needs the register of this index (0-7 R, 8-15 N, 16-23 M).
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
    /// Whether the instruction about to execute completes a restricted sequence with `previous`, the one before it: then the
    /// run fails.
    #[cold]
    pub(crate) fn refuses(&mut self, e: &Entry, previous: Option<&Entry>, pc: u16, in_vector: bool) -> bool {
        if !self.observer.refusing {
            return false;
        }
        let mut there = RULES.iter().filter(|rule| self.holds_at(&rule.place, e, pc, in_vector, previous));
        let broken = there.find(|rule| breaks(e, rule));
        if let Some(Rule { sentence: rule, page, .. }) = broken {
            self.fail(CoreError::Restricted { pc, rule, page });
        }
        broken.is_some()
    }

    /// Whether a rule of this place applies to the instruction at `pc`.
    fn holds_at(&self, place: &Where, e: &Entry, pc: u16, in_vector: bool, previous: Option<&Entry>) -> bool {
        let looping = self.status.sr & sr::LF != 0;
        let last = self.hw_loop.la;
        match place {
            Where::Anywhere => true,
            Where::After(uses) => previous.is_some_and(|previous| previous.does(uses)),
            Where::Pointer => self.agu.late.is_some_and(|late| e.points_with(late.index)),
            Where::FastInterrupt => in_vector,
            Where::NearLoopEnd(distances) => !in_vector && looping && distances.contains(&last.wrapping_sub(pc)),
            Where::CallToLoopEnd => looping && e.sequence == Sequence::Call && self.target(e) == last,
            Where::NestedLoop => looping && e.sequence == Sequence::Loop && e.target == last,
        }
    }
}

/// Whether an instruction does what a rule forbids where it holds.
fn breaks(e: &Entry, rule: &Rule) -> bool {
    rule.words.is_none_or(|words| words == e.words) && (rule.forbidden.is_empty() || e.does(&rule.forbidden))
}
