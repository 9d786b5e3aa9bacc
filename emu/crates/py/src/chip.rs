//! `Chip`: the core's `Dsp56001` with Python's types. Spaces are 0 X, 1 Y, 2 P; every check of a user's value that is
//! not the core's is the façade's.

use crate::device::PythonDevice;
use crate::error::raise;
use dsp56k_core::{Clock, CoreError, Dsp56001, Limits, Space, StopReason};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Clocks between two looks at Python's signals, so that Ctrl-C ends a long run.
const SIGNAL_CLOCKS: u64 = 50_000_000;

#[pyclass]
pub(crate) struct Chip(Dsp56001);

fn space(number: u8) -> PyResult<Space> {
    Space::ALL.get(usize::from(number)).copied().ok_or_else(|| PyValueError::new_err("no such space"))
}

fn name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Breakpoint => "BREAKPOINT",
        StopReason::Budget => "BUDGET",
        StopReason::Wait => "WAIT",
        StopReason::Stop => "STOP",
        StopReason::Halt => "HALT",
        StopReason::Illegal => "ILLEGAL",
    }
}

/// Words as little-endian 32-bit numbers, what numpy reads without copying twice.
fn packed(read: impl Fn(u16) -> u32, start: u16, count: usize) -> Vec<u8> {
    (0..count).flat_map(|i| read(start.wrapping_add(i as u16)).to_le_bytes()).collect()
}

/// Space, address, whether it was a write, the instruction's address, the clock.
type Access = (String, u16, bool, u16, u64);

#[pymethods]
impl Chip {
    #[new]
    fn new(numerator: u64, denominator: u64, mode: u8) -> PyResult<Self> {
        let clock =
            Clock::new(numerator, denominator).ok_or_else(|| PyValueError::new_err("a clock needs a frequency"))?;
        Ok(Self(Dsp56001::new(clock, mode)))
    }

    fn reset(&mut self, mode: u8) {
        self.0.reset(mode);
    }

    fn hold_reset(&mut self, held: bool, mode: u8) {
        self.0.hold_reset(held, mode);
    }

    #[getter]
    fn in_reset(&self) -> bool {
        self.0.in_reset()
    }

    #[getter]
    fn mode(&self) -> u8 {
        self.0.mode()
    }

    fn register(&self, py: Python<'_>, name: &str) -> PyResult<u64> {
        self.0.register(name).map_err(|error| raise(py, error))
    }

    fn set_register(&mut self, py: Python<'_>, name: &str, value: u64) -> PyResult<()> {
        self.0.set_register(name, value).map_err(|error| raise(py, error))
    }

    fn stack(&self, location: u8) -> (u16, u16) {
        self.0.stack(location)
    }

    fn set_stack(&mut self, location: u8, high: u16, low: u16) {
        self.0.set_stack(location, high, low);
    }

    fn peek(&self, space_number: u8, address: u16) -> PyResult<u32> {
        Ok(self.0.peek(space(space_number)?, address))
    }

    fn poke(&mut self, space_number: u8, address: u16, word: u32) -> PyResult<()> {
        self.0.poke(space(space_number)?, address, word);
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
        let space = space(space_number)?;
        Ok(PyBytes::new(py, &packed(|address| self.0.peek(space, address), start, count)))
    }

    fn poke_block(&mut self, space_number: u8, start: u16, words: Vec<u32>) -> PyResult<()> {
        let space = space(space_number)?;
        for (i, word) in words.into_iter().enumerate() {
            self.0.poke(space, start.wrapping_add(i as u16), word);
        }
        Ok(())
    }

    fn external_word(&self, space_number: u8, address: u16) -> PyResult<u32> {
        Ok(self.0.external_word(space(space_number)?, address))
    }

    fn set_external_word(&mut self, space_number: u8, address: u16, word: u32) -> PyResult<()> {
        self.0.set_external_word(space(space_number)?, address, word);
        Ok(())
    }

