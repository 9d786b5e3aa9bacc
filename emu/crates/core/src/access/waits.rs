//! Clocks of accesses through port A: wait states, and the cycles of concurrent accesses.

use crate::bits::omr;
use crate::decode::instruction::DecodedInstruction;
use crate::memory::{IO_PAGE, Region};
use crate::space::Space;
use crate::state::Core;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::io::bcr;

/// Clocks of an external access that would have to share an instruction cycle with another one: it takes a separate
/// instruction cycle (UM 9-2, 9-3). X and Y of a parallel move share one, and a fetch of the instruction's own words
/// shares one with its data. The two operands of MOVEP and the refetch of a change of flow do not share a cycle (Tables
/// see docs/reference/hardware-ambiguities.md). A read-modify-write is one access.
pub const FURTHER_SPACE_CLOCKS: u64 = 2;

/// Wait states of instruction fetches through port A, if they are the same for all addresses.
#[derive(Clone, Copy)]
pub(crate) enum FetchCost {
    Free,
    /// Wait states of each word.
    Even(u64),
    /// The wait states depend on the address: WT and BS are selected, and the board asserts WT for some addresses.
    Uneven,
}

impl FetchCost {
    /// Charges an instruction's own words, as `Core::charge_fetches` does.
    #[inline(always)]
    pub(crate) fn charge(self, core: &mut Core, e: &DecodedInstruction, address: u16) {
        match self {
            Self::Free => {}
            Self::Even(waits) => core.time.clocks += waits * u64::from(e.fetches),
            Self::Uneven => core.charge_fetches(e, address),
        }
    }

    /// Charges a change of flow, as `Core::charge_refetch` does.
    #[inline(always)]
    pub(crate) fn charge_refetch(self, core: &mut Core) {
        if !matches!(self, Self::Free) {
            core.charge_refetch();
        }
    }
}

impl Core {
    /// Returns the wait states of an external access by its address (UM 9-12, 9-13). With WT and BS selected the board
    /// may add more (UM 9-14).
    #[inline]
    pub(crate) fn wait_states(&self, space: Space, address: u16) -> u64 {
        let waits = self.port_a.waits;
        let set = u64::from(match space {
            Space::X => (waits & bcr::X) >> bcr::X_SHIFT,
            Space::Y if address >= IO_PAGE => (waits & bcr::IO) >> bcr::IO_SHIFT,
            Space::Y => (waits & bcr::Y) >> bcr::Y_SHIFT,
            Space::P => (waits & bcr::P) >> bcr::P_SHIFT,
        });
        if self.omr & omr::EA == 0 { set } else { set.max(self.memory.board_wait_states(space, address)) }
    }

    /// Returns true if the wait states depend only on BCR until OMR or the board's wait-state logic changes.
    #[inline]
    pub(crate) fn waits_are_even(&self) -> bool {
        self.omr & omr::EA == 0 || self.memory.slow.is_empty()
    }

    /// Returns the cost of fetches, valid until BCR, OMR or the board's wait-state logic changes.
    pub(crate) fn fetch_cost(&self) -> FetchCost {
        if !self.waits_are_even() {
            return FetchCost::Uneven;
        }
        match self.wait_states(Space::P, 0) {
            0 => FetchCost::Free,
            waits => FetchCost::Even(waits),
        }
    }

    /// Returns the wait states of the fetches that an instruction is charged for: the last `fetches` of its words.
    #[inline]
    pub(crate) fn fetch_waits(&self, e: &DecodedInstruction, address: u16) -> u64 {
        (e.words - e.fetches..e.words)
            .map(|word| self.wait_states(Space::P, address.wrapping_add(u16::from(word))))
            .sum()
    }

    /// Returns the wait states of the two fetches at the target of a change of flow. Both count with the memory of the
    /// first.
    #[inline]
    pub(crate) fn refetch_waits(&self, address: u16) -> u64 {
        if self.memory.region(Space::P, address) != Region::External {
            return 0;
        }
        self.wait_states(Space::P, address) + self.wait_states(Space::P, address.wrapping_add(1))
    }

    /// Charges the wait states of the instruction's own fetches before it executes. The tables leave them to assumption
    /// 4 (UM A-223).
    #[inline]
    pub(crate) fn charge_fetches(&mut self, e: &DecodedInstruction, address: u16) {
        self.pass(self.fetch_waits(e, address));
    }

    /// Charges the two words that a change of flow, taken or not, fetches where it continues (UM A-231).
    #[inline]
    pub(crate) fn charge_refetch(&mut self) {
        if self.memory.region(Space::P, self.flow.next_pc) == Region::External {
            self.pass(self.refetch_waits(self.flow.next_pc));
        }
    }

    /// Records an external data access. Accesses to P never share a cycle with another one: the instructions that move
    /// program data take a cycle for each, as MOVEP does for its two operands.
    #[inline]
    pub(super) fn note_data_access(&mut self, space: Space) {
        if space != Space::P {
            self.port_a.spaces |= space.mask();
            self.pending.set(PendingEvents::PORT_A);
        }
    }

    /// Separates the operands of MOVEP, which are accessed in different instruction cycles: only a fetch can share one
    /// (Table A-9).
    #[inline]
    pub(crate) fn separate_operand_cycles(&mut self) {
        if self.port_a.spaces & Space::Y.mask() != 0 {
            self.port_a.spaces &= !Space::X.mask();
        }
    }

    /// Charges two clocks for every external space beyond the first that the instruction uses in one cycle. P is one of
    /// them if the instruction was charged for `fetches`. Without external data no access shares a cycle.
    #[inline]
    pub(crate) fn charge_bus_contention(&mut self, fetches: u8) {
        if self.pending.has(PendingEvents::PORT_A) {
            let further = self.port_a.spaces.count_ones() - u32::from(fetches == 0);
            self.pass(FURTHER_SPACE_CLOCKS * u64::from(further));
            self.port_a.spaces = 0;
            self.pending.clear(PendingEvents::PORT_A);
        }
    }
}
