"""Benchmarks of the library's routines, exact to the clock: declarations as data, measurements, and clock profiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from dsp56k.asm import ObjectFile
from dsp56k.emu import Dsp56001
from dsp56k.lib.bignum import montgomery, rsa
from dsp56k.lib.ciphers import blowfish, des, digests, merkle, merkle_sboxes
from dsp56k.lib.ciphers.md5 import MD5, md5
from dsp56k.lib.ciphers.rc4 import RC4, rc4
from dsp56k.lib.ciphers.seal import PART_BYTES, SEAL, seal
from dsp56k.lib.image import own_program
from dsp56k.lib.library_runner import PAIR_PROGRAM, PROGRAM
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.result import Result
from dsp56k.lib.routine.program import symbols_of
from dsp56k.lib.subroutine_calls import watched

CLOCK_HZ = 20_000_000
"""The clock of the rates, which is the paper's."""
_KEY = bytes.fromhex("0123456789ABCDEF")
_KEYS = bytes.fromhex("0123456789ABCDEF23456789ABCDEF01456789ABCDEF0123")
_P = 0xEB977E66CCD33E108DEE950ECCE317EDD9150A02D1B6BD52EE41F35A413D4F09
_Q = 0xE79654A8226B2AB13B8B4DC544503DFCCE821BF48CDC2B06A26106C560727767
"""Two primes of 256 bits."""
_E = 65537
_D = pow(_E, -1, (_P - 1) * (_Q - 1))
_C = int("6C" * 63, 16)
OTHER = "the rest"

Parts = Mapping[str, tuple[str, ...]]
"""Names of parts with the beginnings of the symbols of their code; the longest one applies."""
_RSA: Parts = {
    "squares": ("fast_squares", "mont_squares", "mont_square"),
    "products": ("fast_product", "mont_product", "mont_columns", "mont_value"),
    "exponent": ("recode", "modexp"),
    "copies": ("mp_copy", "load_operand", "mirror"),
}
_DES: Parts = {
    "initial permutation": ("des_initial",),
    "rounds": ("rounds_begin", "rounds_again", "pair"),
    "final permutation, bytes out": ("rounds_end", "des_final"),
    "from one DES to the next": ("des3_block",),
    "chaining": ("des_cbc",),
}
_BLOWFISH: Parts = {
    "rounds": ("blowfish",),
    "bytes in and out": ("blowfish_blocks", "blowfish_enter", "blowfish_leave", "blowfish_encrypt"),
}
_MD2: Parts = {"blocks": ("md2_blocks", "md2_pair_blocks")}


@dataclass(frozen=True)
class Row:
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
    call: Callable[[int], Result[object]]
    program: Callable[[], ObjectFile]
    bits: int | None = None
    blocks: tuple[int, int] | None = None
    parts: Parts | None = None
    paper: int | None = None
    bound: int | None = None


def _product_bound(digits: int) -> int:
    return 2 * (2 * digits**2 + 1)


