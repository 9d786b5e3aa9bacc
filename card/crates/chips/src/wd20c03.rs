//! WD20C03, the card's DES chip. `dsp56k.card.chips.wd20c03` has its data sheet.

use crate::des::Des;
use crate::oscillator::Oscillator;

const UNIT: usize = 8;
/// Offset of COMMAND and STATUS; the other one is DATA.
const COMMAND: u16 = 1;

/// Masks of the bits of COMMAND.
#[derive(Clone, Copy)]
pub struct Commands {
    pub act: u8,
    pub enc: u8,
    pub ldkey: u8,
    pub ldiv: u8,
    pub cbc: u8,
    pub clr: u8,
    pub rst: u8,
}

/// Masks of the bits of STATUS.
#[derive(Clone, Copy)]
pub struct Statuses {
    pub bsy: u8,
    pub dir: u8,
    pub dor: u8,
    pub kr: u8,
    pub ivr: u8,
    pub kpe: u8,
    pub kv: u8,
    pub ovr: u8,
}

/// Properties that a data sheet would determine.
#[derive(Clone, Copy)]
pub struct Description {
    pub command: Commands,
    pub status: Statuses,
    pub clocks_per_access: u64,
    pub clocks_to_result: u64,
    pub parity_error_stops: bool,
    pub short_iv_is_lost: bool,
}

/// The unit to which the next DATA access belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Idle,
    Key,
    Iv,
    Text,
    Cipher,
    Result,
}

/// The state between two accesses.
#[derive(Clone)]
pub struct State {
    /// True if the next access has a short strobe.
    pub short_strobe: bool,
    /// Chip clock from which the chip listens again.
    pub free_at: u64,
    pub command: u8,
    pub errors: u8,
    pub key: Option<[u8; UNIT]>,
    pub chain: [u8; UNIT],
    pub phase: Phase,
    /// Bytes of the unit being entered, or of the result not yet read; at most eight.
    pub unit: Vec<u8>,
    /// Chip clock at which the running cipher ends.
    pub done_at: u64,
}

impl State {
    /// Returns the state after a reset, of a chip that listens from a clock on.
    fn cleared(free_at: u64, short_strobe: bool) -> Self {
        Self {
            short_strobe,
            free_at,
            command: 0,
            errors: 0,
            key: None,
            chain: [0; UNIT],
            phase: Phase::Idle,
            unit: Vec::with_capacity(UNIT),
            done_at: 0,
        }
    }
}

/// The chip. Times are in picoseconds since power-up.
pub struct Wd20c03 {
    description: Description,
    oscillator: Oscillator,
    state: State,
    /// The schedule of the key, once a text needed it.
    cipher: Option<([u8; UNIT], Des)>,
}

