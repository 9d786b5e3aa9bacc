"""SHA-1, HMAC and PKCS #1 as commands of the card: published answers, loaded keys, misuse, no wrong signature."""

import hashlib
import hmac
import random
from collections.abc import Iterator
from functools import cache, partial

import pytest
from Crypto.Util.number import getPrime

from dsp56k.card import Card
from dsp56k.card.faults import FlippedRam
from dsp56k.emu import Dsp56001
from dsp56k.host.cpu_modes import ModeName
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.errors import DriverError, HostError
from dsp56k.host.rsa_keys import PRIVATE, PUBLIC, SIGN_INIT
from dsp56k.host.software import RsaKey
from dsp56k.lib import OperandError, RsaPrivateKey, pkcs
from dsp56k.lib.ciphers import sha1
from dsp56k.lib.firmware import DATA_BUFFER, Check, Firmware, Opcode, Status
from dsp56k.lib.image import LARGE_BANK
from dsp56k.study.operations.workload import Workload
from fault_injection.machine import in_a_copy
from shared.firmware_on_card import call_with, command_image, driver_on, firmware_on
from shared.pkcs_vectors import key_of, pkcs_examples

SIGN_UPDATE, SIGN_FINAL, SIGN = range(SIGN_INIT + 1, SIGN_INIT + 4)
HMAC_UPDATE, HMAC_FINAL, HMAC = range(sha1.HMAC_INIT_COMMAND + 1, sha1.HMAC_INIT_COMMAND + 4)
KEY = Workload(1990).rsa_key
LIBRARY_KEY = RsaPrivateKey(KEY.p, KEY.q, KEY.dp, KEY.dq, KEY.qinv, KEY.e)
SIZE = 64
CALL, BLOCK, MAX_REST, SIGN_CALL = 13_928, 10_048, 900, 499_392
"""Clocks: of SHA1_HASH without data, of each block, at most of bytes that fill none; of a signature (55 bytes)."""
MAX_CLOCKS = 4_000_000
PS_PER_CLOCK = 50_000


