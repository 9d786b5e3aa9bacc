//! `Chip`: memory, and devices on port A. Spaces are 0 X, 1 Y, 2 P.

use crate::chip::{Chip, Place};
use crate::device::PythonDevice;
use crate::error::raise;
use dsp56k_core::Space;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;

/// Space, address, whether it was a write, the instruction's address, the clock.
type Access = (String, u16, bool, u16, u64);

pub(crate) fn space(number: u8) -> PyResult<Space> {
    Space::ALL.get(usize::from(number)).copied().ok_or_else(|| PyValueError::new_err("no such space"))
}

/// Words as little-endian 32-bit numbers, what numpy reads without copying twice.
fn packed(read: impl Fn(u16) -> u32, start: u16, count: usize) -> Vec<u8> {
    (0..count).flat_map(|i| read(start.wrapping_add(i as u16)).to_le_bytes()).collect()
}

#[pymethods]
impl Chip {
    fn peek(&self, space_number: u8, address: u16) -> PyResult<u32> {
        Ok(self.chip()?.peek(space(space_number)?, address))
    }

    fn poke(&self, space_number: u8, address: u16, word: u32) -> PyResult<()> {
        self.chip()?.poke(space(space_number)?, address, word);
        Ok(())
    }

    /// `count` words as little-endian 32-bit numbers.
    fn peek_block<'py>(
        &self,
        py: Python<'py>,
        space_number: u8,
        start: u16,
        count: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (chip, space) = (self.chip()?, space(space_number)?);
        Ok(PyBytes::new(py, &packed(|address| chip.peek(space, address), start, count)))
    }

    fn poke_block(&self, space_number: u8, start: u16, words: Vec<u32>) -> PyResult<()> {
        let (mut chip, space) = (self.chip()?, space(space_number)?);
        for (i, word) in words.into_iter().enumerate() {
            chip.poke(space, start.wrapping_add(i as u16), word);
        }
        Ok(())
    }

    fn external_word(&self, space_number: u8, address: u16) -> PyResult<u32> {
        Ok(self.chip()?.external_word(space(space_number)?, address))
    }

    fn set_external_word(&self, space_number: u8, address: u16, word: u32) -> PyResult<()> {
        self.chip()?.set_external_word(space(space_number)?, address, word);
        Ok(())
    }

    fn external_block<'py>(
        &self,
        py: Python<'py>,
        space_number: u8,
        start: u16,
        count: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (chip, space) = (self.chip()?, space(space_number)?);
        Ok(PyBytes::new(py, &packed(|address| chip.external_word(space, address), start, count)))
    }

    fn set_external_block(&self, space_number: u8, start: u16, words: Vec<u32>) -> PyResult<()> {
        let (mut chip, space) = (self.chip()?, space(space_number)?);
        for (i, word) in words.into_iter().enumerate() {
            chip.set_external_word(space, start.wrapping_add(i as u16), word);
        }
        Ok(())
    }

    fn map_ram(&self, space_number: u8, words: u32) -> PyResult<()> {
        self.chip()?.map_ram(space(space_number)?, words);
        Ok(())
    }

    fn ram_words(&self, space_number: u8) -> PyResult<u32> {
        Ok(self.chip()?.ram_words(space(space_number)?))
    }

    fn map_device(&self, py: Python<'_>, space_number: u8, first: u16, last: u16, device: Py<PyAny>) -> PyResult<()> {
        let device = Arc::new(device);
        let boxed = Box::new(PythonDevice(Arc::clone(&device)));
        self.chip()?.map_device(space(space_number)?, first, last, boxed).map_err(|error| raise(py, error))?;
        self.connect(Place::PortA, Some(&device));
        Ok(())
    }

    fn map_waits(&self, space_number: u8, first: u16, last: u16, waits: u16) -> PyResult<()> {
        self.chip()?.map_waits(space(space_number)?, first, last, waits);
        Ok(())
    }

    fn set_floating(&self, word: u32) -> PyResult<()> {
        self.chip()?.set_floating(word);
        Ok(())
    }

    fn set_strict(&self, strict: bool) -> PyResult<()> {
        self.chip()?.set_strict(strict);
        Ok(())
    }

    /// The newest unanswered accesses as (space, address, write, pc, clocks), and how many there were.
    fn unmapped(&self) -> PyResult<(Vec<Access>, u64)> {
        let chip = self.chip()?;
        let (kept, count) = chip.unmapped();
        Ok((kept.iter().map(|a| (a.space.to_string(), a.address, a.write, a.pc, a.clocks)).collect(), count))
    }
}
