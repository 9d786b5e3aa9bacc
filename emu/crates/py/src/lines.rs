//! `Chip`: the lines that a board drives, and those whose changes it receives.

use crate::chip::Chip;
use dsp56k_core::{InputLine, LineChange, OutputLine};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Clock since reset, asserted.
type ChangeTuple = (u64, bool);

fn input(name: &str) -> PyResult<InputLine> {
    match name {
        "IRQA" => Ok(InputLine::Irqa),
        "IRQB" => Ok(InputLine::Irqb),
        "NMI" => Ok(InputLine::Nmi),
        "RESET" => Ok(InputLine::Reset),
        "BR" => Ok(InputLine::Br),
        _ => Err(PyValueError::new_err("no such input")),
    }
}

fn output(name: &str) -> PyResult<OutputLine> {
    match name {
        "HREQ" => Ok(OutputLine::Hreq),
        "BG" => Ok(OutputLine::Bg),
        _ => Err(PyValueError::new_err("no such output")),
    }
}

fn tuples(changes: &[LineChange]) -> Vec<ChangeTuple> {
    changes.iter().map(|change| (change.clock, change.asserted)).collect()
}

/// Calls `listener(name, asserted, clock)` for each change of an output with a listener. The chip is not locked: the
/// listener may use it.
pub(crate) fn report_changes(chip: &Chip, listener: &Bound<'_, PyAny>) -> PyResult<()> {
    let changes = chip.chip()?.unreported_changes();
    for (line, LineChange { clock, asserted }) in &changes {
        let name = match line {
            OutputLine::Hreq => "HREQ",
            OutputLine::Bg => "BG",
        };
        chip.while_reporting(|| listener.call1((name, *asserted, *clock)))?;
    }
    Ok(())
}

#[pymethods]
impl Chip {
    /// Drives an input now, or at a clock since reset.
    #[pyo3(signature = (name, asserted, at=None))]
    fn drive_line(&self, name: &str, asserted: bool, at: Option<u64>) -> PyResult<()> {
        self.chip()?.drive(input(name)?, asserted, at);
        Ok(())
    }

    fn input_level(&self, name: &str) -> PyResult<bool> {
        Ok(self.chip()?.input(input(name)?))
    }

    fn output_level(&self, name: &str) -> PyResult<bool> {
        Ok(self.chip()?.output(output(name)?))
    }

    /// Returns the future edges of an input as (clock, asserted).
    fn line_edges(&self, name: &str) -> PyResult<Vec<ChangeTuple>> {
        Ok(tuples(&self.chip()?.edges(input(name)?)))
    }

    fn cancel_line_edges(&self, name: &str) -> PyResult<()> {
        self.chip()?.cancel_edges(input(name)?);
        Ok(())
    }

    /// Returns the changes of an output since the last call as (clock, asserted).
    fn line_changes(&self, name: &str) -> PyResult<Vec<ChangeTuple>> {
        Ok(tuples(&self.chip()?.output_changes(output(name)?)))
    }

    /// Enables reports of an output's changes to the listener of each run.
    fn listen(&self, name: &str) -> PyResult<()> {
        self.chip()?.listen(output(name)?, true);
        Ok(())
    }

    /// Calls `listener(name, asserted, clock)` for the changes that were not reported yet.
    fn tell(&self, listener: &Bound<'_, PyAny>) -> PyResult<()> {
        report_changes(self, listener)
    }

    #[getter]
    fn mode_pins(&self) -> PyResult<u8> {
        Ok(self.chip()?.mode_pins())
    }

    #[setter]
    fn set_mode_pins(&self, mode: u8) -> PyResult<()> {
        self.chip()?.set_mode_pins(mode);
        Ok(())
    }
}
