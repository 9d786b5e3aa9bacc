"""A PC that does a part of a cipher's work: words pass the host port in both directions while the program runs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from dsp56k.emu import Dsp56001, Stop, StopReason
from dsp56k.emu.peripherals.host_interface import BC, ISR, PBC, RXDF, RXH, RXL, TXDE, TXH, TXL
from dsp56k.lib.library_runner import Machine

ACCESS_CLOCKS: Mapping[str, int] = MappingProxyType({"port": 0, "helper": 15})
"""Clocks of the DSP between a PC's accesses to the port, by variant: none if it is always ready; 0.75 us at 20
MHz, a bus cycle of 6 clocks at 8 MHz (the 386's of machines.toml), of a PC that does nothing else meanwhile.
"""
_WORD_BITS = (16, 8, 0)


def helped(machine: Machine, variant: str, routine: str, words: Sequence[int], wanted: int = 0) -> list[int]:
    """Call a routine with a PC at the port, which writes `words` and reads `wanted` of them; return these.

    The clocks of the machine are those until the PC has the last word.
    """
    access = ACCESS_CLOCKS[variant]
    if not access:
        machine.dsp.host.send(words)
        machine.call(routine, prepares=not wanted)
        return machine.dsp.host.receive(wanted)
    pc = _Pc(words, wanted, access)
    machine.call(routine, prepares=not wanted, run=pc.run)
    machine.clocks += pc.finish()
    return pc.received


class _Pc:
    """A PC in a loop: it reads the status, then reads a word or writes one if possible, a byte in each access."""

    def __init__(self, words: Sequence[int], wanted: int, access: int) -> None:
        self.received: list[int] = []
        self._words = deque(words)
        self._wanted = wanted
        self._access = access
        self._steps: Iterator[None] = iter(())

    def run(self, dsp: Dsp56001, until: int, most: int) -> Stop:
        """Run the chip as `Dsp56001.run` does."""
        due = start = dsp.clocks
        self._steps = self._accesses(dsp)
        while True:
            next(self._steps, None)
            due += self._access
            stop = dsp.run(until=until, max_clocks=max(due - dsp.clocks, 1))
            if stop.reason is not StopReason.BUDGET or due - start > most:
                return stop

    def finish(self) -> int:
        """Read the words that the DSP has left in the port; return the clocks."""
        return sum(self._access for _ in self._steps)

    def _accesses(self, dsp: Dsp56001) -> Iterator[None]:
        """Yield after each access."""
        port = dsp.host
        while not dsp.x[PBC] & BC:  # port B is not the host interface yet
            yield
        while self._words or len(self.received) < self._wanted:
            status = port.read(ISR)
            yield
            if status & RXDF:
                word = 0
                for offset in range(RXH, RXL + 1):
                    word = word << 8 | port.read(offset)
                    if offset < RXL:
                        yield
                self.received.append(word)
                yield
            elif status & TXDE and self._words:
                word = self._words.popleft()
                for offset, bits in zip(range(TXH, TXL + 1), _WORD_BITS, strict=True):
                    port.write(offset, word >> bits & 0xFF)
                    yield
