//! An 8-bit device on the 24-bit bus of the DSP.

use crate::attach::attached;
use crate::board::plug::{Plug, SharedParts, locked};
use dsp56k_core::{Device, DeviceError, Time};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use std::sync::{Arc, PoisonError};

const BYTE: u32 = 0xFF;

/// The 8-bit device in a plug. The other bits of a word that is read are those of `pull`.
#[pyclass(frozen, subclass)]
pub(crate) struct ByteLane {
    plug: Py<Plug>,
    pull: u32,
}

impl ByteLane {
    /// Returns the device of the core, which shares the parts of the plug.
    pub(crate) fn device(&self) -> LaneDevice {
        LaneDevice { parts: Arc::clone(&self.plug.get().parts), upper: self.pull & !BYTE }
    }
}

#[pymethods]
impl ByteLane {
    #[new]
    fn new(plug: Py<Plug>, pull: u32) -> Self {
        Self { plug, pull }
    }

    #[getter]
    fn plug(&self, py: Python<'_>) -> Py<Plug> {
        self.plug.clone_ref(py)
    }

    /// Returns the byte of the device with the other bits of the bus.
    fn read(&self, offset: u16, now: u64) -> PyResult<u32> {
        self.device().read_at(offset, now)
    }

    /// Writes the low byte of a word to the device.
    fn write(&self, offset: u16, value: u32, now: u64) -> PyResult<()> {
        self.device().write_at(offset, value, now)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.plug)
    }
}

/// The core's side of `ByteLane`.
pub(crate) struct LaneDevice {
    parts: SharedParts,
    upper: u32,
}

impl LaneDevice {
    fn read_at(&self, offset: u16, now: u64) -> PyResult<u32> {
        let native = locked(&self.parts).native();
        let byte = if let Some(chip) = native {
            chip.lock().unwrap_or_else(PoisonError::into_inner).read(offset, now).into()
        } else {
            attached(|py| {
                let part = locked(&self.parts).part(py);
                part.bind(py).call_method1(intern!(py, "read"), (offset, now))?.extract::<i64>()
            })? as u32
        };
        Ok(byte & BYTE | self.upper)
    }

    fn write_at(&self, offset: u16, value: u32, now: u64) -> PyResult<()> {
        let (native, byte) = (locked(&self.parts).native(), value & BYTE);
        if let Some(chip) = native {
            chip.lock().unwrap_or_else(PoisonError::into_inner).write(offset, byte as u8, now);
            return Ok(());
        }
        attached(|py| {
            let part = locked(&self.parts).part(py);
            part.bind(py).call_method1(intern!(py, "write"), (offset, byte, now)).map(drop)
        })
    }
}

impl Device for LaneDevice {
    fn read(&mut self, offset: u16, now: Time) -> Result<u32, DeviceError> {
        Ok(self.read_at(offset, now)?)
    }

    fn write(&mut self, offset: u16, value: u32, now: Time) -> Result<(), DeviceError> {
        Ok(self.write_at(offset, value, now)?)
    }
}
