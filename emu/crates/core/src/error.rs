//! Errors of the callers of the core, and the errors that end a run.

use crate::space::Space;
use std::fmt;

/// The error of a device's callback; it contains the Python exception.
pub type DeviceError = Box<dyn std::error::Error + Send + Sync>;

/// The reason for an error.
#[derive(Debug)]
pub enum CoreError {
    /// A name that is not a register.
    NoSuchRegister { name: String },
    /// A value that does not fit its register or word.
    ValueTooLarge { what: String, value: u64, bits: u32 },
    /// Fields of a configuration that contradict each other or are out of range.
    Configuration { message: String },
    /// The DSP used an unmapped address, in strict mode.
    Unmapped { space: Space, address: u16, write: bool, pc: u16 },
    /// The DSP used a peripheral that this model does not support.
    Unsupported { what: &'static str, pc: u16 },
    /// A restricted sequence of instructions, on a chip that rejects them.
    Restricted { pc: u16, rule: &'static str, page: &'static str },
    /// An instruction was about to write a word that its program must not write.
    Guarded { space: Space, address: u16, pc: u16 },
    /// Invalid syntax of an expression, or an expression that has no value in the current state.
    Expression { text: String, why: String },
    /// A device's callback failed.
    Device { error: DeviceError, space: Space, address: u16 },
    /// A snapshot that is damaged, of another version or of another machine.
    Snapshot { message: String },
    /// The system has no more memory.
    Memory { what: &'static str },
}

impl fmt::Display for CoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchRegister { name } => write!(f, "the DSP56001 has no register {name:?}"),
            Self::ValueTooLarge { what, value, bits } => write!(f, "{what} must fit into {bits} bits, got ${value:X}"),
            Self::Configuration { message } => f.write_str(message),
            Self::Unmapped { space, address, write, pc } => write!(
                f,
                "the instruction at P:${pc:04X} {} {space}:${address:04X}, which is unmapped",
                if *write { "wrote to" } else { "read" }
            ),
            Self::Unsupported { what, pc } => {
                write!(f, "the instruction at P:${pc:04X} needs {what}, which this emulator does not model")
            }
            Self::Restricted { pc, rule, page } => {
                write!(f, "restricted sequence at P:${pc:04X}: {rule} (UM {page})")
            }
            Self::Guarded { space, address, pc } => {
                write!(f, "the instruction at P:${pc:04X} would write {space}:${address:04X}, which is protected")
            }
            Self::Expression { text, why } => write!(f, "{text}: {why}"),
            Self::Device { error, space, address } => write!(f, "the device at {space}:${address:04X} failed: {error}"),
            Self::Memory { what } => write!(f, "cannot allocate memory for {what}"),
            Self::Snapshot { message } => write!(f, "not a usable snapshot: {message}"),
        }
    }
}

impl std::error::Error for CoreError {}
