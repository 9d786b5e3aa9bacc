"""Ciphers, digests, big numbers and RSA: an entry each, from which every list of algorithms in dsp56k derives.

Speeds, timing assessments, operations of studies, calls on the card and on a PC, and tests read `ALGORITHMS`. A new
algorithm is an entry here, its sources and its vectors (docs/contributing/recipes.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from dsp56k.lib import drbg, oracles
from dsp56k.lib.algorithm import Algorithm, Benchmark, Inputs, Level, Parts, UserCommands
from dsp56k.lib.ciphers import aes, blowfish, des, digests, md5, merkle, merkle_sboxes, rc4, seal, sha1
from dsp56k.lib.image import own_program
from dsp56k.lib.library_runner import PAIR_PROGRAM
from dsp56k.lib.number_algorithms import NUMBER_ALGORITHMS
from dsp56k.lib.oracles import cipher_models
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.result import Result

_KEY = bytes.fromhex("0123456789ABCDEF")
_KEYS = bytes.fromhex("0123456789ABCDEF23456789ABCDEF01456789ABCDEF0123")
_CIPHER_KEY = 16
"""Bytes of a key of RC4, Blowfish and Khafre in studies."""
_SEED = drbg.MIN_SEED_BYTES
_DES_BLOCK, _MD2_BLOCK, _MD_BLOCK, _CIPHER_BLOCK = 8, 16, 64, 8
"""Bytes of a block: DES; MD2; MD4 and MD5; Blowfish, Khufu and Khafre."""
_MD_PADDING = 8
"""Bytes of the length at the end of a message of MD4 and MD5, after the mandatory byte of padding."""
_MERKLE_ROUNDS = 32
_BOX, _WORD_BYTES, _WORD = merkle_sboxes.ENTRIES, 4, (1 << 32) - 1

MAX_TIMED_BYTES = 64
"""Maximum bytes of data whose length varies in a timing assessment."""
TIMED_BLOCKS = 4
"""Maximum blocks of data there."""

# Inputs of timing assessments. The parameters' names are those of the factors.

Arguments = Mapping[str, Any]


def _key_and_blocks(key: Level, data: Level, length: Level) -> Arguments:
    size = _DES_BLOCK * length.number(1, TIMED_BLOCKS)
    return {"key": key.octets(_DES_BLOCK), "data": data.octets(size)}


def _key_iv_and_blocks(key: Level, data: Level, length: Level) -> Arguments:
    size = _DES_BLOCK * length.number(1, TIMED_BLOCKS)
    return {"key": key.octets(_DES_BLOCK), "iv": data.octets(_DES_BLOCK), "data": data.octets(size)}


def _three_keys(key: Level, data: Level, length: Level) -> Arguments:
    blocks = data.octets(_DES_BLOCK * length.number(1, TIMED_BLOCKS))
    return {"keys": key.octets(3 * _DES_BLOCK), "iv": data.octets(_DES_BLOCK), "data": blocks}


def _aes_blocks(key: Level, data: Level, length: Level) -> Arguments:
    size = aes.BLOCK_BYTES * length.number(1, TIMED_BLOCKS)
    return {"key": key.octets(_CIPHER_KEY), "data": data.octets(size)}


def _aes_iv_and_blocks(key: Level, data: Level, length: Level) -> Arguments:
    return {"iv": data.octets(aes.BLOCK_BYTES), **_aes_blocks(key, data, length)}


def _message(data: Level, length: Level) -> Arguments:
    return {"data": data.octets(length.number(0, MAX_TIMED_BYTES))}


def _key_and_message(key: Level, data: Level, length: Level) -> Arguments:
    return {"key": key.octets(_CIPHER_KEY), **_message(data, length)}


def _seed_and_size(seed: Level, length: Level) -> Arguments:
    return {"seed": seed.octets(_SEED), "size": length.number(0, MAX_TIMED_BYTES)}


def _message_and_its_reverse(data: Level, length: Level) -> Arguments:
    one = _message(data, length)["data"]
    return {"a": one, "b": one[::-1]}


def _both(data: Level, length: Level) -> Arguments:
    return {"data": tuple(_message_and_its_reverse(data, length).values())}


def _equal_boxes(key: Level, data: Level, length: Level) -> Arguments:
    keys = [key.number(0, _WORD) for _ in range(merkle_sboxes.AUXILIARY_KEYS)]
    boxes = [[key.number(0, _WORD)] * _BOX for _ in range(2)]
    return {"boxes": boxes, "keys": keys, "data": data.octets(_CIPHER_BLOCK * length.number(1, TIMED_BLOCKS))}


def _public_boxes(key: Level, data: Level, length: Level) -> Arguments:
    return {"boxes": [range(_BOX)] * 2, **_key_and_blocks(key, data, length)}


def _stream(key: Level, data: Level, length: Level) -> Arguments:
    return {"key": key.octets(_CIPHER_KEY), "data": data.octets(length.number(1, MAX_TIMED_BYTES))}


def _two_streams(key: Level, data: Level, length: Level) -> Arguments:
    one, other = (_stream(key, data, length) for _ in range(2))
    return {"keys": (one["key"], other["key"]), "data": (one["data"], other["data"])}


def _part(key: Level, data: Level, length: Level) -> Arguments:
    text = data.octets(seal.PART_BYTES * length.number(1, 2))
    return {"key": key.octets(seal.KEY_BYTES), "data": text, "position": data.number(0, _WORD)}


def _two_parts(key: Level, data: Level, length: Level) -> Arguments:
    one, other = (_part(key, data, length) for _ in range(2))
    return {
        "key": one["key"],
        "data": (one["data"], other["data"]),
        "positions": (one["position"], other["position"]),
    }


# Inputs of studies, for a size in bytes.


def _data(inputs: Inputs, size: int) -> tuple[bytes]:
    return (inputs.data(size),)


def _halves(data: bytes) -> tuple[bytes, bytes]:
    return data[: len(data) // 2], data[len(data) // 2 :]


def _keyed(bytes_of_key: int) -> Callable[[Inputs, int], tuple[bytes, bytes]]:
    return lambda inputs, size: (inputs.cipher_key(bytes_of_key), inputs.data(size))


def _keyed_with_iv(inputs: Inputs, size: int) -> tuple[bytes, bytes, bytes]:
    key_and_iv = inputs.cipher_key(_CIPHER_KEY + aes.BLOCK_BYTES)
    return key_and_iv[:_CIPHER_KEY], key_and_iv[_CIPHER_KEY:], inputs.data(size)


def _with_des_key(inputs: Inputs, size: int) -> tuple[bytes, bytes]:
    return inputs.des_key, inputs.data(size)


def _with_iv(inputs: Inputs, size: int) -> tuple[bytes, bytes, bytes]:
    return inputs.des_key, inputs.des_iv, inputs.data(size)


def _three_keys_with_iv(inputs: Inputs, size: int) -> tuple[bytes, bytes, bytes]:
    keys_and_iv = inputs.cipher_key(4 * _DES_BLOCK)
    return keys_and_iv[: 3 * _DES_BLOCK], keys_and_iv[3 * _DES_BLOCK :], inputs.data(size)


def _two_messages(inputs: Inputs, size: int) -> tuple[tuple[bytes, bytes]]:
    return (_halves(inputs.data(size)),)


def _two_keys(inputs: Inputs, size: int) -> tuple[tuple[bytes, bytes], tuple[bytes, bytes]]:
    """Return two messages of half the size, with a key each."""
    return _halves(inputs.cipher_key(2 * _CIPHER_KEY)), _halves(inputs.data(size))


def _words(data: bytes) -> list[int]:
    return [int.from_bytes(data[place : place + _WORD_BYTES]) for place in range(0, len(data), _WORD_BYTES)]


def _boxes(inputs: Inputs) -> list[list[int]]:
    """Return arbitrary S-boxes for all rounds."""
    words = _words(inputs.data(_WORD_BYTES * _BOX * _MERKLE_ROUNDS // merkle.OCTET))
    return [words[first : first + _BOX] for first in range(0, len(words), _BOX)]


def _khufu(inputs: Inputs, size: int) -> tuple[Any, ...]:
    return _boxes(inputs), _words(inputs.cipher_key(merkle_sboxes.AUXILIARY_KEYS * _WORD_BYTES)), inputs.data(size)


def _khafre(inputs: Inputs, size: int) -> tuple[Any, ...]:
    return _boxes(inputs), inputs.cipher_key(_CIPHER_KEY), inputs.data(size)


def _khufu_of_key(key: bytes, data: bytes, boxes: int = merkle.TABLE_BOXES) -> Arguments:
    made, keys = merkle.khufu_key(key, boxes)
    return {"boxes": made, "keys": keys, "data": data}


def _khafre_of_key(key: bytes, data: bytes, boxes: int = merkle.TABLE_BOXES) -> Arguments:
    return {"boxes": merkle.khafre_boxes(boxes), "key": key, "data": data}


def _two_positions(inputs: Inputs, size: int) -> tuple[Any, ...]:
    return inputs.cipher_key(seal.KEY_BYTES), _halves(inputs.data(size))


# Benchmarks. A block has one bound: the clocks that its operations or moves take at least.

_DES_PARTS: Parts = {
    "initial permutation": ("des_initial",),
    "rounds": ("rounds_begin", "rounds_again", "pair"),
    "final permutation, bytes out": ("rounds_end", "des_final"),
    "from one DES to the next": ("des3_block",),
    "chaining": ("des_cbc",),
}
_BLOWFISH_PARTS: Parts = {
    "rounds": ("blowfish",),
    "bytes in and out": ("blowfish_blocks", "blowfish_enter", "blowfish_leave", "blowfish_encrypt"),
}
_MD2_PARTS: Parts = {"blocks": ("md2_blocks", "md2_pair_blocks")}
_DES_ROUNDS = 16
_ROUND_MOVES = {False: 8 * 3 + 6, True: 5 * 3 + 3}
"""Moves of the look-ups in a round, without and with pair tables: an address and two words each, and the rest of the
fields of a word."""
_INITIAL_MOVES = 8 * 3 + 8
"""8 look-ups; 8 bytes in."""
_FINAL_MOVES = 16 * 3 + 12 + 8
"""16 look-ups and the rest of the fields; 8 bytes out."""
_MD2_STEPS = 18 * 48
"""Steps of a block: look up, exclusive-or, set the address register, wait for it, four instruction cycles."""
_MD2_CHAIN = 4 * _MD2_STEPS + 17
"""Chain of a block: its steps, and the addition after each round but the last."""
_MD4_BOUND = 2 * (16 * (14 + 15 + 13) + 16 * 5 + 4)
"""Only its operations, all moves in parallel: of a step in each round, of a word of four bytes, of the state."""
_MD5_BOUND = 2 * (16 * (3 * 16 + 14) + 16 * 5 + 4)
"""Only its operations, as for MD4; a step has 16 (round 3: 14)."""
_RC4_MOVES = 8
"""Moves of a byte: S[i], a copy to an offset register, j, S[j], two stores, the sum to a register, its byte."""
_BLOWFISH_MOVES = 16 * 22
"""Moves of a block outside dual moves: in a round eight entries, four addresses, ten for halves and products."""
_AES_MOVES = 4 * (10 + 9 * 17 + 13 + 6)
"""Moves of the columns of a block with a key of 128 bits: bytes in; four words, two addresses, a key, eight entries and
two results in a round; four entries in the last one; bytes out."""
_SEAL_BOUND = seal.PART_BYTES // 16 * 384
"""Moves and operations, of which its rounds have as many as instructions: docs/reference/ciphers.md counts them."""
_MERKLE_CHAIN = 32 * 4
"""Chain of a block: look up, exclusive-or, set the address register, wait for it."""

_PAIR_TABLES: Mapping[str, Arguments] = MappingProxyType(
    {"": {"pair_tables": False}, ", pair tables": {"pair_tables": True}}
)


def _des_benchmarks(
    title: str,
    routine: Callable[..., Result[bytes]],
    *before: bytes,
    passes: int = 1,
    final: bool = True,
    paper: int | None = None,
) -> tuple[Benchmark, ...]:
    def benchmark(suffix: str, pair_tables: bool) -> Benchmark:
        moves = passes * _DES_ROUNDS * _ROUND_MOVES[pair_tables] + _INITIAL_MOVES + (_FINAL_MOVES if final else 0)
        return Benchmark(
            f"{title}{suffix}",
            lambda blocks: routine(*before, bytes(_DES_BLOCK * blocks), pair_tables=pair_tables),
            own_program,
            64,
            (2, 3),
            _DES_PARTS,
            paper,
            2 * moves,
        )

    return tuple(benchmark(suffix, setting["pair_tables"]) for suffix, setting in _PAIR_TABLES.items())


def _md2_pair(blocks: int) -> Result[tuple[bytes, bytes]]:
    data = bytes(_MD2_BLOCK * blocks)
    return digests.md2_pair(data, data)


def _khufu_blocks(blocks: int) -> Result[bytes]:
    boxes = [range(_BOX)] * (_MERKLE_ROUNDS // merkle.OCTET)
    return merkle.khufu_encrypt(boxes, [0] * merkle_sboxes.AUXILIARY_KEYS, bytes(_CIPHER_BLOCK * blocks))


def _of_both(oracle: Callable[..., bytes], *operands: Sequence[Any]) -> tuple[bytes, ...]:
    return tuple(oracle(*of_one) for of_one in zip(*operands, strict=True))


_des_mode = partial(
    Algorithm,
    settings=_PAIR_TABLES,
    form="blocks",
    has_chip=True,
    step=_DES_BLOCK,
    least=_DES_BLOCK,
    block=_DES_BLOCK,
    padding=_DES_BLOCK - 1,
)
_ecb = partial(_des_mode, secrets=_key_and_blocks, arguments=_with_des_key)
_cbc = partial(_des_mode, secrets=_key_iv_and_blocks, arguments=_with_iv)
_triple = partial(
    Algorithm,
    secrets=_three_keys,
    settings=_PAIR_TABLES,
    form="keyed-blocks",
    commands="wrapped_keys",
    key_bytes=(3 * _DES_BLOCK,),
    arguments=_three_keys_with_iv,
    published=lambda key, iv, data: {"keys": key, "iv": iv, "data": data},
    step=_DES_BLOCK,
    least=_DES_BLOCK,
    block=_DES_BLOCK,
    padding=_DES_BLOCK - 1,
)
_triple_commands = partial(UserCommands, des.DES3_KEY_IV, clocks=des.DES3_CLOCKS, load=des.DES3_KEY, iv=des.CHAIN_IV)
_digest = partial(Algorithm, secrets=_message, form="digest", arguments=_data, least=0, block=_MD_BLOCK)
_blocks = partial(
    Algorithm, form="tables", commands="table_ciphers", step=_CIPHER_BLOCK, least=_CIPHER_BLOCK, block=_CIPHER_BLOCK
)

_aes = partial(
    Algorithm,
    form="keyed-blocks",
    commands="aes",
    key_bytes=aes.KEY_BYTES,
    step=aes.BLOCK_BYTES,
    least=aes.BLOCK_BYTES,
    block=aes.BLOCK_BYTES,
)
_aes_ecb_commands = partial(UserCommands, aes.KEY_COMMAND, clocks=aes.COMMAND_CLOCKS, load=aes.KEY_COMMAND)
_aes_cbc_commands = partial(
    UserCommands, aes.KEY_IV_COMMAND, clocks=aes.COMMAND_CLOCKS, load=aes.KEY_COMMAND, iv=aes.IV_COMMAND
)

_ROWS = (
    _ecb("des_ecb_encrypt", "DES-ECB", (des.des_ecb_encrypt,), oracle=oracles.des_ecb_encrypt),
    _ecb("des_ecb_decrypt", "DES-ECB", (des.des_ecb_decrypt,), oracle=oracles.des_ecb_decrypt),
    _cbc(
        "des_cbc_encrypt",
        "DES-CBC",
        (des.des_cbc_encrypt,),
        benchmarks=_des_benchmarks("DES-CBC", des.des_cbc_encrypt, _KEY, bytes(_DES_BLOCK), paper=350_000),
        oracle=oracles.des_cbc_encrypt,
    ),
    _cbc("des_cbc_decrypt", "DES-CBC", (des.des_cbc_decrypt,), oracle=oracles.des_cbc_decrypt),
    Algorithm(
        "des_mac",
        "DES-MAC",
        (des.des_mac,),
        _key_and_blocks,
        settings=_PAIR_TABLES,
        benchmarks=_des_benchmarks("DES-MAC", des.des_mac, _KEY, final=False),
        form="code",
        arguments=_with_des_key,
        oracle=oracles.des_mac,
        block=_DES_BLOCK,
        padding=_DES_BLOCK - 1,
    ),
    _triple(
        "des3_cbc_encrypt",
        "triple DES-CBC",
        (des.des3_cbc_encrypt,),
        benchmarks=_des_benchmarks("triple DES-CBC", des.des3_cbc_encrypt, _KEYS, bytes(_DES_BLOCK), passes=3),
        user_commands=_triple_commands(des.DES3_CBC_ENCRYPT),
        oracle=oracles.des3_cbc_encrypt,
    ),
    _triple(
        "des3_cbc_decrypt",
        "triple DES-CBC, decryption",
        (des.des3_cbc_decrypt,),
        user_commands=_triple_commands(des.DES3_CBC_DECRYPT),
        oracle=oracles.des3_cbc_decrypt,
    ),
    _digest(
        "md2",
        "MD2",
        (digests.md2,),
        benchmarks=(
            Benchmark(
                *("MD2", lambda blocks: digests.md2(bytes(_MD2_BLOCK * blocks)), own_program, 128, (1, 2), _MD2_PARTS),
                paper=190_000,
                bound=2 * _MD2_CHAIN,
            ),
        ),
        oracle=oracles.md2,
        block=_MD2_BLOCK,
    ),
    _digest(
        "md4",
        "MD4",
        (digests.md4,),
        benchmarks=(
            Benchmark("MD4", lambda n: digests.md4(bytes(_MD_BLOCK * n)), own_program, 512, (1, 2), bound=_MD4_BOUND),
        ),
        oracle=oracles.md4,
        padding=_MD_PADDING,
    ),
    _digest(
        "md5",
        "MD5",
        (md5.md5,),
        benchmarks=(
            Benchmark("MD5", lambda n: md5.md5(bytes(_MD_BLOCK * n)), md5.MD5.program, 512, (1, 2), bound=_MD5_BOUND),
        ),
        variants=md5.MD5,
        commands="ciphers",
        oracle=oracles.md5,
        padding=_MD_PADDING,
        rounds=64,
    ),
    _digest(
        "sha1",
        "SHA-1",
        (sha1.sha1,),
        benchmarks=(Benchmark("SHA-1", lambda n: sha1.sha1(bytes(_MD_BLOCK * n)), sha1.program, 512, (1, 2)),),
        commands="signatures",
        user_commands=UserCommands(None, sha1.INIT_COMMAND, sha1.BLOCK_CLOCKS),
        oracle=oracles.sha1,
        digest_bytes=sha1.DIGEST_BYTES,
        padding=_MD_PADDING,
    ),
    Algorithm(
        "hmac_sha1",
        "HMAC-SHA-1",
        (sha1.hmac_sha1,),
        _key_and_message,
        form="keyed-digest",
        commands="signatures",
        user_commands=UserCommands(sha1.HMAC_KEY_COMMAND, sha1.HMAC_INIT_COMMAND, sha1.BLOCK_CLOCKS),
        arguments=_keyed(_CIPHER_KEY),
        oracle=oracles.hmac_sha1,
        digest_bytes=sha1.DIGEST_BYTES,
        least=0,
        block=_MD_BLOCK,
        padding=_MD_PADDING,
    ),
    Algorithm(
        "hmac_drbg",
        "HMAC_DRBG with SHA-1",
        (drbg.hmac_drbg,),
        _seed_and_size,
        benchmarks=(
            Benchmark(
                "HMAC_DRBG, 20 bytes",
                lambda codes: drbg.hmac_drbg(bytes(_SEED), sha1.DIGEST_BYTES * codes),
                *(drbg.program, 8 * sha1.DIGEST_BYTES, (1, 2)),
            ),
        ),
        form="generator",
        commands="drbg",
        user_commands=UserCommands(drbg.SEED_COMMAND, drbg.GENERATE_COMMAND, drbg.REQUEST_CLOCKS),
        arguments=lambda inputs, size: (inputs.cipher_key(_SEED), size),
        oracle=oracles.hmac_drbg,
        block=sha1.DIGEST_BYTES,
        padding=sha1.DIGEST_BYTES - 1,
    ),
    Algorithm(
        "md2_pair",
        "MD2, two messages",
        (digests.md2_pair,),
        _message_and_its_reverse,
        benchmarks=(
            Benchmark(
                *("MD2, two messages", _md2_pair, partial(assembled, PAIR_PROGRAM), 256, (1, 2), _MD2_PARTS),
                bound=2 * 5 * _MD2_STEPS,
            ),
        ),
    ),
    Algorithm(
        "md5_pair",
        "MD5, two messages",
        (md5.md5_pair,),
        _both,
        variants=md5.MD5_PAIR,
        arguments=_two_messages,
        oracle=partial(_of_both, oracles.md5),
        step=2,
        least=2,
        block=_MD_BLOCK,
        padding=_MD_PADDING,
        streams=2,
        rounds=64,
    ),
    _blocks(
        "blowfish",
        "Blowfish",
        (blowfish.blowfish_encrypt, blowfish.blowfish_decrypt),
        _key_and_blocks,
        benchmarks=(
            Benchmark(
                "Blowfish",
                lambda blocks: blowfish.blowfish_encrypt(_KEY, bytes(_CIPHER_BLOCK * blocks)),
                *(blowfish.BLOWFISH.program, 64, (1, 2), _BLOWFISH_PARTS),
                bound=2 * _BLOWFISH_MOVES,
            ),
        ),
        variants=blowfish.BLOWFISH,
        tables=blowfish.BLOWFISH_TABLES,
        job="blowfish-encrypt",
        arguments=_keyed(_CIPHER_KEY),
        oracle=oracles.blowfish,
        rounds=16,
    ),
    _blocks(
        "khufu",
        "Khufu, 32 rounds",
        (merkle.khufu_encrypt, merkle.khufu_decrypt),
        _equal_boxes,
        benchmarks=(
            Benchmark(*("Khufu, 32 rounds", _khufu_blocks, merkle.KHUFU.program, 64, (1, 2)), bound=2 * _MERKLE_CHAIN),
        ),
        variants=merkle.KHUFU,
        tables=merkle.KHUFU_TABLES,
        job="khufu-encrypt",
        arguments=_khufu,
        published=_khufu_of_key,
        oracle=cipher_models.khufu_model,
        rounds=_MERKLE_ROUNDS,
    ),
    _blocks(
        "khafre",
        "Khafre, 32 rounds",
        (merkle.khafre_encrypt, merkle.khafre_decrypt),
        _public_boxes,
        variants=merkle.KHAFRE,
        tables=merkle.KHAFRE_TABLES,
        job="khafre-encrypt",
        arguments=_khafre,
        published=_khafre_of_key,
        oracle=cipher_models.khafre_model,
        rounds=_MERKLE_ROUNDS,
    ),
    _aes(
        "aes_ecb_encrypt",
        "AES-ECB",
        (aes.aes_ecb_encrypt,),
        _aes_blocks,
        separate_setup=True,
        benchmarks=(
            Benchmark(
                "AES-128-ECB",
                lambda blocks: aes.aes_ecb_encrypt(bytes(_CIPHER_KEY), bytes(aes.BLOCK_BYTES * blocks)),
                *(aes.program, 128, (2, 3)),
                bound=2 * _AES_MOVES,
            ),
        ),
        user_commands=_aes_ecb_commands(aes.ECB_ENCRYPT_COMMAND),
        arguments=_keyed(_CIPHER_KEY),
        oracle=oracles.aes_ecb_encrypt,
    ),
    _aes(
        "aes_ecb_decrypt",
        "AES-ECB, decryption",
        (aes.aes_ecb_decrypt,),
        _aes_blocks,
        separate_setup=True,
        user_commands=_aes_ecb_commands(aes.ECB_DECRYPT_COMMAND),
        arguments=_keyed(_CIPHER_KEY),
        oracle=oracles.aes_ecb_decrypt,
    ),
    _aes(
        "aes_cbc_encrypt",
        "AES-CBC",
        (aes.aes_cbc_encrypt,),
        _aes_iv_and_blocks,
        user_commands=_aes_cbc_commands(aes.CBC_ENCRYPT_COMMAND),
        arguments=_keyed_with_iv,
        oracle=oracles.aes_cbc_encrypt,
    ),
    _aes(
        "aes_cbc_decrypt",
        "AES-CBC, decryption",
        (aes.aes_cbc_decrypt,),
        _aes_iv_and_blocks,
        user_commands=_aes_cbc_commands(aes.CBC_DECRYPT_COMMAND),
        arguments=_keyed_with_iv,
        oracle=oracles.aes_cbc_decrypt,
    ),
    Algorithm(
        "rc4",
        "RC4",
        (rc4.rc4,),
        _stream,
        benchmarks=(
            Benchmark("RC4", lambda n: rc4.rc4(_KEY, bytes(n)), rc4.RC4.program, 8, (2, 3), bound=2 * _RC4_MOVES),
        ),
        variants=rc4.RC4,
        form="stream",
        job="rc4-encrypt",
        commands="ciphers",
        user_commands=UserCommands(rc4.KEY_COMMAND, rc4.STREAM_COMMAND, rc4.COMMAND_CLOCKS),
        arguments=_keyed(_CIPHER_KEY),
        oracle=oracles.rc4,
        rounds=1,
    ),
    Algorithm(
        "rc4_pair",
        "RC4, two messages",
        (rc4.rc4_pair,),
        _two_streams,
        variants=rc4.RC4_PAIR,
        arguments=_two_keys,
        oracle=partial(_of_both, oracles.rc4),
        step=2,
        least=2,
        streams=2,
        rounds=1,
    ),
    Algorithm(
        "seal",
        "SEAL",
        (seal.seal,),
        _part,
        benchmarks=(
            Benchmark(
                "SEAL, 1024 bytes",
                lambda parts: seal.seal(bytes(seal.KEY_BYTES), bytes(seal.PART_BYTES * parts)),
                *(seal.SEAL.program, 8192, (1, 2)),
                bound=_SEAL_BOUND,
            ),
        ),
        variants=seal.SEAL,
        form="tables",
        commands="table_ciphers",
        tables=seal.SEAL_TABLES,
        job="seal-encrypt",
        arguments=_keyed(seal.KEY_BYTES),
        oracle=oracles.seal,
        step=seal.PART_BYTES,
        least=seal.PART_BYTES,
        block=seal.PART_BYTES,
        rounds=64,
    ),
    Algorithm(
        "seal_pair",
        "SEAL, two positions",
        (seal.seal_pair,),
        _two_parts,
        variants=seal.SEAL_PAIR,
        arguments=_two_positions,
        oracle=lambda key, data: tuple(oracles.seal(key, text, place) for place, text in enumerate(data)),
        step=2 * seal.PART_BYTES,
        least=2 * seal.PART_BYTES,
        block=seal.PART_BYTES,
        streams=2,
        rounds=64,
    ),
)
ALGORITHMS: Mapping[str, Algorithm] = MappingProxyType({row.name: row for row in (*NUMBER_ALGORITHMS, *_ROWS)})
"""Every algorithm, by its name."""
CIPHERS = tuple(row.variants for row in _ROWS if row.variants is not None)
"""The programs that have variants."""
