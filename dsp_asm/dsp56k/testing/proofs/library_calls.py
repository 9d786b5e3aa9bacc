"""Proof of constant time for calls of library functions, which choose the addresses of their operands.

A function of `dsp56k.lib` runs one routine or several on its own chips. Which bits depend on a secret argument is
found by drawing: the bits of registers and memory at a routine's entry that differ between calls with random secrets
are marked. A bit that depends on a secret stays unmarked only if it is equal in all draws.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from dsp56k.emu import Dsp56001, EmulatorError
from dsp56k.isa import Dsp56kError
from dsp56k.lib.errors import OperandError
from dsp56k.lib.subroutine_calls import CLOCK_LIMIT, watched
from dsp56k.testing.assertions import name_of
from dsp56k.testing.execution_traces import first_divergence, trace_routines
from dsp56k.testing.proofs.answers import ConstantTime, Counterexample, Declassified, Unknown
from dsp56k.testing.proofs.domain import UnsupportedError
from dsp56k.testing.proofs.secret_paths import SecretPath, mark_word
from dsp56k.testing.proofs.state import ACCUMULATORS, ADDRESS_REGISTERS, INPUTS, Origin
from dsp56k.testing.source_locations import InstructionLocation, location_at

DRAWS = 24
"""Calls with random secrets. A random bit is equal to that of the example in all of them once in 2^24."""
MAX_TRIES = 64
"""Pairs of secrets that are tried for a leak."""
_REGISTERS = (*ACCUMULATORS, *INPUTS, *ADDRESS_REGISTERS[:16])
_WORDS = 0x1_0000


@dataclass
class _Entry:
    """State at the entry of a routine, and the bits that differ between draws."""

    x: list[int]
    y: list[int]
    registers: list[int]
    masks: dict[str | tuple[str, int], int] = field(default_factory=dict)

    def compare(self, other: _Entry) -> None:
        """Add the bits that differ from another draw."""
        for space, mine, others in (("X", self.x, other.x), ("Y", self.y, other.y)):
            if mine != others:
                for address, (one, two) in enumerate(zip(mine, others, strict=True)):
                    if one != two:
                        self.masks[space, address] = self.masks.get((space, address), 0) | one ^ two
        for name, one, two in zip(_REGISTERS, self.registers, other.registers, strict=True):
            if one != two:
                self.masks[name] = self.masks.get(name, 0) | one ^ two


@dataclass
class _Found:
    clocks: int = 0
    instructions: int = 0
    secret_bits: int = 0
    secret_addresses: int = 0
    used: set[str] = field(default_factory=set)
    leak: str = ""
    place: InstructionLocation | None = None
    chain: tuple[str, ...] = ()
    unknown: Unknown | None = None


def prove_function(
    function: Callable[..., Any],
    secret: Sequence[str],
    example: Mapping[str, Any],
    declassified: Sequence[Declassified],
    data_addresses: bool,
) -> ConstantTime | Counterexample | Unknown:
    """Prove that the routines of a call take constant time; as `prove_constant_time`."""
    begun = time.process_time()
    for name in secret:
        if name not in example:
            raise OperandError(f"example must have the secret argument {name}", name=name, value=None)
    try:
        entries = _entries(function, secret, example)
    except UnsupportedError as error:
        return Unknown(str(error))
    found = _Found()
    reasons = {str(each.address): each for each in declassified}
    index = iter(entries)

    @contextmanager
    def follow(dsp: Dsp56001) -> Iterator[None]:
        before = dsp.snapshot()
        try:
            _follow(dsp, next(index), reasons, found, data_addresses)
        except UnsupportedError as error:
            found.unknown = found.unknown or Unknown(str(error))
        dsp.restore(before)
        yield

    with watched(follow):
        function(**example)
    if found.unknown is not None:
        return found.unknown
    if found.leak:
        return _explained(function, secret, example, found, data_addresses)
    public = ", ".join(f"{name}={value!r}" for name, value in example.items() if name not in secret)
    assumptions = (
        f"the path of the public arguments {public}" if public else "the path that all arguments take",
        f"secret bits are those that differ between {DRAWS} calls with random secrets",
        *(f"{place} is declassified: {reasons[place].reason}" for place in sorted(found.used)),
    )
    return ConstantTime(
        "secret bits",
        assumptions,
        time.process_time() - begun,
        found.clocks,
        found.instructions,
        found.secret_bits,
        found.secret_addresses,
    )


def _drawn(value: Any, chance: random.Random) -> Any:
    """Return a random value like another one: as many bytes, or an integer of as many bits.

    Raises:
        OperandError: neither bytes nor an integer.
    """
    if isinstance(value, bytes | bytearray):
        return chance.randbytes(len(value))
    if isinstance(value, int):
        bits = max(1, value.bit_length())
        return chance.getrandbits(bits) | 1 << bits - 1 | value & 1
    raise OperandError(f"a secret argument must be bytes or an integer, got {value!r}", name="secret", value=value)


def _with_secrets(secret: Sequence[str], example: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    return {**example, **{name: _drawn(example[name], chance) for name in secret}}


def _entries(function: Callable[..., Any], secret: Sequence[str], example: Mapping[str, Any]) -> list[_Entry]:
    entries = _entries_of(function, example)
    chance = random.Random(0)
    draws = tries = 0
    while draws < DRAWS:
        tries += 1
        if tries > 4 * DRAWS:
            raise UnsupportedError("the function refuses most random secrets")
        arguments = _with_secrets(secret, example, chance)
        try:
            drawn = _entries_of(function, arguments)
        except Dsp56kError:
            continue
        if len(drawn) != len(entries):
            raise UnsupportedError("the number of routines that run depends on a secret")
        for entry, other in zip(entries, drawn, strict=True):
            entry.compare(other)
        draws += 1
    return entries


def _entries_of(function: Callable[..., Any], arguments: Mapping[str, Any]) -> list[_Entry]:
    entries: list[_Entry] = []

    @contextmanager
    def record(dsp: Dsp56001) -> Iterator[None]:
        registers = [dsp.regs[name] for name in _REGISTERS]
        entries.append(_Entry(list(dsp.x[0:_WORDS]), list(dsp.y[0:_WORDS]), registers))
        yield

    with watched(record):
        function(**arguments)
    return entries


def _follow(
    dsp: Dsp56001, entry: _Entry, reasons: Mapping[str, Declassified], found: _Found, data_addresses: bool
) -> None:
    follower = SecretPath(dsp, frozenset(), data_addresses)
    for location, mask in entry.masks.items():
        mark_word(follower, location, mask)
        found.secret_bits += mask.bit_count()
    follower.state.origins = {location: Origin("secret") for location in entry.masks}
    follower.is_declassified = lambda pc: _is_declassified(dsp, pc, reasons, found)
    clocks = dsp.clocks
    try:
        follower.follow(dsp.stack[1][0], CLOCK_LIMIT)
    except (UnsupportedError, EmulatorError) as error:
        found.unknown = found.unknown or Unknown(str(error), location_at(dsp, follower.state.pc))
    found.clocks += dsp.clocks - clocks
    found.instructions += follower.instructions
    found.secret_addresses += follower.secret_addresses
    if follower.leak is not None and not found.leak:
        found.leak = follower.leak.reason
        found.place = location_at(dsp, follower.leak.pc)
        found.chain = follower.chain_texts(partial(location_at, dsp))


def _is_declassified(dsp: Dsp56001, pc: int, reasons: Mapping[str, Declassified], found: _Found) -> bool:
    names = (location_at(dsp, pc).symbol or "", str(pc)) if reasons else ()
    used = {name for name in names if name in reasons}
    found.used |= used
    return bool(used)


def _explained(
    function: Callable[..., Any],
    secret: Sequence[str],
    example: Mapping[str, Any],
    found: _Found,
    data_addresses: bool,
) -> Counterexample | Unknown:
    def paths(arguments: Mapping[str, Any]) -> object:
        return [(way.flow, way.data if data_addresses else 0) for way in trace_routines(partial(function, **arguments))]

    chance = random.Random(1)
    own = paths(example)
    for _ in range(MAX_TRIES):
        other = _with_secrets(secret, example, chance)
        try:
            differs = paths(other) != own
        except Dsp56kError:
            continue
        if differs:
            parted = first_divergence(partial(function, **example), partial(function, **other), data=data_addresses)
            message = f"{name_of(function)}: {found.leak} at {found.place}; {parted}"
            return Counterexample(message, (dict(example), other), found.place, found.chain)
    reason = f"{found.leak}, and {MAX_TRIES} pairs of secrets take the same path"
    return Unknown(reason, found.place, found.chain)
