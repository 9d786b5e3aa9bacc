"""The jobs that meet faults. Each says whether the card's answer is right; pycryptodome and Python's integers know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from random import Random

from Crypto.Cipher import DES
from Crypto.Hash import MD2, MD4

from dsp56k.emu.device import PortDevice
from dsp56k.emu.timeline import Time
from dsp56k.host.fifo_jobs import Streams, keys_of
from dsp56k.host.software import RsaKey
from dsp56k.lib.firmware import DATA_BUFFER
from dsp56k.study.operations.workload import Workload
from fault_injection.machine import Board, Machine

KEYS = 1990
"""Seed of the RSA key; data and DES keys are drawn for each case."""
RANDOM_BYTES = 256
"""The maximum of one command, so that they are still in the card's RAM afterwards."""
SIGMAS = 6
"""Deviation from the expected count of a random sequence that no fair one has."""
SEQUENCE = 48
"""Number of bits that are not equal at two positions of 2^13 random bits (2^25 pairs, a chance of 2^-23)."""
LAGS = 512

Run = Callable[[Machine, Random], bool]


@dataclass(frozen=True)
class Job:
    """One use of a card: `run` does it with data from a generator. `parts`: what of the card only some jobs use."""

    name: str
    run: Run
    parts: frozenset[str] = frozenset()
    board: Board = "card"


def _des(size: int, machine: Machine, random: Random, *, chip: bool = False) -> bool:
    """CBC or ECB, encryption or decryption, with a key in the command or one that is loaded first."""
    driver = machine.driver
    own = bytes(byte & 0xFE | ~(byte >> 1).bit_count() & 1 for byte in random.randbytes(8))
    iv, data = random.randbytes(8), random.randbytes(size)
    chained, decrypt, loaded = (random.random() < 0.5 for _ in range(3))
    cipher = DES.new(own, DES.MODE_CBC, iv) if chained else DES.new(own, DES.MODE_ECB)
    if loaded:
        driver.load_key("des_cbc_encrypt", own, chip=chip)
    key = None if loaded else own
    name = f"des_{'cbc' if chained else 'ecb'}_{'decrypt' if decrypt else 'encrypt'}"
    given = (key, iv, data) if chained else (key, data)
    right = cipher.decrypt(data) if decrypt else cipher.encrypt(data)
    return bool(driver.call(name, *given, chip=chip).value == right)


def _mac(size: int, machine: Machine, random: Random) -> bool:
    key, data = random.randbytes(8), random.randbytes(size)
    right = DES.new(key, DES.MODE_CBC, bytes(8)).encrypt(data + bytes(-size % 8))[-8:]
    return bool(machine.driver.call("des_mac", key, data, 8).value == right)


def _md2(size: int, machine: Machine, random: Random) -> bool:
    data = random.randbytes(size)
    return bool(machine.driver.call("md2", data).value == MD2.new(data).digest())


def _md4(size: int, machine: Machine, random: Random) -> bool:
    data = random.randbytes(size)
    return bool(machine.driver.call("md4", data).value == MD4.new(data).digest())


@cache
def rsa_key() -> RsaKey:
    """The 512-bit key of all cases."""
    return Workload(KEYS).rsa_key


def _rsa_crt(machine: Machine, random: Random) -> bool:
    key, cipher = rsa_key(), random.randrange(rsa_key().n)
    return bool(machine.driver.call("rsa_crt", [cipher], key).value == [pow(cipher, key.d, key.n)])


def _rsa(exponent: Callable[[RsaKey], int], machine: Machine, random: Random) -> bool:
    key, base = rsa_key(), random.randrange(rsa_key().n)
    called = machine.driver.call("rsa_public", [base], exponent(key), key.n)
    return bool(called.value == [pow(base, exponent(key), key.n)])


class _Samples:
    """The noise circuit as the DSP sees it, and the bits that it has read."""

    def __init__(self, circuit: PortDevice) -> None:
        self.circuit = circuit
        self.bits = 0
        self.count = 0

    def read(self, offset: int, now: Time) -> int:
        """A sample."""
        value = self.circuit.read(offset, now)
        self.bits = self.bits << 1 | value & 1
        self.count += 1
        return value

    def write(self, offset: int, value: int, now: Time) -> None:
        """There is nothing to write."""


