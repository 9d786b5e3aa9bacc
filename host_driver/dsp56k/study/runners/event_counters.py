"""Counters of executed events: on the DSP by hooks on each instruction and access, on the PC from its profile."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType

from dsp56k import asm
from dsp56k.emu import Access, Dsp56001
from dsp56k.emu.debugging.hooks import Hook
from dsp56k.host.clocks.profile import Spent
from dsp56k.host.pc import PC
from dsp56k.study.schema import CountName

_LAST = 0xFFFF
"""The last address of each space."""
_SPACES = ("X", "Y")
_SHIFTS_OF_PC = ("shl", "shr", "sar", "sal", "rol", "ror", "rcl", "rcr", "shld", "shrd")
_MNEMONICS: Mapping[CountName, frozenset[str]] = MappingProxyType(
    {
        "multiplications": frozenset(("mpy", "mpyr", "mac", "macr", "mul", "imul")),
        "additions": frozenset(("add", "addl", "addr", "adc", "sub", "subl", "subr", "sbc", "sbb", "mac", "macr")),
        "shifts": frozenset(("asl", "asr", "lsl", "lsr", *_SHIFTS_OF_PC)),
    }
)
"""The mnemonics of both processors by kind: MAC multiplies and adds."""
_DIGIT_SHIFT = re.compile(r"\b(?:a2,b|b2,a)\b")
"""An accumulator's extension moved to the other one: with the move of its A1 or B1, a shift right by a digit."""
_NOTHING = "nop"
"""The instruction that fills the time until a register can be used."""
_TERM = re.compile(r"(mpy|mac)r?\s+\S*,([ab])\b")
_COPY = re.compile(r"tfr\s+([ab]),([ab])\b")
_NEW_VALUE = re.compile(r"clr\s+([ab])\b|move\s+\S+,([ab])(?:\s|$)")


@dataclass(frozen=True, slots=True)
class _Form:
    """The events of one execution of an instruction, which its first word determines.

    Attributes:
        kinds: The kinds of operations that it is one of.
        own_clocks: Its clocks without any wait; 0 for NOP, all of whose clocks are waits.
        product: The accumulator that it adds a product to or sets to one, and whether it adds.
        copied: The accumulators that it copies: source and destination.
        loaded: The accumulator that it sets to another value; "" if none.
    """

    kinds: tuple[CountName, ...]
    own_clocks: int
    product: tuple[str, bool] | None = None
    copied: tuple[str, str] | None = None
    loaded: str = ""

    @classmethod
    def of(cls, dsp: Dsp56001, address: int) -> _Form:
        """Return the events of the instruction at an address."""
        text = asm.disassemble(int(dsp.p[address]), 0)[0]
        mnemonic = text.partition(" ")[0]
        kinds = [kind for kind, mnemonics in _MNEMONICS.items() if mnemonic in mnemonics]
        if _DIGIT_SHIFT.search(text):
            kinds.append("digit-shifts")
        cost = dsp.explain_cost(address)
        own = 0 if mnemonic == _NOTHING else cost.base + cost.effective_address
        if term := _TERM.match(text):
            return cls(tuple(kinds), own, product=(term[2], term[1] == "mac"))
        if copy := _COPY.match(text):
            return cls(tuple(kinds), own, copied=(copy[1], copy[2]))
        new = _NEW_VALUE.match(text)
        return cls(tuple(kinds), own, loaded=(new[1] or new[2]) if new else "")


class DspCounts:
    """Counts the instructions that a DSP executes within `watch`.

    Args:
        stalls: True if stalled clocks are counted, too: those beyond an instruction's own, and those of NOP.

    Attributes:
        counts: Counts by kind; `longest-sum` is the largest number of products in an accumulator.
    """

    def __init__(self, *, stalls: bool = False) -> None:
        self._stalls = stalls
        self.counts: Counter[CountName] = Counter()
        self._terms = {"a": 0, "b": 0}
        self._longest_sum = 0
        self._forms: dict[int, _Form] = {}
        self._executions: Counter[int] = Counter()

    @contextmanager
    def watch(self, dsp: Dsp56001) -> Iterator[None]:
        """Count everything that `dsp` executes within the block; no clock changes."""
        hooks: list[Hook] = [dsp.hooks.on_execute(self._executed, 0, _LAST)]
        hooks += [dsp.hooks.on_access(self._accessed, space, 0, _LAST) for space in _SPACES]
        begun = dsp.clocks
        try:
            yield
        finally:
            for hook in hooks:
                dsp.hooks.remove(hook)
            self._add_up(dsp.clocks - begun)

    def _executed(self, dsp: Dsp56001, address: int) -> None:
        word = int(dsp.p[address])
        form = self._forms.get(word)
        if form is None:
            form = self._forms[word] = _Form.of(dsp, address)
        self._executions[word] += 1
        if form.product or form.copied or form.loaded:
            self._sum(form)

    def _sum(self, form: _Form) -> None:
        """Track the number of products that each accumulator sums up."""
        terms = self._terms
        if form.product:
            accumulator, adds = form.product
            terms[accumulator] = terms[accumulator] * adds + 1
            self._longest_sum = max(self._longest_sum, terms[accumulator])
        elif form.copied:
            terms[form.copied[1]] = terms[form.copied[0]]
        else:
            terms[form.loaded] = 0

    def _add_up(self, clocks: int) -> None:
        """Add the executions of some clocks to the counts."""
        counts = self.counts
        for word, times in self._executions.items():
            form = self._forms[word]
            counts["instructions"] += times
            clocks -= times * form.own_clocks
            for kind in form.kinds:
                counts[kind] += times
        for name in (*_MNEMONICS, "digit-shifts"):
            counts[name] += 0
        counts["longest-sum"] = max(counts["longest-sum"], self._longest_sum)
        if self._stalls:
            counts["stalled-clocks"] += clocks
        self._executions.clear()

    def _accessed(self, dsp: Dsp56001, access: Access, by: int) -> None:
        self.counts["stores" if access.write else "loads"] += 1
        self.counts["x-accesses" if access.space == "X" else "y-accesses"] += 1
        self.counts["external-accesses"] += access.external


def pc_counts(pc: PC, before: Mapping[int, Spent]) -> dict[CountName, int]:
    """Return the counts of a PC since its profile was `before`; a repeated string instruction counts as one."""
    counts: Counter[CountName] = Counter()
    for address, spent in pc.profile().items():
        times = spent.times - (before[address].times if address in before else 0)
        if not times:
            continue
        timing = pc.instructions[address]
        mnemonic = timing.text.partition(" ")[0]
        counts["instructions"] += times
        for kind, mnemonics in _MNEMONICS.items():
            counts[kind] += times * (mnemonic in mnemonics)
        counts["loads"] += times * bool(timing.reads)
        counts["stores"] += times * bool(timing.writes)
    return dict(counts)
