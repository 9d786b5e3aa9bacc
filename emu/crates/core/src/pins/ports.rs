//! The board's side of the serial interfaces and of ports B and C: queues, devices and levels at the pins.

use crate::chip::Dsp56001;
use crate::error::CoreError;
use crate::peripherals::sci::{SciFrame, SciPeer, SciSent};
use crate::peripherals::serial::SerialInterface;
use crate::peripherals::ssi::{SsiPeer, SsiWord};
use crate::peripherals::{BitClock, PortChange};
use crate::state::pending_events::PendingEvents;

/// One of the ports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PortName {
    B,
    C,
}

impl Dsp56001 {
    /// Queues words on SRD: 24 bits, the first bit of the line highest. If the SSI's clock is external and gated, each
    /// word has its own clocks.
    ///
    /// # Errors
    /// The system has no memory for them; no word is queued.
    pub fn ssi_feed(&mut self, words: &[u32]) -> Result<(), CoreError> {
        let ssi = &mut self.core.peripherals.ssi;
        ssi.line.incoming.try_reserve(words.len()).map_err(|_| CoreError::Memory { what: "words on SRD" })?;
        ssi.line.incoming.extend(words.iter().map(|word| word & crate::bits::WORD_MASK));
        ssi.kick(self.core.time.clocks);
        self.core.reschedule();
        Ok(())
    }

    /// Returns the number of words transmitted since the last call of `ssi_take`, at most the latest 2^20.
    pub fn ssi_sent(&self) -> usize {
        self.core.peripherals.ssi.line.sent.len()
    }

    /// Returns the number of words on SRD that have not been received.
    pub fn ssi_waiting(&self) -> usize {
        self.core.peripherals.ssi.line.incoming.len()
    }

    /// Returns the slots transmitted since the last call, at most the latest 2^20.
    pub fn ssi_take(&mut self) -> Vec<SsiWord> {
        self.core.peripherals.ssi.line.sent.drain(..).collect()
    }

    /// Connects a device, or disconnects it.
    pub fn ssi_attach(&mut self, peer: Option<Box<dyn SsiPeer>>) {
        self.core.peripherals.ssi.line.peer = peer;
    }

    /// Sets the external bit clock, and the number of bits between external frame syncs (0: the programmed frame). A
    /// running interface restarts.
    pub fn ssi_external_clock(&mut self, clock: Option<BitClock>, frame_bits: u32) {
        let now = self.core.time.clocks;
        let ssi = &mut self.core.peripherals.ssi;
        (ssi.line.clock, ssi.line.frame_bits) = (clock, u64::from(frame_bits));
        let done = if ssi.active { ssi.start(now) } else { Ok(()) };
        self.core.refuse(done);
        self.core.reschedule();
    }

    /// Transmits `words` words by the external gated clock.
    pub fn ssi_clock_out(&mut self, words: u32) {
        let ssi = &mut self.core.peripherals.ssi;
        ssi.line.gated_words += u64::from(words);
        ssi.kick(self.core.time.clocks);
        self.core.reschedule();
    }

    /// Queues characters on RXD. In synchronous mode with an external clock each has its own clocks.
    ///
    /// # Errors
    /// The system has no memory for them; no character is queued.
    pub fn sci_feed(&mut self, frames: impl ExactSizeIterator<Item = SciFrame>) -> Result<(), CoreError> {
        let sci = &mut self.core.peripherals.sci;
        sci.line.incoming.try_reserve(frames.len()).map_err(|_| CoreError::Memory { what: "characters on RXD" })?;
        sci.line.incoming.extend(frames);
        if sci.active {
            sci.kick(self.core.time.clocks);
        }
        self.core.reschedule();
        Ok(())
    }

    /// Returns the number of characters transmitted since the last call of `sci_take`, at most the latest 2^20.
    pub fn sci_sent(&self) -> usize {
        self.core.peripherals.sci.line.sent.len()
    }

    /// Returns the number of characters on RXD whose start bit has not been received.
    pub fn sci_waiting(&self) -> usize {
        self.core.peripherals.sci.line.incoming.len()
    }

    /// Returns the characters transmitted since the last call, at most the latest 2^20.
    pub fn sci_take(&mut self) -> Vec<SciSent> {
        self.core.peripherals.sci.line.sent.drain(..).collect()
    }

    /// Connects a device, or disconnects it.
    pub fn sci_attach(&mut self, peer: Option<Box<dyn SciPeer>>) {
        self.core.peripherals.sci.line.peer = peer;
    }

    /// Sets the external clock at SCLK, as bits of the line.
    pub fn sci_external_clock(&mut self, clock: Option<BitClock>) {
        let now = self.core.time.clocks;
        let sci = &mut self.core.peripherals.sci;
        sci.line.clock = clock;
        if sci.active {
            sci.kick(now);
        }
        self.core.reschedule();
    }

    /// Drives the pins of `mask` from the board.
    pub fn drive_port(&mut self, port: PortName, mask: u16, levels: u16) {
        match port {
            PortName::B => self.core.peripherals.port_b.drive(mask, levels),
            PortName::C => self.core.peripherals.port_c.drive(mask, levels),
        }
    }

    /// Releases the board's drivers of the pins of `mask`.
    pub fn release_port(&mut self, port: PortName, mask: u16) {
        match port {
            PortName::B => self.core.peripherals.port_b.release(mask),
            PortName::C => self.core.peripherals.port_c.release(mask),
        }
    }

    /// Returns the levels at the pins.
    pub fn port_pins(&self, port: PortName) -> u16 {
        match port {
            PortName::B => self.core.peripherals.port_b_pins(),
            PortName::C => self.core.peripherals.port_c_pins(),
        }
    }

    /// Returns the changes of the general-purpose outputs since the last call, with their clocks.
    pub fn port_changes(&mut self, port: PortName) -> Vec<PortChange> {
        match port {
            PortName::B => self.core.peripherals.port_b.take_changes(),
            PortName::C => self.core.peripherals.port_c.take_changes(),
        }
    }

    /// Takes over the connections of another chip's pins.
    pub(crate) fn keep_board(&mut self, other: &mut crate::state::Core) {
        let (ours, theirs) = (&mut self.core.peripherals, &mut other.peripherals);
        std::mem::swap(&mut ours.ssi.line, &mut theirs.ssi.line);
        std::mem::swap(&mut ours.sci.line, &mut theirs.sci.line);
        ours.port_b.keep_board(std::mem::take(&mut theirs.port_b));
        ours.port_c.keep_board(std::mem::take(&mut theirs.port_c));
        self.core.lines.keep_board(&mut other.lines);
        self.core.pending.set(PendingEvents::SCHEDULE);
    }
}
