//! The timing of the SSI: frames, slots and bit clocks (UM 11-66 to 11-72, 11-86 to 11-133).

use super::transfer_unit::{ClockSource, Frame, TransferUnit};
use super::{GCK, MOD, SCD0, SCD1, SCD2, SCKD, SYN, Ssi, TDE, TE};
use crate::peripherals::bit_clock::BitClock;
use dsp56k_isa::io::cra::{PM, PSR};

impl Ssi {
    /// Returns the bit clock fosc / (4 (7 PSR + 1) (PM + 1)) (UM 11-93).
    fn generator(&self) -> BitClock {
        let prescaler = if self.cra & PSR != 0 { 8 } else { 1 };
        BitClock::every(4 * prescaler * (u64::from(self.cra & PM) + 1))
    }

    /// Returns true if the transmitter is on and has an internal or external bit clock.
    pub(crate) fn is_clocked(&self) -> bool {
        self.active && (self.has(SCKD) || self.line.clock.is_some() || self.line.gated_words > 0)
    }

    /// Leaves reset, or changes the mode: the bit clock starts now, the first slot one bit later.
    ///
    /// # Errors
    /// A combination of control bits that Table 11-7 does not define.
    pub(super) fn start_units(&mut self, now: u64) -> Result<(), &'static str> {
        (self.transmit, self.receive) = (TransferUnit::default(), TransferUnit::default());
        (self.sending, self.rx_word) = (false, false);
        self.status &= !super::IF | self.input_flags();
        let single = self.words_per_frame() == 1;
        let gated = self.has(GCK);
        if self.has(MOD) && gated && !(single && self.has(SCKD)) {
            return Err("the SSI's network mode with a gated clock other than on demand and internal (UM 11-87)");
        }
        let bit_clock = |internal: bool| if internal { Some(self.generator()) } else { self.line.clock };
        // Modes 8 and 9 (UM 11-86, 11-87): data driven, the transmitter makes the frame sync.
        let demand = self.has(MOD) && single && (gated || self.has(SCD2));
        let source = if demand {
            ClockSource::Demand
        } else if gated && !self.has(SCKD) {
            ClockSource::Gated
        } else {
            ClockSource::Frames
        };
        let transmit = TransferUnit::started(source, bit_clock(self.has(SCKD)), now);
        let receive = if self.has(SYN) || (gated && self.has(SCD0)) {
            TransferUnit { source: ClockSource::Follow, ..TransferUnit::default() }
        } else {
            let source = if gated { ClockSource::Gated } else { ClockSource::Frames };
            TransferUnit::started(source, bit_clock(self.has(SCD0)), now)
        };
        (self.transmit, self.receive) = (transmit, receive);
        self.kick(now);
        Ok(())
    }

    /// Begins a word that is ready.
    pub(crate) fn kick(&mut self, now: u64) {
        if self.transmit.at == u64::MAX {
            let ready = match self.transmit.source {
                ClockSource::Demand => self.has(TE) && self.status & TDE == 0,
                ClockSource::Gated => self.line.gated_words > 0 || (self.has(SYN) && !self.line.incoming.is_empty()),
                _ => false,
            };
            if ready {
                self.transmit.begin_soon(now);
            }
        } else if self.transmit.source == ClockSource::Demand && !self.transmit.inside && !self.has(TE) {
            // Disabled before its first bit: the word stays in TX (UM 11-79).
            self.transmit.at = u64::MAX;
        }
        if self.receive.at == u64::MAX && self.receive.source == ClockSource::Gated && !self.line.incoming.is_empty() {
            self.receive.begin_soon(now);
        }
    }

    pub(crate) fn next_event(&self) -> u64 {
        self.transmit.at.min(self.receive.at)
    }

    /// Runs the events at `clock`; `pins` are the levels at SC1:SC0.
    pub(crate) fn advance(&mut self, clock: u64, pins: u8) {
        if self.transmit.at == clock {
            self.transmitter_event(clock, pins);
        }
        if self.receive.at == clock {
            self.receiver_event(clock, pins);
        }
    }

    fn transmitter_event(&mut self, clock: u64, pins: u8) {
        let slot = self.transmit.slot;
        let frame = self.frame(SCD2);
        let bits = self.slot_bits(slot, frame);
        let follows = self.receive.source == ClockSource::Follow;
        if !self.transmit.inside {
            self.begin_transmit(slot);
            if follows {
                // An internal gated clock runs only with data to send (UM 11-78).
                let clocked = self.sending || !self.has(GCK) || self.transmit.source == ClockSource::Gated;
                self.begin_receive(slot, clocked, pins);
            }
            self.transmit.enter(bits);
            return;
        }
        self.finish_transmit(slot, clock);
        if follows {
            self.finish_receive(slot, clock);
        }
        if self.transmit.source == ClockSource::Gated {
            self.line.gated_words = self.line.gated_words.saturating_sub(1);
        }
        self.transmit.leave(bits, frame);
        self.kick(clock);
    }

    fn receiver_event(&mut self, clock: u64, pins: u8) {
        let slot = self.receive.slot;
        let frame = self.frame(SCD1);
        let bits = self.slot_bits(slot, frame);
        if !self.receive.inside {
            self.begin_receive(slot, true, pins);
            self.receive.enter(bits);
            return;
        }
        self.finish_receive(slot, clock);
        self.receive.leave(bits, frame);
        self.kick(clock);
    }

    fn slot_bits(&self, slot: u8, frame: Frame) -> u64 {
        if slot > 0 && !self.has(MOD) { frame.rest } else { u64::from(self.word_bits()) }
    }

    /// Returns the frame of the rate divider, or of an external frame sync: in normal mode each sync starts a word
    /// (Figure 11-42). A sync before the end of the frame is not recognized (UM 11-105), nor any sync with a gated
    /// clock (UM 11-71).
    fn frame(&self, internal: u16) -> Frame {
        let word = u64::from(self.word_bits());
        let programmed = u64::from(self.words_per_frame()) * word;
        let length = if self.has(MOD) { programmed } else { word };
        let distance = match self.line.frame_bits {
            0 => programmed,
            _ if self.has(internal | GCK) => programmed,
            period => length.div_ceil(period).saturating_mul(period),
        };
        let gap = distance - length;
        if self.has(MOD) {
            return Frame { slots: self.words_per_frame(), rest: 0, gap };
        }
        Frame { slots: if gap > 0 { 2 } else { 1 }, rest: gap, gap: 0 }
    }
}
