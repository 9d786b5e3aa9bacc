//! Data outside the chip: found at once for all accesses of a block by a pointer that takes known steps, where the first of
//! them begins, and before an instruction elsewhere.

use crate::writer::ON_CHIP;
use dsp56k_core::engine::Entry;
use dsp56k_core::engine::region::{Block, Reach, Step, accesses};
use dsp56k_core::semantics::registers::{File, agu_index};
use dsp56k_isa::Mode;

/// Addresses by a pointer in a block, relative to its value before the step where the first of them is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub from: usize,
    pub pointer: usize,
    pub least: i64,
    pub most: i64,
}

/// What is looked at once for several accesses of a block; instructions of `steps` are covered by it, by number and address.
#[derive(Default)]
pub(crate) struct Guards {
    pub ranges: Vec<Range>,
    accesses: Vec<(usize, usize)>,
}

/// What is known of a pointer.
#[derive(Clone, Copy)]
enum Place {
    /// How far it is from where a range began, by the range's number.
    Known(usize, i64),
    /// Nothing; a range may begin.
    Anywhere,
    /// It is not followed: it is modulo, or the AGU does not see yet what was written to it.
    Unseen,
}

impl Guards {
    pub(crate) fn cover(&self, step: usize, address: usize) -> bool {
        self.accesses.contains(&(step, address))
    }

    /// The pointers of an instruction whose accesses it covers, a bit each.
    pub(crate) fn covered(&self, step: usize, e: &Entry) -> u8 {
        let covered = (0..e.ea.len()).filter(|address| self.cover(step, *address));
        covered.fold(0, |bits, address| bits | 1 << (e.ea[address].rn & 7))
    }

    /// The ranges that begin with a step.
    pub(crate) fn beginning(&self, step: usize) -> impl Iterator<Item = &Range> {
        self.ranges.iter().filter(move |range| range.from == step)
    }

    /// Those of a block. A pointer is followed up to where it is written or takes another step than by one, and again from
    /// its next access on.
    pub(crate) fn of(block: &Block, m: &[u16; 8]) -> Self {
        let mut guards = Self::default();
        let nowhere = m.map(|m| if m == 0xFFFF { Place::Anywhere } else { Place::Unseen });
        let mut at = nowhere;
        for (number, (step, _)) in block.steps.iter().enumerate() {
            match step {
                Step::Data { entry, late, reach: Reach::Chip } => {
                    let unseen = late.filter(|index| *index < 8).map(usize::from);
                    if let Some(pointer) = unseen {
                        at[pointer] = Place::Unseen;
                    }
                    guards.follow(number, entry, &mut at);
                    if let Some(pointer) = unseen {
                        at[pointer] = nowhere[pointer];
                    }
                }
                Step::Settle { late: Some(index) } if *index < 8 => {
                    at[usize::from(*index)] = nowhere[usize::from(*index)];
                }
                // These may change pointers.
                Step::Data { .. } | Step::Aside(_) | Step::Begin { .. } | Step::Repeat { .. } => at = nowhere,
                Step::Settle { .. } | Step::Call { .. } | Step::Repeated | Step::End { .. } => {}
            }
        }
        guards
    }

    fn follow(&mut self, number: usize, e: &Entry, at: &mut [Place; 8]) {
        for i in 0..e.ea.len() {
            let ea = e.ea[i];
            let place = &mut at[usize::from(ea.rn & 7)];
            // The step that is taken before the access, and the one after it, if it is known.
            let (before, after) = match ea.mode {
                Mode::Absolute | Mode::Indexed => continue,
                Mode::Indirect => (0, Some(0)),
                Mode::PostInc => (0, Some(1)),
                Mode::PostDec => (0, Some(-1)),
                Mode::PreDec => (-1, Some(0)),
                Mode::PostIncN | Mode::PostDecN => (0, None),
            };
            if accesses(e).any(|access| access == i) {
                *place = self.widen(number, ea.rn & 7, *place, before);
                if matches!(place, Place::Known(..)) {
                    self.accesses.push((number, i));
                }
            }
            *place = match (*place, after) {
                (Place::Known(range, offset), Some(after)) => Place::Known(range, offset + before + after),
                (Place::Unseen, _) => Place::Unseen,
                _ => Place::Anywhere,
            };
        }
        // LUA and NORM write the first of their registers.
        let results = if e.is_control() { &[0][..] } else { e.mv.facts().results };
        for reg in results.iter().map(|place| e.regs[*place]).filter(|reg| File::of(*reg) == File::Address) {
            // The next instruction does not see it yet, and says so.
            if let Some(place @ Place::Known(..)) = at.get_mut(usize::from(agu_index(reg))) {
                *place = Place::Anywhere;
            }
        }
    }

    /// A pointer's range has an address, too, if the chip can hold all of it; else another begins.
    fn widen(&mut self, number: usize, pointer: u8, place: Place, before: i64) -> Place {
        if let Place::Known(at, offset) = place {
            let range = &mut self.ranges[at];
            let (least, most) = (range.least.min(offset + before), range.most.max(offset + before));
            if most - least < ON_CHIP {
                (range.least, range.most) = (least, most);
                return place;
            }
        }
        if matches!(place, Place::Unseen) {
            return place;
        }
        self.ranges.push(Range { from: number, pointer: usize::from(pointer), least: before, most: before });
        Place::Known(self.ranges.len() - 1, 0)
    }
}
