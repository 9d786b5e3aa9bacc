"""Profile of a call's clocks, in the form of the DSP's profiles: exact, except for the share of each caller."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction

from dsp56k.host.clocks.profile import Spent
from dsp56k.host.program import Program
from dsp56k.profile import Arc, Function, Instruction, Part, Place, Profile, Stack

PARTS = (Part("processor", "by the processor's rules, with wait states of memory and boards"),)
"""A PC's clocks are not split further."""

_SHARED = (
    "Inclusive clocks of a function are divided among its callers by their number of "
    "calls: the profile counts edges between basic blocks, not stacks."
)

Calls = Mapping[tuple[int, int], int]
"""Number of calls by the instruction and the called address."""


def profile_of(
    processor: str,
    hertz: Fraction,
    program: Program,
    entry: int,
    texts: Mapping[int, str],
    spent: Mapping[int, Spent],
    calls: Calls,
) -> Profile:
    """Return the profile of a call of the function at `entry` by the clocks at each address.

    A function is a called address; `Profile.by_symbol` distinguishes labels within it.
    """
    graph = _Graph(entry, spent, calls)
    names = _Names(program)
    order = sorted(graph.own, key=lambda start: (-graph.own[start], start))
    number = {start: place for place, start in enumerate(order)}
    totals = graph.totals()
    functions = [
        Function(
            names.at(start), start, names.place(start), graph.entered[start], graph.own[start], round(totals[start])
        )
        for start in order
    ]
    owned = sorted((number[graph.owner(address)], address) for address in spent)
    instructions = [
        Instruction(
            address,
            functions[function].name,
            function,
            texts[address],
            names.place(address),
            spent[address].times,
            (spent[address].clocks,),
        )
        for function, address in owned
    ]
    arcs = [
        Arc(number[graph.owner(site)], site, number[callee], calls[site, callee], clocks)
        for (site, callee), clocks in graph.shares(totals).items()
    ]
    taken = sum(one.clocks for one in spent.values())
    stacks = [Stack((number[start],), graph.own[start]) for start in order]
    notes = (_SHARED,) if arcs else ()
    return Profile(
        processor,
        hertz,
        taken,
        PARTS,
        (*functions,),
        (*instructions,),
        (*arcs,),
        (*stacks,),
        addresses="{:#x}",
        notes=notes,
    )


class _Names:
    """The symbols of a program by address."""

    def __init__(self, program: Program) -> None:
        self._names = {address: name for name, address in sorted(program.symbols.items(), reverse=True)}
        self._starts = sorted(self._names)

    def place(self, address: int) -> Place:
        index = bisect_right(self._starts, address)
        if not index:
            return Place(None, 0)
        start = self._starts[index - 1]
        return Place(self._names[start], address - start)

    def at(self, address: int) -> str:
        return self.place(address).symbol or f"{address:#x}"


class _Graph:
    """Functions by the addresses that were called.

    Attributes:
        own: clocks in each function's own instructions.
        entered: number of calls of each; the first one has the caller of all.
    """

    def __init__(self, entry: int, spent: Mapping[int, Spent], calls: Calls) -> None:
        self._calls = calls
        self._first = entry
        self._starts = sorted({entry, *(callee for _, callee in calls)})
        self.own = dict.fromkeys(self._starts, 0)
        self.entered = dict.fromkeys(self._starts, 0)
        self.entered[entry] = 1
        for address, one in spent.items():
            self.own[self.owner(address)] += one.clocks
        for (_, callee), times in calls.items():
            self.entered[callee] += times
        self._from: dict[int, list[tuple[int, int]]] = {start: [] for start in self._starts}
        for call in calls:
            self._from[self.owner(call[0])].append(call)
        # A call of an active function gets no clocks, because they would count twice.
        self._inner: set[tuple[int, int]] = set()
        self._order: list[int] = []
        self._walk()
        self._outer = dict.fromkeys(self._starts, 0)
        self._outer[entry] = 1
        for (site, callee), times in calls.items():
            if (self.owner(site), callee) not in self._inner:
                self._outer[callee] += times

    def owner(self, address: int) -> int:
        """Return the function of an instruction: the called address at or below it, else the first of all."""
        index = bisect_right(self._starts, address)
        return self._starts[index - 1] if index else self._first

    def share(self, totals: Mapping[int, Fraction], site: int, callee: int) -> Fraction:
        """Return the contribution of one calling instruction to the clocks of a function and its callees."""
        if (self.owner(site), callee) in self._inner:
            return Fraction(0)
        return totals[callee] * self._calls[site, callee] / self._outer[callee]

    def shares(self, totals: Mapping[int, Fraction]) -> dict[tuple[int, int], int]:
        """Return the contribution of each call, in integers that add up to the clocks of the function."""
        given: dict[int, Fraction] = {}
        found = {}
        for site, callee in sorted(self._calls):
            before = given.get(callee, Fraction(0))
            given[callee] = before + self.share(totals, site, callee)
            found[site, callee] = round(given[callee]) - round(before)
        return found

    def totals(self) -> dict[int, Fraction]:
        """Return the inclusive clocks of each function."""
        found: dict[int, Fraction] = {}
        for start in self._order:
            total = Fraction(self.own[start])
            for site, callee in self._from[start]:
                if callee in found:
                    total += self.share(found, site, callee)
            found[start] = total
        return found

    def _walk(self) -> None:
        """Visit every function after its callees, and find the recursive calls."""
        callees = {start: sorted({callee for _, callee in calls}) for start, calls in self._from.items()}
        done: set[int] = set()
        for root in (self._first, *self._starts):
            if root in done:
                continue
            open_ = [root]
            left = [iter(callees[root])]
            while open_:
                callee = next(left[-1], None)
                if callee is None:
                    done.add(open_[-1])
                    self._order.append(open_.pop())
                    left.pop()
                elif callee in open_:
                    self._inner.add((open_[-1], callee))
                elif callee not in done:
                    open_.append(callee)
                    left.append(iter(callees[callee]))
