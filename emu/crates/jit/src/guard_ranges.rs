//! Data outside the chip: found at once for all accesses of a block by a pointer that takes known steps, where the first of
//! them begins, and before an instruction elsewhere.

use crate::emitter::INTERNAL_WORDS;
use dsp56k_core::engine::Entry;
use dsp56k_core::engine::region::{Block, Reach, Step, accesses};
use dsp56k_core::semantics::registers::{File, agu_index};
use dsp56k_isa::Mode;

/// Addresses by a pointer in a block, relative to its value before the step where the first of them is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GuardRange {
    pub first_step: usize,
    pub pointer: usize,
    pub min_offset: i64,
    pub max_offset: i64,
}

/// What is looked at once for several accesses of a block; instructions of `steps` are covered by it, by number and address.
#[derive(Default)]
pub(crate) struct HoistedGuards {
    pub ranges: Vec<GuardRange>,
    accesses: Vec<(usize, usize)>,
}

/// What is known of a pointer.
#[derive(Clone, Copy)]
enum PointerState {
    /// How far it is from where a range began, by the range's number.
    Tracked(usize, i64),
    /// Nothing; a range may begin.
    Untracked,
    /// It is not followed: it is modulo, or the AGU does not see yet what was written to it.
    Unsupported,
}

impl HoistedGuards {
    pub(crate) fn covers(&self, step: usize, address: usize) -> bool {
        self.accesses.contains(&(step, address))
    }

    /// The pointers of an instruction whose accesses it covers, a bit each.
    pub(crate) fn covered_pointers(&self, step: usize, e: &Entry) -> u8 {
        let covered_pointers = (0..e.ea.len()).filter(|address| self.covers(step, *address));
        covered_pointers.fold(0, |bits, address| bits | 1 << (e.ea[address].rn & 7))
    }

    /// The ranges that begin with a step.
    pub(crate) fn starting_at(&self, step: usize) -> impl Iterator<Item = &GuardRange> {
        self.ranges.iter().filter(move |range| range.first_step == step)
    }

    /// Those of a block. A pointer is followed up to where it is written or takes another step than by one, and again from
    /// its next access on.
    pub(crate) fn analyze(block: &Block, m: &[u16; 8]) -> Self {
        let mut guards = Self::default();
        let initial = m.map(|m| if m == 0xFFFF { PointerState::Untracked } else { PointerState::Unsupported });
        let mut states = initial;
        for (number, (step, _)) in block.steps.iter().enumerate() {
            match step {
                Step::Data { entry, late, reach: Reach::Chip } => {
                    let delayed = late.filter(|index| *index < 8).map(usize::from);
                    if let Some(pointer) = delayed {
                        states[pointer] = PointerState::Unsupported;
                    }
                    guards.track(number, entry, &mut states);
                    if let Some(pointer) = delayed {
                        states[pointer] = initial[pointer];
                    }
                }
                Step::Settle { late: Some(index) } if *index < 8 => {
                    states[usize::from(*index)] = initial[usize::from(*index)];
                }
                // These may change pointers.
                Step::Data { .. } | Step::Aside(_) | Step::Begin { .. } | Step::Repeat { .. } => states = initial,
                Step::Settle { .. } | Step::Call { .. } | Step::Repeated | Step::End { .. } => {}
            }
        }
        guards
    }

    fn track(&mut self, number: usize, e: &Entry, states: &mut [PointerState; 8]) {
        for i in 0..e.ea.len() {
            let ea = e.ea[i];
            let state = &mut states[usize::from(ea.rn & 7)];
            // The step that is taken before the access, and the one after it, if it is known.
            let (pre_step, post_step) = match ea.mode {
                Mode::Absolute | Mode::Indexed => continue,
                Mode::Indirect => (0, Some(0)),
                Mode::PostInc => (0, Some(1)),
                Mode::PostDec => (0, Some(-1)),
                Mode::PreDec => (-1, Some(0)),
                Mode::PostIncN | Mode::PostDecN => (0, None),
            };
            if accesses(e).any(|access| access == i) {
                *state = self.extend_range(number, ea.rn & 7, *state, pre_step);
                if matches!(state, PointerState::Tracked(..)) {
                    self.accesses.push((number, i));
                }
            }
            *state = match (*state, post_step) {
                (PointerState::Tracked(range, offset), Some(post_step)) => {
                    PointerState::Tracked(range, offset + pre_step + post_step)
                }
                (PointerState::Unsupported, _) => PointerState::Unsupported,
                _ => PointerState::Untracked,
            };
        }
        // LUA and NORM write the first of their registers.
        let results = if e.is_control() { &[0][..] } else { e.mv.facts().results };
        for reg in results.iter().map(|index| e.regs[*index]).filter(|reg| File::of(*reg) == File::Address) {
            // The next instruction does not see it yet, and says so.
            if let Some(state @ PointerState::Tracked(..)) = states.get_mut(usize::from(agu_index(reg))) {
                *state = PointerState::Untracked;
            }
        }
    }

    /// A pointer's range has an address, too, if the chip can hold all of it; else another begins.
    fn extend_range(&mut self, number: usize, pointer: u8, state: PointerState, pre_step: i64) -> PointerState {
        if let PointerState::Tracked(range, offset) = state {
            let bounds = &mut self.ranges[range];
            let (min_offset, max_offset) =
                (bounds.min_offset.min(offset + pre_step), bounds.max_offset.max(offset + pre_step));
            if max_offset - min_offset < INTERNAL_WORDS {
                (bounds.min_offset, bounds.max_offset) = (min_offset, max_offset);
                return state;
            }
        }
        if matches!(state, PointerState::Unsupported) {
            return state;
        }
        self.ranges.push(GuardRange {
            first_step: number,
            pointer: usize::from(pointer),
            min_offset: pre_step,
            max_offset: pre_step,
        });
        PointerState::Tracked(self.ranges.len() - 1, 0)
    }
}
