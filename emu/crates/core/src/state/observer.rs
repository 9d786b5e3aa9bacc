//! What is observed of a run, and what was seen: breakpoints, watched accesses, hooks, the record of the step just done.

use crate::state::bus::Delay;
use crate::state::guard::Guard;
use crate::state::points::Points;
use crate::state::watched::{Access, Watch, Watched};
use std::ops::RangeInclusive;

/// The clocks of a step besides the wait states of its data accesses.
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
    /// Asleep, in reset, or in the empty cycles before an interrupt's vector.
    pub idle: u64,
    /// The NOP cycles of trace mode (UM 8-16).
    pub trace: u64,
}

/// What one step did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StepRecord {
    /// Where the instruction was fetched: PC, or a word of a vector.
    pub address: u16,
    pub words: [u32; 2],
    /// How many of them it has; 0 if none was executed.
    pub length: u8,
    /// The clock count before it.
    pub start: u64,
    pub accesses: Vec<Access>,
    pub cost: Cost,
}

impl StepRecord {
    /// All its clocks.
    pub fn clocks(&self) -> u64 {
        let Cost { base, effective_address, fetch, refetch, conflict, stall, idle, trace } = self.cost;
        let waits: u64 = self.accesses.iter().map(|access| access.waits).sum();
        base + effective_address + waits + fetch + refetch + conflict + stall + idle + trace
    }

    /// Clocks that an earlier step has paid are not counted again.
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

/// Clock counts at the joints of a step.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    pub start: u64,
    pub awake: u64,
    pub fetched: u64,
    pub executed: u64,
    pub refetched: u64,
    pub conflicts: u64,
    pub delay: Delay,
}

/// The way that a run has taken: two runs with equal hashes have taken the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Path {
    /// Of each instruction's address, and of the clocks from the beginning to its end.
    pub flow: u64,
    /// Of the space, address and direction of each data access.
    pub data: u64,
    /// The clock since power-up at which it began.
    pub(crate) began: u64,
}

/// All that is observed.
#[derive(Default)]
pub(crate) struct Observer {
    /// In order.
    pub breakpoints: Box<[u16]>,
    /// There is a breakpoint, a point on an address or an interrupt, or a hook on an instruction.
    pub places: bool,
    pub watches: Vec<Watch>,
    pub points: Option<Box<Points>>,
    pub hooks: Hooks,
    /// Where either looks at data accesses.
    pub watched: Watched,
    /// A record is wanted of every step.
    pub recording: bool,
    /// Restricted sequences are refused.
    pub refusing: bool,
    /// The way is followed.
    pub path: Option<Path>,
    /// Memory is guarded.
    pub guard: Option<Box<Guard>>,
    pub record: StepRecord,
    /// Accesses outside the on-chip data RAM, as they happened.
    pub far: Vec<Access>,
}

impl Observer {
    pub(crate) fn records(&self) -> bool {
        self.recording || self.watching().next().is_some()
    }

    /// All accesses that are watched.
    pub(crate) fn watching(&self) -> impl Iterator<Item = &Watch> {
        let points = self.points.iter().flat_map(|points| &points.watches);
        self.watches.iter().chain(&self.hooks.accesses).chain(points)
    }

    /// What went before does not count: the chip has become another.
    pub fn forget(&mut self) {
        self.hooks.forget();
    }

    /// Each instruction is looked at.
    pub(crate) fn looks_at_all(&self) -> bool {
        self.recording
            || self.refusing
            || self.path.is_some()
            || self.guard.is_some()
            || self.points.as_ref().is_some_and(|points| points.turns)
    }

    pub(crate) fn in_use(&self) -> bool {
        self.records() || self.looks_at_all()
    }

    /// Whether a breakpoint, a point or a hook lies on the instruction at an address.
    pub(crate) fn marks(&self, address: u16) -> bool {
        self.places && self.holds_place(address)
    }

    #[cold]
    fn holds_place(&self, address: u16) -> bool {
        self.breakpoints.binary_search(&address).is_ok()
            || self.hooks.hold(address)
            || self.points.as_ref().is_some_and(|points| points.hold(address))
    }
}

/// What a run has met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hooked {
    /// The instruction's address: PC, or a word of a vector.
    pub address: u16,
    /// It has still to be executed.
    pub before: bool,
    /// Its hooked accesses, if it has been.
    pub accesses: Vec<Access>,
}

/// The hooks that are set.
#[derive(Default)]
pub(crate) struct Hooks {
    pub accesses: Vec<Watch>,
    pub executions: Vec<RangeInclusive<u16>>,
    pub met: Option<Hooked>,
    /// The instruction about to execute has been met already.
    pub passed: Option<u16>,
}

impl Hooks {
    pub fn are_met(&self) -> bool {
        self.met.is_some()
    }

    /// Whether there is one on the execution of an address.
    pub fn hold(&self, address: u16) -> bool {
        self.executions.iter().any(|range| range.contains(&address))
    }

    /// The chip is another now: what was met before is over.
    pub fn forget(&mut self) {
        (self.met, self.passed) = (None, None);
    }

    /// An instruction has executed.
    pub fn executed(&mut self, address: u16, accesses: &[Access]) {
        let hooked = |access: &&Access| self.accesses.iter().any(|watch| watch.sees(access));
        let accesses: Vec<Access> = accesses.iter().filter(hooked).copied().collect();
        if !accesses.is_empty() {
            self.met = Some(Hooked { address, before: false, accesses });
        }
    }
}
