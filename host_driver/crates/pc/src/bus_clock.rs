//! The clock of the ISA bus and that of the CPU: the end of a bus cycle of the CPU in both.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// A ratio of two integers by which counts are multiplied.
#[derive(Clone, Copy)]
struct Ratio {
    numerator: u64,
    denominator: u64,
}

impl Ratio {
    fn of(numerator: u64, denominator: u64) -> Option<Self> {
        (denominator != 0).then_some(Self { numerator, denominator })
    }

    fn inverse(self) -> Option<Self> {
        Self::of(self.denominator, self.numerator)
    }

    /// Returns `count` times the ratio, rounded down.
    fn down(self, count: u64) -> Option<u64> {
        if let Some(product) = count.checked_mul(self.numerator) {
            return Some(product / self.denominator);
        }
        u64::try_from(u128::from(count) * u128::from(self.numerator) / u128::from(self.denominator)).ok()
    }

    /// Returns `count` times the ratio, rounded up.
    fn up(self, count: u64) -> Option<u64> {
        if let Some(product) = count.checked_mul(self.numerator) {
            return Some(product.div_ceil(self.denominator));
        }
        let product = u128::from(count) * u128::from(self.numerator);
        u64::try_from(product.div_ceil(u128::from(self.denominator))).ok()
    }
}

/// The ends of the last bus cycle: the bus clock after its recovery, and the CPU clock edge at or after the cycle.
#[derive(Clone, Copy, Default)]
struct LastCycle {
    idle_at: u64,
    end: u64,
}

/// The bus: its clock, and its last cycle.
pub struct Bus {
    /// Bus clocks in a CPU clock.
    per_cpu: Ratio,
    cpu_per: Ratio,
    /// Picoseconds in a bus clock.
    time: Ratio,
    last: Mutex<LastCycle>,
}

impl Bus {
    fn last(&self) -> MutexGuard<'_, LastCycle> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the end of a cycle of `clocks` bus clocks that the CPU requests at its clock `start`: picoseconds since
    /// power-up, and the CPU clock edge at or after it. Returns `None` if a number has more than 64 bits.
    ///
    /// The cycle begins at the first bus clock edge at or after `start`, but not before the last one and its recovery
    /// have ended.
    pub fn cycle(&self, start: u64, clocks: u64, recovery: u64) -> Option<(u64, u64)> {
        let mut last = self.last();
        let end = self.per_cpu.up(start)?.max(last.idle_at).checked_add(clocks)?;
        let (now, cpu_end) = (self.time.down(end)?, self.cpu_per.up(end)?);
        *last = LastCycle { idle_at: end.checked_add(recovery)?, end: cpu_end };
        Some((now, cpu_end))
    }
}

/// `per_cpu` and `picoseconds` are ratios, (numerator, denominator): bus clocks in a CPU clock, picoseconds in a bus
/// clock.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct BusClock {
    pub bus: std::sync::Arc<Bus>,
}

#[pymethods]
impl BusClock {
    /// Returns a clock; raises `OverflowError` if the ratios have more than 64 bits.
    #[new]
    fn new(per_cpu: (u64, u64), picoseconds: (u64, u64)) -> PyResult<Self> {
        let ratios = (|| {
            let per_cpu = Ratio::of(per_cpu.0, per_cpu.1)?;
            Some((per_cpu, per_cpu.inverse()?, Ratio::of(picoseconds.0, picoseconds.1)?))
        })();
        let (per_cpu, cpu_per, time) = ratios.ok_or_else(|| PyOverflowError::new_err("a ratio of zero"))?;
        Ok(Self { bus: std::sync::Arc::new(Bus { per_cpu, cpu_per, time, last: Mutex::default() }) })
    }

    /// Returns time and CPU clock of the end of a cycle; raises `OverflowError` if one of them has more than 64 bits.
    fn cycle(&self, start: u64, clocks: u64, recovery: u64) -> PyResult<(u64, u64)> {
        self.bus.cycle(start, clocks, recovery).ok_or_else(time_overflow)
    }

    /// Resets the bus to its state after power-up: it is idle.
    fn restart(&self) {
        *self.bus.last() = LastCycle::default();
    }

    /// Returns the CPU clock edge at or after the last cycle's end.
    #[getter]
    fn last_end(&self) -> u64 {
        self.bus.last().end
    }

    /// Returns the bus clock at which the last cycle and its recovery end, and `last_end`.
    fn state(&self) -> (u64, u64) {
        let LastCycle { idle_at, end } = *self.bus.last();
        (idle_at, end)
    }

    /// Returns to an earlier `state`.
    fn restore(&self, state: (u64, u64)) {
        *self.bus.last() = LastCycle { idle_at: state.0, end: state.1 };
    }
}

/// Returns Python's error for a time beyond 64 bits.
pub fn time_overflow() -> PyErr {
    PyOverflowError::new_err("a time of more than 64 bits of picoseconds")
}
