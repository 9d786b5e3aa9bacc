//! Interrupt sources, arbitration and the way into a vector (UM 8-8 to 8-27).
//!
//! Arbitration happens between instructions. From the boundary at which a request is recognized, the instruction about
//! to execute and three more program words pass through the pipeline before the first vector word (Figures 8-6, 8-7).

use crate::bits::sr;
use crate::decode::entry::{Entry, Exec};
use crate::state::Core;
use crate::state::attention::Attention;
use crate::state::interrupts::{Phase, RequestLine};
use crate::state::lines::OutputLine;
use crate::state::processing::Sleep;
use dsp56k_isa::{Priority, Sequence, Source};

/// Program words executed between recognition and the first vector word.
const LATENCY_WORDS: u8 = 4;
/// Clocks of an illegal instruction beyond those of a NOP (UM ).
const ILLEGAL_BEYOND_NOP: u64 = 6;
/// The level that no mask refuses.
const UNMASKABLE: u8 = 3;
/// Level code and trigger bit in a pin's field of the IPR (Tables 8-4, 8-5, UM 8-17).
const LEVEL: u16 = 3;
const EDGE: u16 = 4;
/// NOP cycles appended to a traced instruction (UM 8-16), in clocks.
const TRACE_CLOCKS: u64 = 6;

/// Whether a pin's field of the IPR, level code and trigger bit, lets edges be latched: the latch stays reset while the
/// request is disabled or sensitive to levels (UM 8-11).
fn detects_edges(field: u16) -> bool {
    field & LEVEL != 0 && field & EDGE != 0
}

impl Core {
    /// Drive the IRQA (`false`) or IRQB (`true`) pin; `asserted` is the low level.
    pub(crate) fn drive_request(&mut self, second: bool, asserted: bool) {
        let field = if second { Priority::IBL } else { Priority::IAL }.field(self.peripherals.ipr);
        let line = if second { &mut self.interrupts.irqb } else { &mut self.interrupts.irqa };
        let fell = asserted && !line.asserted;
        line.asserted = asserted;
        line.edge |= fell && detects_edges(field);
        self.refresh_interrupts();
    }

    pub(crate) fn raise_nmi(&mut self) {
        self.interrupts.nmi = true;
        self.refresh_interrupts();
    }

    pub(crate) fn stack_error(&mut self) {
        self.interrupts.stack_error = true;
        self.stack.failed = true;
        self.refresh_interrupts();
    }

    /// The request that wins arbitration now, with its level (UM 8-18).
    pub(crate) fn candidate(&self) -> Option<Source> {
        let level_3 = Source::ALL.into_iter().filter(|source| source.priority().is_none());
        if let Some(source) = level_3.into_iter().find(|source| self.is_pending(*source)) {
            return Some(source);
        }
        // With T set only level 3 is served (UM 8-19).
        if self.status.sr & sr::T != 0 {
            return None;
        }
        let mask = (self.status.sr & sr::I) >> sr::I_SHIFT;
        let mut best: Option<(u16, Source)> = None;
        for (source, level) in Source::ALL.into_iter().filter_map(|source| Some((source, self.code(source)?))) {
            // Level codes 1, 2, 3 are priorities 0, 1, 2; the first listed wins within a level.
            if level > mask && best.is_none_or(|(found, _)| level > found) && self.is_pending(source) {
                best = Some((level, source));
            }
        }
        best.map(|(_, source)| source)
    }

    /// The level code of a source that can be masked.
    fn code(&self, source: Source) -> Option<u16> {
        source.priority().map(|field| field.code(self.peripherals.ipr))
    }

