"""Clock counts (UM A.7, Tables A-6 to A-14, and the port A rule of UM 2-3, 9-2, 9-3), in oscillator clocks."""

from reference_model.memory import Memory, wait_states

CONFLICT = 2
"""Clocks that each external space after the first costs in one instruction cycle (UM 9-3; the 2 in axy, Table A-14)."""


class Cost:
    """The parts of one instruction's duration, collected while it executes."""

    def __init__(self, memory: Memory, fetches: list[bool], words: int, jumping: bool = False) -> None:
        """fetches: for each program word that is fetched now, whether it came through port A.

        jumping: whether the instruction is a change of flow, which is charged its words but the first.
        """
        self.base = 0
        """The number of Table A-6, with the constants of Tables A-8 and A-9."""
        self.ea = 0
        """The term ea of Table A-13."""
        self.waits = 0
        """ax, ay, ap and aio of Table A-14, the program words included."""
        self._memory = memory
        self._bcr = memory.bcr
        self._spaces: set[str] = set()
        self._refilled, self._words = False, words
        self._refetches = 0
        self._fetches = fetches
        memory.peripherals.later(sum(fetches[int(jumping) :]) * wait_states(self._bcr, "p", 0))

    def access(self, space: str, address: int, count: int = 1, *, alone: bool = False) -> None:
        """Count an operand's access; `count` is 2 for the read-modify-write of a bit instruction (Table A-10).

        `alone`: the operand has a separate instruction cycle, like each of MOVEP's two: Table A-9 adds up their wait
        states and nothing else, where Table A-14 has 2 more for X and Y of one move. P memory always has one: Table
        A-6 gives MOVEM three cycles.
        """
        if self._memory.place(space, address) == "external":
            if space != "p":
                self._spaces.add("data" if alone else space)
            waits = count * wait_states(self._bcr, space, address)
            self.waits += waits
            self._memory.peripherals.later(waits)

    def refill(self, target: int) -> None:
        """Count the two fetches after a change of flow, taken or not: the 2*ap of jx and rx (UM A-230, A-231).

        They follow its operand's access: Table A-11 has ay + 2*ap. All its words except for the first are
        additional sequential fetches.
        """
        self._fetches = self._fetches[1:]
        self._refetches = 2 * (self._memory.place("p", target) == "external")
        self._refilled = True

    @property
    def bubble(self) -> int:
        """Cycles beyond its words in which a change of flow keeps the pipeline from fetching further (Figure 8-8)."""
        return (self.base + self.ea) // 2 - self._words if self._refilled else 0

    @property
    def clocks(self) -> int:
        """The instruction's duration."""
        external = sum(self._fetches)
        spaces = self._spaces | {"p"} if external else self._spaces
        waits = self.waits + (external + self._refetches) * wait_states(self._bcr, "p", 0)
        return self.base + self.ea + waits + CONFLICT * max(0, len(spaces) - 1)
