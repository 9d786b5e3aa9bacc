//! `Chip`: the core's `Dsp56001` with Python's types. The façade makes every check of a user's value that the core does
//! not make. This module has construction, state and counts; `memory`, `pins`, `lines` and `run` have the other
//! methods, and registers have a separate class.

use crate::compiler::compiler;
use crate::error::{in_use, raise};
use crate::reserve;
use dsp56k_core::{Clock, CoreError, Dsp56001};
use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// No thread waits for the lock: a caller that finds it taken is a device's callback or another thread in the middle of
/// a run.
#[pyclass(frozen)]
pub(crate) struct Chip {
    /// In a box, because Python allocates its objects without regard to their alignment.
    core: Mutex<Box<Dsp56001>>,
    /// The objects that Python has connected, for the garbage collector; the core holds the same references.
    connected: Mutex<Vec<Connected>>,
    /// Number of calls of listeners that have not returned.
    reports: AtomicU32,
    /// True while hooks are set or called, so that only Python can run the chip.
    has_hooks: AtomicBool,
}

/// The connection of a Python object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConnectionPoint {
    PortA,
    Ssi,
    Sci,
}

/// A Python object that the core calls. The core and `Chip` share one reference.
type Connected = (ConnectionPoint, Arc<Py<PyAny>>);

impl Chip {
    /// Records a connection; an object at a serial interface replaces the previous one.
    pub(crate) fn connect(&self, place: ConnectionPoint, object: Option<&Arc<Py<PyAny>>>) {
        let mut connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        let before = if place == ConnectionPoint::PortA {
            None
        } else {
            connected.iter().position(|(other, _)| *other == place)
        };
        let replaced = before.map(|index| connected.remove(index));
        connected.extend(object.map(|object| (place, Arc::clone(object))));
        drop(connected);
        // Its last reference may run Python code.
        drop(replaced);
    }

    /// Returns true while a listener is being called.
    pub(crate) fn is_reporting(&self) -> bool {
        self.reports.load(Relaxed) != 0
    }

    /// Calls a listener with the chip marked as reporting.
    pub(crate) fn while_reporting<R>(&self, call: impl FnOnce() -> R) -> R {
        self.reports.fetch_add(1, Relaxed);
        let result = call();
        self.reports.fetch_sub(1, Relaxed);
        result
    }

    pub(crate) fn has_hooks(&self) -> bool {
        self.has_hooks.load(Relaxed)
    }

    /// Returns the chip as `chip`, without Python; `None` instead of an error.
    pub(crate) fn try_chip(&self) -> Option<MutexGuard<'_, Box<Dsp56001>>> {
        if !reserve::suffices() {
            return None;
        }
        match self.core.try_lock() {
            Ok(chip) => Some(chip),
            Err(TryLockError::Poisoned(chip)) => Some(chip.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Returns the chip for a call from Python, which may allocate.
    pub(crate) fn chip(&self) -> PyResult<MutexGuard<'_, Box<Dsp56001>>> {
        reserve::require()?;
        self.try_chip().ok_or_else(in_use)
    }
}

#[pymethods]
impl Chip {
    #[new]
    fn new(numerator: u64, denominator: u64, mode: u8) -> PyResult<Self> {
        reserve::require()?;
        let clock = Clock::new(numerator, denominator)
            .ok_or_else(|| PyValueError::new_err("the clock must have a positive frequency"))?;
        Ok(Self {
            core: Mutex::new(Box::new(Dsp56001::new(clock, mode))),
            connected: Mutex::default(),
            reports: AtomicU32::new(0),
            has_hooks: AtomicBool::new(false),
        })
    }

    /// Visits the connected objects, except for a chip in the middle of a run, which is in use.
    #[allow(clippy::needless_pass_by_value, reason = "the signature is PyO3's")]
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        if self.core.try_lock().is_ok()
            && let Ok(connected) = self.connected.try_lock()
        {
            for (_, object) in connected.iter() {
                visit.call(&**object)?;
            }
        }
        Ok(())
    }

    /// Breaks the cycles of a chip that has no other references.
    fn __clear__(&self) {
        if let Ok(mut chip) = self.core.try_lock() {
            chip.disconnect();
        }
        let connected = self.connected.try_lock().map(|mut connected| std::mem::take(&mut *connected));
        // The last references may run Python code.
        drop(connected);
    }

    /// Compiles locations after this many entries; returns true if this machine lets compiled code run. The user
    /// `perf_map_owner` owns the symbol file for `perf`, which is written if there is one.
    #[pyo3(signature = (hot_threshold, dump = None, perf_map_owner = None))]
    fn generate(&self, hot_threshold: u16, dump: Option<PathBuf>, perf_map_owner: Option<u32>) -> PyResult<bool> {
        let compiler = compiler(dump, perf_map_owner)?;
        let is_supported = compiler.is_some();
        if let Some(compiler) = compiler {
            self.chip()?.enable_jit(compiler, hot_threshold);
        }
        Ok(is_supported)
    }

    /// Returns true if the JIT is enabled.
    #[getter]
    fn generates(&self) -> PyResult<bool> {
        Ok(self.chip()?.is_jit_enabled())
    }

    /// Marks the chip as one that only Python can run, because hooks are set or called.
    fn set_hooked(&self, hooked: bool) {
        self.has_hooks.store(hooked, Relaxed);
    }

    fn reset(&self, mode: u8) -> PyResult<()> {
        self.chip()?.reset(mode);
        Ok(())
    }

    #[getter]
    fn mode(&self) -> PyResult<u8> {
        Ok(self.chip()?.mode())
    }

    #[getter]
    fn pc(&self) -> PyResult<u16> {
        Ok(self.chip()?.pc())
    }

    fn stack(&self, location: u8) -> PyResult<(u16, u16)> {
        Ok(self.chip()?.stack(location))
    }

    fn set_stack(&self, location: u8, high: u16, low: u16) -> PyResult<()> {
        self.chip()?.set_stack(location, high, low);
        Ok(())
    }

    #[getter]
    fn clocks(&self) -> PyResult<u64> {
        Ok(self.chip()?.clocks())
    }

    #[getter]
    fn total_clocks(&self) -> PyResult<u64> {
        Ok(self.chip()?.total_clocks())
    }

    #[getter]
    fn instructions(&self) -> PyResult<u64> {
        Ok(self.chip()?.instructions())
    }

    #[getter]
    fn now(&self) -> PyResult<u64> {
        Ok(self.chip()?.now())
    }

    #[getter]
    fn idle(&self) -> PyResult<bool> {
        Ok(self.chip()?.is_idle())
    }

    #[getter]
    fn undefined_addressing(&self) -> PyResult<u64> {
        Ok(self.chip()?.undefined_addressing())
    }

    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.chip()?.snapshot().map_err(|error| raise(py, error))?;
        PyBytes::new_with(py, state.len(), |bytes| {
            bytes.copy_from_slice(&state);
            Ok(())
        })
    }

    fn restore(&self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
        self.chip()?.restore(state).map_err(|error: CoreError| raise(py, error))
    }
}
