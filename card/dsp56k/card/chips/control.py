"""The card's control and status registers: latches that the PC writes and pins that it reads.

Data sheet
==========

Paper 5.3: "Control and status is achieved through a series of latches and registers. These are mapped to eight
locations in the PC's I/O address space. The registers support such functions as the loading of the AGU, DSP bus
request/bus grant, location of the PC reserved memory, and DSP chip reset." Offsets, bits and everything without the
mark "paper" below are our decision; the declarations are the data sheet.

Two of the eight locations (1 and 2, counted from CTRL) belong to the address generator. MODA and MODB drive the DSP's
pins of these names: they are latched as reset is released (UM 2-11) and are IRQA and IRQB afterwards, where a 0 is an
interrupt request.
"""

from collections.abc import Callable

from dsp56k.card.parts.register import ANY_BYTE, Field, Register, Source, bit
from dsp56k.emu.device import UntimedDevice
from dsp56k.emu.signal_lines import Line
from dsp56k.emu.timeline import Time

BOOT_FROM_WINDOW = 0xC0
BOOT_FROM_HOST_PORT = 0x40

CTRL = Register(
    "CTRL",
    0,
    "r/w",
    BOOT_FROM_WINDOW,
    'control bits of the PC; $40 after reset on a card strapped `boot="host"`',
    fields=(
        bit("RUN", 0, "0 holds the DSP and the DES chip in reset, 1 lets them run", Source.PAPER),
        bit("BR", 1, "requests the external memory's bus from the DSP", Source.PAPER),
        bit("BANK", 2, "bank behind the window: 0 P, 1 X", Source.PAPER),
        bit("LOW", 3, "load mode: 0 low-middle-high, 1 low byte only", Source.PAPER),
        bit("WEN", 4, "the window answers"),
        bit("IRQE", 5, "HREQ drives the PC's interrupt line, and no DRQ"),
        bit("MODA", 6, "the DSP's MODA/IRQA pin (UM 2-11)"),
        bit("MODB", 7, "the DSP's MODB/IRQB pin (UM 2-11)"),
    ),
)
WINBASE = Register(
    "WINBASE",
    3,
    "r/w",
    0x68,
    "where the window is; bits below the window's size are ignored",
    fields=(Field("A19-A13", 6, 0, "PC address, bits 19-13", Source.PAPER),),
)
ROUTE = Register(
    "ROUTE",
    4,
    "r/w",
    0x00,
    "which PC lines the card uses",
    fields=(
        Field("IRQ", 3, 0, "number of the PC's interrupt request, 0 for none"),
        Field("DRQ", 6, 4, "number of the PC's DMA channel, 0 for none: HREQ, or the bus master, drives its DRQ"),
    ),
)
EXTEND = Register(
    "EXTEND",
    5,
    "w",
    None,
    "reserved for larger banks; writes have no effect: the address generator's 16 bits reach all of 32K words",
)
STRAPS = Register(
    "STRAPS",
    5,
    "r",
    None,
    "how the card is fitted, and two latched errors",
    fields=(
        bit("BANK32K", 0, "banks of 32K words (0: 8K words)", Source.PAPER),
        bit("HOSTBOOT", 1, "strapped to boot through the host port"),
        bit("PASTERR", 4, "latched: a window access with the counter past the bank"),
        bit("RSTERR", 5, "latched: a host port access while the DSP is in reset"),
    ),
)
SCRATCH = Register("SCRATCH", 6, "r/w", 0x00, "for the driver's own use", fields=ANY_BYTE)
CLEAR = Register("CLEAR", 7, "w", None, "a write of any value clears the latched errors WINERR, PASTERR and RSTERR")
STATUS = Register(
    "STATUS",
    7,
    "r",
    None,
    "the card's state",
    fields=(
        bit("BG", 0, "CTRL.BR requests the bus, and the DSP grants it or is in reset", Source.PAPER),
        bit("HREQ", 1, "the DSP's HREQ pin"),
        bit("NOISE", 2, "the noise bit at this instant", Source.PAPER),
        bit("DES", 3, "a DES chip is fitted"),
        Field("PHASE", 5, 4, "byte phase of the address generator: 0 low, 1 middle, 2 high"),
        bit("WINERR", 6, "latched: a window access without bus grant"),
        bit("ID", 7, "toggles with each read of STATUS; 0 at the first"),
    ),
)
REGISTERS = (CTRL, WINBASE, ROUTE, STRAPS, EXTEND, SCRATCH, STATUS, CLEAR)

Pin = Callable[[Time], int]


