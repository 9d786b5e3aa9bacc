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

/// Sources that nothing masks, and those of each field of the IPR.
const LEVEL_3: u32 = Source::with_priority(None);
const MASKABLE: [u32; Priority::ALL.len()] = {
    let (mut sources, mut i) = ([0; Priority::ALL.len()], 0);
    while i < Priority::ALL.len() {
        sources[i] = Source::with_priority(Some(Priority::ALL[i]));
        i += 1;
    }
    sources
};

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
        let requests = self.requests();
        if requests & LEVEL_3 != 0 {
            return Source::first_of(requests & LEVEL_3);
        }
        // With T set only level 3 is served (UM 8-19).
        if requests == 0 || self.status.sr & sr::T != 0 {
            return None;
        }
        // Level codes 1, 2, 3 are priorities 0, 1, 2; the first listed takes precedence within a level.
        let mut level = (self.status.sr & sr::I) >> sr::I_SHIFT;
        let mut best = 0;
        for (field, sources) in Priority::ALL.into_iter().zip(MASKABLE) {
            let (code, sources) = (field.code(self.peripherals.ipr), requests & sources);
            if sources != 0 && code > level {
                (level, best) = (code, sources);
            } else if sources != 0 && code == level && best != 0 {
                best |= sources;
            }
        }
        Source::first_of(best)
    }

    /// Returns the level code of a maskable source.
    pub(crate) fn level_code(&self, source: Source) -> Option<u16> {
        source.priority().map(|field| field.code(self.peripherals.ipr))
    }

    /// Returns the set of the sources that request an interrupt, even if it is not enabled in the IPR. An illegal
    /// instruction replaces the next one, and never waits.
    fn requests(&self) -> u32 {
        let pin = |line: RequestLine, field: Priority| {
            if field.field(self.peripherals.ipr) & EDGE != 0 { line.edge } else { line.asserted }
        };
        let pending = &self.interrupts;
        let (hi, ssi, sci) = (&self.peripherals.host, &self.peripherals.ssi, &self.peripherals.sci);
        let requests = [
            (Source::Nmi, pending.nmi),
            (Source::StackError, pending.stack_error),
            (Source::Trace, pending.trace),
            (Source::Swi, pending.swi),
            (Source::Irqa, pin(pending.irqa, Priority::IAL)),
            (Source::Irqb, pin(pending.irqb, Priority::IBL)),
            (Source::HostCommand, hi.command_interrupt()),
            (Source::HostReceive, hi.receive_interrupt()),
            (Source::HostTransmit, hi.transmit_interrupt()),
            (Source::SsiReceiveException, ssi.receive_interrupt(true)),
            (Source::SsiReceive, ssi.receive_interrupt(false)),
            (Source::SsiTransmitException, ssi.transmit_interrupt(true)),
            (Source::SsiTransmit, ssi.transmit_interrupt(false)),
            (Source::SciReceiveException, sci.receive_interrupt(true)),
            (Source::SciReceive, sci.receive_interrupt(false)),
            (Source::SciTransmit, sci.transmit_interrupt()),
            (Source::SciIdle, sci.idle_interrupt()),
            (Source::SciTimer, sci.timer_interrupt()),
        ];
        requests.into_iter().fold(0, |set, (source, requests)| set | (source.bit() * u32::from(requests)))
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
