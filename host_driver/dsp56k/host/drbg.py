"""Random bytes by HMAC_DRBG of SP 800-90A, by the commands of `image(commands="drbg")`.

The card draws entropy from its noise, which its health tests must pass; otherwise it refuses further bytes.
"""

from __future__ import annotations

from dsp56k.host.algorithm_calls import Measured, check_generator_seed, commands_of, in_sequence
from dsp56k.host.driver_calls import DriverCalls
from dsp56k.host.errors import HostError
from dsp56k.lib import drbg
from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.operands import octets, require_int
from dsp56k.system.text import counted


class CardDrbg:
    """Calls of the driver with the generator of the card, which has a security strength of 128 bits."""

    def __init__(self, calls: DriverCalls) -> None:
        self._calls = calls

    def instantiate(self, personalization: bytes = b"") -> Measured[None]:
        """Start a generator with a seed of the card's noise and up to 64 other bytes.

        Raises:
            NoiseHealthError: the noise failed a health test. The card has no generator.
        """
        return self._seed(drbg.INSTANTIATE_COMMAND, "personalization", personalization)

    def reseed(self, additional: bytes = b"") -> Measured[None]:
        """Mix new noise and up to 64 other bytes into the state.

        Raises:
            NoiseHealthError: the noise failed a health test. The card has no generator any more.
            FirmwareError: no generator was instantiated.
        """
        return self._seed(drbg.RESEED_COMMAND, "additional", additional)

    def generate(self, count: int, additional: bytes = b"") -> Measured[bytes]:
        """Return random bytes; each 4096 of them are a request. Up to 64 `additional` bytes change the first one.

        Raises:
            FirmwareError: no generator was instantiated, or it needs a new seed after 65,536 requests.
        """
        self._check_count("count", count, 1)
        setup = _input("additional", additional)
        opcode = drbg.INPUT_COMMAND if setup else None
        return self._calls.job(opcode, setup, drbg.GENERATE_COMMAND, bytes(count), clocks=drbg.REQUEST_CLOCKS)

    def of_seed(
        self, row: Algorithm, seed: bytes, size: int, request: int = drbg.CARD_REQUEST_BYTES
    ) -> Measured[bytes]:
        """Return bytes for a seed of the host's, in requests of `request` bytes."""
        commands, seed = commands_of(row), check_generator_seed(seed)
        self._check_count("size", size, 0)
        if require_int("request", request) not in range(1, drbg.CARD_REQUEST_BYTES + 1):
            raise HostError(f"request must be 1 to {drbg.CARD_REQUEST_BYTES} bytes, got {request}", field="request")
        if not size:
            return in_sequence(b"", self._calls.command(drbg.SEED_COMMAND, seed, clocks=commands.clocks))
        # The driver sends a command for each 4096 bytes itself.
        step = size if request == drbg.CARD_REQUEST_BYTES else request
        made = [
            self._calls.job(
                *(None, b"") if place else (commands.key, seed),
                commands.data,
                bytes(min(step, size - place)),
                clocks=commands.clocks,
            )
            for place in range(0, size, step)
        ]
        return in_sequence(b"".join(each.value for each in made), *made)

    def _seed(self, opcode: int, field: str, given: bytes) -> Measured[None]:
        return self._calls.command(opcode, _input(field, given), clocks=drbg.SEED_CLOCKS)

    def _check_count(self, field: str, count: int, least: int) -> None:
        if not least <= require_int(field, count) <= self._calls.max_data:
            raise HostError(f"{field} must be {least} to {self._calls.max_data} bytes, got {count}", field=field)


def _input(field: str, given: bytes) -> bytes:
    given = octets(field, given)
    if len(given) > drbg.CARD_INPUT_BYTES:
        most = drbg.CARD_INPUT_BYTES
        raise HostError(f"{field} must be at most {most} bytes, got {counted(len(given), 'byte')}", field=field)
    return given