    fn external_block<'py>(
        &self,
        py: Python<'py>,
        space_number: u8,
        start: u16,
        count: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let space = space(space_number)?;
        Ok(PyBytes::new(py, &packed(|address| self.0.external_word(space, address), start, count)))
    }

    fn set_external_block(&mut self, space_number: u8, start: u16, words: Vec<u32>) -> PyResult<()> {
        let space = space(space_number)?;
        for (i, word) in words.into_iter().enumerate() {
            self.0.set_external_word(space, start.wrapping_add(i as u16), word);
        }
        Ok(())
    }

    fn map_ram(&mut self, space_number: u8, words: u32) -> PyResult<()> {
        self.0.map_ram(space(space_number)?, words);
        Ok(())
    }

    fn ram_words(&self, space_number: u8) -> PyResult<u32> {
        Ok(self.0.ram_words(space(space_number)?))
    }

    fn map_device(
        &mut self,
        py: Python<'_>,
        space_number: u8,
        first: u16,
        last: u16,
        device: Py<PyAny>,
    ) -> PyResult<()> {
        let device = Box::new(PythonDevice(device));
        self.0.map_device(space(space_number)?, first, last, device).map_err(|error| raise(py, error))
    }

    fn set_floating(&mut self, word: u32) {
        self.0.set_floating(word);
    }

    fn set_strict(&mut self, strict: bool) {
        self.0.set_strict(strict);
    }

    /// The newest unanswered accesses as (space, address, write, pc, clocks), and how many there were.
    fn unmapped(&self) -> (Vec<Access>, u64) {
        let (kept, count) = self.0.unmapped();
        (kept.iter().map(|a| (a.space.to_string(), a.address, a.write, a.pc, a.clocks)).collect(), count)
    }

    #[getter]
    fn clocks(&self) -> u64 {
        self.0.clocks()
    }

    #[getter]
    fn total_clocks(&self) -> u64 {
        self.0.total_clocks()
    }

    #[getter]
    fn instructions(&self) -> u64 {
        self.0.instructions()
    }

    #[getter]
    fn now(&self) -> u64 {
        self.0.now()
    }

    #[getter]
    fn undefined_addressing(&self) -> u64 {
        self.0.undefined_addressing()
    }

    fn irqa(&mut self, asserted: bool) {
        self.0.irqa(asserted);
    }

    fn irqb(&mut self, asserted: bool) {
        self.0.irqb(asserted);
    }

    fn nmi(&mut self) {
        self.0.nmi();
    }

    fn bus_request(&mut self, requested: bool) {
        self.0.bus_request(requested);
    }

    #[getter]
    fn bus_granted(&self) -> bool {
        self.0.bus_granted()
    }

    fn host_read(&mut self, offset: u8) -> u8 {
        self.0.host_read(offset)
    }

    fn host_peek(&self, offset: u8) -> u8 {
        self.0.host_peek(offset)
    }

    fn host_write(&mut self, offset: u8, byte: u8) {
        self.0.host_write(offset, byte);
    }

    #[getter]
    fn hreq(&self) -> bool {
        self.0.hreq()
    }

    fn step(&mut self, py: Python<'_>) -> PyResult<()> {
        self.0.step().map_err(|error| raise(py, error))
    }

    /// Run without the GIL; the name of the stop reason.
    #[pyo3(signature = (until=None, max_clocks=None, max_instructions=None))]
    fn run(
        &mut self,
        py: Python<'_>,
        until: Option<u16>,
        max_clocks: Option<u64>,
        max_instructions: Option<u64>,
    ) -> PyResult<&'static str> {
        let end = max_clocks.map_or(u64::MAX, |clocks| self.0.clocks().saturating_add(clocks));
        let last = max_instructions.map_or(u64::MAX, |count| self.0.instructions().saturating_add(count));
        loop {
            let pause = self.0.clocks().saturating_add(SIGNAL_CLOCKS);
            let instructions = if last == u64::MAX { last } else { last - self.0.instructions() };
            let limits = Limits { until, clocks: end, pause, instructions };
            let chip = &mut self.0;
            let reason = py.detach(|| chip.run(limits)).map_err(|error| raise(py, error))?;
            let over = self.0.clocks() >= end || self.0.instructions() >= last;
            if reason != StopReason::Budget || over {
                return Ok(name(reason));
            }
            py.check_signals()?;
        }
    }

    /// Run whole instructions while the clock count since reset is below `to`.
    fn advance(&mut self, py: Python<'_>, to: u64) -> PyResult<()> {
        let chip = &mut self.0;
        py.detach(|| chip.advance(to)).map_err(|error| raise(py, error))
    }

    fn snapshot<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.0.snapshot().map_err(|error| raise(py, error))?;
        Ok(PyBytes::new(py, &state))
    }

    fn restore(&mut self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
        self.0.restore(state).map_err(|error: CoreError| raise(py, error))
    }
}
