//! The watchpoint filter: a quick and conservative check before an instruction executes. The step with all checks then
//! finds the accesses that are really watched.

use crate::decode::access_summary::{AccessKind, AccessSummary};
use crate::decode::instruction::{DecodedInstruction, EffectiveAddress};
use crate::interpreter::access_plan::accessed;
use crate::state::Core;
use crate::state::agu::Wrap;
use dsp56k_isa::Mode;

/// Returns the summary of an instruction's data accesses.
pub(super) fn access_summary(e: &DecodedInstruction) -> AccessSummary {
    let mut places = accessed(e);
    let stands = |ea: EffectiveAddress| {
        let modes = [Mode::Indirect, Mode::PostInc, Mode::PostDec, Mode::PostIncN, Mode::PostDecN];
        modes.contains(&ea.mode).then_some(usize::from(ea.rn))
    };
    AccessSummary::new(match (places.next(), places.next()) {
        (None, _) => AccessKind::Nothing,
        (Some(ea), None) if ea.mode == Mode::Indexed => AccessKind::Indexed(usize::from(ea.rn)),
        (Some(one), other) => match (stands(one), stands(other.unwrap_or(one))) {
            (Some(one), Some(other)) => AccessKind::By([one, other]),
            _ => AccessKind::Otherwise,
        },
    })
}

impl Core {
    /// Returns the summary of an instruction's data accesses for the current watchpoints: an absolute address is
    /// watched or not.
    pub(super) fn watched_access_summary(&self, e: &DecodedInstruction) -> AccessSummary {
        let absolute = accessed(e).all(|ea| ea.mode == Mode::Absolute);
        if absolute && !self.plans_watched_access(e) { AccessSummary::NOTHING } else { e.access_summary }
    }

    /// Returns true if an instruction may make a watched access.
    #[inline(always)]
    pub(crate) fn may_hit_watchpoint(&self, e: &DecodedInstruction) -> bool {
        let (watched, agu) = (&self.observer.watched, &self.agu);
        match e.access_summary.how() {
            AccessKind::Nothing => false,
            AccessKind::By([one, other]) => watched.holds(agu.r[one]) | watched.holds(agu.r[other]),
            AccessKind::Indexed(one) if agu.wrap[one] == Wrap::LINEAR => {
                watched.holds(agu.r[one].wrapping_add(agu.n[one]))
            }
            AccessKind::Indexed(_) | AccessKind::Otherwise => watched.is_used() && self.plans_watched_access(e),
        }
    }

    /// Returns true if an instruction makes a watched access.
    #[inline(never)]
    pub(crate) fn plans_watched_access(&self, e: &DecodedInstruction) -> bool {
        self.planned_accesses(e).into_iter().flatten().any(|(space, address, write)| {
            let observer = &self.observer;
            observer.watched.holds(address) && observer.watching().any(|watch| watch.includes(space, address, write))
        })
    }

    /// Returns true if an instruction makes no watched access in all remaining iterations of its loop or REP.
    pub(crate) fn misses_watchpoints(&self, e: &DecodedInstruction) -> bool {
        match e.access_summary.how() {
            AccessKind::Nothing => true,
            AccessKind::By(_) => accessed(e).all(|ea| {
                let range = self.range(ea, self.hw_loop.lc.wrapping_sub(1));
                range.is_some_and(|(first, last)| !self.observer.watched.overlaps(first, last))
            }),
            AccessKind::Indexed(_) | AccessKind::Otherwise => false,
        }
    }

    /// Returns the first and the last address of an operand at (Rn), (Rn)+ or (Rn)- in an iteration and `passes` more.
    /// The last address may be below the first.
    fn range(&self, ea: EffectiveAddress, passes: u16) -> Option<(u16, u16)> {
        let rn = self.agu.r[usize::from(ea.rn & 7)];
        let wrap = self.agu.wrap[usize::from(ea.rn & 7)];
        match ea.mode {
            Mode::Indirect => Some((rn, rn)),
            Mode::PostInc if wrap == Wrap::LINEAR => Some((rn, rn.wrapping_add(passes))),
            Mode::PostInc if wrap.is_plain() => Some(wrap.buffer(rn)),
            Mode::PostDec if wrap == Wrap::LINEAR => Some((rn.wrapping_sub(passes), rn)),
            _ => None,
        }
    }
}
