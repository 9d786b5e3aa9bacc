//! The registers at the addresses of the peripheral page, X:$FFC0-$FFFF (UM 10-5).

use crate::{IO_PAGE, READ_REGISTERS, ReadRegister, WRITE_REGISTERS, WriteRegister};

impl ReadRegister {
    /// Returns the register that the DSP reads at an address of the page.
    #[inline]
    pub fn at(address: u16) -> Option<Self> {
        READ_REGISTERS.get(usize::from(address.wrapping_sub(IO_PAGE))).copied().flatten()
    }
}

impl WriteRegister {
    /// Returns the register that the DSP writes at an address of the page.
    #[inline]
    pub fn at(address: u16) -> Option<Self> {
        WRITE_REGISTERS.get(usize::from(address.wrapping_sub(IO_PAGE))).copied().flatten()
    }
}
