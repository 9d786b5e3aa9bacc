//! Conversion of the core's errors to exceptions of `dsp56k.emu.errors`, only here.

use dsp56k_core::CoreError;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::TryReserveError;

/// Returns the Python exception for an error of the core; an exception of a device's callback is returned unchanged.
pub(crate) fn raise(py: Python<'_>, error: CoreError) -> PyErr {
    let message = error.to_string();
    let fields = PyDict::new(py);
    match convert(py, error, &message, &fields) {
        Ok(exception) | Err(exception) => exception,
    }
}

/// Returns the exception for a chip that is already running.
#[cold]
pub(crate) fn in_use() -> PyErr {
    let message = "this chip is running: a device's callback or another thread can use it when the run has ended, \
                   a hook (dsp.hooks) between two instructions";
    Python::attach(|py| {
        exception(py, "ChipInUseError", message, &PyDict::new(py)).unwrap_or_else(std::convert::identity)
    })
}

fn convert(py: Python<'_>, error: CoreError, message: &str, fields: &Bound<'_, PyDict>) -> PyResult<PyErr> {
    let class = match error {
        CoreError::Device { error, space, address } => {
            let error = match error.downcast::<PyErr>() {
                Ok(exception) => return Ok(*exception),
                Err(error) => error,
            };
            if error.is::<TryReserveError>() {
                return Ok(PyMemoryError::new_err(error.to_string()));
            }
            fields.set_item("space", space.to_string())?;
            fields.set_item("address", address)?;
            "DeviceError"
        }
        CoreError::Memory { .. } => return Ok(PyMemoryError::new_err(message.to_owned())),
        CoreError::NoSuchRegister { name } => {
            fields.set_item("register", name)?;
            "RegisterError"
        }
        CoreError::ValueTooLarge { what, value, bits } => {
            fields.set_item("what", what)?;
            fields.set_item("value", value)?;
            fields.set_item("bits", bits)?;
            "RegisterError"
        }
        CoreError::Configuration { message } => {
            fields.set_item("reason", message)?;
            "ConfigurationError"
        }
        CoreError::Unmapped { space, address, write, pc } => {
            fields.set_item("space", space.to_string())?;
            fields.set_item("address", address)?;
            fields.set_item("write", write)?;
            fields.set_item("pc", pc)?;
            "UnmappedAccessError"
        }
        CoreError::Unsupported { what, pc } => {
            fields.set_item("what", what)?;
            fields.set_item("pc", pc)?;
            "UnsupportedError"
        }
        CoreError::Restricted { pc, rule, page } => {
            fields.set_item("pc", pc)?;
            fields.set_item("rule", rule)?;
            fields.set_item("page", page)?;
            "RestrictedSequenceError"
        }
        CoreError::Guarded { space, address, pc } => {
            fields.set_item("space", space.to_string())?;
            fields.set_item("address", address)?;
            fields.set_item("pc", pc)?;
            "GuardedMemoryError"
        }
        CoreError::Expression { text, why } => {
            fields.set_item("expression", text)?;
            fields.set_item("why", why)?;
            "ExpressionError"
        }
        CoreError::Snapshot { message } => {
            fields.set_item("reason", message)?;
            "SnapshotError"
        }
    };
    exception(py, class, message, fields)
}

/// Returns an exception of `dsp56k.emu.errors` by its name.
fn exception(py: Python<'_>, class: &str, message: &str, fields: &Bound<'_, PyDict>) -> PyResult<PyErr> {
    let exception = py.import("dsp56k.emu.errors")?.getattr(class)?.call((message,), Some(fields))?;
    Ok(PyErr::from_value(exception))
}
