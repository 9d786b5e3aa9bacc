//! Interrupt sources, arbitration and the way into a vector (UM 8-8 to 8-27).
//!
//! Arbitration happens between instructions. From the boundary at which a request is recognized, the instruction about
//! to execute and three more program words pass through the pipeline before the first vector word (Figures 8-6, 8-7).

use crate::bits::sr;
use crate::decode::entry::{Entry, Exec};
use crate::state::Core;
use crate::state::attention::Attention;
use crate::state::interrupts::{Interrupts, Phase, RequestLine, Source};
use crate::state::lines::OutputLine;
use crate::state::processing::Sleep;
use dsp56k_isa::ControlOp;

/// Program words executed between recognition and the first vector word.
const LATENCY_WORDS: u8 = 4;
/// Clocks of an illegal instruction beyond those of a NOP (UM ).
const ILLEGAL_BEYOND_NOP: u64 = 6;
/// The level that no mask refuses.
const UNMASKABLE: u8 = 3;
/// NOP cycles appended to a traced instruction (UM 8-16), in clocks.
const TRACE_CLOCKS: u64 = 6;

/// Whether a pin's field of the IPR, level code and trigger bit, lets edges be latched: the latch stays reset while the
/// request is disabled or sensitive to levels (UM 8-11).
fn detects_edges(field: u16) -> bool {
    field & 3 != 0 && field & 4 != 0
}

impl Core {
    /// Drive the IRQA (`false`) or IRQB (`true`) pin; `asserted` is the low level.
    pub(crate) fn drive_request(&mut self, second: bool, asserted: bool) {
        let field = if second { self.peripherals.ipr >> 3 } else { self.peripherals.ipr };
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
        let Interrupts { nmi, stack_error, trace, swi, .. } = self.interrupts;
        let unmaskable =
            [(nmi, Source::Nmi), (stack_error, Source::StackError), (trace, Source::Trace), (swi, Source::Swi)];
        if let Some((_, source)) = unmaskable.into_iter().find(|(pending, _)| *pending) {
            return Some(source);
        }
        // With T set only level 3 is served (UM 8-19).
        if self.status.sr & sr::T != 0 {
            return None;
        }
        let mask = (self.status.sr & sr::I) >> sr::I_SHIFT;
        let mut best: Option<(u16, Source)> = None;
        for (source, level) in self.maskable_requests() {
            // Level codes 1, 2, 3 are priorities 0, 1, 2; the first listed wins within a level.
            if level != 0 && level > mask && best.is_none_or(|(found, _)| level > found) {
                best = Some((level, source));
            }
        }
        best.map(|(_, source)| source)
    }

    /// Pending maskable requests in the order of UM 8-18, with their level codes.
    fn maskable_requests(&self) -> impl Iterator<Item = (Source, u16)> {
        let ipr = self.peripherals.ipr;
        let line = |line: RequestLine, field: u16| if field & 4 != 0 { line.edge } else { line.asserted };
        let hi = &self.peripherals.host;
        let (ssi, sci) = (&self.peripherals.ssi, &self.peripherals.sci);
        let (host, ssi_level, sci_level) = (ipr >> 10 & 3, ipr >> 12 & 3, ipr >> 14);
        [
            (Source::Irqa, line(self.interrupts.irqa, ipr), ipr & 3),
            (Source::Irqb, line(self.interrupts.irqb, ipr >> 3), ipr >> 3 & 3),
            (Source::HostCommand, hi.command_interrupt(), host),
            (Source::HostReceive, hi.receive_interrupt(), host),
            (Source::HostTransmit, hi.transmit_interrupt(), host),
            (Source::SsiReceiveException, ssi.receive_interrupt(true), ssi_level),
            (Source::SsiReceive, ssi.receive_interrupt(false), ssi_level),
            (Source::SsiTransmitException, ssi.transmit_interrupt(true), ssi_level),
            (Source::SsiTransmit, ssi.transmit_interrupt(false), ssi_level),
            (Source::SciReceiveException, sci.receive_interrupt(true), sci_level),
            (Source::SciReceive, sci.receive_interrupt(false), sci_level),
            (Source::SciTransmit, sci.transmit_interrupt(), sci_level),
            (Source::SciIdle, sci.idle_interrupt(), sci_level),
            (Source::SciTimer, sci.timer_interrupt(), sci_level),
        ]
        .into_iter()
        .filter_map(|(source, pending, level)| pending.then_some((source, level)))
    }

