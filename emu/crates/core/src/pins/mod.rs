//! The chip's pins as its board drives and sees them: lines, the bus grant of port A, serial interfaces and ports.

mod bus_grant;
mod host_port;
mod lines;
mod port_a;
pub mod ports;
mod reset;
