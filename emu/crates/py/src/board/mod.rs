//! Parts of a board that the DSP accesses without Python.

mod byte_lane;
mod des_chip;
mod host_bus;
mod native_ports;
mod plug;

pub(crate) use byte_lane::ByteLane;
pub(crate) use des_chip::DesChip;
pub(crate) use host_bus::HostBus;
pub(crate) use plug::Plug;
