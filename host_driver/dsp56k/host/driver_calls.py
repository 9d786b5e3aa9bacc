"""Calls of the x86 driver's functions on the PC, with their data and errors, and the user commands of a firmware."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.host.algorithm_calls import Measured
from dsp56k.host.cpu_modes import Pointer, StackArgument
from dsp56k.host.driver_errors import meaning
from dsp56k.host.errors import HostError, SelfTestError
from dsp56k.host.operand_memory import PARAMETER_BYTES, Workspace
from dsp56k.host.pc import PC
from dsp56k.host.software import DES_BLOCK
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
    """Calls of the driver on one PC.

    Attributes:
        pc: the machine with the driver.
        max_data: maximum bytes of data of a call.
    """

    def __init__(self, pc: PC, layers: int = 0) -> None:
        self.pc = pc
        self._layers = layers
        self._work = Workspace(pc)
        self.max_data = self._work.max_data

    def job(
        self,
        setup_opcode: int | None,
        setup: bytes,
        opcode: int,
        data: bytes,
        *,
        clocks: int = DEFAULT_JOB_CLOCKS,
    ) -> Measured[bytes]:
        """Return the result of the user's commands (docs/reference/firmware.md, section 10) for `data`.

        Args:
            setup_opcode: $60 to $7F, the command that takes `setup`; None for none.
            setup: its bytes, up to 4096: keys and other parameters.
            opcode: $60 to $7F, the command for each chunk of up to 4096 bytes of the data, which it changes in place.
            data: at least one byte.
            clocks: maximum clocks of the DSP of either command for a byte. The driver's
                time-out is twice these for the bytes and 64 more, and 300,000 clocks in addition.

        Raises:
            FirmwareError: the firmware does not have the command, or the command returned its own status.
        """
        data = octets("data", data)
        self._check_job(setup_opcode, setup, opcode, clocks)
        if not data:
            raise HostError("0 bytes: must be at least one", field="data")
        self._check_length(data)
        work = self._work
        first = setup_opcode or 0, work.put_parameters(setup), len(setup)
        work.put_data(data)
        given = opcode, work.data, work.results, len(data), clocks
        moved = len(data), len(data)
        measured = self._call(f"command ${opcode:02X}", "card_job", *first, *given, moved=moved)
        return Measured(work.taken(len(data)), measured.clocks, measured.time)

    def command(self, opcode: int, given: bytes, *, clocks: int) -> Measured[None]:
        """Run a user's command that takes up to 4096 bytes and returns none; opcode and clocks are as of `job`."""
        self._check_job(opcode, given, opcode, clocks)
        work = self._work
        places = work.put_parameters(given), len(given), opcode, work.data, work.results
        return self._call(f"command ${opcode:02X}", "card_job", opcode, *places, 0, clocks)

    def message(
        self, init: int, data: bytes, value_bytes: int, *, block_clocks: int, last_clocks: int = 0
    ) -> Measured[bytes]:
        """Return the value that the user's commands compute from a message: a digest, a code or a signature.

        Args:
            init: $60 to $7C, the command that begins a message; the next three absorb whole blocks of 64 bytes, absorb
                the rest and end it, or do all in one.
            data: the message.
            value_bytes: the size of the value, 1 to 4096.
            block_clocks: maximum clocks of the DSP for a block, 1 to 65,535.
            last_clocks: those of the end of the message in addition.

        Raises:
            HostError: a number is out of its range.
            FirmwareError: the firmware does not have the commands, or a command returned an error status.
        """
        for field, value, permitted in (
            ("init", init, USER_OPCODES[:-3]),
            ("value_bytes", value_bytes, range(1, DATA_WORDS + 1)),
            ("block_clocks", block_clocks, BLOCK_CLOCKS),
        ):
            if require_int(field, value) not in permitted:
                raise HostError(f"{field} must be {permitted[0]} to {permitted[-1]}, got {value}", field=field)
        data = octets("data", data)
        self._check_length(data)
        work = self._work
        work.put_data(data)
        given = work.data, len(data), block_clocks, last_clocks, work.results, value_bytes
        moved = len(data), value_bytes
        measured = self._call(f"message ${init:02X}", "card_message", init, *given, moved=moved)
        return Measured(work.taken(value_bytes), measured.clocks, measured.time)

    @staticmethod
    def _check_job(setup_opcode: int | None, setup: bytes, opcode: int, clocks: int) -> None:
        """Check that the user's commands can be called with these arguments."""
        for field, value in (("setup_opcode", setup_opcode), ("opcode", opcode)):
            if value is not None and require_int(field, value) not in USER_OPCODES:
                raise HostError(f"command {value}: the user's are $60 to $7F", field=field)
        if len(octets("setup", setup)) > PARAMETER_BYTES:
            raise HostError(f"{len(setup)} bytes of parameters: at most {PARAMETER_BYTES}", field="setup")
        if require_int("clocks", clocks) not in JOB_CLOCKS:
            raise HostError(f"{clocks} clocks a byte: must be 1 to {JOB_CLOCKS[-1]}", field="clocks")

    def _check_length(self, data: bytes) -> None:
        if len(data) > self.max_data:
            raise HostError(f"{len(data)} bytes: at most {self.max_data}", field="data")

    def _tested(self, operation: str, function: str, *arguments: StackArgument) -> Measured[None]:
        """Run a call whose last argument is the address for the failed parts of the self-test."""
        failed = Pointer(self._work.results.address + _RESULT_BYTES)
        try:
            return self._call(operation, function, *arguments, failed)
        except SelfTestError as error:
            parts = Part(self._result_word(_RESULT_BYTES))
            names = ", ".join(str(part.name) for part in parts)
            raise SelfTestError(f"{error}: {names}", **error.fields | {"detail": names}) from None

    def _result_word(self, offset: int = 0) -> int:
        """Return a number of 32 bits that a function has written."""
        return int.from_bytes(self._work.taken(_RESULT_BYTES, offset), "little")

    def _call(
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
        work = self._work
        places = arguments.index(work.data), given, arguments.index(work.results), made
        head = Pointer(self.pc.program.address_of(function)), len(arguments), *places, self._layers
        content = b"".join(map(self.pc.slot, (*head, *arguments)))
        return work.put_request(content.ljust(_REQUEST_BYTES, b"\0"))


def des_block(name: str, value: bytes) -> bytes:
    """Return a key or an initial vector, checked."""
    block = octets(name, value)
    if len(block) != DES_BLOCK:
        raise HostError(f"{name} of {len(block)} bytes: must be {DES_BLOCK}", field=name)
    return block
