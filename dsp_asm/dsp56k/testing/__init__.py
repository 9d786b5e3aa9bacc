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
    __all__: list[str]

    from dsp56k.testing.accumulators import AccumulatorPeak as AccumulatorPeak
    from dsp56k.testing.accumulators import Accumulators as Accumulators
    from dsp56k.testing.accumulators import PrecisionLoss as PrecisionLoss
    from dsp56k.testing.accumulators import accumulators_of as accumulators_of
    from dsp56k.testing.accumulators import assert_accumulators as assert_accumulators
    from dsp56k.testing.assertions import Comparison as Comparison
    from dsp56k.testing.assertions import ConstantTimeResult as ConstantTimeResult
    from dsp56k.testing.assertions import assert_clocks as assert_clocks
    from dsp56k.testing.assertions import assert_constant_time as assert_constant_time
    from dsp56k.testing.assertions import compare as compare
    from dsp56k.testing.coverage import Coverage as Coverage
    from dsp56k.testing.coverage import coverage_of as coverage_of
    from dsp56k.testing.execution_traces import Divergence as Divergence
    from dsp56k.testing.execution_traces import ExecutionTrace as ExecutionTrace
    from dsp56k.testing.execution_traces import first_divergence as first_divergence
    from dsp56k.testing.execution_traces import trace_routines as trace_routines
    from dsp56k.testing.failure_explanations import explain_failure as explain_failure
    from dsp56k.testing.proofs.answers import Bounded as Bounded
    from dsp56k.testing.proofs.answers import ConstantTime as ConstantTime
    from dsp56k.testing.proofs.answers import Counterexample as Counterexample
    from dsp56k.testing.proofs.answers import Declassified as Declassified
    from dsp56k.testing.proofs.answers import Input as Input
    from dsp56k.testing.proofs.answers import Proof as Proof
    from dsp56k.testing.proofs.answers import Unknown as Unknown
    from dsp56k.testing.proofs.answers import Unreachable as Unreachable
    from dsp56k.testing.proofs.bounds import prove_bounds as prove_bounds
    from dsp56k.testing.proofs.constant_time import prove_constant_time as prove_constant_time
    from dsp56k.testing.proofs.equality import prove_equal as prove_equal
    from dsp56k.testing.proofs.operands import choose as choose
    from dsp56k.testing.proofs.reachability import find_input as find_input
    from dsp56k.testing.source_locations import InstructionLocation as InstructionLocation
else:
    # Every run of pytest loads the plugin, so modules that it does not use must not be imported here.
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
    __getattr__, __dir__, __all__ = lazy_names(__name__, _RENAMED)
