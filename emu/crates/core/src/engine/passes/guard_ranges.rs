//! Hoists bounds checks: finds accesses of a block that one guard can cover.
//!
//! A *pointer* is an address register Rn that an instruction uses to access memory. While a pointer with linear
//! arithmetic changes by known steps only, its addresses are constant offsets from its value at some step. One guard
//! at that step checks the minimum and maximum offset, and the covered accesses need no guards. A *guard range* is
//! such a sequence. It ends where the pointer is written, changes by Nn, or can be changed by a fallback, and the
//! pointer's next access starts another one.
//!
//! Invariant: a covered access is internal, because the guard of its range exits otherwise.

use crate::decode::instruction::DecodedInstruction;
use crate::engine::annotations::{GuardRange, HoistedGuards};
use crate::engine::region::{AccessPath, Block, Region, Step, accesses};
use crate::memory::DATA_WORDS;
use crate::semantics::registers::{File, agu_index};
use dsp56k_isa::Mode;

/// State of a pointer during the analysis.
#[derive(Clone, Copy)]
enum PointerState {
    /// The number of its current range, and its offset from the start of that range.
    Tracked(usize, i64),
    /// Its offset is unknown. The next access starts a range.
    Untracked,
    /// It uses modulo or reverse-carry arithmetic, or a delayed write to it is pending. No range can start.
    Unsupported,
}

/// Sets `guards` of all blocks, except for blocks with an instruction that is known to access external memory: its
/// addresses have no guard.
pub(super) fn run(region: &mut Region) {
    let Region { blocks, exits, external_accesses, .. } = region;
    let is_external = |pc| external_accesses.binary_search_by_key(&pc, |(pc, _)| *pc).is_ok();
    for block in blocks {
        if !block.steps.iter().any(|(_, exit)| is_external(exits[*exit].state.pc)) {
            block.guards = HoistedGuards::find(block);
        }
    }
}

impl HoistedGuards {
    /// Finds the guard ranges of a block.
    fn find(block: &Block) -> Self {
        let mut guards = Self::default();
        let initial = block.m.map(|m| if m == 0xFFFF { PointerState::Untracked } else { PointerState::Unsupported });
        let mut states = initial;
        for (number, (step, _)) in block.steps.iter().enumerate() {
            match step {
                Step::Data { instruction, delayed_write, path: AccessPath::OnChip } => {
                    let delayed = delayed_write.filter(|index| *index < 8).map(usize::from);
                    if let Some(pointer) = delayed {
                        states[pointer] = PointerState::Unsupported;
                    }
                    guards.track(number, instruction, &mut states);
                    if let Some(pointer) = delayed {
                        states[pointer] = initial[pointer];
                    }
                }
                Step::CommitDelayedWrite { delayed_write: Some(index) } if *index < 8 => {
                    states[usize::from(*index)] = initial[usize::from(*index)];
                }
                // The interpreter, or a write of an address register, may change pointers.
                Step::Data { .. } | Step::Fallback(_) | Step::BeginLoop { .. } | Step::BeginRep { .. } => {
                    states = initial;
                }
                Step::CommitDelayedWrite { .. } | Step::Call { .. } | Step::EndRep | Step::EndLoop { .. } => {}
            }
        }
        guards
    }

    /// Updates the states of the pointers for one instruction and records its covered accesses.
    fn track(&mut self, number: usize, e: &DecodedInstruction, states: &mut [PointerState; 8]) {
        for i in 0..e.ea.len() {
            let ea = e.ea[i];
            let state = &mut states[usize::from(ea.rn & 7)];
            // Steps before and after the access; `None` if the step is not a constant.
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
        // LUA and NORM write their first register operand.
        let results = if e.is_control() { &[0][..] } else { e.mv.properties().results };
        for reg in results.iter().map(|index| e.regs[*index]).filter(|reg| File::of(*reg) == File::Address) {
            // The next step reports a delayed write. After it the pointer has a new value.
            if let Some(state @ PointerState::Tracked(..)) = states.get_mut(usize::from(agu_index(reg))) {
                *state = PointerState::Untracked;
            }
        }
    }

    /// Extends the pointer's range by an access if the range stays small enough for internal memory, and starts a new
    /// range otherwise. Returns the new state of the pointer.
    fn extend_range(&mut self, number: usize, pointer: u8, state: PointerState, pre_step: i64) -> PointerState {
        if let PointerState::Tracked(range, offset) = state {
            let bounds = &mut self.ranges[range];
            let (min_offset, max_offset) =
                (bounds.min_offset.min(offset + pre_step), bounds.max_offset.max(offset + pre_step));
            if max_offset - min_offset < DATA_WORDS as i64 {
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
