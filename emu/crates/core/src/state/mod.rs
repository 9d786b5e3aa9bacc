//! What the processor core is made of: plain types, and what can be told from one of them alone. What the chip does with
//! them stands in the rooms above, as methods of `Core` by subject.

pub(crate) mod agu;
pub(crate) mod attention;
pub(crate) mod bus;
pub(crate) mod data_alu;
pub(crate) mod fetch;
pub mod guard;
pub(crate) mod hardware_loop;
pub(crate) mod interrupts;
pub mod lines;
pub mod observer;
pub mod points;
pub(crate) mod processing;
pub mod profile;
pub(crate) mod stack;
pub(crate) mod status;
pub(crate) mod timing;
pub mod watched;

use crate::bits::sr;
use crate::error::CoreError;
use crate::memory::Memory;
use crate::peripherals::Peripherals;
use crate::state::agu::Agu;
use crate::state::attention::Attention;
use crate::state::bus::{Bus, PortA};
use crate::state::data_alu::DataAlu;
use crate::state::fetch::{Fetch, Flow};
use crate::state::hardware_loop::HardwareLoop;
use crate::state::interrupts::Interrupts;
use crate::state::lines::Lines;
use crate::state::observer::Observer;
use crate::state::processing::{Processing, Sleep};
use crate::state::stack::Stack;
use crate::state::status::{LazyState, Status};
use crate::state::timing::Timing;
use crate::timeline::Clock;

/// The core and all it reaches.
///
/// In this order what most instructions touch fills few cache lines, and the data RAM that follows ends within 4 KB: a
/// processor takes a load for one of what was just stored where the low twelve bits of their addresses agree.
#[repr(C, align(64))]
pub(crate) struct Core {
    pub time: Timing,
    pub hw_loop: HardwareLoop,
    pub attention: Attention,
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
    /// An access that nothing answers is a mistake.
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
            attention: Attention::NONE,
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

    /// Keep `attention` true to the registers and to what is under way between two instructions.
    pub(crate) fn attend_to_state(&mut self) {
        for (reason, applies) in [
            (Attention::LATE, self.agu.late.is_some()),
            (Attention::PREFETCHED, self.fetch.prefetched.is_some()),
            (Attention::SLEEP, self.processing.sleep != Sleep::Awake),
            (Attention::TRACE, self.status.sr & sr::T != 0),
        ] {
            self.attention.put(reason, applies);
        }
    }

    /// Clocks since power-up.
    pub(crate) fn total_clocks(&self) -> u64 {
        self.time.total()
    }

    /// The time of the present clock in picoseconds.
    pub(crate) fn now(&self) -> u64 {
        self.time.now()
    }

    /// End the run with a mistake; the first one counts.
    #[cold]
    pub(crate) fn fail(&mut self, error: CoreError) {
        self.fault.get_or_insert(error);
        self.attention.set(Attention::FAULT);
    }

    /// Let `n` clocks pass.
    #[inline]
    pub(crate) fn pass(&mut self, n: u64) {
        self.time.clocks += n;
    }
}