def key_of_bits(bits: int, seed: int = 0) -> RsaPrivateKey:
    """A key whose modulus has exactly `bits` bits."""
    source = random.Random(f"{bits} {seed}")
    while True:
        q, p = sorted(getPrime(bits // 2, source.randbytes) for _ in range(2))
        if (p * q).bit_length() == bits and p != q and all((each - 1) % 65537 for each in (p, q)):
            d = pow(65537, -1, (p - 1) * (q - 1))
            return RsaPrivateKey(p, q, d % (p - 1), d % (q - 1), pow(q, -1, p), 65537)


def words_of(number: int, digits: int) -> list[int]:
    return [number >> 24 * place & 0xFFFFFF for place in range(digits)]


def load(firmware: Firmware, key: RsaPrivateKey | RsaKey) -> None:
    digits = -(-(key.p.bit_length() + 8) // 24)
    numbers = (key.p, key.q, key.dp, key.dq, key.qinv, key.e)
    firmware.write(DATA_BUFFER, [word for number in numbers for word in words_of(number, digits)])
    firmware.command(Opcode.RSA_LOAD_CRT, digits)


@pytest.fixture
def firmware() -> Firmware:
    return firmware_on(Card(bank_words=LARGE_BANK, strict=True), command_image("signatures"))


@pytest.fixture
def signing(firmware: Firmware) -> Firmware:
    load(firmware, KEY)
    return firmware


def test_sha1_is_right_at_the_ends_of_blocks(firmware: Firmware) -> None:
    for length in (0, 1, 55, 56, 63, 64, 119, 120, 128, 4095, 4096):
        data = random.Random(length).randbytes(length)
        before = firmware.clocks
        assert call_with(firmware, sha1.HASH_COMMAND, data) == Status.OK
        assert 0 <= firmware.clocks - before - CALL - BLOCK * ((length + 8) // 64) <= MAX_REST * (length > 0)
        assert firmware.read(DATA_BUFFER, 20) == hashlib.sha1(data).digest()


def test_a_message_continues_after_other_commands(signing: Firmware) -> None:
    data = random.Random(1).randbytes(64 * 40 + 17)
    signature = pkcs.sign(data, LIBRARY_KEY).value
    for init, right in ((sha1.INIT_COMMAND, hashlib.sha1(data).digest()), (SIGN_INIT, signature)):
        assert signing.call(init, 0) == Status.OK
        for first in range(0, 2560, 640):
            assert call_with(signing, init + 1, data[first : first + 640]) == Status.OK
            assert call_with(signing, Opcode.MD2_HASH, b"abc") == Status.OK
        assert call_with(signing, init + 2, data[2560:]) == Status.OK
        assert signing.read(DATA_BUFFER, len(right)) == right


def vectors() -> Iterator[tuple[RsaPrivateKey, bytes, bytes]]:
    """RSA Laboratories' signatures with keys of 1024 bits."""
    for fields in pkcs_examples("pkcs1v15sign-vectors.txt", 1024):
        yield key_of(fields), fields["Message to be signed"][0], fields["Signature"][0]


def test_signatures_are_those_of_the_vectors(firmware: Firmware) -> None:
    checked = 0
    for key, message, signature in vectors():
        load(firmware, key)
        assert call_with(firmware, SIGN, message) == Status.OK
        assert firmware.read(DATA_BUFFER, 128) == signature
        checked += 1
    assert checked == 6


@pytest.mark.parametrize("bits", [368, 376, 400])
def test_keys_down_to_46_bytes_sign(firmware: Firmware, bits: int) -> None:
    key = key_of_bits(bits)
    load(firmware, key)
    assert call_with(firmware, SIGN, b"abc") == Status.OK
    signature = firmware.read(DATA_BUFFER, bits // 8)
    assert pow(int.from_bytes(signature), key.e, key.n).to_bytes(bits // 8).endswith(hashlib.sha1(b"abc").digest())


def test_a_signature_takes_as_long_whatever_key_and_message(firmware: Firmware) -> None:
    taken = set()
    for seed in range(3):
        load(firmware, key_of_bits(8 * SIZE, seed))
        call_with(firmware, SIGN, b"the first one confirms the code")
        before = firmware.clocks
        call_with(firmware, SIGN, random.Random(seed).randbytes(3))
        taken.add(firmware.clocks - before)
    assert len(taken) == 1


@pytest.mark.parametrize(("commands", "clocks"), [((), 161_916), ((Opcode.DES_TABLES,), 230_102)])
def test_the_first_signature_waits_for_a_pass_over_code_and_tables(
    firmware: Firmware, commands: tuple[Opcode, ...], clocks: int
) -> None:
    for opcode in commands:
        firmware.command(opcode, 1)
    load(firmware, KEY)
    before = firmware.clocks
    call_with(firmware, SIGN, bytes(55))
    assert firmware.clocks - before == SIGN_CALL + clocks


def test_nothing_of_a_signature_remains(signing: Firmware) -> None:
    call_with(signing, SIGN, b"the first one confirms the code")
    before = signing.clocks
    call_with(signing, SIGN, bytes(55))
    assert signing.clocks - before == SIGN_CALL
    assert not any(signing.dsp.x[DATA_BUFFER + SIZE : DATA_BUFFER + signing.symbol("RSA_SCRATCH")])


def test_numbers_are_raised_to_the_private_and_the_public_exponent(signing: Firmware) -> None:
    digits = 22
    signing.write(DATA_BUFFER, [*words_of(KEY.n, digits), *words_of(KEY.e, digits), *[0] * digits])
    signing.command(Opcode.RSA_LOAD, digits)
    for number in (0, 1, 12345, KEY.n - 1):
        assert call_with(signing, PRIVATE, number.to_bytes(SIZE)) == Status.OK
        assert int.from_bytes(signing.read(DATA_BUFFER, SIZE)) == pow(number, KEY.d, KEY.n)
        assert call_with(signing, PUBLIC, number.to_bytes(SIZE)) == Status.OK
        assert int.from_bytes(signing.read(DATA_BUFFER, SIZE)) == pow(number, KEY.e, KEY.n)


@pytest.mark.parametrize(
    ("opcode", "data", "status"),
    [
        (sha1.INIT_COMMAND, b"data", Status.BAD_PARAMETER),
        (sha1.UPDATE_COMMAND, bytes(64), Status.BAD_PARAMETER),
        (sha1.FINAL_COMMAND, b"data", Status.BAD_PARAMETER),
        (SIGN_FINAL, b"data", Status.BAD_PARAMETER),
        (sha1.HMAC_KEY_COMMAND, b"", Status.BAD_PARAMETER),
        (sha1.HMAC_KEY_COMMAND, bytes(65), Status.BAD_PARAMETER),
        (HMAC, b"data", Status.NO_KEY),
        (HMAC_FINAL, b"data", Status.BAD_PARAMETER),
        (SIGN, b"data", Status.NO_KEY),
        (PRIVATE, bytes(SIZE), Status.NO_KEY),
        (PUBLIC, bytes(SIZE), Status.NO_KEY),
    ],
)
def test_misuse_has_its_status(firmware: Firmware, opcode: int, data: bytes, status: Status) -> None:
    assert call_with(firmware, opcode, data) == status


def test_misuse_with_a_key_has_its_status(signing: Firmware) -> None:
    assert call_with(signing, PRIVATE, b"") == Status.BAD_PARAMETER
    assert call_with(signing, PRIVATE, KEY.n.to_bytes(SIZE)) == Status.RSA_REFUSED
    assert call_with(signing, PRIVATE, bytes(67)) == Status.RSA_REFUSED
    assert signing.call(sha1.INIT_COMMAND, 0) == Status.OK
    assert call_with(signing, SIGN_FINAL, b"data") == Status.BAD_PARAMETER  # another kind of message
    load(signing, key_of_bits(360))
    assert call_with(signing, SIGN, b"data") == Status.RSA_REFUSED


def test_hmac_is_right_in_parts_and_with_keys_of_any_length(firmware: Firmware) -> None:
    source = random.Random(1)
    data = source.randbytes(64 * 12 + 17)
    for length in (1, 20, 63, 64):
        key = source.randbytes(length)
        right = hmac.new(key, data, "sha1").digest()
        assert call_with(firmware, sha1.HMAC_KEY_COMMAND, key) == Status.OK
        assert not any(firmware.read(DATA_BUFFER, 64))
        assert call_with(firmware, HMAC, data) == Status.OK
        assert firmware.read(DATA_BUFFER, 20) == right
        assert firmware.call(sha1.HMAC_INIT_COMMAND, 0) == Status.OK
        for first in range(0, 768, 256):
            assert call_with(firmware, HMAC_UPDATE, data[first : first + 256]) == Status.OK
            assert call_with(firmware, Opcode.MD2_HASH, b"abc") == Status.OK
        assert call_with(firmware, HMAC_FINAL, data[768:]) == Status.OK
        assert firmware.read(DATA_BUFFER, 20) == right


def test_clocks_of_hmac_do_not_depend_on_key_and_data(firmware: Firmware) -> None:
    taken = set()
    for seed in range(3):
        source = random.Random(seed)
        counts = [firmware.clocks]
        call_with(firmware, sha1.HMAC_KEY_COMMAND, source.randbytes(20))
        counts.append(firmware.clocks)
        call_with(firmware, HMAC, source.randbytes(55))
        counts.append(firmware.clocks)
        taken.add((counts[1] - counts[0], counts[2] - counts[1]))
    assert taken == {(24_108, 27_754)}


def test_the_key_of_hmac_is_compared(firmware: Firmware) -> None:
    for name in ("hmac_inner", "hmac_outer"):
        call_with(firmware, sha1.HMAC_KEY_COMMAND, b"key")
        firmware.call(sha1.HMAC_INIT_COMMAND, 0)
        firmware.dsp.x[firmware.symbol(name) + 9] ^= 2
        assert call_with(firmware, HMAC_FINAL, b"data") == Status.MEMORY_CHANGED


@pytest.mark.parametrize("name", ["sha1_saved", "sha1_count", "sha1_second_count"])
def test_the_state_of_a_message_is_compared(signing: Firmware, name: str) -> None:
    for checks, status in ((Check.STATE, Status.MEMORY_CHANGED), (0, Status.OK)):
        signing.call(Opcode.CHECKS, checks)
        signing.call(sha1.INIT_COMMAND, 0)
        signing.dsp.x[signing.symbol(name) + 1] ^= 0x10000
        assert call_with(signing, sha1.FINAL_COMMAND, b"data") == status


def test_a_signature_is_checked_even_without_checks(signing: Firmware) -> None:
    signing.call(Opcode.CHECKS, 0)
    dsp, symbol = signing.dsp, signing.symbol
    dsp.x[symbol("rsa_inv")] ^= 1
    assert call_with(signing, SIGN, b"message") == Status.RSA_WRONG
    assert not any(dsp.x[DATA_BUFFER : DATA_BUFFER + symbol("RSA_SCRATCH")])
    assert dsp.x[symbol("rsa_check")] == 0


def test_changed_code_does_not_sign(signing: Firmware) -> None:
    call_with(signing, SIGN, b"message")
    signing.dsp.p[signing.symbol("digest_info") + 3] ^= 1
    assert call_with(signing, SIGN, b"message") == Status.MEMORY_CHANGED


MESSAGE = bytes(range(100))
REGISTERS = ("a0", "a1", "b0", "b1", "x0", "x1", "y0", "y1", "r0", "r1", "r3", "r5", "r7", "n1", "n6", "n7")

RSA_NUMBERS = ("rsa_in", "rsa_out", "rsa_result", "rsa_second")


def enter(chip: Dsp56001, routine: str) -> None:
    chip.regs.pc, chip.regs.sp = command_image("signatures").symbols[routine], 1
    chip.stack[1] = (command_image("signatures").symbols["command_loop"], chip.regs.sr)


@cache
def begun() -> tuple[bytes, int, bytes]:
    """The chip that is about to sign, the clocks that it takes, and the signature."""
    firmware = Firmware(firmware=command_image("signatures"))
    load(firmware, KEY)
    call_with(firmware, SIGN, MESSAGE)
    firmware.write(DATA_BUFFER, MESSAGE)
    chip = firmware.dsp
    for name, value in (("opcode", SIGN), ("argument", len(MESSAGE)), ("reply_count", 3)):
        chip.x[command_image("signatures").symbols[name]] = value
    enter(chip, "dispatch")
    chip.regs.r0, chip.regs.x0 = SIGN, len(MESSAGE)
    snapshot, clocks = chip.snapshot(), chip.clocks
    chip.run(until=command_image("signatures").symbols["command_loop"], max_clocks=MAX_CLOCKS)
    signature = firmware.read(DATA_BUFFER, SIZE)
    assert signature == pkcs.sign(MESSAGE, LIBRARY_KEY).value
    return snapshot, chip.clocks - clocks, signature


@pytest.mark.parametrize("place", ["x", "y", "state", "p", "register"])
def test_no_wrong_signature_leaves_while_bits_flip(place: str) -> None:
    source = random.Random(place)
    snapshot, clocks, signature = begun()
    symbols, chip, found = command_image("signatures").symbols, Dsp56001(), 0
    for _ in range(25):
        chip.restore(snapshot)
        chip.run(max_clocks=source.choice((source.randrange(500, 80_000), source.randrange(80_000, clocks - 300))))
        bit = source.randrange(24)
        if place == "register":
            name = source.choice(REGISTERS)
            setattr(chip.regs, name, int(getattr(chip.regs, name)) ^ 1 << bit % (16 if name[0] in "rn" else 24))
        else:
            memory, areas = {
                "x": (chip.x, [range(0x30), *(range(symbols[each], symbols[each] + 22) for each in RSA_NUMBERS)]),
                "y": (chip.y, [range(0x100)]),
                "state": (chip.x, [range(symbols["USER_DATA"], symbols["NUMBER_AREA"] + 4)]),
                "p": (chip.p, [range(symbols["number_code"], symbols["number_code_end"])]),
            }[place]
            address = source.choice(source.choice(areas))
            memory[address] = int(memory[address]) ^ 1 << bit
        for routine in (None, "check_job"):
            if routine:
                enter(chip, routine)
            chip.run(until=symbols["command_loop"], max_clocks=MAX_CLOCKS)
        if chip.regs.pc != symbols["command_loop"] or chip.regs.a1:
            found += 1
        elif chip.x[symbols["argument"]] == SIZE:  # else its sum is over other bytes than the driver's
            assert bytes(chip.x[DATA_BUFFER : DATA_BUFFER + SIZE]) == signature
    assert found


def started(mode: ModeName, card: Card | None = None) -> CardDriver:
    return driver_on(card or Card(bank_words=LARGE_BANK, strict=True), command_image("signatures"), mode=mode)


@pytest.mark.parametrize("mode", ["flat32", "real16"])
def test_both_drivers_sign_verify_encrypt_and_decrypt(mode: ModeName) -> None:
    driver = started(mode)
    driver.rsa_keys.load(KEY)
    driver.rsa_keys.load_public(KEY.n, KEY.e)
    for length in (0, 3, 4096, 4097):
        message = random.Random(length).randbytes(length)
        signature = driver.rsa_keys.sign(message).value
        assert signature == pkcs.sign(message, LIBRARY_KEY).value
        assert driver.rsa_keys.verify(message, signature).value
        assert not driver.rsa_keys.verify(message + b"\0", signature).value
    assert not driver.rsa_keys.verify(message, signature[1:]).value
    cipher = driver.rsa_keys.encrypt(b"hello")
    assert driver.rsa_keys.decrypt(cipher.value).value == pkcs.decrypt(cipher.value, LIBRARY_KEY).value == b"hello"
    with pytest.raises(OperandError, match="the padding is wrong"):
        driver.rsa_keys.decrypt(bytes(SIZE))
    loaded = driver.rsa_keys.sign(b"abc").time
    assert loaded < driver.rsa_keys.load(KEY).time + driver.rsa_keys.sign(b"abc").time - 2_000_000_000


@pytest.mark.parametrize(
    ("init", "value_bytes", "block_clocks", "told"),
    [
        (0x7D, 20, 1, "init must be 96 to 124, got 125"),
        (SIGN_INIT, 4097, 1, "value_bytes must be 1 to 4096, got 4097"),
        (SIGN_INIT, 20, 65536, "block_clocks must be 1 to 65535, got 65536"),
    ],
)
def test_a_message_with_a_number_out_of_range(init: int, value_bytes: int, block_clocks: int, told: str) -> None:
    with pytest.raises(HostError, match=told):
        CardDriver(driver_pc()).message(init, b"", value_bytes, block_clocks=block_clocks)


@pytest.mark.parametrize(
    ("moments", "size"),
    [(range(4000, 5400, 40), len(MESSAGE)), (range(520_600, 522_400, 20), SIZE)],
    ids=["message", "signature"],
)
def test_the_driver_finds_a_flip_before_and_after_the_checks(moments: range, size: int) -> None:
    """From the message's sum to its first digest; from the check of the signature until the PC reads it."""
    card = Card(bank_words=LARGE_BANK)
    driver = started("flat32", card)
    driver.rsa_keys.load(KEY)
    driver.rsa_keys.sign(MESSAGE)
    begin = driver.pc.now

    def signed(number: int, clocks: int) -> bytes | None:
        byte = 7 * number % size
        at = begin + clocks * PS_PER_CLOCK
        card.faults.add(FlippedRam(at=at, space="X", address=DATA_BUFFER + byte, bit=number % 8))
        try:
            return driver.rsa_keys.sign(MESSAGE).value
        except DriverError:
            return None

    for number, clocks in enumerate(moments):
        assert in_a_copy(partial(signed, number, clocks)) is None, clocks


@pytest.mark.parametrize("keyed", [False, True], ids=["digest", "code"])
def test_the_driver_finds_a_flip_of_a_message_a_key_and_a_digest(keyed: bool) -> None:
    """Bytes of the data buffer flip at any time of the call, which is right or fails."""
    card, key = Card(bank_words=LARGE_BANK), bytes(range(20))
    driver = started("flat32", card)

    def value() -> object:
        return driver.call("hmac_sha1", key, MESSAGE).value if keyed else driver.call("sha1", MESSAGE).value

    right = hmac.digest(key, MESSAGE, "sha1") if keyed else hashlib.sha1(MESSAGE).digest()
    assert value() == right
    begin = driver.pc.now

    def flipped(clocks: int, byte: int) -> str:
        at = begin + clocks * PS_PER_CLOCK
        card.faults.add(FlippedRam(at=at, space="X", address=DATA_BUFFER + byte, bit=byte % 8))
        try:
            return "right" if value() == right else "wrong"
        except DriverError:
            return "error"

    clocks = 72_000 if keyed else 30_000
    found = [
        in_a_copy(partial(flipped, clocks * number // 12, (7 * number) % (20 if number % 2 else len(MESSAGE))))
        for number in range(12)
    ]
    assert set(found) == {"right", "error"}
    assert found.count("error") > 4


def test_calls_without_a_key_are_refused() -> None:
    driver = started("flat32")
    with pytest.raises(HostError, match=r"call rsa_keys\.load"):
        driver.rsa_keys.sign(b"")
    with pytest.raises(HostError, match=r"call rsa_keys\.load_public"):
        driver.rsa_keys.encrypt(b"")
    driver.rsa_keys.load(KEY)
    with pytest.raises(HostError, match="operands"):
        driver.call("rsa_crt", [], KEY)  # refused before the card has another key
    assert driver.rsa_keys.sign(b"").value
    driver.call("rsa_crt", [5], KEY)  # another key of the same kind
    with pytest.raises(HostError, match=r"call rsa_keys\.load"):
        driver.rsa_keys.decrypt(bytes(SIZE))
    driver.rsa_keys.load(KEY)
    driver.self_test()  # which erases it
    with pytest.raises(DriverError, match="key"):
        driver.rsa_keys.sign(b"")
