//! Interrupt requests: the pending ones, and the one that wins arbitration (UM 8-10 to 8-19).

use crate::bits::sr;
use crate::state::Core;
use crate::state::interrupts::{Phase, RequestLine};
use crate::state::lines::OutputLine;
use crate::state::pending_events::PendingEvents;
use dsp56k_isa::{Priority, Source};

/// Level code and trigger bit in a pin's field of the IPR (Tables 8-4, 8-5, UM 8-17).
const LEVEL: u16 = 3;
const EDGE: u16 = 4;

/// Returns true if a pin's field of the IPR, level code and trigger bit, lets edges be latched: the latch stays reset
/// while the request is disabled or sensitive to levels (UM 8-11).
fn detects_edges(field: u16) -> bool {
    field & LEVEL != 0 && field & EDGE != 0
}

impl Core {
    /// Drives the IRQA (`false`) or IRQB (`true`) pin; `asserted` is the low level.
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

    /// Returns the request that wins arbitration now (UM 8-18).
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
        for (source, level) in Source::ALL.into_iter().filter_map(|source| Some((source, self.level_code(source)?))) {
            // Level codes 1, 2, 3 are priorities 0, 1, 2; the first listed takes precedence within a level.
            if level > mask && best.is_none_or(|(found, _)| level > found) && self.is_pending(source) {
                best = Some((level, source));
            }
        }
        best.map(|(_, source)| source)
    }

    /// Returns the level code of a maskable source.
    pub(crate) fn level_code(&self, source: Source) -> Option<u16> {
        source.priority().map(|field| field.code(self.peripherals.ipr))
    }

    /// Returns true if a source requests an interrupt, even if it is not enabled in the IPR.
    fn is_pending(&self, source: Source) -> bool {
        let pin = |line: RequestLine, field: Priority| {
            if field.field(self.peripherals.ipr) & EDGE != 0 { line.edge } else { line.asserted }
        };
        let pending = &self.interrupts;
        let (hi, ssi, sci) = (&self.peripherals.host, &self.peripherals.ssi, &self.peripherals.sci);
        match source {
            // It replaces the next instruction, and never waits.
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

    /// Updates `pending` and HREQ by the requests; to be called after every change of a request.
    pub(crate) fn refresh_interrupts(&mut self) {
        self.note_output(OutputLine::Hreq, self.peripherals.host.hreq(), self.time.clocks);
        self.interrupts.irqa.edge &= detects_edges(Priority::IAL.field(self.peripherals.ipr));
        self.interrupts.irqb.edge &= detects_edges(Priority::IBL.field(self.peripherals.ipr));
        if self.interrupts.phase != Phase::Idle || self.candidate().is_some() {
            self.pending.set(PendingEvents::INTERRUPT);
        } else {
            self.pending.clear(PendingEvents::INTERRUPT);
        }
    }

    /// Returns true if any request could be admitted with the current mask and enables.
    #[inline]
    pub(crate) fn interruptible(&self) -> bool {
        let mask = (self.status.sr & sr::I) >> sr::I_SHIFT;
        Priority::ALL.into_iter().any(|field| field.code(self.peripherals.ipr) > mask)
    }
}
