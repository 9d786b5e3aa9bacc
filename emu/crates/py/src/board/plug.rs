//! A plug: the part behind it, which Python can replace.

use crate::board::des_chip::{DesChip, SharedDesChip};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The parts of a plug: that which belongs there, and the current one.
#[derive(Default)]
pub(crate) struct Parts {
    sound: Option<Py<PyAny>>,
    part: Option<Py<PyAny>>,
    /// The current part, if it is a chip that needs no Python.
    native: Option<SharedDesChip>,
}

/// The parts of a plug, which a device of the core shares with it.
pub(crate) type SharedParts = Arc<Mutex<Parts>>;

pub(crate) fn locked(parts: &SharedParts) -> MutexGuard<'_, Parts> {
    // Nothing panics with the lock held.
    parts.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Parts {
    pub(crate) fn native(&self) -> Option<SharedDesChip> {
        self.native.clone()
    }

    pub(crate) fn part(&self, py: Python<'_>) -> Py<PyAny> {
        self.part.as_ref().map_or_else(|| py.None(), |part| part.clone_ref(py))
    }
}

/// `part` is the current part behind a plug, `sound` the one that belongs there.
#[pyclass(frozen, generic)]
pub(crate) struct Plug {
    pub(crate) parts: SharedParts,
}

/// Returns true if the part that belongs there is in the plug.
pub(crate) fn is_sound(plug: &Py<Plug>) -> bool {
    let parts = locked(&plug.get().parts);
    matches!((&parts.part, &parts.sound), (Some(part), Some(sound)) if part.is(sound))
}

fn native(part: &Bound<'_, PyAny>) -> Option<SharedDesChip> {
    part.cast::<DesChip>().ok().map(|chip| Arc::clone(&chip.get().chip))
}

#[pymethods]
impl Plug {
    #[new]
    fn new(part: &Bound<'_, PyAny>) -> Self {
        let (sound, current) = (Some(part.clone().unbind()), Some(part.clone().unbind()));
        Self { parts: Arc::new(Mutex::new(Parts { sound, part: current, native: native(part) })) }
    }

    #[getter]
    fn sound(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        locked(&self.parts).sound.as_ref().map(|sound| sound.clone_ref(py))
    }

    #[getter]
    fn part(&self, py: Python<'_>) -> Py<PyAny> {
        locked(&self.parts).part(py)
    }

    #[setter]
    fn set_part(&self, part: &Bound<'_, PyAny>) {
        let mut parts = locked(&self.parts);
        parts.native = native(part);
        let replaced = parts.part.replace(part.clone().unbind());
        drop(parts);
        // Its last reference may run Python code.
        drop(replaced);
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Ok(parts) = self.parts.try_lock() {
            visit.call(&parts.sound)?;
            visit.call(&parts.part)?;
        }
        Ok(())
    }

    fn __clear__(&self) {
        let parts = std::mem::take(&mut *locked(&self.parts));
        drop(parts);
    }
}
