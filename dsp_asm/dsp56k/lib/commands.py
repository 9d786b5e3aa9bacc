"""The protocol between the PC and the card's firmware: commands, statuses, operands, buffers.

The declaration. `python tools/documents/declared_names.py` generates from it the firmware's table of commands, the
names in its sources, the names of both x86 drivers, and the tables of docs/reference/firmware.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Self

VERSION = 0x000201
"""Version that PING returns: 2.1."""

DATA_WORDS = 4096
"""Length of the data buffer on banks of 8K words."""


@dataclass(frozen=True)
class Buffer:
    """An area of external X that the PC writes and reads; `form` describes its contents."""

    name: str
    address: int
    words: str
    form: str


BUFFERS = (
    Buffer("key_buffer", 0x0FF0, "8", "DES key, one byte a word"),
    Buffer("iv_buffer", 0x0FF8, "8", "DES IV, one byte a word"),
    Buffer("data_buffer", 0x1000, f"{DATA_WORDS} (8K bank)", "bytes: one byte a word; RSA: three bytes a word"),
)
KEY_BUFFER, IV_BUFFER, DATA_BUFFER = (each.address for each in BUFFERS)

COMMAND_FACTOR = 0x5B7A35
"""Factors of the checks of commands and replies: docs/reference/firmware.md, section 2."""
NUMBER_FACTOR = 0x2C9E4D
REPLY_FACTOR = 0x36A5C7
LAST_NUMBER = 255
"""Commands are numbered 0, then 1 to this and 1 again."""

USER_OPCODES = range(0x60, 0x80)
"""Opcodes of the user's commands."""
USER_STATUSES = range(0x40, 0x80)
"""Status words that they may return."""


class Take(IntFlag):
    """Bits of the argument of a DES operation, above the number of blocks: operands before the blocks."""

    KEY = 0x4000
    IV = 0x8000


class DescribedCode(IntEnum):
    """A number that the firmware knows, with its meaning."""

    meaning: str

    def __new__(cls, value: int, meaning: str = "") -> Self:
        """Create a code."""
        code = int.__new__(cls, value)
        code._value_ = value
        code.meaning = meaning
        return code


class Operand(DescribedCode):
    """Operand that a command reads or leaves; the reply has a checksum of each."""

    NOTHING = 0, "no checksum"
    KEYS = 1, "key_buffer; with argument 1 the IV as well"
    IV = 2, "iv_buffer"
    BLOCKS = 3, "`argument` blocks of 8 bytes"
    BYTES = 4, "`argument` bytes, rounded up to complete groups of four"
    DIGEST = 5, "16 bytes"
    PLAIN_KEY = 6, "3 numbers of `argument` words"
    CRT_KEY = 7, "6 numbers of `argument` words"
    NUMBER = 8, "a number as long as those of RSA_LOAD"
    PAIR = 9, "two numbers as long as those of RSA_LOAD_CRT"
    REPLY_WORDS = 10, "the reply's words after the third"
    WORD = 11, "the first word of data_buffer"
    BLOCK = 12, "8 bytes"
    TAKEN_BLOCKS = 13, "key_buffer and iv_buffer if the argument selects them, then the blocks"
    USED_BYTES = 14, "BYTES whose checksum the command computes after their use"


