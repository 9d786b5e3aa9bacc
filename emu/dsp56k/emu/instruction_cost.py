"""The cost of an instruction by component: oscillator clocks as the User's Manual adds them up (A-228 to A-232)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsp56k.emu._core import IO_PAGE

if TYPE_CHECKING:
    from dsp56k.emu._core import Access as AccessRecord


@dataclass(frozen=True)
class Access:
    """A data access of an instruction: space, address, 24-bit word, direction, port A or internal, wait states."""

    space: str
    address: int
    value: int
    write: bool
    external: bool
    waits: int
    """Clocks of the access's wait states, as BCR defines them."""

    @property
    def region(self) -> str:
        """The field of BCR whose wait states apply: "X", "Y", "P" or "I/O"."""
        return "I/O" if self.space == "Y" and self.address >= IO_PAGE else self.space

    @property
    def register(self) -> str:
        """The name of the peripheral register that is read or written; "" for another address."""
        if self.space != "X" or self.address < IO_PAGE:
            return ""
        from dsp56k.isa.io_registers import io_register

        register = io_register(self.address, write=self.write)
        return "" if register is None else register.name

    def __str__(self) -> str:
        arrow = "<-" if self.write else "->"
        register = f" ({self.register})" if self.register else ""
        return f"{self.space}:${self.address:04X}{register} {arrow} ${self.value:06X}"


def accesses_of(records: Iterable[AccessRecord | Access]) -> tuple[Access, ...]:
    """Return accesses as the chip has recorded them."""
    return tuple(Access(a.space, a.address, a.value, a.write, a.external, a.waits) for a in records)


@dataclass(frozen=True)
class Cost:
    """The clocks of one step, in parts that add up to `total`."""

    address: int
    """The fetch address of the instruction; for a step without an instruction, PC."""
    base: int
    """The constant of the instruction's formula (Table A-6, UM A-228)."""
    effective_address: int
    """Addressing mode or long immediate (Table A-13, UM A-231)."""
    accesses: tuple[Access, ...]
    """Data accesses in their order, each with its wait states."""
    fetch: int
    """Wait states of fetching the instruction's own words from external P memory."""
    refetch: int
    """Wait states of the two fetches where a change of flow continues (UM A-231)."""
    conflict: int
    """Two clocks for each further external access in the same instruction cycle (UM 9-2, 9-3)."""
    stall: int
    """Clocks of a stall because port A is granted to the board."""
    idle: int
    """Clocks in WAIT, STOP or RESET, and the empty cycles before an interrupt's vector."""
    trace: int
    """The NOP cycles that trace mode appends (UM 8-16)."""

    @property
    def waits(self) -> int:
        """Wait states of all data accesses."""
        return sum(access.waits for access in self.accesses)

    @property
    def total(self) -> int:
        """All clocks."""
        return (
            self.base
            + self.effective_address
            + self.waits
            + self.fetch
            + self.refetch
            + self.conflict
            + self.stall
            + self.idle
            + self.trace
        )

    def _parts(self) -> list[tuple[str, int]]:
        """Return the components that are not 0, by name."""
        parts = [("base", self.base), ("effective address", self.effective_address)]
        parts += [(f"wait states of {a.region}:${a.address:04X}", a.waits) for a in self.accesses]
        parts += [
            ("fetch wait states", self.fetch),
            ("refetch wait states", self.refetch),
            ("bus conflict", self.conflict),
            ("bus stall", self.stall),
            ("idle", self.idle),
            ("trace", self.trace),
        ]
        return [(name, clocks) for name, clocks in parts if clocks]

    def __str__(self) -> str:
        return f"{self.total} clocks: " + ", ".join(f"{name} {clocks}" for name, clocks in self._parts())

    def _repr_html_(self) -> str:
        from dsp56k.system.grid import html_table

        return html_table(f"P:${self.address:04X}", ["part", "clocks"], [*self._parts(), ("total", self.total)])
