//! `Chip`: memory, and devices on port A. Spaces are 0 X, 1 Y, 2 P.

use crate::board::ByteLane;
use crate::chip::{Chip, ConnectionPoint};
use crate::device::PythonDevice;
use crate::error::raise;
use crate::observe::Unmapped;
use crate::space::space;
use dsp56k_core::{Device, Dsp56001, RamMapping, Space};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;

const WORD_BYTES: usize = 3;

fn word(chip: &Dsp56001, external: bool, space: Space, address: u16) -> u32 {
    if external { chip.external_word(space, address) } else { chip.peek(space, address) }
}

fn set_word(chip: &mut Dsp56001, external: bool, space: Space, address: u16, word: u32) {
    if external {
        chip.set_external_word(space, address, word);
    } else {
        chip.poke(space, address, word);
    }
}

impl Chip {
    /// Returns `count` words of `BYTES` bytes each, the least significant first.
    fn peek_bytes<'py, const BYTES: usize>(
        &self,
        py: Python<'py>,
        space_number: u8,
        start: u16,
        external: bool,
        count: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (chip, space) = (self.chip()?, space(space_number)?);
        PyBytes::new_with(py, BYTES * count, |bytes| {
            for (i, bytes) in bytes.chunks_exact_mut(BYTES).enumerate() {
                let word = word(&chip, external, space, start.wrapping_add(i as u16));
                bytes.copy_from_slice(&word.to_le_bytes()[..BYTES]);
            }
            Ok(())
        })
    }
}

#[pymethods]
impl Chip {
    /// Returns a word in the DSP's map, or a word of the board's RAM even if internal memory shadows it.
    fn peek(&self, space_number: u8, address: u16, external: bool) -> PyResult<u32> {
        Ok(word(&*self.chip()?, external, space(space_number)?, address))
    }

    fn poke(&self, space_number: u8, address: u16, external: bool, word: u32) -> PyResult<()> {
        set_word(&mut *self.chip()?, external, space(space_number)?, address, word);
        Ok(())
    }

    /// Returns `count` words as little-endian 32-bit integers, which numpy reads without a second copy.
    fn peek_block<'py>(
        &self,
        py: Python<'py>,
        space_number: u8,
        start: u16,
        external: bool,
        count: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        self.peek_bytes::<{ size_of::<u32>() }>(py, space_number, start, external, count)
    }

    fn poke_block(&self, space_number: u8, start: u16, external: bool, words: Vec<u32>) -> PyResult<()> {
        let (mut chip, space) = (self.chip()?, space(space_number)?);
        for (i, word) in words.into_iter().enumerate() {
            set_word(&mut chip, external, space, start.wrapping_add(i as u16), word);
        }
        Ok(())
    }

    /// Returns `count` words, three bytes each, the least significant first.
    fn peek_octets<'py>(
        &self,
        py: Python<'py>,
        space_number: u8,
        start: u16,
        external: bool,
        count: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        self.peek_bytes::<WORD_BYTES>(py, space_number, start, external, count)
    }

    fn poke_octets(&self, space_number: u8, start: u16, external: bool, octets: &[u8]) -> PyResult<()> {
        let (mut chip, space) = (self.chip()?, space(space_number)?);
        for (i, octets) in octets.as_chunks::<WORD_BYTES>().0.iter().enumerate() {
            let [low, middle, high] = *octets;
            let word = u32::from_le_bytes([low, middle, high, 0]);
            set_word(&mut chip, external, space, start.wrapping_add(i as u16), word);
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

    /// Replaces the mappings of RAM: (space, first page, last page, page of RAM, pages of RAM).
    fn wire_ram(&self, py: Python<'_>, mappings: Vec<(u8, u8, u8, u16, u16)>) -> PyResult<()> {
        let mappings = mappings.into_iter().map(|(number, first, last, frame, frames)| {
            Ok(RamMapping { space: space(number)?, first, last, frame, frames })
        });
        let mappings = mappings.collect::<PyResult<Vec<RamMapping>>>()?;
        self.chip()?.wire_ram(mappings).map_err(|error| raise(py, error))
    }

    /// Returns true if the current map has memory, a register or a device at an address that stores a word.
    fn takes(&self, space_number: u8, address: u16) -> PyResult<bool> {
        Ok(self.chip()?.takes(space(space_number)?, address))
    }

    /// Returns the position of a word in the board's RAM, if it is one of it.
    fn ram_place(&self, space_number: u8, address: u16) -> PyResult<Option<u32>> {
        Ok(self.chip()?.ram_position(space(space_number)?, address))
    }

    fn map_device(&self, py: Python<'_>, space_number: u8, first: u16, last: u16, device: Py<PyAny>) -> PyResult<()> {
        let device = Arc::new(device);
        let boxed: Box<dyn Device> = match device.bind(py).cast::<ByteLane>() {
            Ok(lane) => Box::new(lane.get().device()),
            Err(_) => Box::new(PythonDevice(Arc::clone(&device))),
        };
        self.chip()?.map_device(space(space_number)?, first, last, boxed).map_err(|error| raise(py, error))?;
        self.connect(ConnectionPoint::PortA, Some(&device));
        Ok(())
    }

    fn map_waits(&self, space_number: u8, first: u16, last: u16, waits: u16) -> PyResult<()> {
        self.chip()?.map_waits(space(space_number)?, first, last, waits);
        Ok(())
    }

    fn set_floating(&self, word: u32) -> PyResult<()> {
        self.chip()?.set_open_bus(word);
        Ok(())
    }

    fn set_strict(&self, strict: bool) -> PyResult<()> {
        self.chip()?.set_strict(strict);
        Ok(())
    }

    /// Returns the latest unmapped accesses, and the number of all.
    fn unmapped(&self) -> PyResult<(Vec<Unmapped>, u64)> {
        let chip = self.chip()?;
        let (kept, count) = chip.unmapped();
        Ok((kept.iter().map(Unmapped::from).collect(), count))
    }
}
