"""Calls of the x86 driver's functions on the PC, with their data and errors, and the user commands of a firmware."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.host.algorithm_calls import Measured, octets_of_sizes
from dsp56k.host.cpu_modes import Pointer, StackArgument
from dsp56k.host.driver_errors import meaning
from dsp56k.host.errors import HostError, SelfTestError
from dsp56k.host.operand_memory import PARAMETER_BYTES, Workspace
from dsp56k.host.pc import PC
from dsp56k.lib.ciphers.des import BLOCK_BYTES
from dsp56k.lib.commands import DATA_WORDS, USER_OPCODES, Part
from dsp56k.lib.operands import octets, require_int

_REQUEST_BYTES = 68
"""A Request of the driver's layers.h."""
_RESULT_BYTES = 4
"""An unsigned long of C."""
LAYERED = "card_layered"
"""The symbol of the function that passes a request through layers."""
JOB_CLOCKS = range(1, 100_001)
"""Permitted clocks of the DSP for a byte of a user's command."""
BLOCK_CLOCKS = range(1, 1 << 16)
"""Permitted clocks of the DSP for a block of a message: the 16-bit driver multiplies a word."""
DEFAULT_JOB_CLOCKS = 1000
"""Twice the clocks of MD2."""


class DriverCalls:
    """Calls of the driver on one PC, which `CardDriver` and its parts share.

    Attributes:
        pc: the machine with the driver.
        work: memory of the operands and results.
        max_data: maximum bytes of data of a call.
    """

    def __init__(self, pc: PC, layers: int = 0) -> None:
        self.pc = pc
        self._layers = layers
        self.work = Workspace(pc)
        self.max_data = self.work.max_data

    def job(
        self,
        setup_opcode: int | None,
        setup: bytes,
        opcode: int,
        data: bytes,
        *,
        clocks: int = DEFAULT_JOB_CLOCKS,
    ) -> Measured[bytes]:
        """Return the result of the user's commands for `data`, as `CardDriver.job`."""
        data = octets("data", data)
        self.check_job(setup_opcode, setup, opcode, clocks)
        if not data:
            raise HostError("0 bytes: must be at least one", field="data")
        self.check_length(data)
        work = self.work
        first = setup_opcode or 0, work.put_parameters(setup), len(setup)
        work.put_data(data)
        given = opcode, work.data, work.results, len(data), clocks
        moved = len(data), len(data)
        measured = self.run(f"command ${opcode:02X}", "card_job", *first, *given, moved=moved)
        return Measured(work.taken(len(data)), measured.clocks, measured.time)

    def command(self, opcode: int, given: bytes, *, clocks: int) -> Measured[None]:
        """Run a user's command that returns no bytes, as `CardDriver.command`."""
        self.check_job(opcode, given, opcode, clocks)
        work = self.work
        places = work.put_parameters(given), len(given), opcode, work.data, work.results
        return self.run(f"command ${opcode:02X}", "card_job", opcode, *places, 0, clocks)

    def message(
        self, init: int, data: bytes, value_bytes: int, *, block_clocks: int, last_clocks: int = 0
    ) -> Measured[bytes]:
        """Return the value that the user's commands compute from a message, as `CardDriver.message`."""
        for field, value, permitted in (
            ("init", init, USER_OPCODES[:-3]),
            ("value_bytes", value_bytes, range(1, DATA_WORDS + 1)),
            ("block_clocks", block_clocks, BLOCK_CLOCKS),
        ):
            if require_int(field, value) not in permitted:
                raise HostError(f"{field} must be {permitted[0]} to {permitted[-1]}, got {value}", field=field)
        data = octets("data", data)
        self.check_length(data)
        work = self.work
        work.put_data(data)
        given = work.data, len(data), block_clocks, last_clocks, work.results, value_bytes
        moved = len(data), value_bytes
        measured = self.run(f"message ${init:02X}", "card_message", init, *given, moved=moved)
        return Measured(work.taken(value_bytes), measured.clocks, measured.time)

    def load_des_key(self, key: bytes, *, chip: bool) -> Measured[None]:
        """Load a DES key of 8 bytes into the DSP or the DES chip."""
        place = self.work.put_parameters(octets_of_sizes("key", key, (BLOCK_BYTES,)))
        return self.run(f"load a DES key into the {des_place(chip)}", "card_load_des_key", int(chip), place)

    @staticmethod
    def check_job(setup_opcode: int | None, setup: bytes, opcode: int, clocks: int) -> None:
        """Check that the user's commands can be called with these arguments."""
        for field, value in (("setup_opcode", setup_opcode), ("opcode", opcode)):
            if value is not None and require_int(field, value) not in USER_OPCODES:
                raise HostError(f"command {value}: the user's are $60 to $7F", field=field)
        if len(octets("setup", setup)) > PARAMETER_BYTES:
            raise HostError(f"{len(setup)} bytes of parameters: at most {PARAMETER_BYTES}", field="setup")
        if require_int("clocks", clocks) not in JOB_CLOCKS:
            raise HostError(f"{clocks} clocks a byte: must be 1 to {JOB_CLOCKS[-1]}", field="clocks")

    def check_length(self, data: bytes) -> None:
        """Check that the PC's memory has space for the data of a call."""
        if len(data) > self.max_data:
            raise HostError(f"{len(data)} bytes: at most {self.max_data}", field="data")

    def run_tested(self, operation: str, function: str, *arguments: StackArgument) -> Measured[None]:
        """Run a call whose last argument is the address for the failed parts of the self-test."""
        failed = Pointer(self.work.results.address + _RESULT_BYTES)
        try:
            return self.run(operation, function, *arguments, failed)
        except SelfTestError as error:
            parts = Part(self.result_word(_RESULT_BYTES))
            names = ", ".join(str(part.name) for part in parts)
            raise SelfTestError(f"{error}: {names}", **error.fields | {"detail": names}) from None

    def result_word(self, offset: int = 0) -> int:
        """Return a number of 32 bits that a function has written."""
        return int.from_bytes(self.work.taken(_RESULT_BYTES, offset), "little")

    def run(
        self, operation: str, function: str, *arguments: StackArgument, moved: tuple[int, int] | None = None
    ) -> Measured[None]:
        """Call a function of the driver, through the layers if it moves data.

        `moved` is the number of bytes at the address of the data, and at that of the results.
        """
        if self._layers and moved is not None:
            arguments = (self._request(function, arguments, *moved),)
            function = LAYERED
        result = self.pc.run(function, *arguments)
        if result.value:
            kind, sentence = meaning(result.value)
            message = f"{operation}: {sentence} (code ${result.value:X})"
            raise kind(message, code=result.value, operation=operation, detail=sentence)
        return Measured(None, result.clocks, result.time)

    def _request(self, function: str, arguments: Sequence[StackArgument], given: int, made: int) -> Pointer:
        """Store a request for the layers (layers.h) and return its address."""
        work = self.work
        places = arguments.index(work.data), given, arguments.index(work.results), made
        head = Pointer(self.pc.program.address_of(function)), len(arguments), *places, self._layers
        content = b"".join(map(self.pc.slot, (*head, *arguments)))
        return work.put_request(content.ljust(_REQUEST_BYTES, b"\0"))


def des_place(chip: bool) -> str:
    """Return the part of the card that does DES, for messages."""
    return "chip" if chip else "DSP"
