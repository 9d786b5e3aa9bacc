//! The memory spaces.

use dsp56k_isa::Memory;
use std::fmt;

/// A memory space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Space {
    X,
    Y,
    P,
}

impl Space {
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::P];

    /// Returns the name of the space: "X", "Y" or "P".
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "X",
            Self::Y => "Y",
            Self::P => "P",
        }
    }

    /// Returns the bit of a space in the set of external spaces that an instruction uses: X is 1, Y is 2, P is 4.
    #[inline]
    pub(crate) fn mask(self) -> u8 {
        1 << self as u8
    }
}

impl From<Memory> for Space {
    fn from(memory: Memory) -> Self {
        match memory {
            Memory::X => Self::X,
            Memory::Y => Self::Y,
        }
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