def _random_bytes(machine: Machine, random: Random) -> bool:
    """Random bytes have no expected value. They must be those in the DSP's buffer and look random, as must the samples
    from which they were computed.
    """
    del random
    plug = machine.card.faults._sites.points["noise"].plug
    samples = plug.part = _Samples(plug.part)
    try:
        value = machine.driver.random(RANDOM_BYTES).value
    finally:
        plug.part = samples.circuit
    ram = machine.card.dsp.port_a.ram("X")[DATA_BUFFER : DATA_BUFFER + RANDOM_BYTES]
    delivered = value == bytes(word & 0xFF for word in ram)
    return delivered and look_random(int.from_bytes(value), 8 * len(value)) and look_random(samples.bits, samples.count)


def look_random(bits: int, count: int) -> bool:
    """Return True if `count` bits pass simple tests of randomness: ones, repeated sequences, autocorrelation."""
    if not _fair(bits.bit_count(), count):
        return False
    sequences = [bits >> place & (1 << SEQUENCE) - 1 for place in range(count - SEQUENCE + 1)]
    if len(set(sequences)) < len(sequences):
        return False
    overlaps = ((bits ^ bits >> lag) & (1 << count - lag) - 1 for lag in range(1, LAGS))
    return all(_fair(overlap.bit_count(), count - lag) for lag, overlap in enumerate(overlaps, 1))


def _fair(ones: int, count: int) -> bool:
    return (2 * ones - count) ** 2 < SIGMAS**2 * count


STREAM_OPERATIONS = 40
"""About 1700 bytes: several times the size of a FIFO."""


def _stream(way: Streams, machine: Machine, random: Random) -> bool:
    """Short operations through the FIFOs, there and back, their keys loaded first."""
    workload = Workload(random.getrandbits(32))
    operations = list(islice(workload.short_operations(range(8, 81, 8), 16), STREAM_OPERATIONS))
    machine.driver.short_des.fifos.load_keys(keys_of(operations))
    return machine.driver.short_des.fifos.run(way, operations).value == b"".join(each.right for each in operations)


def _start(machine: Machine, random: Random) -> bool:
    del random
    machine.start()
    return True


START = Job("start", _start, frozenset({"start", "chip", "noise"}))
"""Download and start. The jobs after it show if the started program is right."""
JOBS = (
    START,
    Job("des-8", partial(_des, 8)),
    Job("des-600", partial(_des, 600)),
    Job("des-4104", partial(_des, 4104)),
    Job("chip-8", partial(_des, 8, chip=True), frozenset({"chip"})),
    Job("chip-4104", partial(_des, 4104, chip=True), frozenset({"chip"})),
    Job("mac-601", partial(_mac, 601)),
    Job("md2-20", partial(_md2, 20)),
    Job("md2-4200", partial(_md2, 4200)),
    Job("md4-4200", partial(_md4, 4200)),
    Job("rsa-crt", _rsa_crt),
    Job("rsa", partial(_rsa, lambda key: key.d)),
    Job("rsa-public", partial(_rsa, lambda key: key.e)),
    Job("random", _random_bytes, frozenset({"noise"})),
    Job("stream", partial(_stream, Streams(0x63)), frozenset({"chip", "fifo"}), "fifos"),
    Job("stream-batched", partial(_stream, Streams(0x65, "batched")), frozenset({"chip", "fifo"}), "fifos"),
    Job("stream-pump", partial(_stream, Streams(0x67)), frozenset({"chip", "fifo"}), "fifos"),
)
LARGE = Job("chip-16000", partial(_des, 16000, chip=True))
"""Needs more of the buffer than a bank of 8K words has."""
FOLLOWING = tuple(job for job in JOBS if job.name in ("des-8", "des-600", "chip-8", "md2-20", "rsa-public"))
"""Jobs after the one during which the fault was active."""
LARGE_FOLLOWING = (*FOLLOWING, LARGE, LARGE)
"""Jobs that follow each job on banks of 32K words."""
FIFO_FOLLOWING = tuple(job for job in JOBS if job.board == "fifos" or job.name in ("des-8", "chip-8", "md2-20"))
"""Jobs that follow each job on the card with FIFOs."""
