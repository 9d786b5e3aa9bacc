"""Proof of constant time for calls of library functions, which choose the addresses of their operands.

A function of `dsp56k.lib` runs one routine or several on its own chips. Which bits depend on a secret argument is
found by drawing: the bits of registers and memory at a routine's entry that differ between calls with random secrets
are marked. A bit that depends on a secret stays unmarked only if it is equal in all draws. The routines that prepare a
call are followed, too: the bounds of the words that they compute, as the addresses of table entries, hold in the call.
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
from dsp56k.emu.debugging.secret_path import SecretValue
from dsp56k.isa import Dsp56kError
from dsp56k.lib.errors import OperandError
from dsp56k.lib.subroutine_calls import CLOCK_LIMIT, watched
from dsp56k.testing.execution_traces import first_divergence, trace_routines
from dsp56k.testing.proofs.answers import ConstantTime, Counterexample, Declassified, Unknown
from dsp56k.testing.proofs.domain import UnsupportedError
from dsp56k.testing.proofs.secret_paths import Leak, SecretPath
from dsp56k.testing.proofs.state import ACCUMULATORS, ADDRESS_REGISTERS, INPUTS
from dsp56k.testing.rendering import name_of
from dsp56k.testing.source_locations import InstructionLocation, location_at

DRAWS = 24
"""Calls with random secrets. A random bit is equal to that of the example in all of them once in 2^24."""
MAX_TRIES = 64
"""Pairs of secrets that are tried for a leak."""
_REGISTERS = (*ACCUMULATORS, *INPUTS, *ADDRESS_REGISTERS[:16])
_WORDS = 0x1_0000
_WORD_MASK = 0xFF_FFFF
Draw = Callable[[random.Random], Mapping[str, Any]]
"""Returns other secret arguments of a call."""


@dataclass
class Entry:
    """State at the entry of a routine, and the bits that differ between draws."""

    x: list[int]
    y: list[int]
    registers: list[int]
    masks: dict[str | tuple[str, int], int] = field(default_factory=dict)

    def word(self, place: tuple[str, int]) -> int:
        """Return a word of memory."""
        space, address = place
        return (self.x if space == "X" else self.y)[address]

    def compare(self, other: Entry) -> None:
        """Add the bits that differ from another draw."""
        for space, mine, others in (("X", self.x, other.x), ("Y", self.y, other.y)):
            if mine != others:
                for address, (one, two) in enumerate(zip(mine, others, strict=True)):
                    if one != two:
                        self.masks[space, address] = self.masks.get((space, address), 0) | one ^ two
        for name, one, two in zip(_REGISTERS, self.registers, other.registers, strict=True):
            if one != two:
                self.masks[name] = self.masks.get(name, 0) | one ^ two


@dataclass(frozen=True)
class SecretCalls:
    """Calls of a function that differ in secrets.

    Attributes:
        function: the function.
        example: arguments of the call that is followed.
        draw: returns other secret arguments.
        public: the path of the example, as an assumption of a proof.
        loading: True if the setup of the call is analysed instead of the call.
    """

    function: Callable[..., Any]
    example: Mapping[str, Any]
    draw: Draw
    public: str
    loading: bool = False

    @classmethod
    def of(
        cls, function: Callable[..., Any], secret: Sequence[str], example: Mapping[str, Any], draw: Draw | None
    ) -> SecretCalls:
        """Return the calls of `prove_constant_time`.

        Raises:
            OperandError: an argument that is missing, or that cannot be drawn.
        """
        for name in secret:
            if name not in example:
                raise OperandError(f"example must have the secret argument {name}", name=name, value=None)
        texts = [f"{name}={value!r}" for name, value in example.items() if name not in secret]
        public = f"the path of the public arguments {', '.join(texts)}" if texts else "the path that all arguments take"
        if draw is None:
            draw = partial(_draw_each, {name: example[name] for name in secret})
            draw(random.Random(0))
        return cls(function, example, draw, public)

    def drawn(self, chance: random.Random) -> dict[str, Any]:
        """Return the arguments of a call with other secrets."""
        return {**self.example, **self.draw(chance)}

    def example_call(self) -> object:
        """Call the function with the example."""
        return self.function(**self.example)


def _draw_each(secrets: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    return {name: _drawn(value, chance) for name, value in secrets.items()}


@dataclass
class _Found:
    clocks: int = 0
    instructions: int = 0
    secret_bits: int = 0
    secret_addresses: int = 0
    used: set[str] = field(default_factory=set)
    leak: Leak | None = None
    place: InstructionLocation | None = None
    chain: tuple[str, ...] = ()
    unknown: Unknown | None = None


def prove_calls(
    calls: SecretCalls,
    declassified: Sequence[Declassified] = (),
    *,
    data_addresses: bool = False,
    seconds: float,
) -> ConstantTime | Counterexample | Unknown:
    """Prove that the routines of a call take constant time; as `prove_constant_time`."""
    begun = time.process_time()
    end = begun + seconds
    try:
        entries = entries_of_calls(calls, end)
    except UnsupportedError as error:
        return Unknown(str(error))
    analysis = _Analysis({str(each.address): each for each in declassified}, data_addresses, end)
    setup, found = _Found(), _Found()
    with (
        watched(partial(analysis.followed, iter(entries.setup), setup), preparing=True),
        watched(partial(analysis.followed, iter(entries.own), found)),
    ):
        calls.example_call()
    if calls.loading:
        found = setup
    if found.unknown is not None:
        return found.unknown
    if found.leak is not None:
        return _explained(calls, found, data_addresses)
    assumptions = (
        calls.public,
        f"secret bits are those that differ between {DRAWS} calls with random secrets",
        *(f"{place} is declassified: {analysis.reasons[place].reason}" for place in sorted(found.used)),
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


@dataclass
class Entries:
    """Entries of the routines that prepare a call, and of the others."""

    setup: list[Entry] = field(default_factory=list)
    own: list[Entry] = field(default_factory=list)


def entries_of_calls(calls: SecretCalls, end: float) -> Entries:
    """Return the entries of the example's routines, with the bits that differ between the draws.

    Raises:
        UnsupportedError: the draws take longer than until the processor time `end`, or have other routines.
    """
    entries = _entries_of(calls, calls.example)
    chance = random.Random(0)
    draws = tries = 0
    while draws < DRAWS:
        tries += 1
        if tries > 4 * DRAWS:
            raise UnsupportedError("the function refuses most random secrets")
        if time.process_time() > end:
            raise UnsupportedError(f"{tries} calls with random secrets have used up the time")
        try:
            drawn = _entries_of(calls, calls.drawn(chance))
        except Dsp56kError:
            continue
        for mine, others in ((entries.setup, drawn.setup), (entries.own, drawn.own)):
            if len(mine) != len(others):
                raise UnsupportedError("the number of routines that run depends on a secret")
            for entry, other in zip(mine, others, strict=True):
                entry.compare(other)
        draws += 1
    return entries


def _entries_of(calls: SecretCalls, arguments: Mapping[str, Any]) -> Entries:
    entries = Entries()

    @contextmanager
    def record(into: list[Entry], dsp: Dsp56001) -> Iterator[None]:
        registers = [dsp.regs[name] for name in _REGISTERS]
        into.append(Entry(list(dsp.x[0:_WORDS]), list(dsp.y[0:_WORDS]), registers))
        yield

    with watched(partial(record, entries.setup), preparing=True), watched(partial(record, entries.own)):
        calls.function(**arguments)
    return entries


@dataclass
class _Analysis:
    """Follows the routines of the example.

    Attributes:
        reasons: declassified instructions by address.
        data_addresses: an access at a secret address is a leak.
        end: processor time at which the analysis gives up.
        words: words with secret bits after the routines that were followed.
    """

    reasons: Mapping[str, Declassified]
    data_addresses: bool
    end: float
    words: dict[tuple[str, int], SecretValue] = field(default_factory=dict)

    @contextmanager
    def followed(self, entries: Iterator[Entry], found: _Found, dsp: Dsp56001) -> Iterator[None]:
        """Follow a routine, and run it as without this."""
        entry = next(entries)
        if found.leak is None and found.unknown is None:
            before = dsp.snapshot()
            try:
                self._follow(dsp, entry, found)
            except UnsupportedError as error:
                found.unknown = Unknown(str(error))
            dsp.restore(before)
        yield

    def _follow(self, dsp: Dsp56001, entry: Entry, found: _Found) -> None:
        path = SecretPath(
            dsp,
            is_declassified=lambda pc: self._is_declassified(dsp, pc, found),
            data_addresses=self.data_addresses,
            seconds=self.end - time.process_time(),
        )
        path.mark(entry.masks.items(), "secret", self._bounds(entry))
        found.secret_bits += sum(mask.bit_count() for mask in entry.masks.values())
        clocks = dsp.clocks
        try:
            path.follow(dsp.stack[1][0], CLOCK_LIMIT)
        except (UnsupportedError, EmulatorError) as error:
            found.unknown = Unknown(str(error), location_at(dsp, path.pc))
        found.clocks += dsp.clocks - clocks
        found.instructions += path.instructions
        found.secret_addresses += path.secret_addresses
        if path.leak is not None:
            found.leak = path.leak
            found.place = location_at(dsp, path.leak.pc)
            found.chain = path.leak.chain_texts(partial(location_at, dsp))
        self.words = path.words() if found.leak is None and found.unknown is None else {}

    def _bounds(self, entry: Entry) -> dict[tuple[str, int], tuple[int, int]]:
        """Return bounds of words that the previous routine has computed, as the addresses of table entries."""
        bounds = {}
        for place, value in self.words.items():
            mask = entry.masks.get(place, 0)
            if mask and not mask & ~value.mask and entry.word(place) == value.number & _WORD_MASK:
                bounds[place] = (value.low, value.high)
                entry.masks[place] = value.mask & _WORD_MASK
        return bounds

    def _is_declassified(self, dsp: Dsp56001, pc: int, found: _Found) -> bool:
        names = (location_at(dsp, pc).symbol or "", str(pc)) if self.reasons else ()
        used = {name for name in names if name in self.reasons}
        found.used |= used
        return bool(used)


def _explained(calls: SecretCalls, found: _Found, data_addresses: bool) -> Counterexample | Unknown:
    assert found.leak is not None

    def paths(arguments: Mapping[str, Any]) -> object:
        ways = trace_routines(partial(calls.function, **arguments), loading=calls.loading)
        return [(way.flow, way.data if data_addresses else 0) for way in ways]

    chance = random.Random(1)
    own = paths(calls.example)
    for _ in range(MAX_TRIES):
        try:
            other = calls.drawn(chance)
            differs = paths(other) != own
        except Dsp56kError:
            continue
        if differs:
            parted = first_divergence(
                calls.example_call, partial(calls.function, **other), data=data_addresses, loading=calls.loading
            )
            message = f"{name_of(calls.function)}: {found.leak.reason} at {found.place}; {parted}"
            return Counterexample(message, (dict(calls.example), other), found.place, found.chain)
    reason = f"{found.leak.reason}, and {MAX_TRIES} pairs of secrets take the same path"
    return Unknown(reason, found.place, found.chain)
