//! The interval timer 8254 in native code: `dsp56k.host.bus.i8254` documents it, and is the reference in its tests.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The offset of the control word; those below are the counters'.
const CONTROL: u64 = 3;
const FLOATING_BYTE: u8 = 0xFF;
/// SC of a control word that selects no counter.
const READ_BACK: u8 = 3;
/// RW of a control word.
const LATCH: u8 = 0;
const LOW: u8 = 1;
const HIGH: u8 = 2;
const BOTH: u8 = 3;
/// Read-back: bits that are clear if count or status are to be latched.
const NO_COUNT: u8 = 0x20;
const NO_STATUS: u8 = 0x10;

/// A count in the counting element.
#[derive(Clone, Copy)]
struct Load {
    /// The clock of its load.
    at: i64,
    count: i64,
    /// Set if mode 3 loaded it with OUT low.
    low: bool,
}

impl Load {
    /// Returns whether OUT is low in mode 3, the clocks since it changed, and until it changes.
    fn half(self, clock: i64) -> (bool, i64, i64) {
        let length = |low: bool| if low { self.count / 2 } else { (self.count + 1) / 2 };
        let (mut place, mut low) = ((clock - self.at) % self.count, self.low);
        if place >= length(low) {
            place -= length(low);
            low = !low;
        }
        (low, place, length(low) - place)
    }
}

/// One counter; times are clocks of the timer since power-up.
#[derive(Clone, Default)]
struct Counter {
    word: u8,
    /// The last count that was written.
    initial: i64,
    /// The count that is counted; `None` if none was loaded since the control word.
    load: Option<Load>,
    /// The count that is loaded at a coming clock.
    next: Option<Load>,
    /// Set if a count was written since the control word that does not wait for GATE.
    written: bool,
    /// The count at which the first of two bytes has stopped mode 0.
    held: Option<i64>,
    written_low: Option<u8>,
    reads_high: bool,
    latched: Option<[u8; 2]>,
    status: Option<u8>,
}

impl Counter {
    fn access(&self) -> u8 {
        self.word >> 4 & 3
    }

    fn mode(&self) -> u8 {
        let mode = self.word >> 1 & 7;
        if mode > 5 { mode - 4 } else { mode }
    }

    fn decimal(&self) -> bool {
        self.word & 1 != 0
    }

    fn span(&self) -> i64 {
        if self.decimal() { 10_000 } else { 0x1_0000 }
    }

    fn control(&mut self, word: u8) {
        *self = Self { word: word & 0x3F, initial: self.initial, ..Self::default() };
    }

    /// Loads the count that waits for a clock, if that has come.
    fn advance(&mut self, clock: i64) {
        if self.next.is_some_and(|next| clock >= next.at) {
            self.load = self.next.take();
            self.held = None;
        }
    }

    fn write(&mut self, value: u8, clock: i64) {
        self.advance(clock);
        if self.access() == BOTH && self.written_low.is_none() {
            self.written_low = Some(value);
            if self.mode() == 0 {
                self.held = Some(self.value(clock));
            }
            return;
        }
        // It is 0 if only high bytes are written.
        let low = self.written_low.take().unwrap_or_default();
        let raw = if self.access() == LOW { value.into() } else { u16::from_le_bytes([low, value]) };
        let count = if self.decimal() { from_decimal(raw) } else { raw.into() };
        self.initial = if count == 0 { self.span() } else { count };
        let (at, low) = match (self.mode(), self.load) {
            (1 | 5, _) => return,
            (2, Some(load)) => (clock + load.count - (clock - load.at) % load.count, false),
            (3, Some(load)) => {
                let (low, _, left) = load.half(clock);
                (clock + left, !low)
            }
            _ => (clock + 1, false),
        };
        self.written = true;
        self.next = Some(Load { at, count: self.initial, low });
    }

    /// Returns the count at a clock, as a number.
    fn value(&self, clock: i64) -> i64 {
        if let Some(held) = self.held {
            return held;
        }
        let count = match (self.load, self.mode()) {
            (None, _) => self.initial,
            (Some(load), 2) => load.count - (clock - load.at) % load.count,
            (Some(load), 3) => load.count - load.count % 2 - 2 * load.half(clock).1,
            (Some(load), _) => load.count - (clock - load.at),
        };
        count.rem_euclid(self.span())
    }

    /// Returns the count at a clock, as the counter's two bytes.
    fn count(&self, clock: i64) -> [u8; 2] {
        let value = self.value(clock);
        (if self.decimal() { to_decimal(value) } else { value as u16 }).to_le_bytes()
    }

