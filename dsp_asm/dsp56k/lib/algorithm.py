"""The form of an entry of `dsp56k.lib.algorithms`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from dsp56k.asm import ObjectFile
from dsp56k.lib.ciphers.tables import TableCipher
from dsp56k.lib.ciphers.variants import Cipher
from dsp56k.lib.image import Commands
from dsp56k.lib.result import Result
from dsp56k.lib.vectors import Vector, read_vectors

Form = Literal[
    "digest", "keyed-digest", "generator", "stream", "blocks", "keyed-blocks", "code", "tables", "power", "crt"
]
"""The arguments of a call on the card and of a PC's function, and their result:

    digest        data -> `digest_bytes` bytes
    keyed-digest  key, data -> `digest_bytes` bytes
    generator     seed, size, the bytes of a request -> `size` bytes
    stream        key, data -> as many bytes
    blocks        key or None for a loaded one, IV in the mode CBC, whole blocks of 8 bytes -> as many bytes
    keyed-blocks  the same with a key of one of `key_bytes`, and blocks of `block` bytes
    code          key or None, data, size -> `size` bytes
    tables        key or None, data -> as many bytes; the tables of the key are a TableCipher's
    power         bases, exponent, modulus, the exponent that undoes it or 0 -> a number for each base
    crt           ciphers, RSA key -> a number for each cipher
