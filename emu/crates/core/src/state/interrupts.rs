//! Pending requests of the interrupt sources (UM 8-8 to 8-19).

use dsp56k_isa::Source;

/// The progress of entry into a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Phase {
    #[default]
    Idle,
    /// Words still to execute before the vector.
    Coming { source: Source, words: u8 },
    /// The vector's words are executing; `position` is the next.
    Vector { source: Source, address: u16, position: u8 },
}

/// An interrupt request pin: its level and its edge latch.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct RequestLine {
    pub asserted: bool,
    pub edge: bool,
}

/// Pending requests that are not a peripheral's flags.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Interrupts {
    pub irqa: RequestLine,
    pub irqb: RequestLine,
    pub nmi: bool,
    pub stack_error: bool,
    /// A traced instruction has ended, or SWI has executed, and the exception is pending.
    pub trace: bool,
    pub swi: bool,
    pub phase: Phase,
}

impl Interrupts {
    /// Clears the latches of the pins and the recognised request at STOP; a stack error and a trace stay pending (UM
    /// 8-37, 8-39).
    pub(crate) fn drop_requests(&mut self) {
        (self.irqa.edge, self.irqb.edge, self.nmi) = (false, false, false);
        if !matches!(self.phase, Phase::Vector { .. }) {
            self.phase = Phase::Idle;
        }
    }

    /// Clears every request at a reset; the lines retain their levels.
    pub(crate) fn reset(&mut self) {
        let lines = (self.irqa.asserted, self.irqb.asserted);
        *self = Self::default();
        (self.irqa.asserted, self.irqb.asserted) = lines;
    }
}
