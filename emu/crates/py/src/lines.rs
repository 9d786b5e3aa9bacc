//! `Chip`: the lines that a board drives, and those it listens to.

use crate::chip::Chip;
use pyo3::prelude::*;

#[pymethods]
impl Chip {
    fn hold_reset(&self, held: bool, mode: u8) -> PyResult<()> {
        self.chip()?.hold_reset(held, mode);
        Ok(())
    }

    #[getter]
    fn in_reset(&self) -> PyResult<bool> {
        Ok(self.chip()?.in_reset())
    }

    fn irqa(&self, asserted: bool) -> PyResult<()> {
        self.chip()?.irqa(asserted);
        Ok(())
    }

    fn irqb(&self, asserted: bool) -> PyResult<()> {
        self.chip()?.irqb(asserted);
        Ok(())
    }

    fn nmi(&self) -> PyResult<()> {
        self.chip()?.nmi();
        Ok(())
    }

    fn bus_request(&self, requested: bool) -> PyResult<()> {
        self.chip()?.bus_request(requested);
        Ok(())
    }

    #[getter]
    fn bus_granted(&self) -> PyResult<bool> {
        Ok(self.chip()?.bus_granted())
    }

    #[getter]
    fn hreq(&self) -> PyResult<bool> {
        Ok(self.chip()?.hreq())
    }
}
