//! The SCI's transmitter (UM 11-16 to 11-19, 11-23 to 11-24, 11-32 to 11-45).

use super::{SBK, SSFTD, Sci, SciSent, SciSentKind, Sending, TCM, TDRE, TE, TRNE, Transmitter};
use crate::peripherals::bit_clock::BIT;

/// Bits between a write of STX to an idle transmitter and the first bit on TXD, less the wait for the bit clock: "two
/// to four serial clock cycles" (UM 11-23).
const START_DELAY: u64 = 2;
/// TDRE is set two cycles of the 16x clock into the first data bit (UM 11-19), in sixteenths of a bit.
const TDRE_ASYNCHRONOUS: u64 = BIT + 2;
/// In synchronous mode it is set in the middle of the second bit (UM 11-19).
const TDRE_SYNCHRONOUS: u64 = BIT + BIT / 2;
/// A byte written up to the middle of bit 6 follows without a gap (UM 11-32).
const LAST_CALL: u64 = 6 * BIT + BIT / 2;
/// Otherwise at least two bits are between them (UM 11-36).
const SYNCHRONOUS_GAP: u64 = 2;

impl Sci {
    /// Enables the transmitter when TE is set: a preamble of ones comes first (UM 11-16).
    pub(super) fn enable_transmitter(&mut self, now: u64) {
        if !self.synchronous() {
            self.transmit.preamble_due = true;
            self.status &= !TRNE;
        }
        self.kick(now);
    }

    /// Disables the transmitter when TE is cleared: the current character is completed, others are not sent; a byte
    /// stays in STX (UM 11-16).
    pub(super) fn disable_transmitter(&mut self, now: u64) {
        self.transmit.preamble_due = false;
        if now < self.transmit.start && self.transmit.sending != Sending::Nothing {
            let Transmitter { byte, address, break_due, .. } = self.transmit;
            self.transmit = Transmitter { byte, address, break_due, ..Transmitter::default() };
            if self.synchronous() {
                self.receive.done_at = u64::MAX;
            }
        }
    }

    /// Starts the next transmission at `from`: preamble, break, data (UM 11-24). `idle` states that the line was idle.
    pub(super) fn next_character(&mut self, from: u64, idle: bool) {
        let synchronous = self.synchronous();
        let before = self.transmit;
        let waiting = self.status & TDRE == 0;
        let Some(bit) = self.bit_clock(TCM).filter(|_| self.active) else { return self.rest(waiting) };
        let clocked = synchronous && self.sccr & TCM != 0;
        let mut wanted = 0;
        let (sending, delay) = if self.has(TE) && before.preamble_due && !synchronous {
            (Sending::Preamble, 0)
        } else if self.has(TE) && !synchronous && (before.break_due || self.has(SBK)) {
            (Sending::Break, 0)
        } else if clocked {
            // The external clock determines the start.
            let Some(frame) = self.line.incoming.front() else { return self.rest(waiting) };
            wanted = frame.not_before.unwrap_or(0);
            (Sending::Data, 0)
        } else if self.has(TE) && waiting {
            let delay = match (idle, synchronous) {
                (true, _) => START_DELAY,
                (false, true) if !before.in_time => SYNCHRONOUS_GAP,
                // A high bit ends a break (UM 11-15).
                (false, false) if before.sending == Sending::Break => 1,
                _ => 0,
            };
            (Sending::Data, delay)
        } else {
            return self.rest(waiting);
        };
        let silent = sending == Sending::Data && !self.has(TE);
        if !silent {
            self.status &= !TRNE;
        } else if !waiting {
            self.status |= TRNE;
        }
        let next = bit.first_bit(self.origin, from + u64::from(idle)) + delay;
        let first = next.max(bit.first_bit(self.origin, wanted));
        let after = |sixteenths: u64| bit.after(self.origin, first * BIT + sixteenths);
        let load = if synchronous { TDRE_SYNCHRONOUS } else { TDRE_ASYNCHRONOUS };
        // A slave sends the previous byte again when the next one comes too late (UM 11-35) for a word without a gap.
        let late = clocked && !idle && after(0) == from && !before.in_time;
        let loads = sending == Sending::Data && !silent && !late;
        self.transmit = Transmitter {
            sending,
            silent,
            start: after(0),
            load_at: if loads { after(load) } else { u64::MAX },
            end_at: after(self.character_bits() * BIT),
            last_call: after(LAST_CALL),
            in_time: waiting && !loads,
            preamble_due: before.preamble_due && sending != Sending::Preamble,
            break_due: before.break_due && sending != Sending::Break,
            ..before
        };
        if synchronous {
            self.clock_in(after(7 * BIT + BIT / 2));
        }
    }

    /// Leaves the line in the mark state, without a transmission.
    fn rest(&mut self, waiting: bool) {
        self.transmit.sending = Sending::Nothing;
        (self.transmit.load_at, self.transmit.end_at) = (u64::MAX, u64::MAX);
        if !waiting {
            self.status |= TRNE;
        }
    }

    pub(super) fn transmitter_event(&mut self, clock: u64) {
        if self.transmit.load_at == clock {
            self.transmit.load_at = u64::MAX;
            (self.transmit.byte, self.transmit.address) = (self.stx, self.address);
            self.status |= TDRE;
        }
        if self.transmit.end_at != clock {
            return;
        }
        let kind = match self.transmit.sending {
            Sending::Preamble => SciSentKind::Preamble,
            Sending::Break => SciSentKind::Break,
            _ => SciSentKind::Data,
        };
        let (data, address) = match kind {
            SciSentKind::Data => (self.in_order(self.transmit.byte), self.transmit.address && self.multidrop()),
            SciSentKind::Preamble => (0xFF, false),
            SciSentKind::Break => (0, false),
        };
        if !self.transmit.silent {
            self.line.send(SciSent { clock, kind, data, address });
        }
        self.next_character(clock, false);
        self.next_reception(clock);
    }

    /// Returns a byte between the register and a line whose partner shifts the least significant bit first.
    pub(super) fn in_order(&self, byte: u8) -> u8 {
        if self.has(SSFTD) { byte.reverse_bits() } else { byte }
    }
}
