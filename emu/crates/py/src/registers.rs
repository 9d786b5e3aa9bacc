//! The registers of a chip by name and as attributes. The façade makes the exception for an invalid name or value.

use crate::chip::Chip;
use crate::error::raise;
use dsp56k_core::{CoreError, register_named};
use dsp56k_isa::Reg;
use pyo3::exceptions::{PyAttributeError, PyOverflowError, PyTypeError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The base of the façade's class of the same name, which adds `_refusal`: the exception for a name or a value.
#[pyclass(frozen, subclass)]
pub(crate) struct Registers {
    chip: Py<Chip>,
}

/// Returns the register of a name.
fn named(name: &Bound<'_, PyString>) -> Option<Reg> {
    name.to_str().ok().and_then(register_named)
}

impl Registers {
    fn read(&self, reg: Reg) -> PyResult<u64> {
        Ok(self.chip.get().chip()?.register(reg))
    }

    fn write(slf: &Bound<'_, Self>, name: &Bound<'_, PyString>, reg: Reg, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = slf.py();
        match value.extract() {
            Ok(value) => slf.get().chip.get().chip()?.set_register(reg, value).map_err(|error| raise(py, error)),
            Err(error) if error.is_instance_of::<PyTypeError>(py) || error.is_instance_of::<PyOverflowError>(py) => {
                Err(Self::refusal(slf, name.as_any(), Some(value)))
            }
            Err(error) => Err(error),
        }
    }

    fn refusal(slf: &Bound<'_, Self>, name: &Bound<'_, PyAny>, value: Option<&Bound<'_, PyAny>>) -> PyErr {
        match slf.call_method1("_refusal", (name, value)) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }

    /// Returns the register of any object given as its name.
    fn of<'a, 'py>(slf: &Bound<'py, Self>, name: &'a Bound<'py, PyAny>) -> PyResult<(&'a Bound<'py, PyString>, Reg)> {
        let name = name.cast::<PyString>().map_err(|_| Self::refusal(slf, name, None))?;
        named(name)
            .map(|reg| (name, reg))
            .ok_or_else(|| raise(slf.py(), CoreError::NoSuchRegister { name: name.to_string_lossy().into_owned() }))
    }
}

fn no_attribute(name: &Bound<'_, PyString>) -> PyErr {
    let quoted = name.repr().map_or_else(|_| String::new(), |text| text.to_string());
    PyAttributeError::new_err(format!("the DSP56001 has no register {quoted}"))
}

#[pymethods]
impl Registers {
    #[new]
    fn new(chip: Py<Chip>) -> Self {
        Self { chip }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.chip)
    }

    fn __getattribute__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        name: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(reg) = named(name) {
            return Ok(slf.get().read(reg)?.into_pyobject(py)?.into_any());
        }
        py.get_type::<PyAny>().getattr("__getattribute__")?.call1((slf, name))
    }

    /// Returns the error for an attribute that does not exist.
    #[allow(clippy::unused_self, reason = "the signature is PyO3's")]
    fn __getattr__(&self, name: &Bound<'_, PyString>) -> PyResult<u64> {
        Err(no_attribute(name))
    }

    fn __setattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        named(name).map_or_else(|| Err(no_attribute(name)), |reg| Self::write(slf, name, reg, value))
    }

    fn __getitem__(slf: &Bound<'_, Self>, name: &Bound<'_, PyAny>) -> PyResult<u64> {
        let (_, reg) = Self::of(slf, name)?;
        slf.get().read(reg)
    }

    fn __setitem__(slf: &Bound<'_, Self>, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (name, reg) = Self::of(slf, name)?;
        Self::write(slf, name, reg, value)
    }
}
