//! Addresses and sizes of the memories (UM 3-7 to 3-14).

/// First address of the I/O page: internal peripherals in X, external peripherals in Y (UM 3-7).
pub const IO_PAGE: u16 = 0xFFC0;
/// Words of internal program RAM.
pub const PROGRAM_WORDS: u16 = 0x200;
/// Words of internal RAM in X and in Y.
pub const DATA_WORDS: u16 = 0x100;
/// First address after the data ROMs.
pub(crate) const ROM_END: u16 = 0x200;
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
