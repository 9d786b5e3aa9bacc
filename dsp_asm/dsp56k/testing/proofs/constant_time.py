"""Proof of constant time: one run with secret bits marked decides it for its path."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from dsp56k.emu import EmulatorError
from dsp56k.lib.errors import OperandError, RoutineError
from dsp56k.lib.routine.operand import Operand, Reader
from dsp56k.lib.routine.routine import Routine
from dsp56k.system.suggestions import did_you_mean
from dsp56k.testing.execution_traces import first_divergence, trace_routines
from dsp56k.testing.proofs.answers import ConstantTime, Counterexample, Declassified, Unknown
from dsp56k.testing.proofs.bounds import assumed_state
from dsp56k.testing.proofs.domain import UnsupportedError
from dsp56k.testing.proofs.library_calls import Draw, SecretCalls, prove_calls
from dsp56k.testing.proofs.running import Run, cells_of, completed, place_in, random_value
from dsp56k.testing.proofs.secret_paths import Leak, SecretPath

MAX_TRIES = 64
"""Pairs of secrets that are tried for a leak: most leaks show in the first two, and rare ones seldom in a thousand."""


def prove_constant_time(
    routine: Routine | Callable[..., Any],
    *,
    secret: Sequence[str] | None = None,
    example: Mapping[str, Any] | None = None,
    declassified: Sequence[Declassified] = (),
    data_addresses: bool = False,
    draw: Draw | None = None,
    seconds: float = 60,
) -> ConstantTime | Counterexample | Unknown:
    """Prove that the clock cycles and the control flow of a call do not depend on secrets.

    The routine runs once, with an example. Each bit that can differ with other secrets is marked. The call takes
    constant time if no branch, count, mode or jump uses a marked bit, and if all candidates of each marked address take
    the same clock cycles. The proof is for the path of the example: it holds for its public inputs.

    Args:
        routine: a Routine, or a function that runs routines of `dsp56k.lib`.
        secret: inputs by name, or memory of a Routine as "x:table[64]"; by default all inputs of a Routine, and all
            arguments of a function.
        example: values of inputs. Missing ones of a Routine are random; a function needs all of its arguments.
        declassified: instructions that may depend on a secret.
        data_addresses: no address of data may depend on a secret, whatever it costs.
        draw: returns other secret arguments of a function, for secrets that depend on each other, as the parts of a
            key; by default each is drawn on its own, with the same length.
        seconds: processor time after which the analysis gives up.

    Returns:
        A proof; two inputs that take different paths, run on the emulator; or the reason why neither was found.

    Raises:
        OperandError: an unknown name, or an address that does not exist.
        RoutineError: the example fails.
    """
    if not isinstance(routine, Routine):
        arguments = dict(example or {})
        names = list(arguments) if secret is None else secret
        calls = SecretCalls.of(routine, names, arguments, draw)
        return prove_calls(calls, declassified, data_addresses=data_addresses, seconds=seconds)
    begun = time.process_time()
    values = completed(routine, example)
    routine(**values)
    marked = _secret_operands(routine, secret)
    allowed = {_address(routine, each): each for each in declassified}
    path = partial(SecretPath, is_declassified=allowed.__contains__, data_addresses=data_addresses, seconds=seconds)
    run = Run(routine, values, path)
    bits = _mark(run, marked)
    try:
        clocks = run.follow()
    except (UnsupportedError, EmulatorError) as error:
        return Unknown(str(error), run.place)
    follower = run.follower
    if follower.leak is not None:
        names = [name for name in marked if name in routine.inputs]
        return _explained(run, follower.leak, values, names, data_addresses=data_addresses)
    assumptions = _assumptions(routine, values, marked, [allowed[pc] for pc in sorted(follower.used)])
    return ConstantTime(
        method="secret bits",
        assumptions=assumptions,
        seconds=time.process_time() - begun,
        clocks=clocks,
        instructions=follower.instructions,
        secret_bits=bits,
        secret_addresses=follower.secret_addresses,
    )


def _secret_operands(routine: Routine, names: Sequence[str] | None) -> dict[str, Operand]:
    if names is None:
        return dict(routine.inputs)
    if isinstance(names, str):
        raise OperandError(f"secret must be a list of names, got {names!r}", name="secret", value=names)
    reader = Reader(routine.symbols)
    found = {}
    for name in names:
        if name not in routine.inputs and ":" not in name:
            message = f"{routine.name} has no input {name}{did_you_mean(name, routine.inputs)}"
            raise OperandError(message, routine=routine.name, name=name, value=None)
        found[name] = routine.inputs[name] if name in routine.inputs else reader.operand("secret", name)
    return found


def _address(routine: Routine, declassified: Declassified) -> int:
    try:
        return routine.symbols.address(declassified.address, "P", "place")
    except EmulatorError as error:
        raise OperandError(error.message, name="declassified", value=declassified.address) from None


def _mark(run: Run[SecretPath], operands: Mapping[str, Operand]) -> int:
    """Mark the bits of operands. Returns how many."""
    bits = 0
    for name, operand in operands.items():
        cells = list(cells_of(operand))
        run.follower.mark([(cell.location, (1 << cell.width) - 1 << cell.lowest) for cell in cells], name)
        bits += sum(cell.width for cell in cells)
    return bits


def _assumptions(
    routine: Routine, values: Mapping[str, Any], marked: Mapping[str, Operand], used: Sequence[Declassified]
) -> tuple[str, ...]:
    public = ", ".join(f"{name}={values[name]!r}" for name in routine.inputs if name not in marked)
    return (
        f"the path of the public inputs {public}" if public else "the path that all inputs take",
        *assumed_state(routine),
        *(f"{each.address} is declassified: {each.reason}" for each in used),
    )


def _explained(
    run: Run[SecretPath], leak: Leak, values: Mapping[str, Any], names: Sequence[str], *, data_addresses: bool
) -> Counterexample | Unknown:
    """Return two inputs that take different paths, if a few tries find them, or the leak itself."""
    routine = run.routine
    place = place_in(routine, run.dsp, leak.pc)
    chain = leak.chain_texts(partial(place_in, routine, run.dsp))
    paths = _paths(routine, values, data_addresses)
    tries = 0
    for other in _other_inputs(routine, values, names):
        tries += 1
        try:
            differs = _paths(routine, other, data_addresses) != paths
        except (OperandError, RoutineError):
            continue
        if differs:
            parted = first_divergence(
                partial(routine, **values), partial(routine, **other), data=data_addresses, symbols=routine.symbols
            )
            message = f"{leak.reason} at {place}" + (f"; {parted}" if parted else "")
            return Counterexample(message, (dict(values), other), place, chain)
    return Unknown(f"{leak.reason}, and {tries} pairs of inputs take the same path", place, chain)


def _other_inputs(routine: Routine, values: Mapping[str, Any], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Return inputs with other secrets: equal to another input, which a comparison detects, and random ones."""
    for name in names:
        for other, operand in routine.inputs.items():
            if other != name and operand.shape == routine.inputs[name].shape:
                yield {**values, name: values[other]}
    chance = random.Random(1)
    for _ in range(MAX_TRIES if names else 0):
        yield {**values, **{name: random_value(routine.inputs[name], chance) for name in names}}


def _paths(routine: Routine, values: Mapping[str, Any], data_addresses: bool) -> object:
    ways = trace_routines(partial(routine, **values))
    return [(way.flow, way.data if data_addresses else 0) for way in ways]
