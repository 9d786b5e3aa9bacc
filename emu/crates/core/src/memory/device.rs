//! What a device on port A looks like to the chip.

use crate::error::DeviceError;
use crate::timeline::Time;

/// A device that answers in a range of port A addresses. `now` is the time of the access in picoseconds since
/// power-up; `offset` counts from the first address of the range.
pub trait Device: Send + Sync {
    /// The word on the data lines, 24 bits.
    ///
    /// # Errors
    /// Ends the run; the error reaches the one who started it.
    fn read(&mut self, offset: u16, now: Time) -> Result<u32, DeviceError>;

    /// Take a word.
    ///
    /// # Errors
    /// As for `read`.
    fn write(&mut self, offset: u16, value: u32, now: Time) -> Result<(), DeviceError>;
}
