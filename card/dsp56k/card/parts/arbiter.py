"""The arbiter of port A: whether the PC's window or the DSP drives the external memory.

Data sheet
==========

Paper 5.3: "external memory bus request/bus grant signals programmable by the PC". The rule is our decision, made of
three facts of the manual: BG follows BR after the current external access (UM 9-15), with BG the DSP's port A is
three-stated (UM 9-15), and during RESET all its signals are three-stated (UM 9-7).

    DSP in reset   BR   BG   window reaches memory   STATUS.BG reads
    yes            0    -    yes                     0
    yes            1    -    yes                     1
    no             0    0    no                      0
    no             1    0    no                      0
    no             1    1    yes                     1

So a driver that sets BR and polls STATUS.BG works the same whether the DSP runs or not. BR is passed to the DSP as it
is. A window access that the arbiter refuses never disturbs the DSP.
"""

from dsp56k.emu.signal_lines import Signal


class Arbiter:
    """Combinational: three inputs, two outputs. `bus_granted` is the DSP's BG pin."""

    def __init__(self, run: Signal, bus_request: Signal, bus_granted: Signal) -> None:
        self._run = run
        self._bus_request = bus_request
        self._bus_granted = bus_granted

    @property
    def window_enabled(self) -> bool:
        """True if a window access reaches the memory."""
        return not self._run.level or self.granted

    @property
    def granted(self) -> bool:
        """Level that STATUS.BG shows: the PC has requested the bus and has it."""
        return self._bus_request.level and (not self._run.level or self._bus_granted.level)
