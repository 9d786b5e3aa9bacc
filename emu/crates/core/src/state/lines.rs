//! The levels of the signal lines between the chip and its board, their future edges and past changes.
//!
//! `true` is asserted: the low level of IRQA, IRQB, RESET, BR, HREQ and BG; for NMI the 10 V on IRQB (UM 8-12).

use std::collections::VecDeque;

/// Maximum number of recorded changes of an output.
pub(crate) const MAX_CHANGES: usize = 65_536;

/// A line that the board drives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputLine {
    Irqa,
    Irqb,
    Nmi,
    Reset,
    Br,
}

impl InputLine {
    pub const ALL: [Self; 5] = [Self::Irqa, Self::Irqb, Self::Nmi, Self::Reset, Self::Br];
}

/// A line that the chip drives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputLine {
    Hreq,
    Bg,
}

/// A change of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineChange {
    /// Oscillator clock since reset.
    pub clock: u64,
    pub asserted: bool,
}

/// A future edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Edge {
    /// Since power-up.
    pub clock: u64,
    /// The number of edges that were requested before it.
    pub number: u64,
    pub asserted: bool,
}

/// The state of an output.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    pub asserted: bool,
    pub changes: VecDeque<LineChange>,
    pub has_listener: bool,
}

/// The state of the lines that belongs to no other part of the chip.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    /// Edges of each input, in order of time.
    pub edges: [VecDeque<Edge>; InputLine::ALL.len()],
    /// Number of edges that were requested.
    pub count: u64,
    /// NMI's level.
    pub nmi: bool,
    /// MB:MA for the next release of RESET, which latches them (UM 2-11).
    pub mode_pins: u8,
    pub outputs: [Output; 2],
    /// Changes of outputs with listeners, in order of time.
    pub unreported: Vec<(OutputLine, LineChange)>,
}

impl Lines {
    /// Returns the input with the earliest edge, and that edge.
    pub(crate) fn first(&self) -> Option<(InputLine, Edge)> {
        let fronts = InputLine::ALL.into_iter().zip(&self.edges);
        fronts
            .filter_map(|(line, edges)| Some((line, *edges.front()?)))
            .min_by_key(|(_, edge)| (edge.clock, edge.number))
    }

    /// Takes over the outputs, their changes and listeners, which belong to the board.
    pub(crate) fn keep_board(&mut self, other: &mut Self) {
        self.outputs = std::mem::take(&mut other.outputs);
        self.unreported = std::mem::take(&mut other.unreported);
    }
}
