//! An instruction word taken apart, once per program address, into the form that runs.

pub(crate) mod instruction;
pub(crate) mod kept_bits;
pub(crate) mod touch;
