//! The processor core's state. Behaviour is spread over the other files by subject.

use crate::bits::{omr, sp, sr};
use crate::debug::observe::Observer;
use crate::error::CoreError;
use crate::interpreter::agu::Wrap;
use crate::memory::Memory;
use crate::peripherals::Peripherals;
use crate::pins::bus_grant::Bus;
use crate::pins::lines::Lines;
use crate::run::interrupts::Interrupts;
use crate::timeline::Clock;

/// Reasons why the run loop may not take the short way; bits of `Core::attention`.
pub(crate) mod attention {
    /// An address register was written by a move and is not yet a pointer.
    pub(crate) const LATE: u32 = 1 << 0;
    /// A REP is counting.
    pub(crate) const REPEAT: u32 = 1 << 1;
    /// An interrupt may be taken, is on its way or in its vector.
    pub(crate) const INTERRUPT: u32 = 1 << 2;
    /// SR.T is set.
    pub(crate) const TRACE: u32 = 1 << 3;
    /// OMR was written: the memory map follows after the next instruction.
    pub(crate) const MAP: u32 = 1 << 4;
    /// BR is asserted, or will be before long.
    pub(crate) const BUS: u32 = 1 << 5;
    /// WAIT or STOP.
    pub(crate) const SLEEP: u32 = 1 << 6;
    /// RESET is held.
    pub(crate) const HELD: u32 = 1 << 7;
    /// Program memory was written: predecoded entries may be stale.
    pub(crate) const CODE: u32 = 1 << 8;
    /// BCR was written: the wait states follow when the instruction is over.
    pub(crate) const WAITS: u32 = 1 << 11;
    /// The next instruction was fetched before the memory map changed.
    pub(crate) const PREFETCHED: u32 = 1 << 13;
    /// The instruction has used port A.
    pub(crate) const PORT_A: u32 = 1 << 12;
    /// A peripheral will do something earlier than the run loop took for its limit.
    pub(crate) const SCHEDULE: u32 = 1 << 15;
    /// What `Dsp56001::catch_up` settles between two instructions.
    pub(crate) const CATCH_UP: u32 = CODE | WAITS | SCHEDULE;
    /// A mistake ends the run.
    pub(crate) const FAULT: u32 = 1 << 9;
    /// The instruction just executed was an illegal one.
    pub(crate) const ILLEGAL: u32 = 1 << 10;
    /// A breakpoint, a watchpoint or another observer is set.
    pub(crate) const OBSERVE: u32 = 1 << 14;
    /// An output line that somebody listens to has changed.
    pub(crate) const LINE: u32 = 1 << 16;
    /// The next instruction is not fetched from plain memory.
    pub(crate) const FETCH: u32 = 1 << 17;
    /// What no other part of the state tells.
    pub(crate) const LASTING: u32 = REPEAT | MAP | HELD;
}

/// An address register written by a move: the AGU still sees the old value (UM A-237).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Late {
    /// 0-7 R, 8-15 N, 16-23 M.
    pub index: u8,
    pub value: u16,
}

/// Words of an instruction that was fetched before it executes: through the map as it was before a change (UM 8-2,
/// 3-12), or from what is no plain memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prefetched {
    pub pc: u16,
    pub words: [u32; 2],
    pub external: [bool; 2],
}

/// What the core sleeps in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sleep {
    Awake,
    Wait,
    Stop,
}

