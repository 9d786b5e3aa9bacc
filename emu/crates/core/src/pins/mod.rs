//! The chip's pins from the board's side: signal lines, the bus grant of port A, serial interfaces and ports.

mod bus_grant;
mod host_port;
mod lines;
mod port_a;
pub mod ports;
mod reset;
