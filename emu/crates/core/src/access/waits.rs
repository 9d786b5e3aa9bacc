//! What accesses through port A cost: wait states, and cycles that they cannot share.

use crate::bits::omr;
use crate::decode::instruction::DecodedInstruction;
use crate::memory::{IO_PAGE, Region};
use crate::space::Space;
use crate::state::Core;
use crate::state::attention::Attention;

/// What an external access costs that has to share an instruction cycle with another one: an instruction cycle of its own
/// (UM 9-2, 9-3). X and Y of a parallel move share one, and a fetch of the instruction's own words shares one with its
/// data; the two operands of MOVEP do not, nor does the refetch of a change of flow (Tables; see
/// docs/reference/hardware-ambiguities.md). A read-modify-write is one access.
pub const FURTHER_SPACE_CLOCKS: u64 = 2;

/// What fetching an instruction through port A costs while it is the same for all.
#[derive(Clone, Copy)]
pub(crate) enum FetchCost {
    Free,
    /// So many wait states a word.
    Even(u64),
    /// By address: the board asserts WT somewhere, and WT and BS are selected.
    Uneven,
}

impl FetchCost {
    /// Charge an instruction's own words, as `Core::charge_fetches` does.
    #[inline(always)]
    pub(crate) fn charge(self, core: &mut Core, e: &DecodedInstruction, address: u16) {
        match self {
            Self::Free => {}
            Self::Even(waits) => core.time.clocks += waits * u64::from(e.fetches),
            Self::Uneven => core.charge_fetches(e, address),
        }
    }

    /// Charge a change of flow, as `Core::charge_refetch` does.
    #[inline(always)]
    pub(crate) fn charge_refetch(self, core: &mut Core) {
        if !matches!(self, Self::Free) {
            core.charge_refetch();
        }
    }
}

impl Core {
    /// Wait states of an external access, chosen by address (UM 9-12, 9-13); with WT and BS selected the board may make
    /// them more (UM 9-14).
    #[inline]
    pub(crate) fn wait_states(&self, space: Space, address: u16) -> u64 {
        let bcr = self.port_a.waits;
        let set = u64::from(match space {
            Space::X => bcr >> 12,
            Space::Y if address >= IO_PAGE => bcr & 15,
            Space::Y => bcr >> 8 & 15,
            Space::P => bcr >> 4 & 15,
        });
        if self.omr & omr::EA == 0 { set } else { set.max(self.memory.stretch(space, address)) }
    }

    /// Whether wait states follow from BCR alone until OMR or the board's wait-state logic changes.
    #[inline]
    pub(crate) fn waits_are_even(&self) -> bool {
        self.omr & omr::EA == 0 || self.memory.slow.is_empty()
    }

    /// What fetches cost until BCR, OMR or the board's wait-state logic changes.
    pub(crate) fn fetch_cost(&self) -> FetchCost {
        if !self.waits_are_even() {
            return FetchCost::Uneven;
        }
        match self.wait_states(Space::P, 0) {
            0 => FetchCost::Free,
            waits => FetchCost::Even(waits),
        }
    }

    /// Wait states of fetching what an instruction is charged for of its own words: the last of them.
    #[inline]
    pub(crate) fn fetch_waits(&self, e: &DecodedInstruction, address: u16) -> u64 {
        (e.words - e.fetches..e.words)
            .map(|word| self.wait_states(Space::P, address.wrapping_add(u16::from(word))))
            .sum()
    }

    /// Wait states of the two fetches where a change of flow continues. Both count with the memory that holds the first.
    #[inline]
    pub(crate) fn refetch_waits(&self, address: u16) -> u64 {
        if self.memory.region(Space::P, address) != Region::External {
            return 0;
        }
        self.wait_states(Space::P, address) + self.wait_states(Space::P, address.wrapping_add(1))
    }

    /// Charge what the tables leave to assumption 4 (UM A-223): the wait states of the instruction's own fetches, made
    /// before it executes.
    #[inline]
    pub(crate) fn charge_fetches(&mut self, e: &DecodedInstruction, address: u16) {
        self.pass(self.fetch_waits(e, address));
    }

    /// A change of flow, taken or not, fetches two words where it continues (UM A-231).
    #[inline]
    pub(crate) fn charge_refetch(&mut self) {
        if self.memory.region(Space::P, self.flow.next_pc) == Region::External {
            self.pass(self.refetch_waits(self.flow.next_pc));
        }
    }

    /// Note a data access outside the chip. Program data never meet another access: the instructions that move them take
    /// a cycle for each, as MOVEP does for its two operands.
    #[inline]
    pub(super) fn use_for_data(&mut self, space: Space) {
        if space != Space::P {
            self.port_a.spaces |= space.mask();
            self.attention.set(Attention::PORT_A);
        }
    }

    /// The operands of MOVEP are accessed in instruction cycles of their own: only a fetch can meet one (Table A-9).
    #[inline]
    pub(crate) fn part_operands(&mut self) {
        if self.port_a.spaces & Space::Y.mask() != 0 {
            self.port_a.spaces &= !Space::X.mask();
        }
    }

    /// Two clocks for every external space beyond the first that the instruction uses in one cycle, P among them if it was
    /// charged for `fetches`. Without data outside the chip nothing meets.
    #[inline]
    pub(crate) fn charge_conflicts(&mut self, fetches: u8) {
        if self.attention.has(Attention::PORT_A) {
            let further = self.port_a.spaces.count_ones() - u32::from(fetches == 0);
            self.pass(FURTHER_SPACE_CLOCKS * u64::from(further));
            self.port_a.spaces = 0;
            self.attention.clear(Attention::PORT_A);
        }
    }
}
