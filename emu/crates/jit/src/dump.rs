//! Dumps of compilations: the region, its CLIF, and the host code.

use cranelift_codegen::ir::Function;
use dsp56k_core::engine::region::Region;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Regions of this process that were dumped: the numbers of their files.
static DUMPED: AtomicU32 = AtomicU32::new(0);

/// Writes `NUMBER-PC.region`, `.clif` and `.s` to a directory.
///
/// # Errors
///
/// Returns the error of the operating system if a file cannot be written.
pub(crate) fn write(directory: &Path, region: &Region, clif: &Function, host_code: Option<&str>) -> io::Result<()> {
    let number = DUMPED.fetch_add(1, Ordering::Relaxed);
    let stem = format!("{number:04}-{:04x}", region.key.state.pc);
    fs::write(directory.join(format!("{stem}.region")), region.to_string())?;
    fs::write(directory.join(format!("{stem}.clif")), clif.display().to_string())?;
    fs::write(directory.join(format!("{stem}.s")), host_code.unwrap_or("not compiled\n"))
}
