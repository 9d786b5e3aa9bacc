//! Data outside the chip: found for all of a block at its beginning where its pointers take known steps, and before an
//! instruction elsewhere.

use crate::writer::ON_CHIP;
use dsp56k_core::engine::Entry;
use dsp56k_core::engine::region::{Block, Step, accesses};
use dsp56k_core::semantics::registers::{File, agu_index};
use dsp56k_isa::Mode;

/// Addresses by a pointer in a block, relative to its value at the block's beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub pointer: usize,
    pub least: i64,
    pub most: i64,
}

/// What is looked at once for all of a block; instructions of `steps` are covered by it, by number and address.
#[derive(Default)]
pub(crate) struct Guards {
    pub ranges: Vec<Range>,
    accesses: Vec<(usize, usize)>,
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

    /// Those of a block. Pointers that a move writes, that are modulo, or that take other steps than by one are followed up
    /// to there.
    pub(crate) fn of(block: &Block, m: &[u16; 8]) -> Self {
        let mut guards = Self::default();
        let mut at: [Option<i64>; 8] = m.map(|m| (m == 0xFFFF).then_some(0));
        for (number, (step, _)) in block.steps.iter().enumerate() {
            match step {
                Step::Data { entry, late, aside: None } => guards.follow(number, entry, *late, &mut at),
                Step::Settle { late } => forget(*late, &mut at),
                // These may change pointers.
                Step::Data { .. } | Step::Aside(_) | Step::Begin { .. } | Step::Repeat { .. } => at = [None; 8],
                Step::Call { .. } | Step::Repeated | Step::End { .. } => {}
            }
        }
        guards
    }

    fn follow(&mut self, number: usize, e: &Entry, late: Option<u8>, at: &mut [Option<i64>; 8]) {
        forget(late, at);
        for i in 0..e.ea.len() {
            let ea = e.ea[i];
            let pointer = usize::from(ea.rn & 7);
            let (before, after) = match ea.mode {
                Mode::Absolute => continue,
                Mode::Indirect => (0, 0),
                Mode::PostInc => (0, 1),
                Mode::PostDec => (0, -1),
                Mode::PreDec => (-1, -1),
                Mode::PostIncN | Mode::PostDecN | Mode::Indexed => {
                    if ea.mode != Mode::Indexed {
                        at[pointer] = None;
                    }
                    continue;
                }
            };
            let Some(offset) = at[pointer] else { continue };
            at[pointer] = Some(offset + after);
            if accesses(e).any(|access| access == i) && self.widen(pointer, offset + before) {
                self.accesses.push((number, i));
            }
        }
        let results = if e.is_control() { &[][..] } else { e.mv.facts().results };
        for reg in results.iter().map(|place| e.regs[*place]).filter(|reg| File::of(*reg) == File::Address) {
            forget(Some(agu_index(reg)), at);
        }
    }

    /// A pointer's range has this address, too, if the chip can hold all of it.
    fn widen(&mut self, pointer: usize, offset: i64) -> bool {
        let found = self.ranges.iter_mut().find(|range| range.pointer == pointer);
        let Some(range) = found else {
            self.ranges.push(Range { pointer, least: offset, most: offset });
            return true;
        };
        let (least, most) = (range.least.min(offset), range.most.max(offset));
        let fits = most - least < ON_CHIP;
        if fits {
            (range.least, range.most) = (least, most);
        }
        fits
    }
}

/// A late address register changes at a time that is not followed.
fn forget(late: Option<u8>, at: &mut [Option<i64>; 8]) {
    if let Some(pointer) = late.filter(|index| *index < 8) {
        at[usize::from(pointer)] = None;
    }
}