    /// Whether a source requests an interrupt, be it enabled in the IPR or not.
    fn is_pending(&self, source: Source) -> bool {
        let pin = |line: RequestLine, field: Priority| {
            if field.field(self.peripherals.ipr) & EDGE != 0 { line.edge } else { line.asserted }
        };
        let pending = &self.interrupts;
        let (hi, ssi, sci) = (&self.peripherals.host, &self.peripherals.ssi, &self.peripherals.sci);
        match source {
            // It comes in place of the next instruction, and never has to wait.
            Source::Illegal => false,
            Source::Nmi => pending.nmi,
            Source::StackError => pending.stack_error,
            Source::Trace => pending.trace,
            Source::Swi => pending.swi,
            Source::Irqa => pin(pending.irqa, Priority::IAL),
            Source::Irqb => pin(pending.irqb, Priority::IBL),
            Source::HostCommand => hi.command_interrupt(),
            Source::HostReceive => hi.receive_interrupt(),
            Source::HostTransmit => hi.transmit_interrupt(),
            Source::SsiReceiveException => ssi.receive_interrupt(true),
            Source::SsiReceive => ssi.receive_interrupt(false),
            Source::SsiTransmitException => ssi.transmit_interrupt(true),
            Source::SsiTransmit => ssi.transmit_interrupt(false),
            Source::SciReceiveException => sci.receive_interrupt(true),
            Source::SciReceive => sci.receive_interrupt(false),
            Source::SciTransmit => sci.transmit_interrupt(),
            Source::SciIdle => sci.idle_interrupt(),
            Source::SciTimer => sci.timer_interrupt(),
        }
    }

    /// Keep `attention` and HREQ true to the state of the requests; to be called after every change of one.
    pub(crate) fn refresh_interrupts(&mut self) {
        self.note_output(OutputLine::Hreq, self.peripherals.host.hreq(), self.time.clocks);
        self.interrupts.irqa.edge &= detects_edges(Priority::IAL.field(self.peripherals.ipr));
        self.interrupts.irqb.edge &= detects_edges(Priority::IBL.field(self.peripherals.ipr));
        if self.interrupts.phase != Phase::Idle || self.candidate().is_some() {
            self.attention.set(Attention::INTERRUPT);
        } else {
            self.attention.clear(Attention::INTERRUPT);
        }
    }

    /// Whether any request could ever be admitted with the present mask and enables.
    pub(crate) fn interruptible(&self) -> bool {
        let mask = (self.status.sr & sr::I) >> sr::I_SHIFT;
        Priority::ALL.into_iter().any(|field| field.code(self.peripherals.ipr) > mask)
    }

    /// Arbitrate before an instruction. Under a REP arbitration begins again where its last repetition is decoded, one
    /// before it executes (Figure 8-11).
    pub(crate) fn arbitrate(&mut self) {
        if self.interrupts.phase == Phase::Idle
            && (!self.attention.has(Attention::REPEAT) || matches!(self.hw_loop.lc, 1 | 2))
            && let Some(source) = self.candidate()
        {
            self.interrupts.phase = Phase::Coming { source, words: LATENCY_WORDS };
        }
    }

    /// Whether the instruction at hand is put off until after the vector that is coming: its later words would be replaced,
    /// or it is one of those that are aborted when fetched just before the first vector word (UM 8-17; an illegal one is
    /// "refetched", UM 8-12).
    pub(crate) fn gives_way(&self, e: &Entry) -> bool {
        let Phase::Coming { words, .. } = self.interrupts.phase else { return false };
        if self.attention.has(Attention::REPEAT) {
            return false;
        }
        words == 0 || e.words > words || (words == 1 && (e.sequence.facts().aborted || e.exec == Exec::Illegal))
    }

    /// Words of an executed instruction leave the pipeline. A change of flow takes a cycle for each refill. A REP rejects
    /// the request on its way (UM 8-18, 8-27); one that repeats once has its last repetition decoded in its own second
    /// cycle, so that arbitration has begun again there.
    pub(crate) fn count_down(&mut self, e: &Entry) {
        if let Phase::Coming { source, words } = self.interrupts.phase {
            if e.sequence == Sequence::Repeat {
                let again = if self.hw_loop.lc == 1 { self.candidate() } else { None };
                self.interrupts.phase =
                    again.map_or(Phase::Idle, |source| Phase::Coming { source, words: LATENCY_WORDS - 1 });
                return;
            }
            let used = if e.flow { e.clocks / 2 } else { e.words };
            self.interrupts.phase = Phase::Coming { source, words: words.saturating_sub(used) };
        }
    }