class ControlRegisters(UntimedDevice):
    """The latches at six of the eight locations.

    Outputs are lines and plain levels; inputs are the callables in `pins`, by the names of STATUS fields, each given
    the time of reading: BG, HREQ, NOISE, PHASE.
    """

    bank: int
    """The bank select: 0 P, 1 X."""
    low_only: bool
    """The load mode."""
    interrupt_enabled: bool
    """True if HREQ may drive the PC's interrupt line."""

    def __init__(self, *, host_boot: bool, bank32k: bool, des_fitted: bool) -> None:
        self.run = Line("RUN")
        self.bus_request = Line("BR")
        self.mode_a = Line("MODA")
        self.mode_b = Line("MODB")
        self.pins: dict[str, Pin] = {}
        self._power_up = BOOT_FROM_HOST_PORT if host_boot else BOOT_FROM_WINDOW
        self._straps = STRAPS.pack(BANK32K=bank32k, HOSTBOOT=host_boot)
        self._des = STATUS.pack(DES=des_fitted)
        self._ctrl = 0
        self._window_base = 0
        self._route = 0
        self._scratch = 0
        self._errors = {"WINERR": False, "PASTERR": False, "RSTERR": False}
        self._id = False
        self.reset(0)

    @property
    def window_base(self) -> int | None:
        """The window base register, or None while the window is off."""
        return self._window_base if self._ctrl & CTRL["WEN"].mask else None

    @property
    def interrupt_number(self) -> int:
        """The PC interrupt request to which the card is routed, 0 for none."""
        return ROUTE["IRQ"].of(self._route)

    @property
    def dma_channel(self) -> int:
        """The PC's DMA channel to which the card is routed, 0 for none: channel 0 refreshes the AT's memory."""
        return ROUTE["DRQ"].of(self._route)

    def latch_error(self, name: str) -> None:
        """Set one of WINERR, PASTERR, RSTERR until CLEAR is written."""
        self._errors[name] = True

    def reset(self, now: Time) -> None:
        """Reset the registers: power-up, or the PC bus's reset line."""
        self._window_base = WINBASE.reset or 0
        self._route = ROUTE.reset or 0
        self._scratch = SCRATCH.reset or 0
        self._id = False
        self._clear_errors()
        self._write_ctrl(self._power_up, now)

    def read(self, offset: int, now: Time) -> int:
        """Return one of the eight locations; `offset` 0-7 counts from CTRL."""
        match offset:
            case CTRL.offset:
                return self._ctrl
            case WINBASE.offset:
                return self._window_base
            case ROUTE.offset:
                return self._route
            case STRAPS.offset:
                return self._straps | STRAPS.pack(PASTERR=self._errors["PASTERR"], RSTERR=self._errors["RSTERR"])
            case SCRATCH.offset:
                return self._scratch
            case STATUS.offset:
                return self._read_status(now)
            case _:
                raise KeyError(f"offset {offset} belongs to another chip")

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write an 8-bit value to one of the eight locations; `offset` 0-7 counts from CTRL."""
        match offset:
            case CTRL.offset:
                self._write_ctrl(value, now)
            case WINBASE.offset:
                self._window_base = value & WINBASE.mask
            case ROUTE.offset:
                self._route = value & ROUTE.mask
            case EXTEND.offset:
                pass  # reserved
            case SCRATCH.offset:
                self._scratch = value
            case CLEAR.offset:
                self._clear_errors()
            case _:
                raise KeyError(f"offset {offset} belongs to another chip")

    def _write_ctrl(self, value: int, now: Time) -> None:
        self._ctrl = value
        self.bank = CTRL["BANK"].of(value)
        self.low_only = bool(value & CTRL["LOW"].mask)
        self.interrupt_enabled = bool(value & CTRL["IRQE"].mask)
        # The mode pins change before RUN rises: one write may set the mode and release reset.
        self.mode_a.drive(bool(value & CTRL["MODA"].mask), now)
        self.mode_b.drive(bool(value & CTRL["MODB"].mask), now)
        self.bus_request.drive(bool(value & CTRL["BR"].mask), now)
        self.run.drive(bool(value & CTRL["RUN"].mask), now)

    def _read_status(self, now: Time) -> int:
        pins = {name: pin(now) for name, pin in self.pins.items()}
        value = self._des | STATUS.pack(**pins, WINERR=self._errors["WINERR"], ID=self._id)
        self._id = not self._id
        return value

    def _clear_errors(self) -> None:
        for name in self._errors:
            self._errors[name] = False