class Opcode(IntEnum):
    """The low byte of a command's first word; the argument is above it.

    Attributes:
        argument: permitted values of the argument.
        effect: description of the command.
        time: an upper bound at 20 MHz, from the second command word to the reply.
        reads, leaves: operands of the reply's two checksums.
        handler: its label in the firmware's sources.
    """

    argument: str
    effect: str
    time: str
    reads: Operand
    leaves: Operand
    handler: str

    def __new__(
        cls,
        value: int,
        argument: str = "",
        effect: str = "",
        time: str = "",
        reads: Operand = Operand.NOTHING,
        leaves: Operand = Operand.NOTHING,
        handler: str = "",
    ) -> Opcode:
        """Create a command; the default handler has its name in lower case."""
        command = int.__new__(cls, value)
        command._value_ = value
        command.argument = argument
        command.effect = effect
        command.time = time
        command.reads = reads
        command.leaves = leaves
        command.handler = handler
        return command

    @property
    def label(self) -> str:
        """Label of the handler."""
        return self.handler or self.name.lower()

    PING = 0x00, "any", f"sends the version word ${VERSION:06X} (2.1)", "50 us", Operand.NOTHING, Operand.REPLY_WORDS
    INFO = (
        0x01,
        "0",
        "sends 4 words: `data_buffer`, its length in words, `key_buffer`, `iv_buffer`",
        "50 us",
        Operand.NOTHING,
        Operand.REPLY_WORDS,
    )
    MEMORY = (
        0x02,
        "X bank in K words: 8 or 32",
        "buffer length becomes (n K - $1000) words: 4096 or 28,672; zeroes the new part",
        "5 ms",
    )
    CLOCK = (
        0x03,
        "kHz, 500 or more",
        "sets the DSP's clock, which determines wait states (200 ns) and time-out (1 ms) of the DES chip and the "
        "distance of noise samples (20 us); 41,500 at the start, safe up to 40 MHz",
        "50 us",
    )
    CHECKS = (
        0x04,
        "bits: 1 code and tables, 2 keys and states, 4 results of RSA",
        "selects the checks (section 9); 7 at the start",
        "10 us",
        Operand.NOTHING,
        Operand.NOTHING,
        "checks_command",
    )
    SELF_TEST = (
        0x05,
        "parts, 0 for all",
        "known-answer tests (section 9); erases all keys and messages",
        "100 ms",
        Operand.NOTHING,
        Operand.WORD,
    )
    CALIBRATE = 0x06, "n", "takes 1000 n clocks, to measure the DSP's clock", "50 us + n x 50 us"
    CONFIRM = (
        0x07,
        "0",
        "returns when all code and tables have been summed since the last job (section 9): MEMORY_CHANGED if they "
        "changed",
        "6 ms, with DES_TABLES 1 9 ms",
    )
    DES_KEY = (
        0x10,
        "0, or 1: IV too",
        "key schedule from `key_buffer`, parity ignored; 1: `iv_buffer`, too",
        "0.5 ms",
        Operand.KEYS,
    )
    DES_IV = 0x11, "0", "chaining value := `iv_buffer`", "50 us", Operand.IV
    DES_ECB_ENCRYPT = (
        0x12,
        "blocks, bits 14 and 15",
        "in place in `data_buffer`",
        "50 us + 88 us x n",
        Operand.TAKEN_BLOCKS,
        Operand.BLOCKS,
    )
    DES_ECB_DECRYPT = 0x13, "blocks, bits 14 and 15", '"', '"', Operand.TAKEN_BLOCKS, Operand.BLOCKS
    DES_CBC_ENCRYPT = (
        0x14,
        "blocks, bits 14 and 15",
        "in place; the chaining value is kept for the next command",
        '"',
        Operand.TAKEN_BLOCKS,
        Operand.BLOCKS,
    )
    DES_CBC_DECRYPT = 0x15, "blocks, bits 14 and 15", '"', '"', Operand.TAKEN_BLOCKS, Operand.BLOCKS
    DES_TABLES = (
        0x16,
        "0 or 1",
        "1: makes pair tables of 24,576 words at X:$2000-$7FFF for faster DES; the buffer length becomes 4096; "
        "BAD_PARAMETER on an 8K bank. 0, or MEMORY: small tables",
        "15 ms",
    )
    DES_MAC = (
        0x17,
        "blocks, bits 14 and 15",
        "CBC of which only the last block is returned, in `data_buffer`; the chaining value is kept. With an IV of "
        "zeros, the data authentication code of FIPS 113",
        "50 us + 78 us x n",
        Operand.TAKEN_BLOCKS,
        Operand.BLOCK,
    )
    CHIP_KEY = (
        0x20,
        "0, or 1: IV too",
        "known-answer test of the DES chip, then loads key (and IV) (section 9)",
        "100 us",
        Operand.KEYS,
    )
    CHIP_IV = 0x21, "0", "loads the IV into the chip", "50 us", Operand.IV
    CHIP_ECB_ENCRYPT = (
        0x22,
        "blocks, bits 14 and 15",
        "in place in `data_buffer` by the DES chip",
        "70 us + 10 us x n",
        Operand.TAKEN_BLOCKS,
        Operand.BLOCKS,
    )
    CHIP_ECB_DECRYPT = 0x23, "blocks, bits 14 and 15", '"', '"', Operand.TAKEN_BLOCKS, Operand.BLOCKS
    CHIP_CBC_ENCRYPT = (
        0x24,
        "blocks, bits 14 and 15",
        "in place; the chip keeps the chaining value",
        '"',
        Operand.TAKEN_BLOCKS,
        Operand.BLOCKS,
    )
    CHIP_CBC_DECRYPT = 0x25, "blocks, bits 14 and 15", '"', '"', Operand.TAKEN_BLOCKS, Operand.BLOCKS
    MD2_INIT = 0x30, "0", "start a message", "20 us"
    MD2_UPDATE = (
        0x31,
        "bytes or 0",
        "absorb n bytes of `data_buffer`, any n in any order",
        "100 us + 0.4 ms per 16 bytes",
        Operand.USED_BYTES,
    )
    MD2_FINAL = (
        0x32,
        "bytes or 0",
        "absorb n bytes, write the digest to `data_buffer`, 16 words; end the message",
        "1 ms + as UPDATE",
        Operand.USED_BYTES,
        Operand.DIGEST,
    )
    MD2_HASH = 0x33, "bytes or 0", "INIT and FINAL in one", "as FINAL", Operand.USED_BYTES, Operand.DIGEST
    MD4_INIT = 0x38, "0", "start a message", "20 us"
    MD4_UPDATE = (
        0x39,
        "bytes, a multiple of 64",
        "absorb n bytes of `data_buffer`",
        "100 us + 0.12 ms per 64 bytes",
        Operand.BYTES,
    )
    MD4_FINAL = (
        0x3A,
        "bytes or 0",
        "absorb n bytes, write the digest to `data_buffer`, 16 words; end the message",
        "1 ms + as UPDATE",
        Operand.BYTES,
        Operand.DIGEST,
    )
    MD4_HASH = 0x3B, "bytes or 0", "INIT and FINAL in one", "as FINAL", Operand.BYTES, Operand.DIGEST
    NOISE = (
        0x40,
        "bytes, 1-256",
        "n random bytes to `data_buffer` (section 9), on failure zeros; uses $1400-$184F as scratch",
        "35 ms for each 32 bytes begun",
        Operand.NOTHING,
        Operand.BYTES,
        "noise_bytes",
    )
    RSA_LOAD = (
        0x50,
        "digits n, 2-43",
        "modulus, exponent and inverse exponent from `data_buffer` (section 8)",
        "15 ms, or 30 ms without inverse exponent",
        Operand.PLAIN_KEY,
        Operand.NOTHING,
        "rsa_load_key",
    )
    RSA_LOAD_CRT = (
        0x51,
        "digits n, 2-22",
        "p, q, dp, dq, 1/q mod p, e from `data_buffer`",
        "15 ms",
        Operand.CRT_KEY,
        Operand.NOTHING,
        "rsa_load_key_crt",
    )
    RSA_OPERATE = (
        0x52,
        "0",
        "private or public operation with the key of RSA_LOAD, in place",
        "512 bits: 125 ms, 1024 bits: 1200 ms",
        Operand.NUMBER,
        Operand.NUMBER,
    )
    RSA_CRT = (
        0x53,
        "0",
        "private operation with the key of RSA_LOAD_CRT, in place",
        "512 bits: 40 ms, 1024 bits: 200 ms",
        Operand.PAIR,
        Operand.PAIR,
        "rsa_operate_crt",
    )


