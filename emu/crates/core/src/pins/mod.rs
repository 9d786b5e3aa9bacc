//! The chip's pins as its board drives and sees them: lines, the bus grant of port A, serial interfaces and ports.

mod bus_grant;
mod lines;
pub mod ports;
