//! State that is known at compile time, and the descriptor that it is compared by.

use crate::bits::omr;
use crate::engine::compilable::FIRST_MODIFIER_INDEX;
use crate::memory::{DATA_WORDS, PROGRAM_WORDS};
use crate::space::Space;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::ROM_END;
use dsp56k_isa::io::bcr;

/// State and settings that a region is specialised on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RegionKey {
    /// Static state where the region begins.
    pub state: StaticState,
    /// First address of the hardware loop that is active around the region, or 0 without one.
    pub loop_start: u16,
    pub settings: Settings,
    /// The region counts the executions of its blocks for a profile.
    pub is_profiled: bool,
    /// The region contains no restricted sequence.
    pub rejects_restricted: bool,
}

/// Modes of the chip that no instruction of a region changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// Wait states of a program word in external memory, in clock cycles.
    pub wait_states: u64,
    /// Fields of BCR with the wait states of X, Y and the I/O page.
    pub data_waits: u16,
    /// Number of the lowest bit of an accumulator's signed integer portion: the scaling mode.
    pub integer_bit: u32,
    /// Mode bits of OMR that select the memory map.
    pub memory_map: u8,
}

impl Settings {
    /// Returns the wait states of an access to external memory: for Y, in the I/O page or outside of it.
    #[must_use]
    pub fn data_wait_states(&self, space: Space, is_io: bool) -> u64 {
        match space {
            Space::X => u64::from((self.data_waits & bcr::X) >> bcr::X_SHIFT),
            Space::Y if is_io => u64::from((self.data_waits & bcr::IO) >> bcr::IO_SHIFT),
            Space::Y => u64::from((self.data_waits & bcr::Y) >> bcr::Y_SHIFT),
            Space::P => self.wait_states,
        }
    }

    /// Returns the lowest address of external memory.
    #[must_use]
    pub fn first_external(&self, space: Space) -> u16 {
        match space {
            Space::P if self.memory_map & omr::MODE == 3 => 0,
            Space::P => PROGRAM_WORDS,
            Space::X | Space::Y if self.memory_map & omr::DE != 0 => ROM_END,
            Space::X | Space::Y => DATA_WORDS,
        }
    }
}

/// State between two instructions that is known at compile time.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StaticState {
    pub pc: u16,
    /// Address register with a delayed write: the previous instruction has written it, and the AGU still uses its old
    /// value (UM A-237). 0-7 are R, 8-15 are N, 16-23 are M.
    pub delayed_write: Option<u8>,
    /// Value of the delayed write, if it is that of a modifier register; else 0.
    pub delayed_modifier: u16,
    /// Modifier registers as the AGU sees them.
    pub m: [u16; 8],
    pub rep: RepState,
    /// The last word of a loop has been executed: the loop counter is tested before the next instruction.
    pub at_loop_end: bool,
    pub sp: u8,
    pub la: u16,
    /// LF.
    pub loop_flag: bool,
    /// Loops and calls that have begun in the region and have not ended, the innermost last.
    pub frames: Vec<ActiveFrame>,
}

/// Position relative to a REP.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RepState {
    /// No repetition is active.
    Inactive,
    /// The repeated instruction has not been fetched.
    NotFetched,
    /// The repeated instruction has been fetched.
    Fetched,
}

/// A loop or a call that has begun in the region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ActiveFrame {
    /// First address of the loop; LA and LF before DO.
    Loop {
        start: u16,
        la: u16,
        loop_flag: bool,
    },
    Call {
        callee: u16,
        return_address: u16,
    },
}

impl ActiveFrame {
    /// Returns the address of the function that was called.
    pub(crate) fn callee(self) -> Option<u16> {
        match self {
            Self::Loop { .. } => None,
            Self::Call { callee, .. } => Some(callee),
        }
    }
}

impl StaticState {
    pub(super) fn has_same_nesting(&self, other: &Self) -> bool {
        self.frames == other.frames && (self.sp, self.la, self.loop_flag) == (other.sp, other.la, other.loop_flag)
    }

    /// Returns true if a modifier register has a delayed write.
    pub(super) fn delays_modifier(&self) -> bool {
        self.delayed_write.is_some_and(|index| index >= FIRST_MODIFIER_INDEX)
    }

    /// Returns the value of a modifier register for an instruction that reads it.
    pub(super) fn modifier(&self, index: u8) -> u16 {
        if self.delayed_write == Some(index) { self.delayed_modifier } else { self.m[usize::from(index & 7)] }
    }

    /// Returns the modifier registers after the delayed write.
    pub(super) fn next_modifiers(&self) -> [u16; 8] {
        let mut m = self.m;
        if let Some(index) = self.delayed_write.filter(|index| *index >= FIRST_MODIFIER_INDEX) {
            m[usize::from(index & 7)] = self.delayed_modifier;
        }
        m
    }

    /// Returns the pending events that the static state implies.
    #[inline(always)]
    pub(super) fn pending(&self) -> PendingEvents {
        let mut pending = PendingEvents::NONE;
        pending.put(PendingEvents::DELAYED_WRITE, self.delayed_write.is_some());
        pending.put(PendingEvents::REPEAT, self.rep != RepState::Inactive);
        pending
    }
}

/// Marks a state without a delayed write. Address registers have the numbers 0 to 23.
const NO_DELAYED_WRITE: u8 = 31;

/// Registers that are known at compile time, and the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Descriptor {
    /// PC, LA, SP, the number of the delayed write, LF and whether a REP is active.
    pub(super) registers: u64,
    /// Modifier registers.
    pub(super) m: [u16; 8],
    pub(super) settings: Settings,
}

impl Descriptor {
    pub(super) fn new(settings: &Settings, state: &StaticState) -> Self {
        let rep = state.rep != RepState::Inactive;
        let registers = pack(state.pc, state.la, state.sp, state.delayed_write, state.loop_flag, rep);
        Self { registers, m: state.m, settings: *settings }
    }
}

#[inline(always)]
pub(super) fn pack(pc: u16, la: u16, sp: u8, delayed_write: Option<u8>, loop_flag: bool, rep: bool) -> u64 {
    let delayed_write = delayed_write.unwrap_or(NO_DELAYED_WRITE);
    u64::from(pc)
        | u64::from(la) << 16
        | u64::from(sp) << 32
        | u64::from(delayed_write) << 40
        | u64::from(loop_flag) << 48
        | u64::from(rep) << 49
}
