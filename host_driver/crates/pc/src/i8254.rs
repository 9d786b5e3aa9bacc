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

/// One counter; times are clocks of the timer since power-up.
#[derive(Clone, Default)]
struct Counter {
    word: u8,
    initial: i64,
    /// The clock at which the count was loaded; `None` if it was not since the control word.
    loaded_at: Option<i64>,
    written_low: Option<u8>,
    reads_high: bool,
    /// Bytes that are read before all others, the last one first.
    latched: Vec<u8>,
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

    fn write(&mut self, value: u8, clock: i64) {
        if self.access() == BOTH && self.written_low.is_none() {
            self.written_low = Some(value);
            return;
        }
        // It is 0 if only high bytes are written.
        let low = self.written_low.take().unwrap_or_default();
        let raw = if self.access() == LOW { value.into() } else { u16::from_le_bytes([low, value]) };
        let count = if self.decimal() { from_decimal(raw) } else { raw.into() };
        self.initial = if count == 0 { self.span() } else { count };
        self.loaded_at = Some(clock + 1);
    }

    /// Returns the clocks since the count was loaded; `None` if it was not, or the mode waits for GATE.
    fn since(&self, clock: i64) -> Option<i64> {
        let loaded_at = self.loaded_at.filter(|&loaded_at| clock >= loaded_at && !matches!(self.mode(), 1 | 5))?;
        Some(clock - loaded_at)
    }

    /// Returns whether mode 3 is in the low half of the square wave, and the clocks since that half began.
    fn half(&self, since: i64) -> (bool, i64) {
        let (position, high) = (since % self.initial, (self.initial + 1) / 2);
        if position < high { (false, position) } else { (true, position - high) }
    }

    /// Returns the count at a clock, as the counter's two bytes.
    fn count(&self, clock: i64) -> [u8; 2] {
        let count = match (self.since(clock), self.mode()) {
            (None, _) => self.initial,
            (Some(since), 2) => self.initial - since % self.initial,
            (Some(since), 3) => self.initial - self.initial % 2 - 2 * self.half(since).1,
            (Some(since), _) => self.initial - since,
        };
        let value = count.rem_euclid(self.span());
        (if self.decimal() { to_decimal(value) } else { value as u16 }).to_le_bytes()
    }

    /// Returns the level of OUT.
    fn out(&self, clock: i64) -> bool {
        match (self.since(clock), self.mode()) {
            (since, 0) => since.is_some_and(|since| since >= self.initial),
            (None, _) => true,
            (Some(since), 2) => since % self.initial != self.initial - 1,
            (Some(since), 3) => !self.half(since).0,
            (Some(since), _) => since != self.initial,
        }
    }

    fn latch_count(&mut self, clock: i64) {
        if self.latched.is_empty() {
            let [low, high] = self.count(clock);
            match self.access() {
                LOW => self.latched.push(low),
                HIGH => self.latched.push(high),
                _ => self.latched.extend([high, low]),
            }
        }
    }

    fn latch_status(&mut self, clock: i64) {
        if self.status.is_none() {
            let null = self.loaded_at.is_none_or(|loaded_at| clock < loaded_at);
            self.status = Some(u8::from(self.out(clock)) << 7 | u8::from(null) << 6 | self.word);
        }
    }

    fn read(&mut self, clock: i64) -> u8 {
        if let Some(byte) = self.status.take().or_else(|| self.latched.pop()) {
            return byte;
        }
        let [low, high] = self.count(clock);
        let reads_high = self.access() == HIGH || (self.access() == BOTH && self.reads_high);
        self.reads_high = self.access() == BOTH && !self.reads_high;
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
