//! Python objects at the SSI and the SCI, and their words as tuples.

use crate::attach::attached;
use dsp56k_core::{BitClock, DeviceError, PortName, SciFrame, SciPeer, SciSent, SciSentKind, SsiPeer, SsiWord};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// Clock, slot, word, flags.
pub(crate) type SsiTuple = (u64, u8, Option<u32>, u8);
/// Clock, kind, data, address bit.
pub(crate) type SciTuple = (u64, &'static str, u8, bool);

/// `SciFrame` of the façade.
#[derive(FromPyObject)]
pub(crate) struct Frame {
    data: u8,
    address: bool,
    bad_parity: bool,
    bad_stop: bool,
    not_before: Option<u64>,
}

impl From<Frame> for SciFrame {
    fn from(frame: Frame) -> Self {
        let Frame { data, address, bad_parity, bad_stop, not_before } = frame;
        Self { data, address, bad_parity, bad_stop, not_before }
    }
}

pub(crate) fn ssi_tuple(sent: &SsiWord) -> SsiTuple {
    (sent.clock, sent.slot, sent.word, sent.flags)
}

pub(crate) fn sci_tuple(sent: &SciSent) -> SciTuple {
    let kind = match sent.kind {
        SciSentKind::Data => "DATA",
        SciSentKind::Preamble => "PREAMBLE",
        SciSentKind::Break => "BREAK",
    };
    (sent.clock, kind, sent.data, sent.address)
}

/// Returns a bit clock from clocks per bit as a fraction.
pub(crate) fn bit_clock(fraction: Option<(u64, u64)>) -> PyResult<Option<BitClock>> {
    let new = |(numerator, denominator)| {
        BitClock::new(numerator, denominator).ok_or_else(|| PyValueError::new_err("a bit must take at least one clock"))
    };
    fraction.map(new).transpose()
}

pub(crate) fn port(name: &str) -> PyResult<PortName> {
    match name {
        "B" => Ok(PortName::B),
        "C" => Ok(PortName::C),
        _ => Err(PyValueError::new_err("no such port")),
    }
}

/// Calls `sent(word)` and `wanted(clock, slot)` of a Python object.
pub(crate) struct PythonSsi(pub(crate) Arc<Py<PyAny>>);

impl SsiPeer for PythonSsi {
    fn sent(&mut self, word: SsiWord) -> Result<(), DeviceError> {
        attached(|py| self.0.bind(py).call_method1("sent", ssi_tuple(&word)).map(drop)).map_err(DeviceError::from)
    }

    fn wanted(&mut self, clock: u64, slot: u8) -> Result<Option<u32>, DeviceError> {
        attached(|py| self.0.bind(py).call_method1("wanted", (clock, slot))?.extract::<Option<u32>>())
            .map_err(DeviceError::from)
    }
}

/// Calls `sent(...)` of a Python object, which returns characters.
pub(crate) struct PythonSci(pub(crate) Arc<Py<PyAny>>);

impl SciPeer for PythonSci {
    fn sent(&mut self, sent: SciSent) -> Result<Vec<SciFrame>, DeviceError> {
        let answer = attached(|py| self.0.bind(py).call_method1("sent", sci_tuple(&sent))?.extract::<Vec<Frame>>());
        Ok(answer.map_err(DeviceError::from)?.into_iter().map(SciFrame::from).collect())
    }
}