    /// The pipeline has run empty: fetch the vector. The acknowledge clears the request (UM 8-19).
    pub(crate) fn enter_vector(&mut self, source: Source) {
        let address = source.vector().unwrap_or_else(|| self.peripherals.host.acknowledge_command());
        match source {
            Source::StackError => self.interrupts.stack_error = false,
            Source::Nmi => self.interrupts.nmi = false,
            Source::Trace => self.interrupts.trace = false,
            Source::Swi => self.interrupts.swi = false,
            Source::Irqa => self.interrupts.irqa.edge = false,
            Source::Irqb => self.interrupts.irqb.edge = false,
            Source::SciIdle => self.peripherals.sci.receive.idle_pending = false,
            Source::SciTimer => self.peripherals.sci.timer_pending = false,
            _ => {}
        }
        self.interrupts.phase = Phase::Vector { source, address, position: 0 };
        self.attention.set(Attention::INTERRUPT);
    }

    /// The level that a source interrupts at, 0 to 3.
    fn level(&self, source: Source) -> u8 {
        self.code(source).map_or(UNMASKABLE, |code| (code as u8).saturating_sub(1))
    }

    /// A call in a vector: PC and SR are stacked; LF, scaling and T are cleared, the mask is raised (UM 8-19).
    pub(crate) fn enter_long_interrupt(&mut self) {
        if let Phase::Vector { source, .. } = self.interrupts.phase {
            let mask = u16::from((self.level(source) + 1).min(UNMASKABLE));
            self.settle();
            self.status.sr = self.status.sr & !(sr::LF | sr::S | sr::T | sr::I) | mask << sr::I_SHIFT;
            self.watch_loop();
            self.interrupts.phase = Phase::Idle;
            self.mode_register_changed();
        }
    }

    /// After a vector's instruction: the next word, or back to the main program, which has not moved.
    pub(crate) fn leave_vector_word(&mut self, words: u8) {
        if let Phase::Vector { source, address, position } = self.interrupts.phase {
            let position = position + words;
            self.interrupts.phase = if position >= 2 || self.flow.jumped {
                Phase::Idle
            } else {
                Phase::Vector { source, address, position }
            };
        }
        self.refresh_interrupts();
    }

    /// SWI: a level-3 interrupt right after the instruction; a maskable request on its way stays pending (UM 8-11,
    /// An NMI or a stack error that is pending as SWI executes wins, and SWI's own request stays (Table 8-6).
    /// With T set it is ignored (UM 8-19).
    pub(crate) fn software_interrupt(&mut self) {
        if self.status.sr & sr::T == 0 {
            self.interrupts.swi = true;
            let winner = self.candidate().unwrap_or(Source::Swi);
            self.enter_vector(winner);
        }
    }

    /// An undefined opcode runs as a NOP and interrupts; PC stays on it, unless it stands in a vector. Repeated, it is a
    /// NOP until the last time, and the word after it, fetched by then, is lost (UM 8-12, Figure 8-3, A-75).
    pub(crate) fn illegal_instruction(&mut self) {
        let repeated = self.attention.has(Attention::REPEAT);
        if repeated && self.hw_loop.lc != 1 {
            // The entry's clocks are those of the interrupting one.
            self.time.clocks = self.time.clocks.wrapping_sub(ILLEGAL_BEYOND_NOP);
            return;
        }
        self.attention.set(Attention::ILLEGAL);
        if !matches!(self.interrupts.phase, Phase::Vector { .. }) {
            if !repeated {
                self.count_word_at_end();
            }
            self.flow.next_pc = if repeated { self.flow.next_pc.wrapping_add(1) } else { self.flow.pc };
            self.flow.jumped = true;
        }
        self.enter_vector(Source::Illegal);
    }

    /// A traced instruction has ended: three NOP cycles, then the trace vector (UM 8-16), or that of an NMI or a stack
    /// error which was on its way as the instruction began: it wins, and the trace stays pending (Table 8-6). After an
    /// illegal instruction it does, too.
    pub(crate) fn trace(&mut self) {
        if self.attention.has(Attention::REPEAT) {
            return;
        }
        self.interrupts.trace = true;
        let winner = match self.interrupts.phase {
            Phase::Vector { .. } => return self.refresh_interrupts(),
            Phase::Coming { source: source @ (Source::Nmi | Source::StackError), .. } => source,
            Phase::Idle if self.processing.sleep != Sleep::Awake => self.candidate().unwrap_or(Source::Trace),
            Phase::Idle | Phase::Coming { .. } => Source::Trace,
        };
        if !self.wakes_for_trace() {
            self.pass(TRACE_CLOCKS);
        }
        self.enter_vector(winner);
    }
}
