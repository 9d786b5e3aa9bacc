//! The report of the engine, for the façade.

use crate::chip::Chip;
use dsp56k_core::engine::report::{ExitReason, RegionReport};
use pyo3::prelude::*;

/// A region: its key, the address where it begins, its lowest and highest address, DSP instructions, bytes of machine
/// code, entries, executed instructions, and exits in the order of `exit_reasons`.
type RegionRow = (String, u16, (u16, u16), usize, usize, u64, u64, [u64; ExitReason::COUNT]);
/// Regions compiled and evicted, nanoseconds spent compiling, instructions of compiled code and of the interpreter.
type Totals = (u64, u64, u64, u64, u64);
/// Addresses with the interpreter's executions of the instruction there.
type Interpreted = Option<Vec<(u16, u64)>>;

fn row(region: RegionReport) -> RegionRow {
    let RegionReport { key, pc, addresses, instructions, size_bytes, entries, executed, exits } = region;
    (key, pc, addresses, instructions, size_bytes, entries, executed, exits)
}

/// Returns the names of the reasons for which control leaves compiled code.
#[pyfunction]
pub(crate) fn exit_reasons() -> Vec<&'static str> {
    ExitReason::NAMES.iter().map(|(_, name)| *name).collect()
}

#[pymethods]
impl Chip {
    fn engine_report(&self) -> PyResult<(Vec<RegionRow>, Totals, Interpreted)> {
        let report = self.chip()?.engine_report();
        let rows = report.regions.into_iter().map(row).collect();
        let instructions = (report.compiled_instructions, report.interpreted_instructions);
        let totals = (report.compiled, report.evicted, report.compile_ns, instructions.0, instructions.1);
        Ok((rows, totals, report.interpreted))
    }

    /// Begins to count the interpreter's instructions by address for the report, or ends it.
    fn count_interpreted(&self, is_counted: bool) -> PyResult<()> {
        self.chip()?.count_interpreted(is_counted);
        Ok(())
    }
}
