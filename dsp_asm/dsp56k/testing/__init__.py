"""Tests of DSP56001 code.

    strategies/      hypothesis strategies for words, big numbers, keys, memory, instructions, programs
    accumulators.py  how far A and B go, whether they lose a bit
    assertions.py    constant time, a limit of clocks, the same as another; by ways.py, which compares calls exactly
    coverage.py      words and branch directions that calls execute
    proofs/          constant time, bounds and equality for all operands
    explain.py       what a routine did in a test that failed; rendering.py writes it
    timing/          verdicts on the routines of the library

The pytest plugin is `dsp56k.testing.plugin`; pytest loads it by itself, through `dsp56k_pytest`.
"""

from typing import TYPE_CHECKING

from dsp56k.system.lazily import lazy_names

if TYPE_CHECKING:
    from dsp56k.testing.accumulators import Accumulators, Loss, Peak, accumulators_of, assert_accumulators
    from dsp56k.testing.assertions import Comparison, Constant, assert_clocks, assert_constant_time, compare
    from dsp56k.testing.coverage import Coverage, coverage_of
    from dsp56k.testing.explain import explain_failure
    from dsp56k.testing.places import Place
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
    from dsp56k.testing.ways import Parting, Way, parting, ways_of
else:
    # The plugin is a part of every run of pytest: what that does not use is not loaded.
    _MODULES = {
        "accumulators": ("Accumulators", "Loss", "Peak", "accumulators_of", "assert_accumulators"),
        "assertions": ("Comparison", "Constant", "assert_clocks", "assert_constant_time", "compare"),
        "coverage": ("Coverage", "coverage_of"),
        "explain": ("explain_failure",),
        "places": ("Place",),
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
        "ways": ("Parting", "Way", "parting", "ways_of"),
    }
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)


__all__ = [
    "Accumulators",
    "Bounded",
    "Comparison",
    "Constant",
    "ConstantTime",
    "Counterexample",
    "Coverage",
    "Declassified",
    "Input",
    "Loss",
    "Parting",
    "Peak",
    "Place",
    "Proof",
    "Unknown",
    "Unreachable",
    "Way",
    "accumulators_of",
    "assert_accumulators",
    "assert_clocks",
    "assert_constant_time",
    "choose",
    "compare",
    "coverage_of",
    "explain_failure",
    "find_input",
    "parting",
    "prove_bounds",
    "prove_constant_time",
    "prove_equal",
    "ways_of",
]
