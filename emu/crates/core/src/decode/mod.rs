//! Decoding of instruction words into executable form, once for each program address.

pub(crate) mod access_summary;
pub(crate) mod instruction;
pub(crate) mod preserved_bits;
mod restricted_uses;
pub(crate) mod restriction_verdict;
