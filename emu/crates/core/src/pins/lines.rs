//! The signal lines between the chip and its board (UM 2-10 to 2-12): inputs driven at exact clocks, outputs recorded
//! with theirs.
//!
//! `true` is asserted: the low level of IRQA, IRQB, RESET, BR, HREQ and BG; for NMI the 10 V on IRQB (UM 8-12).
//!
//! An edge at clock c is applied between two instructions, at the first boundary at or after c, as if a run had ended
//! there and the line had been driven then. Only BR is also sampled inside an instruction (`bus_grant`). If nothing
//! executes, every clock is a boundary. Edges count from power-up: a reset of the chip does not change the board's
//! future edges.

use crate::chip::Dsp56001;
use crate::state::Core;
use crate::state::lines::{Edge, InputLine, LineChange, OutputLine};
use crate::state::pending_events::PendingEvents;
use crate::timeline::LAST_CLOCK;

impl Core {
    /// Returns true if an edge or a change of BG is scheduled.
    pub(crate) fn is_driven(&self) -> bool {
        self.next_edge().min(self.bus_event()) != u64::MAX
    }

    /// Returns true if an edge can end a state that no maskable interrupt can end. BR can if port A is used.
    pub(crate) fn may_be_forced(&self, port_a: bool) -> bool {
        let is_driven = |line: InputLine| !self.lines.edges[line as usize].is_empty();
        is_driven(InputLine::Nmi) || is_driven(InputLine::Reset) || port_a && is_driven(InputLine::Br)
    }

    /// Advances peripherals and lines to the current clock, between two instructions.
    #[inline]
    pub(crate) fn meet_boundary(&mut self) {
        if self.time.event_at <= self.time.clocks {
            self.meet_events();
            self.take_edges();
        }
    }

    /// Applies the edges up to the current clock.
    #[inline(never)]
    fn take_edges(&mut self) {
        while let Some((line, edge)) = self.lines.first()
            && edge.clock <= self.total_clocks()
        {
            self.lines.edges[line as usize].pop_front();
            self.take_edge(line, edge);
        }
        self.update_grant();
        self.reschedule();
    }

    fn take_edge(&mut self, line: InputLine, edge: Edge) {
        match line {
            InputLine::Irqa => self.drive_request(false, edge.asserted),
            InputLine::Irqb => self.drive_request(true, edge.asserted),
            InputLine::Nmi => {
                if edge.asserted && !self.lines.nmi {
                    self.raise_nmi();
                }
                self.lines.nmi = edge.asserted;
            }
            InputLine::Reset => self.hold_reset(edge.asserted),
            InputLine::Br => self.request_bus(edge),
        }
    }

    /// Holds or releases RESET. While it is held time passes and nothing executes; on release the mode pins are latched
    /// (UM 2-11).
    fn hold_reset(&mut self, held: bool) {
        if held {
            self.pending.set(PendingEvents::HELD);
            self.peripherals.hardware_reset(self.time.clocks);
            self.withdraw_grant(self.time.clocks);
            self.reschedule();
        } else if self.pending.has(PendingEvents::HELD) {
            self.pending.clear(PendingEvents::HELD);
            self.reset(self.lines.mode_pins);
        }
    }

    /// Advances time to the next edge while nothing executes, or to `limit` if that comes first. Returns true if an
    /// edge was applied. Without a future edge, no time passes.
    pub(crate) fn await_edge(&mut self, limit: u64) -> bool {
        let at = self.next_edge().min(self.bus_event());
        if at == u64::MAX {
            return false;
        }
        self.time.clocks = self.time.clocks.max(at.min(limit));
        self.meet_boundary();
        at < limit
    }
}

impl Dsp56001 {
    /// Drives an input now, or at a future clock since reset. Edges are applied in order of their clocks, those of one
    /// clock in the order of the calls.
    pub fn drive(&mut self, line: InputLine, asserted: bool, at: Option<u64>) {
        let core = &mut self.core;
        core.meet_boundary();
        let clock = core.time.clocks_before_reset.saturating_add(at.unwrap_or(core.time.clocks)).min(LAST_CLOCK);
        let clock = clock.max(core.total_clocks());
        let edges = &mut core.lines.edges[line as usize];
        let place = edges.partition_point(|edge| edge.clock <= clock);
        edges.insert(place, Edge { clock, number: core.lines.count, asserted });
        core.lines.count += 1;
        core.reschedule();
        core.meet_boundary();
        self.apply_deferred_changes();
    }

    /// Returns the current level of an input.
    pub fn input(&self, line: InputLine) -> bool {
        let core = &self.core;
        match line {
            InputLine::Irqa => core.interrupts.irqa.asserted,
            InputLine::Irqb => core.interrupts.irqb.asserted,
            InputLine::Nmi => core.lines.nmi,
            InputLine::Reset => core.pending.has(PendingEvents::HELD),
            InputLine::Br => core.bus.requested,
        }
    }

    /// Returns the future edges of an input, their clocks counted since reset.
    pub fn edges(&self, line: InputLine) -> Vec<LineChange> {
        let since_reset = |edge: &Edge| LineChange {
            clock: edge.clock.saturating_sub(self.core.time.clocks_before_reset),
            asserted: edge.asserted,
        };
        self.core.lines.edges[line as usize].iter().map(since_reset).collect()
    }

    /// Cancels the future edges of an input.
    pub fn cancel_edges(&mut self, line: InputLine) {
        self.core.lines.edges[line as usize].clear();
        self.core.reschedule();
    }

    /// Returns the current level of an output.
    pub fn output(&self, line: OutputLine) -> bool {
        self.core.lines.outputs[line as usize].asserted
    }

    /// Returns the changes of an output since the last call, at most the latest 65,536.
    pub fn output_changes(&mut self, line: OutputLine) -> Vec<LineChange> {
        self.core.lines.outputs[line as usize].changes.drain(..).collect()
    }

    /// Sets whether runs return `Budget` between two instructions when an output has changed, for `unreported_changes`.
    pub fn listen(&mut self, line: OutputLine, has_listener: bool) {
        self.core.lines.outputs[line as usize].has_listener = has_listener;
    }

    /// Returns true if `unreported_changes` has changes to return.
    pub fn has_unreported_changes(&self) -> bool {
        !self.core.lines.unreported.is_empty()
    }

    /// Returns the changes of the outputs with listeners since the last call, in order of time.
    pub fn unreported_changes(&mut self) -> Vec<(OutputLine, LineChange)> {
        self.core.pending.clear(PendingEvents::LINE);
        std::mem::take(&mut self.core.lines.unreported)
    }

    /// Sets MB:MA at the mode pins, latched as RESET is released.
    pub fn set_mode_pins(&mut self, mode: u8) {
        self.core.lines.mode_pins = mode & crate::bits::omr::MODE;
    }

    /// Returns MB:MA, which the release of RESET latches.
    pub fn mode_pins(&self) -> u8 {
        self.core.lines.mode_pins
    }
}
