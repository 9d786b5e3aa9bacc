//! The interface of a device on port A.

use crate::error::DeviceError;
use crate::timeline::Time;

/// A device that responds in a range of port A addresses. `now` is the time of the access in picoseconds since
/// power-up; `offset` counts from the first address of the range.
pub trait Device: Send + Sync {
    /// Returns the word on the data lines, 24 bits.
    ///
    /// # Errors
    /// An error ends the run and is returned to its caller.
    fn read(&mut self, offset: u16, now: Time) -> Result<u32, DeviceError>;

    /// Receives a word.
    ///
    /// # Errors
    /// An error ends the run and is returned to its caller.
    fn write(&mut self, offset: u16, value: u32, now: Time) -> Result<(), DeviceError>;
}