class Status(DescribedCode):
    """Status of a command: the high byte of the reply's first word."""

    OK = 0, "done"
    UNKNOWN_COMMAND = 1, "the opcode is not in the table; the command did nothing"
    BAD_PARAMETER = 2, "the argument is zero, too large or not allowed here; the command did nothing"
    NO_KEY = 3, "the operation needs a key that was not loaded"
    CHIP_TIMEOUT = (
        4,
        "the DES chip was not ready after 1 ms; data_buffer is partly changed; load the chip's key and IV again",
    )
    CHIP_ERROR = 5, "the chip reports a protocol error (OVR)"
    NOISE_FAILED = 6, "the noise bits failed the health test; the command delivered none"
    RSA_REFUSED = 7, "an operand or the key is out of range, or the firmware does not support its size"
    DAMAGED_COMMAND = 8, "the check of the command is wrong; the command did nothing"
    OUT_OF_SEQUENCE = 9, "the number of the command is not the next one; the command did nothing"
    SELF_TEST_FAILED = 0x0A, "the first word of `data_buffer` has the bits of the parts that failed (section 9)"
    MEMORY_CHANGED = (
        0x0B,
        "the checksum of code, tables, a key or a state has changed (section 9); the result is invalid",
    )
    CHIP_ABSENT = 0x0C, "no DES chip answers"
    KEY_PARITY = 0x0D, "the DES chip found a key byte of even parity; it has no key now"
    RSA_WRONG = 0x0E, "the result failed its check (section 8); it was erased"
    CHIP_WRONG = 0x0F, "the DES chip gave a wrong known answer, before a key was loaded or after an operation"


class Part(IntFlag):
    """Parts of SELF_TEST: bits of its argument, and of the word that names the failed parts."""

    DES = 1
    MD2 = 2
    CHIP = 4
    RSA = 8
    NOISE = 16
    MD4 = 32


class Check(IntFlag):
    """Checks of the firmware, as bits of the argument of CHECKS. All are set at the start.

    CONSTANTS sums code and tables while the firmware waits for a command. The others are checks of each job.
    """

    CONSTANTS = 1
    STATE = 2
    RESULTS = 4


ALL_CHECKS = int(Check.CONSTANTS | Check.STATE | Check.RESULTS)
