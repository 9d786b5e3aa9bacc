//! `Chip`: the core's `Dsp56001` with Python's types. Spaces are 0 X, 1 Y, 2 P; every check of a user's value that is
//! not the core's is the façade's.

use crate::device::PythonDevice;
use crate::error::raise;
use crate::observe::{AccessTuple, StepTuple, WatchTuple, access_tuple, step_tuple, watch};
use crate::serial::{
    FrameTuple, PythonSci, PythonSsi, SciTuple, SsiTuple, bit_clock, frame, port, sci_tuple, ssi_tuple,
};
use dsp56k_core::{Clock, CoreError, Dsp56001, Limits, SciPeer, Space, SsiPeer, StopReason};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Clocks between two looks at Python's signals, so that Ctrl-C ends a long run.
const SIGNAL_CLOCKS: u64 = 50_000_000;

#[pyclass]
pub(crate) struct Chip(Dsp56001);

pub(crate) fn space(number: u8) -> PyResult<Space> {
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
        StopReason::Watchpoint => "WATCHPOINT",
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

    fn host_acknowledge_read(&mut self) -> Option<u8> {
        self.0.host_acknowledge_read()
    }

    fn host_acknowledge_write(&mut self, byte: u8) {
        self.0.host_acknowledge_write(byte);
    }

    fn ssi_feed(&mut self, words: Vec<u32>) {
        self.0.ssi_feed(words);
    }

    #[getter]
    fn ssi_waiting(&self) -> usize {
        self.0.ssi_waiting()
    }

    fn ssi_take(&mut self) -> Vec<SsiTuple> {
        self.0.ssi_take().iter().map(ssi_tuple).collect()
    }

    fn ssi_attach(&mut self, peer: Option<Py<PyAny>>) {
        self.0.ssi_attach(peer.map(|peer| Box::new(PythonSsi(peer)) as Box<dyn SsiPeer>));
    }

    fn ssi_external_clock(&mut self, bit: Option<(u64, u64)>, frame_bits: u32) -> PyResult<()> {
        self.0.ssi_external_clock(bit_clock(bit)?, frame_bits);
        Ok(())
    }

    fn ssi_clock_out(&mut self, words: u32) {
        self.0.ssi_clock_out(words);
    }

    fn sci_feed(&mut self, frames: Vec<FrameTuple>) {
        self.0.sci_feed(frames.into_iter().map(frame));
    }

    #[getter]
    fn sci_waiting(&self) -> usize {
        self.0.sci_waiting()
    }

    fn sci_take(&mut self) -> Vec<SciTuple> {
        self.0.sci_take().iter().map(sci_tuple).collect()
    }

    fn sci_attach(&mut self, peer: Option<Py<PyAny>>) {
        self.0.sci_attach(peer.map(|peer| Box::new(PythonSci(peer)) as Box<dyn SciPeer>));
    }

    fn sci_external_clock(&mut self, bit: Option<(u64, u64)>) -> PyResult<()> {
        self.0.sci_external_clock(bit_clock(bit)?);
        Ok(())
    }

    fn drive_port(&mut self, name: &str, mask: u16, levels: u16) -> PyResult<()> {
        self.0.drive_port(port(name)?, mask, levels);
        Ok(())
    }

    fn release_port(&mut self, name: &str, mask: u16) -> PyResult<()> {
        self.0.release_port(port(name)?, mask);
        Ok(())
    }

    fn port_pins(&self, name: &str) -> PyResult<u16> {
        Ok(self.0.port_pins(port(name)?))
    }

    /// Changes of the outputs as (clock, outputs, levels).
    fn port_changes(&mut self, name: &str) -> PyResult<Vec<(u64, u16, u16)>> {
        Ok(self
            .0
            .port_changes(port(name)?)
            .iter()
            .map(|change| (change.clock, change.outputs, change.levels))
            .collect())
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

    fn set_breakpoints(&mut self, addresses: Vec<u16>) {
        self.0.set_breakpoints(addresses);
    }

    fn set_watches(&mut self, watches: Vec<WatchTuple>) -> PyResult<()> {
        self.0.set_watches(watches.into_iter().map(watch).collect::<PyResult<_>>()?);
        Ok(())
    }

    fn refuse_restricted(&mut self, refuse: bool) {
        self.0.refuse_restricted(refuse);
    }

    /// Where the step just done was, and which of its accesses are watched.
    fn watched(&self) -> (u16, Vec<AccessTuple>) {
        (self.0.last_step().address, self.0.watched().iter().map(access_tuple).collect())
    }

    /// Run one instruction as `run` does, below the clock count `end`: the name of the stop reason, and what the
    /// instruction did, if one was executed.
    fn traced(
        &mut self,
        py: Python<'_>,
        until: Option<u16>,
        end: Option<u64>,
    ) -> PyResult<(&'static str, Option<StepTuple>)> {
        let limits = Limits { until, clocks: end.unwrap_or(u64::MAX), instructions: 1, ..Limits::NONE };
        let chip = &mut self.0;
        let before = chip.instructions();
        chip.record_steps(true);
        let reason = py.detach(|| chip.run(limits));
        chip.record_steps(false);
        let reason = reason.map_err(|error| raise(py, error))?;
        Ok((name(reason), (chip.instructions() > before).then(|| step_tuple(chip.last_step()))))
    }

    #[pyo3(signature = (pc=None))]
    fn explain(&mut self, py: Python<'_>, pc: Option<u16>) -> PyResult<StepTuple> {
        self.0.explain(pc).map(|step| step_tuple(&step)).map_err(|error| raise(py, error))
    }

    fn snapshot<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.0.snapshot().map_err(|error| raise(py, error))?;
        Ok(PyBytes::new(py, &state))
    }

    fn restore(&mut self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
        self.0.restore(state).map_err(|error: CoreError| raise(py, error))
    }
}
