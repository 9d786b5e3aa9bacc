//! The serial communication interface and its timer (UM 11-8 to 11-64), a character at a time, every flag at its clock.
//!
//! While the bits SCI of PCC are 0 the interface is held in individual reset (UM 11-24); the timer runs all the same
//! (UM 11-60).

mod line;
mod receiver;
mod transfer_units;
mod transmitter;

pub(crate) use line::SciLine;
pub use line::{SciFrame, SciPeer, SciSent, SciSentKind};
pub(crate) use transfer_units::{Receiver, Sending, Transmitter};

use crate::peripherals::bit_clock::{BIT, BitClock};
use crate::peripherals::serial::SerialInterface;
use dsp56k_isa::io::sccr::{self, CD, RCM, SCP, TCM};
use dsp56k_isa::io::scr::{self, ILIE, RE, RIE, RWU, SBK, SSFTD, TE, TIE, TMIE, WAKE, WDS};
use dsp56k_isa::io::ssr::{self, FE, IDLE, OR, PE, R8, RDRF, TDRE, TRNE};

const ERRORS: u8 = OR | PE | FE;

/// Registers and line states of the interface.
#[derive(Default)]
pub(crate) struct Sci {
    pub scr: u16,
    pub sccr: u16,
    pub status: u8,
    pub srx: u8,
    pub stx: u8,
    /// STX was written as STXA.
    pub address: bool,
    /// At least one pin belongs to the interface.
    pub active: bool,
    /// Error flags of the last read of SSR: the next read of SRX clears them.
    pub seen: u8,
    /// The clock at which the dividers were last set.
    pub origin: u64,
    /// The timer's next timeout, while TMIE is set.
    pub timer_at: Option<u64>,
    pub timer_pending: bool,
    pub transmit: Transmitter,
    pub receive: Receiver,
    pub line: SciLine,
}

impl SerialInterface for Sci {
    fn active(&mut self) -> &mut bool {
        &mut self.active
    }

    /// Leaves reset: the transmitter begins with a preamble (UM 11-42), the receiver assumes that the line is high.
    fn start(&mut self, now: u64) -> Result<(), &'static str> {
        self.check()?;
        if self.has(TE) {
            self.enable_transmitter(now);
        }
        if self.has(RE) {
            self.watch_for_idle(now);
        }
        self.kick(now);
        Ok(())
    }
    /// Resets status and both shift registers, because no pin is selected or in STOP (UM 11-25).
    fn individual_reset(&mut self) {
        self.status = ssr::RESET;
        self.seen = 0;
        self.transmit = Transmitter::default();
        self.receive = Receiver::default();
    }
}

impl Sci {
    /// Resets the interface by hardware reset or the RESET instruction; data registers retain their bytes (UM 11-25).
    pub(crate) fn reset(&mut self, now: u64) {
        (self.scr, self.sccr) = (scr::RESET, sccr::RESET);
        self.origin = now;
        (self.timer_at, self.timer_pending) = (None, false);
        self.active = false;
        self.individual_reset();
    }