/// The core and all it reaches.
pub(crate) struct Core {
    /// A and B, sign-extended from 56 bits.
    pub acc: [i64; 2],
    /// X0, X1, Y0, Y1.
    pub input: [u32; 4],
    /// Address registers as the AGU sees them.
    pub r: [u16; 8],
    pub n: [u16; 8],
    pub m: [u16; 8],
    /// What M means for (Rn)+.
    pub wrap: [Wrap; 8],
    pub pc: u16,
    /// Where execution continues after the present instruction.
    pub next_pc: u16,
    /// The present instruction has gone elsewhere than to the next word.
    pub jumped: bool,
    /// SR; E and U, or N, Z and V, are stale while `pending` says so and follow from the results.
    pub status: u16,
    pub eu_result: i64,
    pub nzv_result: i64,
    pub pending: u8,
    pub omr: u8,
    pub sp: u8,
    pub la: u16,
    pub lc: u16,
    /// LA + 1 while LF is set, else no address: where a pass of the loop ends. Kept by `watch_loop`.
    pub loop_exit: u32,
    pub ssh: [u16; 16],
    pub ssl: [u16; 16],
    /// The address register written by the present instruction, and by the one before.
    pub late: Option<Late>,
    pub late_before: Option<Late>,
    /// The next instruction, if it was fetched beforehand.
    pub prefetched: Option<Prefetched>,
    /// The program word that the present instruction needs and that was never stored to, where that ends a run.
    pub unloaded: Option<u16>,
    /// The stack has over- or underflowed since a run began.
    pub stack_failed: bool,
    /// LC as REP found it (UM A-185).
    pub repeat_temp: u16,
    /// The repeated instruction has been fetched.
    pub repeat_fetched: bool,
    pub sleep: Sleep,
    /// When STOP or WAIT ends, if that is settled; before that, when WAIT begins to arbitrate.
    pub wake_at: Option<u64>,
    pub attention: u32,
    /// Oscillator clocks since reset, and those before it since power-up.
    pub clocks: u64,
    /// When a peripheral or a line next changes by itself, in clocks since reset.
    pub event_at: u64,
    pub clocks_before_reset: u64,
    pub instructions: u64,
    /// External spaces used by the present instruction in cycles that accesses may share.
    pub spaces: u8,
    /// BCR as port A obeys it.
    pub waits: u16,
    pub memory: Memory,
    /// Program addresses written since the predecoder looked.
    pub code_writes: Vec<u16>,
    pub interrupts: Interrupts,
    pub peripherals: Peripherals,
    pub lines: Lines,
    pub bus: Bus,
    pub clock: Clock,
    pub strict: bool,
    pub fault: Option<CoreError>,
    /// Address arithmetic that the manual leaves undefined, counted.
    pub undefined_addressing: u64,
    pub observer: Observer,
}

impl Core {
    pub(crate) fn new(clock: Clock) -> Self {
        Self {
            acc: [0; 2],
            input: [0; 4],
            r: [0; 8],
            n: [0; 8],
            m: [0xFFFF; 8],
            wrap: [Wrap::LINEAR; 8],
            pc: 0,
            next_pc: 0,
            jumped: false,
            status: sr::RESET,
            eu_result: 0,
            nzv_result: 0,
            pending: 0,
            omr: 0,
            sp: 0,
            la: 0,
            lc: 0,
            loop_exit: u32::MAX,
            ssh: [0; 16],
            ssl: [0; 16],
            late: None,
            late_before: None,
            prefetched: None,
            unloaded: None,
            stack_failed: false,
            repeat_temp: 0,
            repeat_fetched: false,
            sleep: Sleep::Awake,
            wake_at: None,
            attention: 0,
            clocks: 0,
            event_at: u64::MAX,
            clocks_before_reset: 0,
            instructions: 0,
            spaces: 0,
            waits: 0xFFFF,
            memory: Memory::new(),
            code_writes: Vec::new(),
            interrupts: Interrupts::default(),
            peripherals: Peripherals::default(),
            lines: Lines::default(),
            bus: Bus::default(),
            clock,
            strict: false,
            fault: None,
            undefined_addressing: 0,
            observer: Observer::default(),
        }
    }