"""

Parts = Mapping[str, tuple[str, ...]]
"""Names of parts with the beginnings of the symbols of their code; the longest one applies."""


class RsaNumbers(Protocol):
    """The numbers of an RSA key."""

    @property
    def n(self) -> int:
        """The modulus."""

    @property
    def e(self) -> int:
        """The public exponent."""

    @property
    def d(self) -> int:
        """The private exponent."""


class Inputs(Protocol):
    """A source of keys and data for a call."""

    @property
    def des_key(self) -> bytes:
        """A DES key with odd parity."""

    @property
    def des_iv(self) -> bytes:
        """An initial vector of 8 bytes."""

    def cipher_key(self, size: int) -> bytes:
        """Return a key of `size` bytes."""

    def data(self, size: int) -> bytes:
        """Return `size` bytes of data."""

    @property
    def rsa_key(self) -> RsaNumbers:
        """An RSA key of 512 bits."""

    def operands(self, count: int) -> list[int]:
        """Return `count` numbers below its modulus."""


class Level(Protocol):
    """A level of a factor in a timing assessment."""

    def number(self, least: int, most: int) -> int:
        """Return a number of a range."""

    def odd(self, bits: int) -> int:
        """Return an odd number of exactly `bits` bits."""

    def octets(self, count: int) -> bytes:
        """Return `count` bytes."""


@dataclass(frozen=True)
class Benchmark:
    """A routine whose speed is measured.

    Attributes:
        routine: its name.
        call: runs it on a number of blocks, or on an operand if the number does not matter.
        program: program of the routine.
        bits: bits of a block, or of the operand; None if a rate is meaningless.
        blocks: two numbers of blocks, whose clocks are subtracted; None to count a whole call.
        parts: parts of its clocks.
        paper: bits a second at 20 MHz that Dussé and Kaliski report (section 6).
        bound: clocks of only its multiply-accumulates, of its chain of dependent instructions, or of the moves of its
            table look-ups, of which an instruction has one.
    """

    routine: str
    call: Callable[[int], Result[Any]]
    program: Callable[[], ObjectFile]
    bits: int | None = None
    blocks: tuple[int, int] | None = None
    parts: Parts | None = None
    paper: int | None = None
    bound: int | None = None


@dataclass(frozen=True)
class UserCommands:
    """The user's commands of the card that do the work: one takes the key, the other one the data.

    Attributes:
        key: opcode of the command that takes the key, and behind it the IV if the cipher has one.
        data: opcode of the command that takes the data. For a digest it starts a message; the next three opcodes
            absorb blocks, end the message, and digest a short one at once (`CardDriver.message`).
        clocks: maximum clocks of either command for a byte, and for up to 64 more; for a digest, those of a block.
        load: opcode that takes only a key, for calls without one.
        iv: opcode that takes only an IV.
    """

    key: int | None
    data: int
    clocks: int
    load: int | None = None
    iv: int | None = None


@dataclass(frozen=True)
class Algorithm:
    """An algorithm, with the facts that benchmarks, timing assessments, studies, card, PC and tests need.

    Attributes:
        name: of its function on a PC (host_driver/src/software.h), and of its file in `vectors`.
        title: its name in tables.
        routines: functions of `dsp56k.lib`: the one that encrypts or digests, then its inverse, if that is another.
        secrets: returns arguments of the routines; its parameters are the factors on which their time may depend.
        settings: further arguments of the routines, by what tables add to their name; the first is the default.
        costly: True if a call takes so long that its assessment has fewer calls, as with all settings after the first.
        separate_setup: True if the setup of a call is assessed separately, too.
        benchmarks: their speeds that are measured.
        variants: the program and its variants; None if there is one program without variants.
        form: how a call on a card or a PC passes its arguments; None if neither has the algorithm.
        job: name of the study's operation on these sides; by default the name with hyphens.
        commands: the file of user's commands that a card needs; None if they belong to every firmware.
        user_commands: its commands, for the forms `generator`, `stream`, `keyed-blocks` and `keyed-digest`, and for
            digests without commands in every firmware.
        key_bytes: permitted sizes of a key, for the form `keyed-blocks`.
        tables: its tables, for the form `tables`.
        has_chip: True if the card's DES chip has it as well.
        arguments: returns the arguments of a routine for a size.
        published: returns those for the arguments of a vector, where they differ: the S-boxes of a key.
        oracle: returns the correct result for the same arguments.
        unit, bytes_each: what sizes count, and bytes of data of each.
        data_dependent: True if the time of a call depends on the values of keys, exponents or data.
        step, least: of the sizes.
        digest_bytes: the size of a digest.
        block, padding: the size in bytes of a block, and of the padding that every message has at least.
        streams: messages that a call takes; each has its own padding.
        rounds: of a block, if it has variants, which are counted by rounds; else 0.
    """

    name: str
    title: str
    routines: tuple[Callable[..., Result[Any]], ...]
    secrets: Callable[..., Mapping[str, Any]]
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {"": {}})
    costly: bool = False
    separate_setup: bool = False
    benchmarks: tuple[Benchmark, ...] = ()
    variants: Cipher | None = None
    form: Form | None = None
    job: str = ""
    commands: Commands | None = None
    user_commands: UserCommands | None = None
    key_bytes: tuple[int, ...] = ()
    tables: TableCipher | None = None
    has_chip: bool = False
    arguments: Callable[[Inputs, int], tuple[Any, ...]] | None = None
    published: Callable[..., Mapping[str, Any]] = dict
    oracle: Callable[..., Any] | None = None
    unit: Literal["bytes", "operations"] = "bytes"
    bytes_each: int = 1
    data_dependent: bool = False
    step: int = 1
    least: int = 1
    digest_bytes: int = 16
    block: int = 1
    padding: int = 0
    streams: int = 1
    rounds: int = 0

    def __post_init__(self) -> None:
        """Complete the name of the job."""
        object.__setattr__(self, "job", self.job or self.name.replace("_", "-"))

    @property
    def keyed(self) -> bool:
        """True if the first argument on a card or a PC is a key that can be loaded before the call."""
        return self.form in ("blocks", "keyed-blocks", "code", "tables")

    def blocks(self, size: int) -> int:
        """Return the number of blocks that `size` bytes of data are, beyond those of no data."""
        return self.streams * ((size // self.streams + self.padding) // self.block)

    @property
    def vectors(self) -> tuple[Vector, ...]:
        """Published answers, of the file `vectors/NAME.toml`."""
        return read_vectors(self.name)
