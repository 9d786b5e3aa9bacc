//! The synchronous serial interface (UM 11-64 to 11-135), a word at a time, every flag at its bit clock.
//!
//! While the bits SSI of PCC are 0 the interface is held in individual reset (UM 11-87). `timing` schedules the words;
//! `line` has the external connections.

mod line;
mod timing;
mod transfer_unit;

pub(crate) use line::SsiLine;
pub use line::{SsiPeer, SsiWord};
pub(crate) use transfer_unit::{ClockSource, TransferUnit};

use crate::peripherals::serial::SerialInterface;
use dsp56k_isa::io::cra::{self, DC, DC_SHIFT, WL, WL_SHIFT};
use dsp56k_isa::io::crb::{self, GCK, MOD, OF, RE, RIE, SCD_SHIFT, SCD0, SCD1, SCD2, SCKD, SHFD, SYN, TE, TIE};
use dsp56k_isa::io::pcc;
use dsp56k_isa::io::ssisr::{self, IF, RDF, RFS, ROE, TDE, TFS, TUE};

/// Bits that may change only in reset (UM 11-89); here a change restarts the interface.
const MODE: u16 = MOD | GCK | SYN | SCKD | SCD2 | SCD1 | SCD0;

/// Registers and time slots of the interface.
#[derive(Default)]
pub(crate) struct Ssi {
    pub cra: u16,
    pub crb: u16,
    pub status: u8,
    pub rx: u32,
    pub tx: u32,
    /// At least one pin belongs to the interface.
    pub active: bool,
    /// TUE and ROE of the last read of SSISR: the next write of TX or read of RX clears them.
    pub seen: u8,
    /// TSR was written after TX.
    pub skip: bool,
    /// The transmitter uses the current slot; `shift` is `None` if STD is three-stated.
    pub sending: bool,
    pub shift: Option<u32>,
    /// Enabled since the beginning of the frame.
    pub tx_frame: bool,
    pub rx_frame: bool,
    /// The receiver takes the current word.
    pub rx_word: bool,
    /// SC1:SC0 as driven out, and as latched at the frame's first bit.
    pub flags_out: u8,
    pub flags_in: u8,
    pub transmit: TransferUnit,
    pub receive: TransferUnit,
    pub line: SsiLine,
}

/// Returns the upper `bits` of a 24-bit word in reverse order.
fn mirrored(word: u32, bits: u32) -> u32 {
    (word >> (24 - bits)).reverse_bits() >> (32 - bits) << (24 - bits)
}

impl SerialInterface for Ssi {
    fn active(&mut self) -> &mut bool {
        &mut self.active
    }

    /// Leaves reset, or restarts in another mode.
    fn start(&mut self, now: u64) -> Result<(), &'static str> {
        self.start_units(now)
    }
    /// Resets status and time slots, because no pin is selected or in STOP (UM 11-88).
    fn individual_reset(&mut self) {
        self.status = ssisr::RESET;
        (self.seen, self.flags_in) = (0, 0);
        (self.skip, self.sending, self.shift) = (false, false, None);
        (self.tx_frame, self.rx_frame, self.rx_word) = (false, false, false);
        (self.transmit, self.receive) = (TransferUnit::default(), TransferUnit::default());
    }
}

impl Ssi {
    /// Resets the interface by hardware reset or the RESET instruction; data registers retain their words (UM 11-88).
    pub(crate) fn reset(&mut self) {
        (self.cra, self.crb) = (cra::RESET, crb::RESET);
        self.active = false;
        self.individual_reset();
    }

    fn has(&self, bits: u16) -> bool {
        self.crb & bits != 0
    }

    fn word_bits(&self) -> u32 {
        [8, 12, 16, 24][usize::from((self.cra & WL) >> WL_SHIFT)]
    }

    fn words_per_frame(&self) -> u8 {
        ((self.cra & DC) >> DC_SHIFT) as u8 + 1
    }

    /// Returns a word between the register and the line, whose first bit is the highest.
    fn on_the_wire(&self, word: u32) -> u32 {
        let bits = self.word_bits();
        let word = word & (crate::bits::WORD_MASK << (24 - bits)) & crate::bits::WORD_MASK;
        if self.has(SHFD) { mirrored(word, bits) } else { word }
    }

