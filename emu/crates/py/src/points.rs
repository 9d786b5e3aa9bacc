//! Expressions of the façade, and its breakpoints that evaluate them.

use crate::chip::Chip;
use crate::error::raise;
use crate::space::space_named;
use dsp56k_core::{Breakpoint, BreakpointKind, CoreError, Expression as Checked, Moment, Watch};
use pyo3::prelude::*;

/// A checked expression.
#[pyclass(frozen)]
pub(crate) struct Expression(Checked);

#[pymethods]
impl Expression {
    /// Returns an expression from its source text, which errors quote, and its parts in postfix order: each has a name
    /// and an argument.
    #[new]
    fn new(py: Python<'_>, text: String, parts: Vec<(String, String)>) -> PyResult<Self> {
        Checked::new(text, parts).map(Self).map_err(|error| raise(py, error))
    }
}

/// A breakpoint of the façade.
#[derive(FromPyObject)]
pub(crate) struct PointFields {
    number: u32,
    kind: String,
    addresses: Vec<u16>,
    space: String,
    read: bool,
    write: bool,
    changes: bool,
    condition: Option<Py<Expression>>,
    ignore: u64,
}

impl PointFields {
    fn place(&self) -> PyResult<BreakpointKind> {
        Ok(match (self.kind.as_str(), self.addresses.as_slice()) {
            ("addresses", addresses) => BreakpointKind::Addresses(addresses.to_vec()),
            ("watch", &[first, last]) => {
                let space = space_named(&self.space)?;
                let watch = Watch { space, first, last, reads: self.read, writes: self.write };
                BreakpointKind::Watch { watch, changes: self.changes }
            }
            ("turn", _) => BreakpointKind::Turn,
            ("vectors", addresses) => BreakpointKind::Vectors(addresses.to_vec()),
            (kind, _) => {
                let message = format!("unknown kind of breakpoint: {kind} with {} addresses", self.addresses.len());
                return Err(Python::attach(|py| raise(py, CoreError::Configuration { message })));
            }
        })
    }

    fn point(self) -> PyResult<Breakpoint> {
        let condition = self.condition.as_ref().map(|expression| expression.get().0.clone());
        Ok(Breakpoint { number: self.number as usize, place: self.place()?, condition, ignore: self.ignore })
    }
}

#[pymethods]
impl Chip {
    /// Returns the value of an expression, for a breakpoint with `hits` hits; `met` has the hit counts of all by
    /// number.
    #[pyo3(signature = (expression, hits, met, accessed=None))]
    #[allow(clippy::needless_pass_by_value, reason = "the signature is PyO3's")]
    fn evaluate(
        &self,
        py: Python<'_>,
        expression: &Expression,
        hits: u64,
        met: Vec<u64>,
        accessed: Option<u32>,
    ) -> PyResult<i128> {
        self.chip()?.evaluate(&expression.0, &Moment { hits, met: &met, accessed }).map_err(|error| raise(py, error))
    }

    /// Replaces the breakpoints; `dsp56k.emu.debugging.conditional_breakpoints` defines the arguments.
    fn set_points(
        &self,
        py: Python<'_>,
        points: Vec<PointFields>,
        met: Vec<u64>,
        counting: bool,
        passed: Option<(u64, u16)>,
    ) -> PyResult<()> {
        let points = points.into_iter().map(PointFields::point).collect::<PyResult<_>>()?;
        self.chip()?.set_points(points, met, counting, passed).map_err(|error| raise(py, error))
    }

    /// Returns the numbers of the breakpoints that the last hit has triggered.
    fn due_points(&self) -> PyResult<Vec<usize>> {
        Ok(self.chip()?.triggered_breakpoints().to_vec())
    }

    /// Returns number, hit count and ignore count of each breakpoint.
    fn point_counts(&self) -> PyResult<Vec<(usize, u64, u64)>> {
        Ok(self.chip()?.breakpoint_counts())
    }
}