    /// A hardware reset: what UM 8-28 to 8-35 names; R, N, the data ALU, LA, LC, the stack and all memory stay.
    pub(crate) fn reset(&mut self, mode: u8) {
        self.clocks_before_reset += self.clocks;
        self.clocks = 0;
        self.instructions = 0;
        // What a move has put into an address register is there, though its use as a pointer is late (UM A-237).
        self.late_before = self.late.take();
        self.commit_late();
        self.m = [0xFFFF; 8];
        self.refresh_wraps();
        self.status = sr::RESET;
        self.pending = 0;
        self.watch_loop();
        self.omr = mode & omr::MODE;
        self.apply_map(self.omr);
        self.sp = 0;
        // Mode 2 starts in external program memory (UM 3-11).
        self.pc = if mode & omr::MODE == 2 { 0xE000 } else { 0 };
        self.prefetched = None;
        self.sleep = Sleep::Awake;
        self.wake_at = None;
        self.fault = None;
        self.observer.forget();
        self.attention &= attention::BUS | attention::HELD | attention::CODE | attention::OBSERVE | attention::LINE;
        self.interrupts.reset();
        self.peripherals.hardware_reset();
        self.waits = self.peripherals.bcr;
        self.reset_bus();
        self.reschedule();
    }

    /// Keep `attention` true to the registers and to what is under way between two instructions.
    pub(crate) fn attend_to_state(&mut self) {
        for (reason, applies) in [
            (attention::LATE, self.late.is_some()),
            (attention::PREFETCHED, self.prefetched.is_some()),
            (attention::SLEEP, self.sleep != Sleep::Awake),
            (attention::TRACE, self.status & sr::T != 0),
        ] {
            self.attention = if applies { self.attention | reason } else { self.attention & !reason };
        }
    }

    /// Clocks since power-up.
    pub(crate) fn total_clocks(&self) -> u64 {
        self.clocks_before_reset + self.clocks
    }

    /// The time of the present clock in picoseconds.
    pub(crate) fn now(&self) -> u64 {
        self.clock.time_of(self.total_clocks())
    }

    /// End the run with a mistake; the first one counts.
    #[cold]
    pub(crate) fn fail(&mut self, error: CoreError) {
        self.fault.get_or_insert(error);
        self.attention |= attention::FAULT;
    }

    /// Let `n` clocks pass.
    #[inline]
    pub(crate) fn pass(&mut self, n: u64) {
        self.clocks += n;
    }

    /// A push moves SP first (UM 6-17). Past 15 the pointer wraps to 0 with SE set; UF is frozen while SE is set.
    pub(crate) fn push(&mut self, high: u16, low: u16) {
        let i = self.raise_sp();
        if i != 0 {
            self.ssh[i] = high;
            self.ssl[i] = low;
        }
    }

    /// Move SP up; the new location, where 0 means that the word is lost (UM 6-16, 8-14).
    pub(crate) fn raise_sp(&mut self) -> usize {
        if self.sp & sp::SE != 0 {
            self.sp = (self.sp & !sp::P) | (self.sp.wrapping_add(1) & sp::P);
        } else {
            self.sp = (self.sp & sp::P) + 1;
            if self.sp & sp::SE != 0 {
                self.stack_error();
            }
        }
        usize::from(self.sp & sp::P)
    }

    /// A pull moves SP afterwards; below 0 it leaves $3F (UM 6-17).
    pub(crate) fn lower_sp(&mut self) {
        if self.sp & sp::SE != 0 {
            self.sp = (self.sp & !sp::P) | (self.sp.wrapping_sub(1) & sp::P);
        } else if self.sp & sp::P == 0 {
            self.sp = sp::UNDERFLOW;
            self.stack_error();
        } else {
            self.sp = (self.sp & sp::P) - 1;
        }
    }

    /// The stack location that SP points to.
    #[inline]
    pub(crate) fn top(&self) -> usize {
        usize::from(self.sp & sp::P)
    }

    pub(crate) fn set_sp(&mut self, value: u8) {
        let raised = value & sp::SE != 0 && self.sp & sp::SE == 0;
        self.sp = value & sp::MASK;
        if raised {
            // The 0-to-1 transition of SE raises the interrupt, whoever made it (UM 6-17).
            self.stack_error();
        }
    }
}
