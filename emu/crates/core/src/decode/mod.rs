//! Decoding of instruction words into executable form, once for each program address.

pub(crate) mod instruction;
pub(crate) mod kept_bits;
pub(crate) mod touch;
