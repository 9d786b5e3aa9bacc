//! Addresses and sizes of the memories (UM 3-7 to 3-14).

pub(crate) use dsp56k_isa::ROM_END;
pub use dsp56k_isa::{DATA_WORDS, IO_PAGE, PROGRAM_WORDS};

/// Words of a page of external RAM.
pub(crate) const PAGE_WORDS: usize = 256;

/// The memory that an address selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    Ram,
    Rom,
    /// Internal peripheral registers.
    Peripheral,
    /// Port A.
    External,
}
