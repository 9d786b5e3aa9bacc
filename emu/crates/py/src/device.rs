//! A Python object as a device on port A.

use crate::attach::attached;
use dsp56k_core::{Device, DeviceError, Time};
use pyo3::intern;
use pyo3::prelude::*;
use std::sync::Arc;

/// The largest word on the data lines.
const WORD_MAX: u32 = 0xFF_FFFF;

/// Calls `read(offset, now)` and `write(offset, value, now)` of a Python object.
pub(crate) struct PythonDevice(pub(crate) Arc<Py<PyAny>>);

impl Device for PythonDevice {
    fn read(&mut self, offset: u16, now: Time) -> Result<u32, DeviceError> {
        attached(|py| {
            let answer = self.0.bind(py).call_method1(intern!(py, "read"), (offset, now))?;
            match answer.extract::<u32>() {
                Ok(word) if word <= WORD_MAX => Ok(word),
                _ => Err(format!("it must return a 24-bit word, got {}", answer.repr()?).into()),
            }
        })
    }

    fn write(&mut self, offset: u16, value: u32, now: Time) -> Result<(), DeviceError> {
        attached(|py| self.0.bind(py).call_method1(intern!(py, "write"), (offset, value, now)).map(drop))
            .map_err(DeviceError::from)
    }
}
