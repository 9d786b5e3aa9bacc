//! Where the memories lie, and how large they are (UM 3-7 to 3-14).

/// First address of the I/O page: on-chip peripherals in X, off-chip peripherals in Y (UM 3-7).
pub const IO_PAGE: u16 = 0xFFC0;
/// Words of on-chip program RAM.
pub const PROGRAM_WORDS: u16 = 0x200;
/// Words of on-chip RAM in X and in Y.
pub const DATA_WORDS: u16 = 0x100;
/// First address after the data ROMs.
pub(crate) const ROM_END: u16 = 0x200;
/// Words of a page of external RAM.
pub(crate) const PAGE_WORDS: usize = 256;

/// Where an address leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    Ram,
    Rom,
    /// On-chip peripheral registers.
    Peripheral,
    /// Port A.
    External,
}
