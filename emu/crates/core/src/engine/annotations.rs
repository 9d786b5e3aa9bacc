//! Results of the passes, which annotate the blocks of a region: batched loops and hoisted guards.

use crate::decode::instruction::DecodedInstruction;

/// Pointer of a batched loop.
#[derive(Clone, Debug)]
pub struct LoopPointer {
    /// Number of its address register.
    pub register: usize,
    /// Its step in each iteration: -1, 0 or 1.
    pub step: i64,
    /// Its modulo buffer, if it steps and its arithmetic is modulo.
    pub buffer: Option<ModuloBuffer>,
}

/// Buffer of modulo arithmetic (UM 5-15).
#[derive(Clone, Copy, Debug)]
pub struct ModuloBuffer {
    /// Offset of the last word from the first.
    pub last_offset: i64,
    /// Bits in which addresses of the buffer can differ.
    pub offset_mask: i64,
}

impl ModuloBuffer {
    /// Returns true if the buffer has a power of two words, so that every address is in a buffer.
    #[must_use]
    pub fn fills_block(&self) -> bool {
        self.last_offset == self.offset_mask
    }

    /// Returns the buffer that a modifier defines, or `None` if its arithmetic is not modulo.
    #[must_use]
    pub fn from_modifier(m: u16) -> Option<Self> {
        let offset_mask = i64::from(u16::MAX.checked_shr(m.leading_zeros()).unwrap_or(0));
        matches!(m, 1..=0x7FFF).then_some(Self { last_offset: i64::from(m), offset_mask })
    }
}

/// Loop over one block that can run in batches.
#[derive(Clone, Debug)]
pub struct BatchedLoop {
    /// Its pointers. Each is used by one access.
    pub pointers: Vec<LoopPointer>,
    /// For each accumulator that is an accumulation: the number of bits that bounds its change in an iteration.
    pub accumulation_bits: [Option<u32>; 2],
    /// Accumulation whose last sum determines all condition codes except C.
    pub flag_source: Option<usize>,
    /// The body is one MAC of two words that the previous iteration has read.
    pub is_mac_loop: bool,
}

/// Offsets of a pointer's accesses, relative to its value before the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuardRange {
    /// Step of the block before which the range is checked.
    pub first_step: usize,
    /// Number of the address register.
    pub pointer: usize,
    /// Smallest offset.
    pub min_offset: i64,
    /// Largest offset.
    pub max_offset: i64,
}

/// Guard ranges of a block.
#[derive(Clone, Default, Debug)]
pub struct HoistedGuards {
    /// The ranges, in the order of their first steps.
    pub ranges: Vec<GuardRange>,
    /// Covered accesses: number of the step, and number of its effective address.
    pub(super) accesses: Vec<(usize, usize)>,
}

impl HoistedGuards {
    /// Returns true if a range covers an access.
    #[must_use]
    pub fn covers(&self, step: usize, address: usize) -> bool {
        self.accesses.contains(&(step, address))
    }

    /// Returns the pointers of an instruction whose accesses are covered. Bit n is Rn.
    #[must_use]
    pub fn covered_pointers(&self, step: usize, e: &DecodedInstruction) -> u8 {
        let covered_pointers = (0..e.ea.len()).filter(|address| self.covers(step, *address));
        covered_pointers.fold(0, |bits, address| bits | 1 << (e.ea[address].rn & 7))
    }

    /// Returns the ranges that are checked before a step.
    pub fn starting_at(&self, step: usize) -> impl Iterator<Item = &GuardRange> {
        self.ranges.iter().filter(move |range| range.first_step == step)
    }
}
