//! Secret bits of a run for the façade.

use crate::chip::Chip;
use crate::error::raise;
use crate::reserve;
use crate::run::{Ends, limits};
use crate::space::space_named;
use dsp56k_core::secrets::{Followed, SecretPath as Path, SecretValue};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Number, mask of the secret bits, smallest and largest number.
type ValueTuple = (i64, u64, i64, i64);
/// The kind "leak", "refused" or a stop reason; the instruction's address; the reason; the number of the secret's
/// operand and the addresses of the instructions that have passed it on.
type FollowedTuple = (String, u16, String, Option<(u16, Vec<u16>)>);

fn tuple(value: SecretValue) -> ValueTuple {
    (value.number, value.mask, value.low, value.high)
}

/// A run with secret bits.
#[pyclass(frozen)]
pub(crate) struct SecretPath(Mutex<Box<Path>>);

impl SecretPath {
    fn path(&self) -> PyResult<MutexGuard<'_, Box<Path>>> {
        reserve::require()?;
        self.0.try_lock().map_err(|_| PyRuntimeError::new_err("the path is being followed"))
    }

    fn read<T>(&self, ask: impl FnOnce(&Path) -> T) -> T {
        ask(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl SecretPath {
    /// Returns a path from the chip's state. With `data_addresses`, each access at a secret address is a leak.
    #[new]
    fn new(chip: &Chip, data_addresses: bool) -> PyResult<Self> {
        let chip = chip.chip()?;
        Ok(Self(Mutex::new(Box::new(Path::new(&chip, data_addresses)))))
    }

    /// Marks bits of a register. `operand` is the number by which a leak names their origin.
    fn mark_register(&self, py: Python<'_>, name: &str, mask: u64, operand: u16) -> PyResult<()> {
        self.path()?.mark_register(name, mask, operand).map_err(|error| raise(py, error))
    }

    /// Marks condition codes, by their bits in SR.
    fn mark_flags(&self, mask: u8, operand: u16) -> PyResult<()> {
        self.path()?.mark_flags(mask, operand);
        Ok(())
    }

    /// Marks bits of words: space, address, mask, the smallest and the largest value.
    fn mark_words(&self, chip: &Chip, words: Vec<(String, u16, u32, (i32, i32))>, operand: u16) -> PyResult<()> {
        let (chip, mut path) = (chip.chip()?, self.path()?);
        for (space, address, mask, bounds) in words {
            path.mark_word(&chip, space_named(&space)?, address, mask, bounds, operand);
        }
        Ok(())
    }

    /// Allows the instruction at an address to depend on a secret.
    fn allow(&self, address: u16) -> PyResult<()> {
        self.path()?.allow(address);
        Ok(())
    }

    /// Returns a register's value.
    fn register(&self, name: &str) -> Option<ValueTuple> {
        self.read(|path| path.register(name).map(tuple))
    }

    /// Returns the secret condition codes, by their bits in SR.
    #[getter]
    fn secret_flags(&self) -> u8 {
        self.read(Path::secret_flags)
    }

    /// Returns the values of the words with secret bits, by their addresses.
    fn words(&self, chip: &Chip, space: &str) -> PyResult<Vec<(u16, ValueTuple)>> {
        let (chip, path, space) = (chip.chip()?, self.path()?, space_named(space)?);
        let value = |address| (address, tuple(path.word(&chip, space, address)));
        Ok(path.secret_words(space).map(value).collect())
    }

    /// Returns the number of instructions that were followed.
    #[getter]
    fn instructions(&self) -> u64 {
        self.read(|path| path.instructions)
    }

    /// Returns the number of accesses whose address depends on a secret.
    #[getter]
    fn secret_addresses(&self) -> u64 {
        self.read(|path| path.secret_addresses)
    }

    /// Executes at most `most` instructions and follows them, while the clock count since power-up is below `end`.
    /// Returns why that has ended, and None after `most` instructions.
    fn follow(
        &self,
        py: Python<'_>,
        chip: &Chip,
        listener: &Bound<'_, PyAny>,
        ends: Ends,
        end: u64,
        most: u64,
    ) -> PyResult<Option<FollowedTuple>> {
        let mut guard = self.path()?;
        let path: &mut Path = &mut guard;
        let limits = limits(ends, None, Some(most));
        let followed = chip.in_slices(py, listener, |chip| path.follow(chip, limits, end).map(Some))?;
        Ok(followed.map(|followed| match followed {
            Followed::Ended(reason) => (reason.name().to_owned(), 0, String::new(), None),
            Followed::Leak(leak) => ("leak".to_owned(), leak.address, leak.reason, leak.chain),
            Followed::Refused(address, reason) => ("refused".to_owned(), address, reason, None),
        }))
    }
}