    pub(crate) fn write_cra(&mut self, value: u16, now: u64) -> Result<(), &'static str> {
        let changed = value != self.cra;
        self.cra = value;
        if changed && self.active { self.start(now) } else { Ok(()) }
    }

    /// Writes CRB. Cleared enables end with the current word, and need a new frame when set again (UM 11-79).
    pub(crate) fn write_crb(&mut self, value: u16, now: u64) -> Result<(), &'static str> {
        let changed = value ^ self.crb;
        self.crb = value;
        self.tx_frame &= self.has(TE);
        self.rx_frame &= self.has(RE);
        if self.active {
            if changed & MODE != 0 {
                return self.start(now);
            }
            self.kick(now);
        }
        Ok(())
    }

    /// Reads SSISR as the DSP does: TUE and ROE can then be cleared (UM 11-82).
    pub(crate) fn read_status(&mut self) -> u8 {
        self.seen = self.status & (TUE | ROE);
        self.status
    }

    pub(crate) fn read_rx(&mut self) -> u32 {
        self.status &= !(RDF | self.seen & ROE);
        self.seen &= !ROE;
        self.rx
    }

    /// Writes TX as the DSP does. In individual reset TDE stays set.
    pub(crate) fn write_tx(&mut self, word: u32, now: u64) {
        self.tx = word;
        self.fill(false, now);
    }

    /// Writes TSR as the DSP does: the next slot stays three-stated (UM 11-83).
    pub(crate) fn write_tsr(&mut self, now: u64) {
        self.fill(true, now);
    }

    fn fill(&mut self, skip: bool, now: u64) {
        self.status &= !(self.seen & TUE);
        self.seen &= !TUE;
        if self.active {
            self.skip = skip;
            self.status &= !TDE;
            self.kick(now);
        }
    }

    /// Returns true if the receive interrupt, with or without exception, is requested (UM 11-80).
    pub(crate) fn receive_interrupt(&self, exception: bool) -> bool {
        self.has(RIE) && self.status & RDF != 0 && (self.status & ROE != 0) == exception
    }

    /// Returns true if the transmit interrupt, with or without exception, is requested (UM 11-80).
    pub(crate) fn transmit_interrupt(&self, exception: bool) -> bool {
        self.has(TIE) && self.status & TDE != 0 && (self.status & TUE != 0) == exception
    }

    /// Returns true if an event of the interface will request an interrupt.
    pub(crate) fn may_interrupt(&self) -> bool {
        self.has(TIE | RIE) && self.next_event() != u64::MAX
    }

    /// Returns true if no interrupt is enabled and no device is connected, so that only registers show its events.
    pub(crate) fn is_quiet(&self) -> bool {
        !self.has(TIE | RIE) && self.line.peer.is_none()
    }

    /// Returns the input flags among SC1, SC0; the others read as zero (UM 11-81).
    fn input_flags(&self) -> u8 {
        if self.has(SYN) { !(self.crb >> SCD_SHIFT) as u8 & IF } else { 0 }
    }

    /// Returns the output flags among SC1, SC0 (UM 11-76).
    fn output_flags(&self) -> u8 {
        if self.has(SYN) { (self.crb >> SCD_SHIFT & OF) as u8 } else { 0 }
    }

    /// Returns the levels that the interface drives on port C: the output flags at SC0 and SC1, pins 3 and 4 (UM
    /// 11-76).
    pub(crate) fn port_c_levels(&self) -> u16 {
        u16::from(self.flags_out & self.output_flags()) << pcc::SSI_SHIFT
    }

    fn begin_transmit(&mut self, slot: u8) {
        let first = slot == 0;
        if first {
            self.tx_frame = self.has(TE);
        }
        self.status = if first { self.status | TFS } else { self.status & !TFS };
        let used = first || self.has(MOD);
        if used {
            // Output flags change with the data, independently of TE (UM 11-76, 11-133).
            self.flags_out = (self.crb & OF) as u8 & self.output_flags();
        }
        self.sending = used && self.tx_frame;
        if self.sending {
            if self.status & TDE == 0 {
                self.shift = (!self.skip).then_some(self.tx);
                self.skip = false;
                self.status |= TDE;
            } else {
                // The previous word is sent again (UM 11-82).
                self.shift = Some(self.tx);
                self.status |= TUE;
            }
        }
    }

    fn finish_transmit(&mut self, slot: u8, clock: u64) {
        if self.sending {
            let word = self.shift.map(|word| self.on_the_wire(word));
            self.line.send(SsiWord { clock, slot, word, flags: self.flags_out });
        }
    }

    /// Starts to receive a word; `clocked` is false if a gated clock does not run.
    fn begin_receive(&mut self, slot: u8, clocked: bool, pins: u8) {
        if slot == 0 {
            self.rx_frame = self.has(RE);
            self.flags_in = pins;
        }
        self.rx_word = clocked && self.rx_frame && (slot == 0 || self.has(MOD));
    }

    fn finish_receive(&mut self, slot: u8, clock: u64) {
        if !self.rx_word {
            return;
        }
        let word = self.line.word(clock, slot);
        if self.status & RDF != 0 {
            self.status |= ROE;
            return;
        }
        self.rx = self.on_the_wire(word);
        self.status &= !(IF | RFS);
        self.status |= RDF | self.flags_in & self.input_flags() | if slot == 0 { RFS } else { 0 };
    }
}

#[cfg(test)]
mod tests;
