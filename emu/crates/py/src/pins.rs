//! `Chip`: the host interface's bus, the serial interfaces and the ports.

use crate::chip::{Chip, ConnectionPoint};
use crate::error::raise;
use crate::reserve;
use crate::serial::{Frame, PythonSci, PythonSsi, SciTuple, SsiTuple, bit_clock, port, sci_tuple, ssi_tuple};
use dsp56k_core::{SciFrame, SciPeer, SsiPeer};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::Arc;

/// Bytes of a transmitted word until Python has it: twice as a record, and as a tuple of integers.
const BYTES_SENT: usize = 256;

/// Returns the values of a list, if the system has memory for them.
fn extract<T: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>>(list: &Bound<'_, PyList>) -> PyResult<Vec<T>> {
    let mut values = Vec::new();
    reserve::reserve(&mut values, list.len())?;
    for value in list {
        values.push(value.extract()?);
    }
    Ok(values)
}

#[pymethods]
impl Chip {
    fn host_read(&self, offset: u8) -> PyResult<u8> {
        Ok(self.chip()?.host_read(offset))
    }

    fn host_peek(&self, offset: u8) -> PyResult<u8> {
        Ok(self.chip()?.host_peek(offset))
    }

    fn host_write(&self, offset: u8, byte: u8) -> PyResult<()> {
        self.chip()?.host_write(offset, byte);
        Ok(())
    }

    fn host_acknowledge_read(&self) -> PyResult<Option<u8>> {
        Ok(self.chip()?.host_acknowledge_read())
    }

    fn host_acknowledge_write(&self, byte: u8) -> PyResult<()> {
        self.chip()?.host_acknowledge_write(byte);
        Ok(())
    }

    fn ssi_feed(&self, py: Python<'_>, words: &Bound<'_, PyList>) -> PyResult<()> {
        let words: Vec<u32> = extract(words)?;
        self.chip()?.ssi_feed(&words).map_err(|error| raise(py, error))
    }

    #[getter]
    fn ssi_waiting(&self) -> PyResult<usize> {
        Ok(self.chip()?.ssi_waiting())
    }

    fn ssi_take(&self) -> PyResult<Vec<SsiTuple>> {
        let mut chip = self.chip()?;
        reserve::require_room(chip.ssi_sent(), BYTES_SENT)?;
        Ok(chip.ssi_take().iter().map(ssi_tuple).collect())
    }

    fn ssi_attach(&self, peer: Option<Py<PyAny>>) -> PyResult<()> {
        let peer = peer.map(Arc::new);
        self.chip()?.ssi_attach(peer.clone().map(|peer| Box::new(PythonSsi(peer)) as Box<dyn SsiPeer>));
        self.connect(ConnectionPoint::Ssi, peer.as_ref());
        Ok(())
    }

    fn ssi_external_clock(&self, bit: Option<(u64, u64)>, frame_bits: u32) -> PyResult<()> {
        self.chip()?.ssi_external_clock(bit_clock(bit)?, frame_bits);
        Ok(())
    }

    fn ssi_clock_out(&self, words: u32) -> PyResult<()> {
        self.chip()?.ssi_clock_out(words);
        Ok(())
    }

    fn sci_feed(&self, py: Python<'_>, frames: &Bound<'_, PyList>) -> PyResult<()> {
        let frames: Vec<Frame> = extract(frames)?;
        self.chip()?.sci_feed(frames.into_iter().map(SciFrame::from)).map_err(|error| raise(py, error))
    }

    #[getter]
    fn sci_waiting(&self) -> PyResult<usize> {
        Ok(self.chip()?.sci_waiting())
    }

    fn sci_take(&self) -> PyResult<Vec<SciTuple>> {
        let mut chip = self.chip()?;
        reserve::require_room(chip.sci_sent(), BYTES_SENT)?;
        Ok(chip.sci_take().iter().map(sci_tuple).collect())
    }

    fn sci_attach(&self, peer: Option<Py<PyAny>>) -> PyResult<()> {
        let peer = peer.map(Arc::new);
        self.chip()?.sci_attach(peer.clone().map(|peer| Box::new(PythonSci(peer)) as Box<dyn SciPeer>));
        self.connect(ConnectionPoint::Sci, peer.as_ref());
        Ok(())
    }

    fn sci_external_clock(&self, bit: Option<(u64, u64)>) -> PyResult<()> {
        self.chip()?.sci_external_clock(bit_clock(bit)?);
        Ok(())
    }

    fn drive_port(&self, name: &str, mask: u16, levels: u16) -> PyResult<()> {
        self.chip()?.drive_port(port(name)?, mask, levels);
        Ok(())
    }

    fn release_port(&self, name: &str, mask: u16) -> PyResult<()> {
        self.chip()?.release_port(port(name)?, mask);
        Ok(())
    }

    fn port_pins(&self, name: &str) -> PyResult<u16> {
        Ok(self.chip()?.port_pins(port(name)?))
    }

    /// Returns the changes of the outputs as (clock, outputs, levels).
    fn port_changes(&self, name: &str) -> PyResult<Vec<(u64, u16, u16)>> {
        Ok(self
            .chip()?
            .port_changes(port(name)?)
            .iter()
            .map(|change| (change.clock, change.outputs, change.levels))
            .collect())
    }
}
