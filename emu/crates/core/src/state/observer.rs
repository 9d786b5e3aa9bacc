//! The observation of a run and its results: breakpoints, watchpoints, hooks, the record of the last step.

use crate::memory::DATA_WORDS;
use crate::space::Space;
use crate::state::breakpoints::Breakpoints;
use crate::state::bus::StallTime;
use crate::state::guard::Guard;
use crate::state::watchpoints::{Access, Watch, WatchedAddresses};
use std::ops::RangeInclusive;

/// The clocks of a step, except for the wait states of its data accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// The constant of the manual's formula (Table A-6, UM A-228).
    pub base: u64,
    /// Addressing mode, or a long immediate (Table A-13, UM A-231).
    pub effective_address: u64,
    /// Wait states of fetching the instruction's own words.
    pub fetch: u64,
    /// Wait states of the two fetches where a change of flow continues (UM A-231).
    pub refetch: u64,
    /// External spaces beyond the first in one instruction cycle.
    pub conflict: u64,
    /// Waiting for the bus.
    pub stall: u64,
    /// WAIT or STOP, reset, or the empty cycles before an interrupt's vector.
    pub idle: u64,
    /// The NOP cycles of trace mode (UM 8-16).
    pub trace: u64,
}

/// The record of one step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StepRecord {
    /// The address from which the instruction was fetched: PC, or a word of a vector.
    pub address: u16,
    pub words: [u32; 2],
    /// Number of words of the instruction; 0 if none was executed.
    pub length: u8,
    /// The clock count before it.
    pub start: u64,
    pub accesses: Vec<Access>,
    pub cost: Cost,
}

impl StepRecord {
    /// Returns the sum of its clocks.
    pub fn clocks(&self) -> u64 {
        let Cost { base, effective_address, fetch, refetch, conflict, stall, idle, trace } = self.cost;
        let waits: u64 = self.accesses.iter().map(|access| access.waits).sum();
        base + effective_address + waits + fetch + refetch + conflict + stall + idle + trace
    }

    /// Subtracts the clocks that an earlier step has been charged for.
    pub(crate) fn take_off(&mut self, mut paid: u64) {
        let Cost { base, effective_address, fetch, refetch, conflict, .. } = &mut self.cost;
        let waits = self.accesses.iter_mut().map(|access| &mut access.waits);
        for part in [fetch, base].into_iter().chain(waits).chain([effective_address, refetch, conflict]) {
            let taken = paid.min(*part);
            *part -= taken;
            paid -= taken;
        }
    }
}

/// Clock counts between the parts of a step.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    pub start: u64,
    pub awake: u64,
    pub fetched: u64,
    pub executed: u64,
    pub refetched: u64,
    pub conflicts: u64,
    pub delay: StallTime,
}

/// The execution hash: two runs with equal hashes have executed the same instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExecutionHash {
    /// Hash of each instruction's address, and of the clocks from the start to its end.
    pub flow: u64,
    /// Hash of the space, address and direction of each data access.
    pub data: u64,
    /// The clock since power-up at which hashing began.
    pub(crate) began: u64,
}

/// The observation that is in use.
#[derive(Default)]
pub(crate) struct Observer {
    /// Sorted addresses.
    pub breakpoints: Box<[u16]>,
    /// An instruction has a breakpoint or a hook, or an interrupt has a breakpoint.
    pub has_stops: bool,
    pub watches: Vec<Watch>,
    pub conditional_breakpoints: Option<Box<Breakpoints>>,
    pub hooks: Hooks,
    /// The addresses whose data accesses are observed.
    pub watched: WatchedAddresses,
    /// An access to internal data RAM is observed.
    pub watches_internal_data: bool,
    /// Every step is recorded.
    pub recording: bool,
    /// Restricted sequences are rejected.
    pub rejects_restricted: bool,
    /// The execution hash, if it is computed.
    pub path: Option<ExecutionHash>,
    /// The memory guard, if it is set.
    pub guard: Option<Box<Guard>>,
    pub record: StepRecord,
    /// Accesses outside of the internal data RAM, in their order.
    pub slow_accesses: Vec<Access>,
}

impl Observer {
    pub(crate) fn records(&self) -> bool {
        self.recording || self.watching().next().is_some()
    }

    /// Yields all watched ranges.
    pub(crate) fn watching(&self) -> impl Iterator<Item = &Watch> {
        let points = self.conditional_breakpoints.iter().flat_map(|points| &points.watches);
        self.watches.iter().chain(&self.hooks.accesses).chain(points)
    }

    /// Adds a range to the observed addresses.
    pub(crate) fn watch(&mut self, watch: Watch) {
        self.watched.add(watch.first, watch.last);
        self.watches_internal_data |= watch.space != Space::P && watch.first < DATA_WORDS;
    }

    /// Returns true if compiled code cannot make an observed access: it accesses internal data RAM without a check, and
    /// external memory by the soft TLB, which contains no observed page. Fallbacks check their accesses.
    #[inline(always)]
    pub(crate) fn admits_compiled_code(&self) -> bool {
        !self.watches_internal_data
    }

    /// Clears the state of earlier runs when the chip's state is replaced.
    pub fn forget(&mut self) {
        self.hooks.forget();
    }

    /// Returns true if each instruction is observed.
    pub(crate) fn observes_every_step(&self) -> bool {
        self.recording
            || self.path.is_some()
            || self.guard.is_some()
            || self.conditional_breakpoints.as_ref().is_some_and(|points| points.turns)
    }

    pub(crate) fn in_use(&self) -> bool {
        self.rejects_restricted || self.records() || self.observes_every_step()
    }

    /// Returns true if the instruction at an address has a breakpoint or a hook.
    pub(crate) fn marks(&self, address: u16) -> bool {
        self.has_stops && self.stops_at(address)
    }

    #[cold]
    fn stops_at(&self, address: u16) -> bool {
        self.breakpoints.binary_search(&address).is_ok()
            || self.hooks.hold(address)
            || self.conditional_breakpoints.as_ref().is_some_and(|points| points.hold(address))
    }
}

/// A hook that a run has hit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hooked {
    /// The instruction's address: PC, or a word of a vector.
    pub address: u16,
    /// It has still to be executed.
    pub before: bool,
    /// Its hooked accesses, if it has been.
    pub accesses: Vec<Access>,
}

/// The hooks.
#[derive(Default)]
pub(crate) struct Hooks {
    pub accesses: Vec<Watch>,
    pub executions: Vec<RangeInclusive<u16>>,
    pub met: Option<Hooked>,
    /// The address of the next instruction, if its hook has been hit.
    pub passed: Option<u16>,
}

impl Hooks {
    /// Returns true if hooks are due.
    pub fn are_hit(&self) -> bool {
        self.met.is_some()
    }

    /// Returns true if the execution of an address has a hook.
    pub fn hold(&self, address: u16) -> bool {
        self.executions.iter().any(|range| range.contains(&address))
    }

    /// Clears the hits of earlier runs when the chip's state is replaced.
    pub fn forget(&mut self) {
        (self.met, self.passed) = (None, None);
    }

    /// Records that an instruction has executed.
    pub fn executed(&mut self, address: u16, accesses: &[Access]) {
        let hooked = |access: &&Access| self.accesses.iter().any(|watch| watch.sees(access));
        let accesses: Vec<Access> = accesses.iter().filter(hooked).copied().collect();
        if !accesses.is_empty() {
            self.met = Some(Hooked { address, before: false, accesses });
        }
    }
}
