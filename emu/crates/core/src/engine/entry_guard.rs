//! The guard of an entry point: the comparison of the core's state with the state that compiled code assumes.
//!
//! Static state and settings are packed into a [`Descriptor`] of four words, so that one comparison decides whether
//! code may be entered. Return addresses and loop addresses on the system stack are compared in addition if the static
//! state contains them.

use crate::access::FetchCost;
use crate::bits::{sp, sr};
use crate::engine::region::EntryPoint;
use crate::engine::static_state::{ActiveFrame, Descriptor, RegionKey, RepState, Settings, StaticState, pack};
use crate::state::Core;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::io::bcr;

impl Core {
    /// Returns the descriptor of the state before the instruction at `pc`, or `None` if compiled code cannot continue
    /// there.
    #[inline(always)]
    pub(super) fn descriptor(&self, pc: u16) -> Option<Descriptor> {
        let is_plain = !self.pending.has_other_than(PendingEvents::DELAYED_WRITE | PendingEvents::REPEAT)
            && self.agu.previous_delayed_write.is_none()
            && self.flags_are_lazy();
        if !is_plain {
            return None;
        }
        let rep = self.pending.has(PendingEvents::REPEAT);
        let delayed_write = self.agu.delayed_write.map(|late| late.index);
        let registers = pack(pc, self.hw_loop.la, self.stack.sp, delayed_write, self.loop_flag(), rep);
        Some(Descriptor { registers, m: self.agu.m, settings: self.settings()? })
    }

    /// Returns the settings, or `None` if the wait states of a space depend on the address.
    #[inline(always)]
    fn settings(&self) -> Option<Settings> {
        let wait_states = match self.fetch_cost() {
            FetchCost::Free => 0,
            FetchCost::Even(waits) => waits,
            FetchCost::Uneven => return None,
        };
        let (integer_bit, memory_map) = (self.lowest_integer_bit(), self.memory.map);
        let data_waits = self.port_a.waits & !bcr::P;
        Some(Settings { wait_states, data_waits, integer_bit, memory_map })
    }

    fn loop_flag(&self) -> bool {
        self.status.sr & sr::LF != 0
    }

    /// Returns the key of a region that begins at PC, or `None` if none can begin in this state.
    pub(super) fn region_key(&self) -> Option<RegionKey> {
        if self.pending.has_other_than(PendingEvents::DELAYED_WRITE) || self.agu.previous_delayed_write.is_some() {
            return None;
        }
        // The value of a delayed write of a modifier is not compared with that of the static state.
        if self.agu.delayed_write.is_some_and(|late| late.index >= 16) || self.stack.sp & !sp::P != 0 {
            return None;
        }
        let loop_flag = self.loop_flag();
        let state = StaticState {
            pc: self.flow.pc,
            delayed_write: self.agu.delayed_write.map(|late| late.index),
            delayed_modifier: 0,
            m: self.agu.m,
            rep: RepState::Inactive,
            at_loop_end: false,
            sp: self.stack.sp,
            la: self.hw_loop.la,
            loop_flag,
            frames: Vec::new(),
        };
        let loop_start = if loop_flag { self.stack.ssh[self.stack.top()] } else { 0 };
        let rejects_restricted = self.observer.rejects_restricted;
        Some(RegionKey { state, loop_start, settings: self.settings()?, is_profiled: false, rejects_restricted })
    }

    /// Returns true if the system stack and REP are as an entry point requires. The descriptor has been compared.
    #[inline]
    pub(super) fn passes_stack_guard(&self, entry_point: &EntryPoint, key: &RegionKey) -> bool {
        let state = &entry_point.state;
        self.matches_frames(state)
            // Entry points in a REP assume that the repeated instruction has been fetched.
            && (state.rep == RepState::Inactive || self.hw_loop.repeat_fetched)
            && (!key.state.loop_flag || self.stack.ssh[usize::from(key.state.sp & sp::P)] == key.loop_start)
    }

    /// Returns true if the system stack contains the active loops and calls of a static state.
    #[inline]
    fn matches_frames(&self, state: &StaticState) -> bool {
        let mut top = usize::from(state.sp & sp::P);
        for frame in state.frames.iter().rev() {
            match frame {
                ActiveFrame::Call { return_address, .. } => {
                    if self.stack.ssh[top] != *return_address {
                        return false;
                    }
                    top -= 1;
                }
                ActiveFrame::Loop { start, la, loop_flag } => {
                    if self.stack.ssh[top] != *start
                        || self.stack.ssh[top - 1] != *la
                        || (self.stack.ssl[top] & sr::LF != 0) != *loop_flag
                    {
                        return false;
                    }
                    top -= 2;
                }
            }
        }
        true
    }
}
