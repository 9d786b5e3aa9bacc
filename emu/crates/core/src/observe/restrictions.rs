//! Restricted sequences of instructions (UM A.8, A-232 to A-238, and the pages of DO, ENDDO and the jumps on a bit).
//!
//! The manual calls their result undefined; the interpreter executes them as `hardware-ambiguities.md` describes. A
//! chip that rejects them stops before the instruction that completes one. restrictions.toml has the rules.

use crate::bits::sr;
use crate::decode::instruction::DecodedInstruction;
use crate::error::CoreError;
use crate::state::Core;
use dsp56k_isa::restrictions::{AFTER, ANYWHERE, FAST_INTERRUPT, IN_LOOP, LOOP_TAIL, NEAR_LOOP_END, POINTER};
use dsp56k_isa::{RULES, Rule, Sequence, Uses, Where};

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
