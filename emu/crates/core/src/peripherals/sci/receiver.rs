//! The SCI's receiver (UM 11-15 to 11-20, 11-38 to 11-41, 11-47 to 11-55).

use super::{FE, IDLE, OR, PE, R8, RCM, RDRF, RE, RWU, SSFTD, Sci, SciFrame, WAKE, WDS};
use crate::peripherals::bit_clock::BIT;

impl Sci {
    /// Starts to watch for an idle line when the receiver is turned on: ones for a character's time.
    pub(super) fn watch_for_idle(&mut self, now: u64) {
        if let Some(bit) = self.bit_clock(RCM).filter(|_| !self.synchronous()) {
            self.receive.idle_at = bit.after(now, self.character_bits() * BIT);
        }
    }

    /// Schedules the start of the next character on RXD. Other events at this clock do not delay one that begins now.
    pub(super) fn next_reception(&mut self, now: u64) {
        let (begins, comes) = (self.receive.start_at == now, self.receive.done_at != u64::MAX);
        if begins || comes || self.synchronous() || !self.active {
            return;
        }
        self.receive.start_at = u64::MAX;
        if self.bit_clock(RCM).is_none() {
            return;
        }
        if let Some(frame) = self.line.incoming.front()
            && (frame.not_before.is_some() || self.has(RE))
        {
            let line_free = now.max(self.receive.free_at);
            self.receive.start_at = frame.not_before.unwrap_or(0).max(line_free).max(now + 1);
        }
    }

    pub(super) fn receiver_event(&mut self, clock: u64) {
        if self.receive.idle_at == clock {
            self.receive.idle_at = u64::MAX;
            self.line_is_idle();
        }
        if self.receive.done_at == clock {
            self.receive.done_at = u64::MAX;
            if self.synchronous() {
                self.receive.frame = self.line.incoming.pop_front().unwrap_or_default();
            }
            if self.receive.listening {
                self.character(self.receive.frame);
            }
            self.next_reception(clock);
        }
        if self.receive.start_at == clock {
            self.receive.start_at = u64::MAX;
            self.start_bit(clock);
        }
    }

    fn start_bit(&mut self, clock: u64) {
        let (Some(frame), Some(bit)) = (self.line.incoming.pop_front(), self.bit_clock(RCM)) else { return };
        let bits = self.character_bits();
        let receive = &mut self.receive;
        receive.frame = frame;
        receive.free_at = bit.after(clock, bits * BIT);
        // Bits are sampled in their middle (UM 11-20).
        receive.done_at = bit.after(clock, bits * BIT - BIT / 2);
        receive.listening = self.scr & RE != 0;
        if self.receive.listening {
            self.status &= !IDLE;
            self.receive.armed = true;
            let ones = self.last_zero(frame) + 1 + bits;
            self.receive.idle_at = bit.after(clock, ones * BIT - BIT / 2);
        }
    }

    /// Returns the position of the last low bit of a character; the start bit is 0.
    fn last_zero(&self, frame: SciFrame) -> u64 {
        let stop = self.character_bits() - 1;
        let mut bits = u64::from(frame.data) << 1;
        if stop == 10 {
            let odd = frame.data.count_ones() & 1 == 1;
            let ninth = match self.scr & WDS {
                4 => odd != frame.bad_parity,
                5 => odd == frame.bad_parity,
                _ => frame.address,
            };
            bits |= u64::from(ninth) << 9;
        }
        bits |= u64::from(!frame.bad_stop) << stop;
        (0..=stop).rev().find(|bit| bits >> bit & 1 == 0).unwrap_or(0)
    }

    fn line_is_idle(&mut self) {
        self.status |= IDLE;
        if self.receive.armed {
            self.receive.armed = false;
            self.receive.idle_pending = true;
        }
        if !self.has(WAKE) {
            self.scr &= !RWU;
        }
    }

    /// Receives a complete character (UM 11-15, 11-19).
    fn character(&mut self, frame: SciFrame) {
        let data = self.in_order(frame.data);
        if self.has(RWU) && !self.synchronous() {
            // The last data bit on the line marks an address (UM 11-15).
            let last = if self.has(SSFTD) { data & 1 != 0 } else { data & 0x80 != 0 };
            let address = if self.multidrop() { frame.address } else { last };
            if !(self.has(WAKE) && address) {
                return;
            }
            self.scr &= !RWU;
        }
        if self.status & RDRF != 0 {
            // An overrun hides the other errors; the byte is lost.
            self.status = self.status & !(PE | FE) | OR;
            return;
        }
        if self.status & FE != 0 {
            // A framing error inhibits transfers until it is cleared (UM 11-19).
            return;
        }
        self.srx = data;
        self.status |= RDRF;
        if self.synchronous() {
            return;
        }
        if matches!(self.scr & WDS, 4 | 5) && frame.bad_parity {
            self.status |= PE;
        }
        if frame.bad_stop {
            self.status |= FE;
        }
        if self.multidrop() {
            self.status = self.status & !R8 | if frame.address { R8 } else { 0 };
        }
    }

    /// Receives a byte in synchronous mode together with a transmitted one; its last bit is at `done_at`.
    pub(super) fn clock_in(&mut self, done_at: u64) {
        self.receive.listening = self.has(RE);
        self.receive.done_at = done_at;
    }
}