    /// Returns the level of OUT.
    fn out(&self, clock: i64) -> bool {
        match (self.load, self.mode()) {
            (load, 0) => {
                let waits = self.next.is_some() || self.held.is_some();
                load.is_some_and(|load| !waits && clock - load.at >= load.count)
            }
            (None, _) => true,
            (Some(load), 2) => (clock - load.at) % load.count != load.count - 1,
            (Some(load), 3) => !load.half(clock).0,
            (Some(load), _) => clock - load.at != load.count,
        }
    }

    fn latch_count(&mut self, clock: i64) {
        self.advance(clock);
        if self.latched.is_none() {
            self.latched = Some(self.count(clock));
        }
    }

    fn latch_status(&mut self, clock: i64) {
        self.advance(clock);
        if self.status.is_none() {
            let null = !self.written || self.next.is_some();
            self.status = Some(u8::from(self.out(clock)) << 7 | u8::from(null) << 6 | self.word);
        }
    }

    fn read(&mut self, clock: i64) -> u8 {
        self.advance(clock);
        if let Some(status) = self.status.take() {
            return status;
        }
        let [low, high] = self.latched.unwrap_or_else(|| self.count(clock));
        let reads_high = self.access() == HIGH || (self.access() == BOTH && self.reads_high);
        self.reads_high = self.access() == BOTH && !reads_high;
        if !self.reads_high {
            self.latched = None;
        }
        if reads_high { high } else { low }
    }
}

/// The state of a timer.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct TimerState {
    counters: [Counter; 3],
}

/// The timer; its clock has `cycles` in `picoseconds`.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct Timer {
    picoseconds: u128,
    cycles: u128,
    counters: Mutex<[Counter; 3]>,
}

#[pymethods]
impl Timer {
    /// Returns a timer; raises `ValueError` for a clock without a period.
    #[new]
    fn new(picoseconds: u64, cycles: u64) -> PyResult<Self> {
        if picoseconds == 0 || cycles == 0 {
            return Err(PyValueError::new_err("a clock without a period"));
        }
        Ok(Self { picoseconds: picoseconds.into(), cycles: cycles.into(), counters: Mutex::default() })
    }

    /// Returns the byte at an offset, `now` picoseconds after power-up.
    pub fn read(&self, offset: u64, now: u64) -> u8 {
        let clock = self.count_at(now);
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let counter = usize::try_from(offset).ok().and_then(|number| counters.get_mut(number));
        counter.map_or(FLOATING_BYTE, |counter| counter.read(clock))
    }

    /// Receives a byte at an offset.
    pub fn write(&self, offset: u64, value: u8, now: u64) {
        let clock = self.count_at(now);
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        if offset != CONTROL {
            if let Some(counter) = usize::try_from(offset).ok().and_then(|number| counters.get_mut(number)) {
                counter.write(value, clock);
            }
            return;
        }
        let selected = value >> 6;
        if selected == READ_BACK {
            let chosen = counters.iter_mut().enumerate().filter(|(number, _)| value >> (number + 1) & 1 != 0);
            for (_, counter) in chosen {
                if value & NO_COUNT == 0 {
                    counter.latch_count(clock);
                }
                if value & NO_STATUS == 0 {
                    counter.latch_status(clock);
                }
            }
        } else if value >> 4 & 3 == LATCH {
            counters[usize::from(selected)].latch_count(clock);
        } else {
            counters[usize::from(selected)].control(value);
        }
    }

    /// Returns the state of the counters, for `restore`.
    fn state(&self) -> TimerState {
        TimerState { counters: self.counters.lock().unwrap_or_else(PoisonError::into_inner).clone() }
    }

    /// Sets the counters to an earlier state.
    fn restore(&self, state: &TimerState) {
        self.counters.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&state.counters);
    }
}

impl Timer {
    /// Returns the number of the timer's current clock at a time.
    fn count_at(&self, now: u64) -> i64 {
        (((u128::from(now) + 1) * self.cycles - 1) / self.picoseconds) as i64
    }
}

fn to_decimal(value: i64) -> u16 {
    (0..4).map(|digit| ((value / 10_i64.pow(digit) % 10) << (4 * digit)) as u16).sum()
}

/// Returns the value of four decimal digits; a digit above 9 has its binary value.
fn from_decimal(raw: u16) -> i64 {
    (0..4).map(|digit| i64::from(raw >> (4 * digit) & 0xF) * 10_i64.pow(digit)).sum()
}