    /// Rejects word formats and clock sources that the manual reserves or calls undefined (UM 11-12, 11-35).
    fn check(&self) -> Result<(), &'static str> {
        let reserved = matches!(self.scr & WDS, 1 | 3 | 7);
        if self.has(TE | RE) && reserved {
            return Err("a word format of the SCI that is reserved (UM 11-12)");
        }
        if self.has(TE | RE) && self.synchronous() && (self.sccr & TCM != 0) != (self.sccr & RCM != 0) {
            return Err("the SCI's synchronous mode with one internal and one external clock (UM 11-35)");
        }
        Ok(())
    }

    fn has(&self, bits: u16) -> bool {
        self.scr & bits != 0
    }

    fn synchronous(&self) -> bool {
        self.scr & WDS == 0
    }

    fn multidrop(&self) -> bool {
        self.scr & WDS == 6
    }

    /// Returns the number of bits of a character on the line: 8, 10 or 11 (UM 11-12).
    fn character_bits(&self) -> u64 {
        match self.scr & WDS {
            0 => 8,
            2 => 10,
            _ => 11,
        }
    }

    /// Returns the bit clock fosc / (64 (7 SCP + 1) (CD + 1)), in synchronous mode with 8 instead of 64 (UM 11-20 to
    /// 11-22).
    fn generator(&self, divider: u64) -> BitClock {
        let prescaler = if self.sccr & SCP != 0 { 8 } else { 1 };
        BitClock::every(divider * prescaler * (u64::from(self.sccr & CD) + 1))
    }

    /// Returns the bit clock of the transmitter or receiver, `None` while an external one is missing.
    fn bit_clock(&self, external: u16) -> Option<BitClock> {
        if self.sccr & external != 0 {
            self.line.clock
        } else {
            Some(self.generator(if self.synchronous() { 8 } else { 64 }))
        }
    }

    /// Returns true if the transmitter is on and has an internal or external clock.
    pub(crate) fn is_clocked(&self) -> bool {
        self.active && self.bit_clock(TCM).is_some()
    }

    pub(crate) fn write_scr(&mut self, value: u16, now: u64) -> Result<(), &'static str> {
        let changed = (value ^ self.scr) & scr::MASK;
        self.scr = value & scr::MASK;
        if changed & TMIE != 0 {
            self.timer_pending = false;
            self.schedule_timer(now);
        }
        if !self.active {
            return Ok(());
        }
        self.check()?;
        if changed & TE != 0 {
            if self.has(TE) { self.enable_transmitter(now) } else { self.disable_transmitter(now) }
        }
        if changed & SBK != 0 && self.has(SBK) {
            self.transmit.break_due = true;
        }
        if changed & RE != 0 && self.has(RE) {
            self.watch_for_idle(now);
        }
        if self.synchronous() && now < self.transmit.start {
            self.receive.listening = self.has(RE);
        }
        self.kick(now);
        Ok(())
    }

    /// Writes SCCR and restarts the dividers.
    pub(crate) fn write_sccr(&mut self, value: u16, now: u64) -> Result<(), &'static str> {
        self.sccr = value;
        self.origin = now;
        self.schedule_timer(now);
        if !self.active {
            return Ok(());
        }
        self.kick(now);
        self.check()
    }

    /// Schedules the timer, which divides the SCI clock by 16 in every mode (UM 11-18, 11-60).
    pub(crate) fn schedule_timer(&mut self, now: u64) {
        let period = self.generator(64);
        let timeouts = period.first_bit(self.origin, now + 1);
        self.timer_at = self.has(TMIE).then(|| period.after(self.origin, timeouts.max(1) * BIT));
    }

    /// Reads SSR as the DSP does: the errors in it can then be cleared (UM 11-19).
    pub(crate) fn read_status(&mut self) -> u8 {
        self.seen = self.status & ERRORS;
        self.status
    }

    /// Reads SRX as the DSP does, shifted to the byte that its address selects.
    pub(crate) fn read_srx(&mut self, shift: u32) -> u32 {
        self.status &= !(RDRF | self.seen);
        self.seen = 0;
        u32::from(self.srx) << shift
    }

    /// Writes STX or STXA as the DSP does. In individual reset TDRE stays set (UM 11-60).
    pub(crate) fn write_stx(&mut self, byte: u8, address: bool, now: u64) {
        (self.stx, self.address) = (byte, address);
        if self.active {
            self.status &= !(TDRE | TRNE);
            self.transmit.in_time |= self.transmit.load_at == u64::MAX && now <= self.transmit.last_call;
            self.kick(now);
        }
    }

    /// Starts transfers that are ready.
    pub(crate) fn kick(&mut self, now: u64) {
        if self.transmit.sending == Sending::Nothing {
            self.next_character(now, true);
        }
        self.next_reception(now);
    }

    pub(crate) fn next_event(&self) -> u64 {
        self.timer_at.unwrap_or(u64::MAX).min(self.transmit.next_event()).min(self.receive.next_event())
    }

    /// Runs the events at `clock`.
    pub(crate) fn advance(&mut self, clock: u64) {
        if self.timer_at == Some(clock) {
            self.timer_pending = true;
            self.schedule_timer(clock);
        }
        self.transmitter_event(clock);
        self.receiver_event(clock);
    }

    /// Returns true if the receive interrupt, with or without exception, is requested (UM 11-17).
    pub(crate) fn receive_interrupt(&self, exception: bool) -> bool {
        self.has(RIE) && self.status & RDRF != 0 && (self.status & ERRORS != 0) == exception
    }

    pub(crate) fn transmit_interrupt(&self) -> bool {
        self.has(TIE) && self.status & TDRE != 0
    }

    pub(crate) fn idle_interrupt(&self) -> bool {
        self.has(ILIE) && self.receive.idle_pending
    }

    pub(crate) fn timer_interrupt(&self) -> bool {
        self.timer_pending
    }

    /// Returns true if no interrupt is enabled and no device is connected, so that only registers show its events.
    pub(crate) fn is_quiet(&self) -> bool {
        !self.has(RIE | TIE | ILIE | TMIE) && self.line.peer.is_none()
    }

    /// Returns true if an event of the interface will request an interrupt.
    pub(crate) fn may_interrupt(&self) -> bool {
        self.has(RIE | TIE | ILIE | TMIE) && self.next_event() != u64::MAX
    }
}

#[cfg(test)]
mod tests;
