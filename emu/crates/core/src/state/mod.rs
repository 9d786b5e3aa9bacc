//! The parts of the processor core: plain types, and functions of only one of them. The modules above have the chip's
//! behaviour, as methods of `Core` by subject.

pub(crate) mod agu;
pub mod breakpoints;
pub(crate) mod bus;
pub(crate) mod data_alu;
pub(crate) mod fetch;
pub mod guard;
pub(crate) mod hardware_loop;
pub(crate) mod interrupts;
pub mod lines;
pub mod observer;
pub(crate) mod pending_events;
pub(crate) mod processing;
pub mod profile;
pub(crate) mod stack;
pub(crate) mod status;
pub(crate) mod timing;
pub mod watchpoints;

use crate::bits::sr;
use crate::error::CoreError;
use crate::memory::Memory;
use crate::peripherals::Peripherals;
use crate::state::agu::Agu;
use crate::state::bus::{Bus, PortA};
use crate::state::data_alu::DataAlu;
use crate::state::fetch::{Fetch, Flow};
use crate::state::hardware_loop::HardwareLoop;
use crate::state::interrupts::Interrupts;
use crate::state::lines::Lines;
use crate::state::observer::Observer;
use crate::state::pending_events::PendingEvents;
use crate::state::processing::{Processing, Sleep};
use crate::state::stack::Stack;
use crate::state::status::{LazyState, Status};
use crate::state::timing::Timing;
use crate::timeline::Clock;

/// The core with memories, peripherals and lines.
///
/// In this order the state of most instructions fills few cache lines, and the data RAM that follows ends within 4 KB.
/// A processor can take a load for dependent on a recent store if the low twelve bits of their addresses agree.
#[repr(C, align(64))]
pub(crate) struct Core {
    pub time: Timing,
    pub hw_loop: HardwareLoop,
    pub pending: PendingEvents,
    pub alu: DataAlu,
    pub status: Status,
    pub flow: Flow,
    pub agu: Agu,
    pub stack: Stack,
    pub lazy: LazyState,
    pub omr: u8,
    pub memory: Memory,
    pub port_a: PortA,
    pub fetch: Fetch,
    pub processing: Processing,
    pub interrupts: Interrupts,
    pub peripherals: Peripherals,
    pub lines: Lines,
    pub bus: Bus,
    pub observer: Observer,
    /// An unmapped access is an error.
    pub strict: bool,
    pub fault: Option<CoreError>,
}

impl Core {
    pub(crate) fn new(oscillator: Clock) -> Self {
        Self {
            alu: DataAlu::default(),
            agu: Agu::new(),
            status: Status::new(),
            omr: 0,
            stack: Stack::new(),
            lazy: LazyState::default(),
            hw_loop: HardwareLoop::new(),
            flow: Flow::default(),
            fetch: Fetch::default(),
            processing: Processing::new(),
            pending: PendingEvents::NONE,
            time: Timing::new(oscillator),
            port_a: PortA::new(),
            memory: Memory::new(),
            interrupts: Interrupts::default(),
            peripherals: Peripherals::default(),
            lines: Lines::default(),
            bus: Bus::default(),
            observer: Observer::default(),
            strict: false,
            fault: None,
        }
    }

    /// Updates `pending` by the registers and the current activity between two instructions.
    pub(crate) fn update_pending_events(&mut self) {
        for (reason, applies) in [
            (PendingEvents::DELAYED_WRITE, self.agu.delayed_write.is_some()),
            (PendingEvents::PREFETCHED, self.fetch.prefetched.is_some()),
            (PendingEvents::SLEEP, self.processing.sleep != Sleep::Awake),
            (PendingEvents::TRACE, self.status.sr & sr::T != 0),
        ] {
            self.pending.put(reason, applies);
        }
    }

    /// Returns the clocks since power-up.
    pub(crate) fn total_clocks(&self) -> u64 {
        self.time.total()
    }

    /// Returns the time of the current clock in picoseconds.
    pub(crate) fn now(&self) -> u64 {
        self.time.now()
    }

    /// Ends the run with an error; the first one takes precedence.
    #[cold]
    pub(crate) fn fail(&mut self, error: CoreError) {
        self.fault.get_or_insert(error);
        self.pending.set(PendingEvents::FAULT);
    }

    /// Advances time by `n` clocks.
    #[inline]
    pub(crate) fn pass(&mut self, n: u64) {
        self.time.clocks += n;
    }
}
