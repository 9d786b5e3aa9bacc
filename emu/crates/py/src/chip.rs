//! `Chip`: the core's `Dsp56001` with Python's types. Spaces are 0 X, 1 Y, 2 P; every check of a user's value that is
//! not the core's is the façade's.

use crate::device::PythonDevice;
use crate::error::{in_use, raise};
use crate::observe::{AccessTuple, StepTuple, WatchTuple, access_tuple, step_tuple, watch};
use crate::serial::{
    FrameTuple, PythonSci, PythonSsi, SciTuple, SsiTuple, bit_clock, frame, port, sci_tuple, ssi_tuple,
};
use dsp56k_core::{Clock, CoreError, Dsp56001, Limits, SciPeer, Space, SsiPeer, StopReason};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// Clocks between two looks at Python's signals, so that Ctrl-C ends a long run.
const SIGNAL_CLOCKS: u64 = 50_000_000;

/// The lock is never waited for: who finds it taken is a device's callback or another thread in the midst of a run.
#[pyclass(frozen)]
pub(crate) struct Chip(Mutex<Dsp56001>);

impl Chip {
    fn chip(&self) -> PyResult<MutexGuard<'_, Dsp56001>> {
        match self.0.try_lock() {
            Ok(chip) => Ok(chip),
            Err(TryLockError::Poisoned(chip)) => Ok(chip.into_inner()),
            Err(TryLockError::WouldBlock) => Err(in_use()),
        }
    }
}

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
        Ok(Self(Mutex::new(Dsp56001::new(clock, mode))))
    }

    fn reset(&self, mode: u8) -> PyResult<()> {
        self.chip()?.reset(mode);
        Ok(())
    }

    fn hold_reset(&self, held: bool, mode: u8) -> PyResult<()> {
        self.chip()?.hold_reset(held, mode);
        Ok(())
    }

    #[getter]
    fn in_reset(&self) -> PyResult<bool> {
        Ok(self.chip()?.in_reset())
    }

    #[getter]
    fn mode(&self) -> PyResult<u8> {
        Ok(self.chip()?.mode())
    }

    fn register(&self, py: Python<'_>, name: &str) -> PyResult<u64> {
        self.chip()?.register(name).map_err(|error| raise(py, error))
    }

    fn set_register(&self, py: Python<'_>, name: &str, value: u64) -> PyResult<()> {
        self.chip()?.set_register(name, value).map_err(|error| raise(py, error))
    }

    fn stack(&self, location: u8) -> PyResult<(u16, u16)> {
        Ok(self.chip()?.stack(location))
    }

    fn set_stack(&self, location: u8, high: u16, low: u16) -> PyResult<()> {
        self.chip()?.set_stack(location, high, low);
        Ok(())
    }

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
        let device = Box::new(PythonDevice(device));
        self.chip()?.map_device(space(space_number)?, first, last, device).map_err(|error| raise(py, error))
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

    #[getter]
    fn clocks(&self) -> PyResult<u64> {
        Ok(self.chip()?.clocks())
    }

    #[getter]
    fn total_clocks(&self) -> PyResult<u64> {
        Ok(self.chip()?.total_clocks())
    }

    #[getter]
    fn instructions(&self) -> PyResult<u64> {
        Ok(self.chip()?.instructions())
    }

    #[getter]
    fn now(&self) -> PyResult<u64> {
        Ok(self.chip()?.now())
    }

    #[getter]
    fn undefined_addressing(&self) -> PyResult<u64> {
        Ok(self.chip()?.undefined_addressing())
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

    #[getter]
    fn hreq(&self) -> PyResult<bool> {
        Ok(self.chip()?.hreq())
    }

    fn host_acknowledge_read(&self) -> PyResult<Option<u8>> {
        Ok(self.chip()?.host_acknowledge_read())
    }

    fn host_acknowledge_write(&self, byte: u8) -> PyResult<()> {
        self.chip()?.host_acknowledge_write(byte);
        Ok(())
    }

    fn ssi_feed(&self, words: Vec<u32>) -> PyResult<()> {
        self.chip()?.ssi_feed(words);
        Ok(())
    }

    #[getter]
    fn ssi_waiting(&self) -> PyResult<usize> {
        Ok(self.chip()?.ssi_waiting())
    }

    fn ssi_take(&self) -> PyResult<Vec<SsiTuple>> {
        Ok(self.chip()?.ssi_take().iter().map(ssi_tuple).collect())
    }

    fn ssi_attach(&self, peer: Option<Py<PyAny>>) -> PyResult<()> {
        self.chip()?.ssi_attach(peer.map(|peer| Box::new(PythonSsi(peer)) as Box<dyn SsiPeer>));
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

    fn sci_feed(&self, frames: Vec<FrameTuple>) -> PyResult<()> {
        self.chip()?.sci_feed(frames.into_iter().map(frame));
        Ok(())
    }

    #[getter]
    fn sci_waiting(&self) -> PyResult<usize> {
        Ok(self.chip()?.sci_waiting())
    }

    fn sci_take(&self) -> PyResult<Vec<SciTuple>> {
        Ok(self.chip()?.sci_take().iter().map(sci_tuple).collect())
    }

    fn sci_attach(&self, peer: Option<Py<PyAny>>) -> PyResult<()> {
        self.chip()?.sci_attach(peer.map(|peer| Box::new(PythonSci(peer)) as Box<dyn SciPeer>));
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

    /// Changes of the outputs as (clock, outputs, levels).
    fn port_changes(&self, name: &str) -> PyResult<Vec<(u64, u16, u16)>> {
        Ok(self
            .chip()?
            .port_changes(port(name)?)
            .iter()
            .map(|change| (change.clock, change.outputs, change.levels))
            .collect())
    }

    fn step(&self, py: Python<'_>) -> PyResult<()> {
        self.chip()?.step().map_err(|error| raise(py, error))
    }

    /// Run without the GIL; the name of the stop reason.
    #[pyo3(signature = (until=None, max_clocks=None, max_instructions=None))]
    fn run(
        &self,
        py: Python<'_>,
        until: Option<u16>,
        max_clocks: Option<u64>,
        max_instructions: Option<u64>,
    ) -> PyResult<&'static str> {
        let mut guard = self.chip()?;
        let chip: &mut Dsp56001 = &mut guard;
        let end = max_clocks.map_or(u64::MAX, |clocks| chip.clocks().saturating_add(clocks));
        let last = max_instructions.map_or(u64::MAX, |count| chip.instructions().saturating_add(count));
        loop {
            let pause = chip.clocks().saturating_add(SIGNAL_CLOCKS);
            let instructions = if last == u64::MAX { last } else { last - chip.instructions() };
            let limits = Limits { until, clocks: end, pause, instructions };
            let reason = py.detach(|| chip.run(limits)).map_err(|error| raise(py, error))?;
            let over = chip.clocks() >= end || chip.instructions() >= last;
            if reason != StopReason::Budget || over {
                return Ok(name(reason));
            }
            py.check_signals()?;
        }
    }

    /// Run whole instructions while the clock count since reset is below `to`.
    fn advance(&self, py: Python<'_>, to: u64) -> PyResult<()> {
        let mut guard = self.chip()?;
        let chip: &mut Dsp56001 = &mut guard;
        py.detach(|| chip.advance(to)).map_err(|error| raise(py, error))
    }

    fn set_breakpoints(&self, addresses: Vec<u16>) -> PyResult<()> {
        self.chip()?.set_breakpoints(addresses);
        Ok(())
    }

    fn set_watches(&self, watches: Vec<WatchTuple>) -> PyResult<()> {
        self.chip()?.set_watches(watches.into_iter().map(watch).collect::<PyResult<_>>()?);
        Ok(())
    }

    fn refuse_restricted(&self, refuse: bool) -> PyResult<()> {
        self.chip()?.refuse_restricted(refuse);
        Ok(())
    }

    /// Where the step just done was, and which of its accesses are watched.
    fn watched(&self) -> PyResult<(u16, Vec<AccessTuple>)> {
        let chip = self.chip()?;
        Ok((chip.last_step().address, chip.watched().iter().map(access_tuple).collect()))
    }

    /// Run one instruction as `run` does, below the clock count `end`: the name of the stop reason, and what the
    /// instruction did, if one was executed.
    fn traced(
        &self,
        py: Python<'_>,
        until: Option<u16>,
        end: Option<u64>,
    ) -> PyResult<(&'static str, Option<StepTuple>)> {
        let limits = Limits { until, clocks: end.unwrap_or(u64::MAX), instructions: 1, ..Limits::NONE };
        let mut guard = self.chip()?;
        let chip: &mut Dsp56001 = &mut guard;
        let before = chip.instructions();
        chip.record_steps(true);
        let reason = py.detach(|| chip.run(limits));
        chip.record_steps(false);
        let reason = reason.map_err(|error| raise(py, error))?;
        Ok((name(reason), (chip.instructions() > before).then(|| step_tuple(chip.last_step()))))
    }

    #[pyo3(signature = (pc=None))]
    fn explain(&self, py: Python<'_>, pc: Option<u16>) -> PyResult<StepTuple> {
        self.chip()?.explain(pc).map(|step| step_tuple(&step)).map_err(|error| raise(py, error))
    }

    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.chip()?.snapshot().map_err(|error| raise(py, error))?;
        Ok(PyBytes::new(py, &state))
    }

    fn restore(&self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
        self.chip()?.restore(state).map_err(|error: CoreError| raise(py, error))
    }
}