    /// Keep `attention` and HREQ true to the state of the requests; to be called after every change of one.
    pub(crate) fn refresh_interrupts(&mut self) {
        self.note_output(OutputLine::Hreq, self.peripherals.host.hreq(), self.time.clocks);
        self.interrupts.irqa.edge &= detects_edges(self.peripherals.ipr);
        self.interrupts.irqb.edge &= detects_edges(self.peripherals.ipr >> 3);
        if self.interrupts.phase != Phase::Idle || self.candidate().is_some() {
            self.attention.set(Attention::INTERRUPT);
        } else {
            self.attention.clear(Attention::INTERRUPT);
        }
    }

    /// Whether any request could ever be admitted with the present mask and enables.
    pub(crate) fn interruptible(&self) -> bool {
        let mask = (self.status.sr & sr::I) >> sr::I_SHIFT;
        let ipr = self.peripherals.ipr;
        [ipr & 3, ipr >> 3 & 3, ipr >> 10 & 3, ipr >> 12 & 3, ipr >> 14].into_iter().any(|level| level > mask)
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
        use ControlOp as Op;
        let Phase::Coming { words, .. } = self.interrupts.phase else { return false };
        if self.attention.has(Attention::REPEAT) {
            return false;
        }
        words == 0
            || e.words > words
            || (words == 1
                && (e.flow
                    || e.exec == Exec::Illegal
                    || matches!(e.control, Op::Rep | Op::Stop | Op::Wait | Op::Reset) && e.is_control()))
    }

    /// Words of an executed instruction leave the pipeline. A change of flow takes a cycle for each refill. A REP rejects
    /// the request on its way (UM 8-18, 8-27); one that repeats once has its last repetition decoded in its own second
    /// cycle, so that arbitration has begun again there.
    pub(crate) fn count_down(&mut self, e: &Entry) {
        if let Phase::Coming { source, words } = self.interrupts.phase {
            if e.is_control() && e.control == ControlOp::Rep {
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
        let address = match source {
            Source::StackError => 0x02,
            Source::Trace => 0x04,
            Source::Swi => 0x06,
            Source::Irqa => 0x08,
            Source::Irqb => 0x0A,
            Source::SsiReceive => 0x0C,
            Source::SsiReceiveException => 0x0E,
            Source::SsiTransmit => 0x10,
            Source::SsiTransmitException => 0x12,
            Source::SciReceive => 0x14,
            Source::SciReceiveException => 0x16,
            Source::SciTransmit => 0x18,
            Source::SciIdle => 0x1A,
            Source::SciTimer => 0x1C,
            Source::Nmi => 0x1E,
            Source::HostReceive => 0x20,
            Source::HostTransmit => 0x22,
            Source::HostCommand => self.peripherals.host.acknowledge_command(),
            Source::Illegal => 0x3E,
        };
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
        let ipr = self.peripherals.ipr;
        let code = match source {
            Source::Irqa => ipr & 3,
            Source::Irqb => ipr >> 3 & 3,
            Source::HostCommand | Source::HostReceive | Source::HostTransmit => ipr >> 10 & 3,
            Source::SsiReceiveException | Source::SsiReceive | Source::SsiTransmitException | Source::SsiTransmit => {
                ipr >> 12 & 3
            }
            Source::SciReceiveException
            | Source::SciReceive
            | Source::SciTransmit
            | Source::SciIdle
            | Source::SciTimer => ipr >> 14,
            _ => return UNMASKABLE,
        };
        (code as u8).saturating_sub(1)
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