def _square_bound(digits: int) -> int:
    """Return the clocks if each cross product is formed once."""
    return 2 * (digits**2 + digits * (digits + 1) // 2 + 1)


_CRT_BOUND = 504 * _square_bound(11) + 161 * _product_bound(11)
"""Fixed windows of four bits: each half has 63 windows of four squares and a product, 14 products
for the table, three into Montgomery form and out of it; one for the recombination."""
_PLAIN_BOUND = 508 * _square_bound(22) + 143 * _product_bound(22)
"""Fixed windows of four bits: 127 windows, with two products into Montgomery form and out of it."""
_PUBLIC_BOUND = 16 * _square_bound(22) + 2 * _product_bound(22)
"""65537: squares, a product by the message, one into Montgomery form."""

_DES_ROUNDS = 16
_ROUND_MOVES = {False: 8 * 3 + 6, True: 5 * 3 + 3}
"""Moves of the look-ups in a round, without and with pair tables: an address and two words each, and the rest of the
fields of a word."""
_INITIAL_MOVES = 8 * 3 + 8
"""8 look-ups; 8 bytes in."""
_FINAL_MOVES = 16 * 3 + 12 + 8
"""16 look-ups and the rest of the fields; 8 bytes out."""


def _des_bound(*, pair_tables: bool, passes: int = 1, final: bool = True) -> int:
    rounds = passes * _DES_ROUNDS * _ROUND_MOVES[pair_tables]
    return 2 * (rounds + _INITIAL_MOVES + (_FINAL_MOVES if final else 0))


def _crt(_: int) -> Result[int]:
    return rsa.rsa_private(_C, p=_P, q=_Q, dp=_D % (_P - 1), dq=_D % (_Q - 1), qinv=pow(_Q, -1, _P))


def _des(call: Callable[..., Result[bytes]], *before: bytes, pair_tables: bool) -> Callable[[int], Result[object]]:
    def run(blocks: int) -> Result[object]:
        result = call(*before, bytes(des.BLOCK_BYTES * blocks), pair_tables=pair_tables)
        return Result[object](result.value, result.clocks, result.instructions)

    return run


def _des_rows() -> Iterator[Row]:
    zeros = bytes(des.BLOCK_BYTES)
    for tables, named in ((False, ""), (True, ", pair tables")):
        block = partial(Row, program=own_program, bits=64, blocks=(2, 3), parts=_DES)
        bound = partial(_des_bound, pair_tables=tables)
        single = _des(des.des_cbc_encrypt, _KEY, zeros, pair_tables=tables)
        triple = _des(des.des3_cbc_encrypt, _KEYS, zeros, pair_tables=tables)
        mac = _des(des.des_mac, _KEY, pair_tables=tables)
        yield block(f"DES-CBC{named}", single, paper=350_000, bound=bound())
        yield block(f"triple DES-CBC{named}", triple, bound=bound(passes=3))
        yield block(f"DES-MAC{named}", mac, bound=bound(final=False))


def _digest(call: Callable[[bytes], Result[bytes]], size: int) -> Callable[[int], Result[object]]:
    def run(blocks: int) -> Result[object]:
        result = call(bytes(size * blocks))
        return Result[object](result.value, result.clocks, result.instructions)

    return run


def _blowfish(blocks: int) -> Result[object]:
    result = blowfish.blowfish_encrypt(_KEY, bytes(blowfish.BLOCK_BYTES * blocks))
    return Result[object](result.value, result.clocks, result.instructions)


def _merkle(blocks: int) -> Result[object]:
    boxes = [range(merkle_sboxes.ENTRIES)] * (32 // merkle.OCTET)
    result = merkle.khufu_encrypt(boxes, [0] * merkle_sboxes.AUXILIARY_KEYS, bytes(merkle.BLOCK_BYTES * blocks))
    return Result[object](result.value, result.clocks, result.instructions)


def _pair(blocks: int) -> Result[tuple[bytes, bytes]]:
    data = bytes(digests.BLOCK_BYTES * blocks)
    return digests.md2_pair(data, data)


_BIGNUM = partial(assembled, PROGRAM)
_MD2_STEPS = 18 * 48
"""Steps of a block: look up, exclusive-or, set the address register, wait for it, four instruction cycles."""
_INVERSE_BOUND = 2 * (11 + 2)
"""Each instruction waits for the one before: the word, its square, two shifts, three times a move and its use,
the result; and the return."""
_MD4_BOUND = 2 * (16 * (14 + 15 + 13) + 16 * 5 + 4)
"""Only its operations, all moves in parallel: of a step in each round, of a word of four bytes, of the state."""
_MD5_BOUND = 2 * (16 * (3 * 16 + 14) + 16 * 5 + 4)
"""Only its operations, as for MD4; a step has 16 (round 3: 14)."""
_RC4_MOVES = 8
"""Moves of a byte: S[i], a copy to an offset register, j, S[j], two stores, the sum to a register, its byte."""
_BLOWFISH_MOVES = 16 * 22
"""Moves of a block outside dual moves: in a round eight entries, four addresses, ten for halves and products."""
_SEAL_BOUND = 1024 // 16 * 384
"""Of moves and operations, which its rounds have as many of as instructions: docs/reference/ciphers.md counts them."""
_MERKLE_CHAIN = 32 * 4
"""Chain of a block: look up, exclusive-or, set the address register, wait for it."""
_N = _P * _Q
ROWS: tuple[Row, ...] = (
    Row("modular_inverse, 24 bits", lambda _: montgomery.modular_inverse(0x123457), _BIGNUM, bound=_INVERSE_BOUND),
    Row("the paper's, bit by bit", lambda _: montgomery.modular_inverse(0x123457, method="bits"), _BIGNUM),
    *(
        Row(
            f"montgomery_product, n = {n}",
            lambda _, n=n: montgomery.montgomery_product(5, 7, (1 << 24 * n - 9) + 1, n),  # type: ignore[misc]  # no type for a default
            _BIGNUM,
            bound=_product_bound(n),
        )
        for n in (11, 22, 43)
    ),
    Row("RSA-512 with CRT", _crt, _BIGNUM, 512, parts=_RSA, paper=11_600, bound=_CRT_BOUND),
    Row(
        *("RSA-512 without CRT", lambda _: rsa.rsa_private(_C, n=_N, d=_D), _BIGNUM, 512),
        parts=_RSA,
        paper=4_600,
        bound=_PLAIN_BOUND,
    ),
    Row(
        *("RSA-512, exponent 65537", lambda _: rsa.rsa_public(_C, n=_N, e=_E), _BIGNUM, 512),
        parts=_RSA,
        bound=_PUBLIC_BOUND,
    ),
    *_des_rows(),
    Row(
        *("MD2", _digest(digests.md2, digests.BLOCK_BYTES), own_program, 128, (1, 2), _MD2),
        paper=190_000,
        bound=2 * 4 * _MD2_STEPS,
    ),
    Row(
        *("MD2, two messages", _pair, partial(assembled, PAIR_PROGRAM), 256, (1, 2), _MD2),
        bound=2 * 5 * _MD2_STEPS,
    ),
    Row("MD4", _digest(digests.md4, 64), own_program, 512, (1, 2), bound=_MD4_BOUND),
    Row("MD5", _digest(md5, 64), MD5.program, 512, (1, 2), bound=_MD5_BOUND),
    Row("RC4", lambda size: rc4(_KEY, bytes(size)), RC4.program, 8, (2, 3), bound=2 * _RC4_MOVES),
    Row(
        *("Blowfish", _blowfish, blowfish.BLOWFISH.program, 64, (1, 2), _BLOWFISH),
        bound=2 * _BLOWFISH_MOVES,
    ),
    Row(
        *("SEAL, 1024 bytes", lambda parts: seal(bytes(20), bytes(PART_BYTES * parts)), SEAL.program, 8192, (1, 2)),
        bound=_SEAL_BOUND,
    ),
    Row(
        *("Khufu, 32 rounds", _merkle, merkle.KHUFU.program, 64, (1, 2)),
        bound=2 * _MERKLE_CHAIN,
    ),
)
"""Every benchmark, in the order of the output."""


@dataclass(frozen=True)
class Speed:
    """Measurement of a benchmark.

    Attributes:
        routine: its name.
        clocks: oscillator clocks of a block or a call.
        rate: bits a second at 20 MHz; None if it is meaningless.
        paper: the paper's rate.
        bound: minimum clocks of this method.
        left: clocks above the bound.
        parts: the clocks by part, in descending order; empty if the benchmark has no parts.
    """

    routine: str
    clocks: int
    rate: int | None
    paper: int | None
    bound: int | None
    left: int | None
    parts: dict[str, int]


def measured(row: Row) -> Speed:
    """Return the measurement of a benchmark.

    Raises:
        Dsp56kError: the routine did not run.
    """
    runs = [_profile(row, count) for count in (row.blocks or (1,))]
    clocks, profile = runs[-1]
    if row.blocks:
        fewer, before = runs[0]
        clocks -= fewer
        profile.subtract(before)
        clocks //= row.blocks[1] - row.blocks[0]
    parts = {name: count for name, count in profile.most_common() if count > 0} if row.parts else {}
    return Speed(
        row.routine,
        clocks,
        None if row.bits is None else round(row.bits * CLOCK_HZ / clocks),
        row.paper,
        row.bound,
        None if row.bound is None else clocks - row.bound,
        parts,
    )


def _profile(row: Row, count: int) -> tuple[int, Counter[str]]:
    """Return the clocks of a call, and their parts."""
    clocks: Counter[int] = Counter()

    @contextmanager
    def follow(dsp: Dsp56001) -> Iterator[None]:
        last: list[tuple[int, int]] = []

        def note(dsp: Dsp56001, address: int) -> None:
            if last:
                before, at = last.pop()
                clocks[before] += dsp.clocks - at
            last.append((address, dsp.clocks))

        hook = dsp.hooks.on_execute(note, 0, 0xFFFF)
        try:
            yield
            if last:
                before, at = last.pop()
                clocks[before] += dsp.clocks - at
        finally:
            dsp.hooks.remove(hook)

    if not row.parts:
        return row.call(count).clocks, Counter()
    with watched(follow):
        result = row.call(count)
    symbols = symbols_of(row.program())
    parts: Counter[str] = Counter()
    for address, spent in clocks.items():
        parts[_part(row.parts, symbols.near(address) or "")] += spent
    return result.clocks, parts


def _part(parts: Parts, symbol: str) -> str:
    fitting = [(len(start), name) for name, starts in parts.items() for start in starts if symbol.startswith(start)]
    return max(fitting)[1] if fitting else OTHER
