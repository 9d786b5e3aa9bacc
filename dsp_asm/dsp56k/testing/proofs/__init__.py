"""Proofs of DSP56001 code: constant time, bounds and equality, for all operands instead of some.

A follower executes an example on the emulator and computes each instruction a second time over a domain of values:

    constant_time.py  secret bits: one run decides its path (secret_paths.py, library_calls.py)
    bounds.py         intervals of polynomials: how far accumulators go (polynomials.py)
    equality.py       polynomials, exhaustion or bit vectors: the value of a routine is that of a specification
    reachability.py   bit vectors: inputs that reach an instruction (bit_vectors.py, paths.py)
    follower.py       semantics over a domain (domain.py, state.py, data_alu.py, transfers.py)
    operands.py       operands of a `Routine` as values (running.py)
    answers.py        proofs, counterexamples and other answers

docs/explanation/soundness.md lists the theorems, the assumptions, and the test that guards each assumption.
"""
