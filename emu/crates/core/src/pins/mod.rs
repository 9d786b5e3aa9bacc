//! The chip's pins as its board drives and sees them: lines, the bus grant of port A, serial interfaces and ports.

pub(crate) mod bus_grant;
pub mod lines;
pub mod ports;
