//! The extension module `dsp56k.emu._core`: the only interface between Rust and Python.
//!
//! Users import `dsp56k.emu`; this module is private to that façade.

mod attach;
mod board;
mod chip;
mod compiler;
mod device;
mod engine_report;
mod error;
mod fork;
mod lines;
mod memory;
mod observe;
mod pins;
mod points;
mod profile;
mod registers;
mod reserve;
mod run;
mod secrets;
mod serial;
mod space;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    use dsp56k_isa::{host, io};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn initialize(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::fork::register(module.py())
    }

    #[pymodule_export]
    use super::board::{ByteLane, DesChip, HostBus, Plug};
    #[pymodule_export]
    use super::build_info;
    #[pymodule_export]
    use super::chip::Chip;
    #[pymodule_export]
    use super::decode_table;
    #[pymodule_export]
    use super::engine_report::exit_reasons;
    #[pymodule_export]
    use super::observe::{AccessRecord, Step, Unmapped};
    #[pymodule_export]
    use super::points::Expression;
    #[pymodule_export]
    use super::profile::Counts;
    #[pymodule_export]
    use super::registers::Registers;
    #[pymodule_export]
    use super::secrets::SecretPath;

    // Constants of memory.toml that the façade needs before it loads any table: borders of memories, addresses of
    // registers in X data memory, offsets of the host's registers, and masks of bits.
    #[pymodule_export]
    const IO_PAGE: u16 = dsp56k_isa::IO_PAGE;
    #[pymodule_export]
    const DATA_WORDS: u16 = dsp56k_isa::DATA_WORDS;
    #[pymodule_export]
    const BCR: u16 = io::bcr::ADDRESS;
    #[pymodule_export]
    const HCR: u16 = io::hcr::ADDRESS;
    #[pymodule_export]
    const HSR: u16 = io::hsr::ADDRESS;
    #[pymodule_export]
    const HTX: u16 = io::htx::ADDRESS;
    #[pymodule_export]
    const PBC: u16 = io::pbc::ADDRESS;
    #[pymodule_export]
    const ICR: u8 = host::icr::OFFSET;
    #[pymodule_export]
    const CVR: u8 = host::cvr::OFFSET;
    #[pymodule_export]
    const ISR: u8 = host::isr::OFFSET;
    #[pymodule_export]
    const IVR: u8 = host::ivr::OFFSET;
    #[pymodule_export]
    const RXH: u8 = host::rxh::OFFSET;
    #[pymodule_export]
    const RXM: u8 = host::rxm::OFFSET;
    #[pymodule_export]
    const RXL: u8 = host::rxl::OFFSET;
    #[pymodule_export]
    const TXH: u8 = host::txh::OFFSET;
    #[pymodule_export]
    const TXM: u8 = host::txm::OFFSET;
    #[pymodule_export]
    const TXL: u8 = host::txl::OFFSET;
    #[pymodule_export]
    const RXDF: u8 = host::isr::RXDF;
    #[pymodule_export]
    const TXDE: u8 = host::isr::TXDE;
    #[pymodule_export]
    const HC: u8 = host::cvr::HC;
    #[pymodule_export]
    const BC: u8 = io::pbc::BC;
}

/// Returns the configuration of the build as text: `version`, `profile` ("release" or "debug"), `target`, `os` and
/// `code_generator` ("none" if it has none).
///
/// Benchmarks reject a debug build.
#[pyfunction]
fn build_info(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyDict>> {
    let info = pyo3::types::PyDict::new(py);
    info.set_item("version", env!("CARGO_PKG_VERSION"))?;
    info.set_item("profile", if cfg!(debug_assertions) { "debug" } else { "release" })?;
    info.set_item("target", std::env::consts::ARCH)?;
    info.set_item("os", std::env::consts::OS)?;
    info.set_item("code_generator", compiler::NAME)?;
    Ok(info)
}

/// Returns `row_numbers` of all 2^24 words, 4 bytes each, little-endian. A test compares Python's decoder with it.
#[pyfunction]
fn decode_table(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyBytes>> {
    const WORDS: usize = 1 << 24;
    pyo3::types::PyBytes::new_with(py, 4 * WORDS, |bytes| {
        for (word, place) in bytes.chunks_exact_mut(4).enumerate() {
            place.copy_from_slice(&dsp56k_isa::row_numbers(word as u32).to_le_bytes());
        }
        Ok(())
    })
}
