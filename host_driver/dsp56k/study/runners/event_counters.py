"""Counters of executed events: on the DSP by hooks on each instruction and access, on the PC from its profile."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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


class DspCounts:
    """Counts the instructions that a DSP executes within `watch`.

    Args:
        stalls: True if stalled clocks are counted, too, which takes time.

    Attributes:
        counts: Counts by kind; `longest-sum` is the largest number of products in an accumulator.
    """

    def __init__(self, *, stalls: bool = False) -> None:
        self._stalls = stalls
        self.counts: Counter[CountName] = Counter()
        self._terms = {"a": 0, "b": 0}
        self._texts: dict[tuple[int, int], str] = {}

    @contextmanager
    def watch(self, dsp: Dsp56001) -> Iterator[None]:
        """Count everything that `dsp` executes within the block; no clock changes."""
        hooks: list[Hook] = [dsp.hooks.on_execute(self._executed, 0, _LAST)]
        hooks += [dsp.hooks.on_access(self._accessed, space, 0, _LAST) for space in _SPACES]
        try:
            yield
        finally:
            for hook in hooks:
                dsp.hooks.remove(hook)

    def _executed(self, dsp: Dsp56001, address: int) -> None:
        words = int(dsp.p[address]), int(dsp.p[min(address + 1, _LAST)])
        text = self._texts.get(words)
        if text is None:
            text = self._texts[words] = asm.disassemble(*words)[0]
        mnemonic = text.partition(" ")[0]
        self.counts["instructions"] += 1
        for kind, mnemonics in _MNEMONICS.items():
            self.counts[kind] += mnemonic in mnemonics
        if self._stalls:
            cost = dsp.explain_cost(address)
            waited = cost.waits + cost.fetch + cost.refetch + cost.conflict
            self.counts["stalled-clocks"] += cost.total if mnemonic == _NOTHING else waited
        self.counts["digit-shifts"] += bool(_DIGIT_SHIFT.search(text))
        self._sum(text)

    def _sum(self, text: str) -> None:
        """Track the number of products that each accumulator sums up."""
        terms = self._terms
        if term := _TERM.match(text):
            terms[term[2]] = terms[term[2]] * (term[1] == "mac") + 1
        elif copy := _COPY.match(text):
            terms[copy[2]] = terms[copy[1]]
        elif new := _NEW_VALUE.match(text):
            terms[new[1] or new[2]] = 0
        self.counts["longest-sum"] = max(self.counts["longest-sum"], *terms.values())

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
