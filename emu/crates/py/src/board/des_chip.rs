//! The card's DES chip as a Python class.

use dsp56k_card::{Commands, Description, Oscillator, Phase, State, Statuses, Wd20c03};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) type SharedDesChip = Arc<Mutex<Wd20c03>>;

/// `short_strobe`, `free_at`, `command`, `errors`, `key` (empty without one), `chain`, number of `phase`, `unit`,
/// `done_at`.
type StateTuple = (bool, u64, u8, u8, Vec<u8>, Vec<u8>, usize, Vec<u8>, u64);

/// The phases by their numbers in Python.
const PHASES: [Phase; 6] = [Phase::Idle, Phase::Key, Phase::Iv, Phase::Text, Phase::Cipher, Phase::Result];

fn refused() -> PyErr {
    PyValueError::new_err("no such DES chip")
}

/// A WD20C03. The core accesses it without Python if it is in a plug of a `ByteLane`.
#[pyclass(frozen, subclass)]
pub(crate) struct DesChip {
    pub(crate) chip: SharedDesChip,
}

impl DesChip {
    fn chip(&self) -> MutexGuard<'_, Wd20c03> {
        // A panic within the chip has reached Python, which may go on.
        self.chip.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl DesChip {
    /// Returns a chip. `command` and `status` are the masks of the bits by name; `clocks` those per access and to the
    /// result; `policy` is whether a parity error stops the chip, and a short strobe loses a byte of IV; `period` is
    /// picoseconds and cycles of the chip's clock.
    #[new]
    #[allow(clippy::needless_pass_by_value, reason = "the signature is PyO3's")]
    fn new(
        command: HashMap<String, u8>,
        status: HashMap<String, u8>,
        clocks: (u64, u64),
        policy: (bool, bool),
        period: (u64, u64),
    ) -> PyResult<Self> {
        let bit = |bits: &HashMap<String, u8>, name: &str| bits.get(name).copied().ok_or_else(refused);
        let of = |name| bit(&command, name);
        let command = Commands {
            act: of("ACT")?,
            enc: of("ENC")?,
            ldkey: of("LDKEY")?,
            ldiv: of("LDIV")?,
            cbc: of("CBC")?,
            clr: of("CLR")?,
            rst: of("RST")?,
        };
        let of = |name| bit(&status, name);
        let status = Statuses {
            bsy: of("BSY")?,
            dir: of("DIR")?,
            dor: of("DOR")?,
            kr: of("KR")?,
            ivr: of("IVR")?,
            kpe: of("KPE")?,
            kv: of("KV")?,
            ovr: of("OVR")?,
        };
        let description = Description {
            command,
            status,
            clocks_per_access: clocks.0,
            clocks_to_result: clocks.1,
            parity_error_stops: policy.0,
            short_iv_is_lost: policy.1,
        };
        let oscillator = Oscillator::new(period).ok_or_else(refused)?;
        Ok(Self { chip: Arc::new(Mutex::new(Wd20c03::new(description, oscillator))) })
    }

    /// Clears everything (reset pin), including the key.
    fn reset(&self, now: u64) {
        self.chip().reset(now);
    }

    /// Returns DATA (0) or STATUS (1).
    fn read(&self, offset: u16, now: u64) -> u8 {
        self.chip().read(offset, now)
    }

    /// Writes DATA (0) or COMMAND (1).
    fn write(&self, offset: u16, value: u8, now: u64) {
        self.chip().write(offset, value, now);
    }

    /// Lets time pass until `now`.
    fn advance(&self, now: u64) {
        self.chip().advance(now);
    }

    /// Returns the time at which the running cipher ends, or None.
    fn next_event(&self) -> Option<u128> {
        self.chip().next_event()
    }

    #[getter]
    fn short_strobe(&self) -> bool {
        self.chip().state().short_strobe
    }

    #[setter]
    fn set_short_strobe(&self, short: bool) {
        self.chip().set_short_strobe(short);
    }

    /// Returns the fields of the state between two accesses.
    fn fields(&self) -> StateTuple {
        let State { short_strobe, free_at, command, errors, key, chain, phase, unit, done_at } =
            self.chip().state().clone();
        let number = PHASES.iter().position(|other| *other == phase).unwrap_or_default();
        let key = key.map_or_else(Vec::new, Vec::from);
        (short_strobe, free_at, command, errors, key, chain.into(), number, unit, done_at)
    }

    /// Sets the fields of the state.
    fn set_fields(&self, fields: StateTuple) -> PyResult<()> {
        let (short_strobe, free_at, command, errors, key, chain, number, unit, done_at) = fields;
        let key = if key.is_empty() { None } else { Some(key.try_into().map_err(|_| refused())?) };
        let chain = chain.try_into().map_err(|_| refused())?;
        let phase = *PHASES.get(number).ok_or_else(refused)?;
        // A result that waits has a byte, and a unit is not complete before it is one.
        let fits = match phase {
            Phase::Cipher | Phase::Result => (1..=8).contains(&unit.len()),
            Phase::Idle | Phase::Key | Phase::Iv | Phase::Text => unit.len() < 8,
        };
        if !fits {
            return Err(refused());
        }
        let state = State { short_strobe, free_at, command, errors, key, chain, phase, unit, done_at };
        self.chip().set_state(state);
        Ok(())
    }
}
