"""Tests of DSP56001 code.

    strategies/      hypothesis strategies for words, big numbers, keys, memory, instructions, programs
    accumulators.py  the range of A and B, and lost bits
    assertions.py    constant time, clock limits, equality with another routine, by exact traces (execution_traces.py)
    coverage.py      words and branch directions that calls execute
    proofs/          constant time, bounds and equality for all operands
    failure_explanations.py  the last instructions of a routine in a test that failed; rendering.py formats them
    timing/          constant-time assessments of the library's routines

The pytest plugin is `dsp56k.testing.plugin`; pytest loads it by itself, through `dsp56k_pytest`.
"""

from typing import TYPE_CHECKING

from dsp56k.system.imports import lazy_names

if TYPE_CHECKING:
    from dsp56k.testing.accumulators import (
        AccumulatorPeak,
        Accumulators,
        PrecisionLoss,
        accumulators_of,
        assert_accumulators,
    )
    from dsp56k.testing.assertions import Comparison, ConstantTimeResult, assert_clocks, assert_constant_time, compare
    from dsp56k.testing.coverage import Coverage, coverage_of
    from dsp56k.testing.execution_traces import Divergence, ExecutionTrace, first_divergence, trace_routines
    from dsp56k.testing.failure_explanations import explain_failure
    from dsp56k.testing.proofs.answers import (
        Bounded,
        ConstantTime,
        Counterexample,
        Declassified,
        Input,
        Proof,
        Unknown,
        Unreachable,
    )
    from dsp56k.testing.proofs.bounds import prove_bounds
    from dsp56k.testing.proofs.constant_time import prove_constant_time
    from dsp56k.testing.proofs.equality import prove_equal
    from dsp56k.testing.proofs.operands import choose
    from dsp56k.testing.proofs.reachability import find_input
    from dsp56k.testing.source_locations import InstructionLocation
else:
    # Every run of pytest loads the plugin, so modules that it does not use must not be imported here.
    _MODULES = {
        "accumulators": ("Accumulators", "PrecisionLoss", "AccumulatorPeak", "accumulators_of", "assert_accumulators"),
        "assertions": ("Comparison", "ConstantTimeResult", "assert_clocks", "assert_constant_time", "compare"),
        "coverage": ("Coverage", "coverage_of"),
        "failure_explanations": ("explain_failure",),
        "source_locations": ("InstructionLocation",),
        "proofs.answers": (
            "Bounded",
            "ConstantTime",
            "Counterexample",
            "Declassified",
            "Input",
            "Proof",
            "Unknown",
            "Unreachable",
        ),
        "proofs.bounds": ("prove_bounds",),
        "proofs.constant_time": ("prove_constant_time",),
        "proofs.equality": ("prove_equal",),
        "proofs.operands": ("choose",),
        "proofs.reachability": ("find_input",),
        "execution_traces": ("Divergence", "ExecutionTrace", "first_divergence", "trace_routines"),
    }
    _RENAMED = {
        "Constant": "ConstantTimeResult",
        "Loss": "PrecisionLoss",
        "Parting": "Divergence",
        "Peak": "AccumulatorPeak",
        "Place": "InstructionLocation",
        "Way": "ExecutionTrace",
        "parting": "first_divergence",
        "ways_of": "trace_routines",
    }
    __getattr__, __dir__ = lazy_names(__name__, _MODULES, _RENAMED)


__all__ = [
    "AccumulatorPeak",
    "Accumulators",
    "Bounded",
    "Comparison",
    "ConstantTime",
    "ConstantTimeResult",
    "Counterexample",
    "Coverage",
    "Declassified",
    "Divergence",
    "ExecutionTrace",
    "Input",
    "InstructionLocation",
    "PrecisionLoss",
    "Proof",
    "Unknown",
    "Unreachable",
    "accumulators_of",
    "assert_accumulators",
    "assert_clocks",
    "assert_constant_time",
    "choose",
    "compare",
    "coverage_of",
    "explain_failure",
    "find_input",
    "first_divergence",
    "prove_bounds",
    "prove_constant_time",
    "prove_equal",
    "trace_routines",
]