impl Wd20c03 {
    pub fn new(description: Description, oscillator: Oscillator) -> Self {
        Self { description, oscillator, state: State::cleared(0, false), cipher: None }
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn set_state(&mut self, state: State) {
        self.state = state;
    }

    pub fn set_short_strobe(&mut self, short: bool) {
        self.state.short_strobe = short;
    }

    /// Clears everything (reset pin), including the key.
    pub fn reset(&mut self, now: u64) {
        self.state = State::cleared(self.oscillator.count_at(now), self.state.short_strobe);
    }

    /// Lets time pass.
    pub fn advance(&mut self, now: u64) {
        if self.state.phase == Phase::Cipher {
            self.settle(self.oscillator.count_at(now));
        }
    }

    /// Returns the time at which the running cipher ends.
    pub fn next_event(&self) -> Option<u128> {
        (self.state.phase == Phase::Cipher).then(|| self.oscillator.time_of(self.state.done_at))
    }

    /// Returns DATA or STATUS.
    pub fn read(&mut self, offset: u16, now: u64) -> u8 {
        if offset == COMMAND {
            self.advance(now);
            return self.status();
        }
        if !self.takes(now) {
            return 0;
        }
        if self.state.phase != Phase::Result {
            self.state.errors |= self.description.status.ovr;
            return 0;
        }
        let byte = self.state.unit.remove(0);
        if self.state.unit.is_empty() {
            self.enter_next(false, false);
        }
        byte
    }

    /// Writes DATA or COMMAND.
    pub fn write(&mut self, offset: u16, value: u8, now: u64) {
        if !self.takes(now) {
            return;
        }
        if offset == COMMAND {
            self.write_command(value);
        } else {
            self.write_data(value);
        }
    }

    /// Ends the running cipher if it is due.
    fn settle(&mut self, count: u64) {
        if count >= self.state.done_at {
            self.state.phase = Phase::Result;
        }
    }

    /// Returns true if an access is not too soon after the last one.
    fn takes(&mut self, now: u64) -> bool {
        let count = self.oscillator.count_at(now);
        if self.state.phase == Phase::Cipher {
            self.settle(count);
        }
        if count < self.state.free_at {
            self.state.errors |= self.description.status.ovr;
            return false;
        }
        self.state.free_at = count + self.description.clocks_per_access;
        true
    }

    fn status(&self) -> u8 {
        let Statuses { bsy, dir, dor, kr, ivr, kv, .. } = self.description.status;
        let phase = match self.state.phase {
            Phase::Idle => 0,
            Phase::Key => kr,
            Phase::Iv => ivr,
            Phase::Text => dir,
            Phase::Cipher => bsy,
            Phase::Result => dor,
        };
        phase | self.state.errors | if self.state.key.is_some() { kv } else { 0 }
    }

    fn write_command(&mut self, value: u8) {
        let Commands { ldkey, ldiv, clr, rst, .. } = self.description.command;
        let state = &mut self.state;
        if value & rst != 0 {
            *state = State::cleared(state.free_at, state.short_strobe);
            return;
        }
        if value & clr != 0 {
            state.errors &= !self.description.status.ovr;
        } else if matches!(state.phase, Phase::Cipher | Phase::Result) || !state.unit.is_empty() {
            state.errors |= self.description.status.ovr;
        }
        state.command = value;
        state.unit.clear();
        if value & ldkey != 0 {
            state.key = None;
            state.errors &= !self.description.status.kpe;
        }
        self.enter_next(value & ldkey != 0, value & ldiv != 0);
    }

    /// Enters the next phase: the first of key, IV and text that is requested and possible.
    fn enter_next(&mut self, load_key: bool, load_iv: bool) {
        let refused = self.description.parity_error_stops && self.state.errors & self.description.status.kpe != 0;
        let text = self.state.command & self.description.command.act != 0 && self.state.key.is_some();
        self.state.phase = if load_key {
            Phase::Key
        } else if load_iv {
            Phase::Iv
        } else if text && !refused {
            Phase::Text
        } else {
            Phase::Idle
        };
    }

    fn write_data(&mut self, mut value: u8) {
        let state = &mut self.state;
        match state.phase {
            Phase::Key if value.count_ones().is_multiple_of(2) => state.errors |= self.description.status.kpe,
            Phase::Iv if state.short_strobe && self.description.short_iv_is_lost => {
                value = state.chain[state.unit.len()];
            }
            Phase::Key | Phase::Iv | Phase::Text => {}
            Phase::Idle | Phase::Cipher | Phase::Result => {
                state.errors |= self.description.status.ovr;
                return;
            }
        }
        state.unit.push(value);
        let Ok(unit) = <[u8; UNIT]>::try_from(state.unit.as_slice()) else { return };
        state.unit.clear();
        match state.phase {
            Phase::Key => {
                state.key = Some(unit);
                self.enter_next(false, self.state.command & self.description.command.ldiv != 0);
            }
            Phase::Iv => {
                state.chain = unit;
                self.enter_next(false, false);
            }
            _ => {
                let result = self.transformed(unit);
                self.state.unit.extend(result);
                self.state.phase = Phase::Cipher;
                self.state.done_at = self.state.free_at + self.description.clocks_to_result;
            }
        }
    }

    /// Returns one block encrypted or decrypted, in the mode of the command register.
    fn transformed(&mut self, block: [u8; UNIT]) -> [u8; UNIT] {
        let Commands { enc, cbc, .. } = self.description.command;
        // Text is refused before a key is loaded, so the default is never used.
        let key = self.state.key.unwrap_or_default();
        let (_, des) = match self.cipher.take().filter(|(of, _)| *of == key) {
            Some(known) => self.cipher.insert(known),
            None => self.cipher.insert((key, Des::new(key))),
        };
        let encrypt = self.state.command & enc != 0;
        if self.state.command & cbc == 0 {
            return if encrypt { des.encrypt(block) } else { des.decrypt(block) };
        }
        if encrypt {
            self.state.chain = des.encrypt(xor(block, self.state.chain));
            return self.state.chain;
        }
        xor(des.decrypt(block), std::mem::replace(&mut self.state.chain, block))
    }
}

fn xor(left: [u8; UNIT], right: [u8; UNIT]) -> [u8; UNIT] {
    (u64::from_ne_bytes(left) ^ u64::from_ne_bytes(right)).to_ne_bytes()
}
