"""The firmware on the card, over its ports and window: every command, reply and refusal of firmware.md."""

from collections.abc import Callable

import pytest
from Crypto.Cipher import DES
from Crypto.Hash import MD2

import shared.card_pc as card_pc
from dsp56k.card import Card
from dsp56k.card.faults import BusyDesChip, StuckLine
from dsp56k.lib.commands import Take
from dsp56k.lib.firmware import (
    DATA_BUFFER,
    DATA_WORDS,
    IV_BUFFER,
    KEY_BUFFER,
    Check,
    Firmware,
    Opcode,
    Status,
    image,
)
from dsp56k.lib.protocol import command_words, next_number, reply_word, sum_of_bytes, sum_of_words
from shared.card_pc import BR, ISR, MICROSECOND, RUN, Pc

HF2, HF3 = 0x08, 0x10
KEY, IV = bytes.fromhex("0123456789ABCDEF"), bytes.fromhex("FEDCBA9876543210")
TEXT = bytes(i * 5 + 3 & 0xFF for i in range(512))
PATIENCE = 200_000
"""Microseconds; the longest command here, NOISE, takes some 60,000."""


class Driver(Pc):
    """The PC's driver in Python."""

    def __init__(self, card: Card) -> None:
        super().__init__(card)
        for segment in image().segments:
            self.store(int(segment.space == "X"), segment.address, segment.words)
        self.control(RUN)
        self.number = 0
        self.sums = (0, 0)
        while not self.inb(ISR) & HF3:
            self.now += 20 * MICROSECOND
            assert self.now < 1_000_000_000_000

    def command(self, opcode: int, argument: int = 0) -> int:
        for word in command_words(opcode, argument, self.number):
            self.send(word)
        return self.reply()

    def reply(self) -> int:
        """The status; the sums to `sums`."""
        first = self.receive()
        status = first >> 16
        assert first == reply_word(status, self.number)
        self.number = next_number(self.number)
        self.sums = self.receive(), self.receive()
        return status

    def put(self, address: int, data: bytes) -> None:
        self.request_bus()
        self.point(1, address, low_only=True)
        for byte in data:
            self.write(byte)
        self.control(off=BR)

    def get(self, address: int, count: int) -> bytes:
        self.request_bus()
        self.point(1, address, low_only=True)
        data = bytes(self.read() for _ in range(count))
        self.control(off=BR)
        return data

    def run(self, opcode: int, data: bytes, argument: int) -> bytes:
        """A command on the data buffer that must succeed; the buffer afterwards."""
        self.put(DATA_BUFFER, data)
        assert self.command(opcode, argument) == Status.OK
        return self.get(DATA_BUFFER, len(data))


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_pc, "TIME_OUT", PATIENCE)


@pytest.fixture
def driver() -> Driver:
    return Driver(Card(strict=True))


def test_image_fits_the_small_banks() -> None:
    for segment in image().segments:
        assert segment.space in "PX"
        assert segment.address + len(segment.words) <= 8192
        assert segment.space == "P" or 0x0100 <= segment.address < KEY_BUFFER or segment.address == DATA_BUFFER
    assert image().segments[0].address == 0


def test_symbols_are_the_documented_addresses() -> None:
    symbols = image().symbols
    places = (symbols["key_buffer"], symbols["iv_buffer"], symbols["data_buffer"])
    assert places == (KEY_BUFFER, IV_BUFFER, DATA_BUFFER)


def test_ping_and_info(driver: Driver) -> None:
    assert (driver.command(Opcode.PING), driver.receive()) == (Status.OK, 0x000201)
    assert driver.sums == (0, sum_of_words([0x000201]))
    assert driver.command(Opcode.INFO) == Status.OK
    words = [driver.receive() for _ in range(4)]
    assert words == [DATA_BUFFER, DATA_WORDS, KEY_BUFFER, IV_BUFFER]
    assert driver.sums == (0, sum_of_words(words))


SLICE_US = 18
"""Microseconds in which the waiting firmware takes a word: 360 clocks, of which it may need 344."""


def test_busy_flag(driver: Driver) -> None:
    driver.put(KEY_BUFFER, KEY)
    assert not driver.inb(ISR) & HF2
    first, second = command_words(Opcode.DES_KEY, 0, driver.number)
    driver.send(first)
    driver.now += SLICE_US * 1_000_000
    assert driver.inb(ISR) & HF2
    driver.send(second)
    driver.step()
    assert driver.inb(ISR) & HF2
    assert driver.reply() == Status.OK
    assert not driver.inb(ISR) & HF2


def test_unknown_commands(driver: Driver) -> None:
    for opcode in (0x08, 0x0F, 0x18, 0x1F, 0x26, 0x34, 0x37, 0x3C, 0x41, 0x54, 0x7F, 0x80, 0xFF):
        assert driver.command(opcode, 0x8001) == Status.UNKNOWN_COMMAND, f"opcode {opcode:02X}"
    assert driver.command(Opcode.PING) == Status.OK


def test_bad_parameters(driver: Driver) -> None:
    for opcode, argument in (
        (Opcode.DES_KEY, 2),
        (Opcode.DES_IV, 1),
        (Opcode.DES_TABLES, 2),
        (Opcode.CHIP_KEY, 2),
        (Opcode.CHIP_IV, 1),
        (Opcode.CHIP_ECB_ENCRYPT, 0),
        (Opcode.CHIP_CBC_DECRYPT, 513),
        (Opcode.MD2_INIT, 1),
        (Opcode.MD2_HASH, 4097),
        (Opcode.NOISE, 0),
        (Opcode.NOISE, 257),
        (Opcode.MEMORY, 0),
        (Opcode.MEMORY, 16),
        (Opcode.CLOCK, 499),
    ):
        assert driver.command(opcode, argument) == Status.BAD_PARAMETER, f"{opcode.name} {argument}"


@pytest.mark.parametrize("opcode", range(Opcode.DES_ECB_ENCRYPT, Opcode.DES_CBC_DECRYPT + 1))
def test_block_counts(driver: Driver, opcode: int) -> None:
    assert driver.command(opcode, 1) == Status.NO_KEY
    driver.command(Opcode.DES_KEY, 1)
    for count in (0, 513, 0xFFFF):
        assert driver.command(opcode, count) == Status.BAD_PARAMETER


def encrypts(mode: int) -> Callable[[bytes], bytes]:
    return lambda text: (DES.new(KEY, mode, IV) if mode == DES.MODE_CBC else DES.new(KEY, mode)).encrypt(text)


@pytest.mark.parametrize("base", [Opcode.DES_KEY, Opcode.CHIP_KEY])
def test_des_in_software_and_by_the_chip(driver: Driver, base: Opcode) -> None:
    key, iv, ecb_encrypt, ecb_decrypt, cbc_encrypt, cbc_decrypt = range(base, base + 6)
    count = len(TEXT) // 8
    driver.put(KEY_BUFFER, KEY + IV + TEXT)
    assert driver.command(key, 1) == Status.OK
    assert driver.command(cbc_encrypt, count) == Status.OK
    assert driver.get(DATA_BUFFER, len(TEXT)) == encrypts(DES.MODE_CBC)(TEXT)
    assert driver.command(iv) == Status.OK
    assert driver.command(cbc_decrypt, count) == Status.OK
    assert driver.get(DATA_BUFFER, len(TEXT)) == TEXT
    assert driver.run(ecb_encrypt, TEXT, count) == encrypts(DES.MODE_ECB)(TEXT)
    assert driver.command(ecb_decrypt, count) == Status.OK
    assert driver.get(DATA_BUFFER, len(TEXT)) == TEXT


@pytest.mark.parametrize("base", [Opcode.DES_KEY, Opcode.CHIP_KEY])
def test_one_command_takes_key_iv_and_blocks(driver: Driver, base: Opcode) -> None:
    ecb_encrypt, _, cbc_encrypt, cbc_decrypt = range(base + 2, base + 6)
    expected = encrypts(DES.MODE_CBC)(TEXT)
    driver.put(KEY_BUFFER, KEY + IV + TEXT[:256])
    assert driver.command(cbc_encrypt, Take.KEY | Take.IV | 32) == Status.OK
    assert driver.sums == (sum_of_bytes(KEY + IV + TEXT[:256]), sum_of_bytes(expected[:256]))
    assert driver.get(DATA_BUFFER, 256) == expected[:256]
    # The chain goes on, and so does the key, with another IV
    assert driver.run(cbc_encrypt, TEXT[256:], 32) == expected[256:]
    driver.put(IV_BUFFER, IV + expected)
    assert driver.command(cbc_decrypt, Take.IV | 64) == Status.OK
    assert driver.sums == (sum_of_bytes(IV + expected), sum_of_bytes(TEXT))
    assert driver.get(DATA_BUFFER, len(TEXT)) == TEXT
    other = bytes.fromhex("133457799BBCDFF1")
    driver.put(KEY_BUFFER, other)
    assert driver.run(ecb_encrypt, TEXT, Take.KEY | 64) == DES.new(other, DES.MODE_ECB).encrypt(TEXT)
    assert driver.sums[0] == sum_of_bytes(other + TEXT)


@pytest.mark.parametrize("base", [Opcode.DES_KEY, Opcode.CHIP_KEY])
@pytest.mark.parametrize("count", [0, 513, 0x3FFF])
def test_a_refused_command_takes_no_key(driver: Driver, base: Opcode, count: int) -> None:
    driver.put(KEY_BUFFER, KEY + IV)
    assert driver.command(base, 1) == Status.OK
    driver.put(KEY_BUFFER, bytes(range(1, 17)))
    assert driver.command(base + 4, Take.KEY | Take.IV | count) == Status.BAD_PARAMETER
    assert driver.sums == (0, 0)
    assert driver.run(base + 4, TEXT, 64) == encrypts(DES.MODE_CBC)(TEXT)


def test_des_mac_takes_key_and_iv(driver: Driver) -> None:
    driver.put(KEY_BUFFER, KEY + IV + TEXT)
    assert driver.command(Opcode.DES_MAC, Take.KEY | Take.IV | 64) == Status.OK
    assert driver.sums[0] == sum_of_bytes(KEY + IV + TEXT)
    assert driver.get(DATA_BUFFER, 8) == encrypts(DES.MODE_CBC)(TEXT)[-8:]


def test_the_chip_refuses_the_parity_of_a_key_that_comes_with_blocks(driver: Driver) -> None:
    driver.put(KEY_BUFFER, bytes(8) + IV + TEXT)
    assert driver.command(Opcode.CHIP_CBC_ENCRYPT, Take.KEY | Take.IV | 64) == Status.KEY_PARITY
    assert driver.get(DATA_BUFFER, len(TEXT)) == TEXT
    assert driver.command(Opcode.CHIP_ECB_ENCRYPT, 1) == Status.NO_KEY


def test_des_uses_what_it_left_in_internal_memory_only_if_no_other_job_has_used_that(driver: Driver) -> None:
    driver.put(KEY_BUFFER, KEY + IV)
    driver.command(Opcode.DES_KEY, 1)
    driver.run(Opcode.DES_ECB_ENCRYPT, TEXT, 64)
    for opcode, argument in ((Opcode.MD2_HASH, 64), (Opcode.MD4_HASH, 64), (Opcode.NOISE, 4)):
        driver.command(opcode, argument)
        assert driver.run(Opcode.DES_ECB_ENCRYPT, TEXT, 64) == encrypts(DES.MODE_ECB)(TEXT), opcode
    # A copy that changed is found, and made again
    driver.card.dsp.y[0x10 + 9] ^= 4
    assert driver.command(Opcode.DES_ECB_ENCRYPT, 64) == Status.MEMORY_CHANGED
    assert driver.run(Opcode.DES_ECB_ENCRYPT, TEXT, 64) == encrypts(DES.MODE_ECB)(TEXT)


@pytest.mark.parametrize("base", [Opcode.DES_KEY, Opcode.CHIP_KEY])
def test_cbc_goes_on_over_chunks(driver: Driver, base: Opcode) -> None:
    driver.put(KEY_BUFFER, KEY + IV)
    expected = encrypts(DES.MODE_CBC)(TEXT)
    for operation, data, result in ((base + 4, TEXT, expected), (base + 5, expected, TEXT)):
        driver.command(base, 1)
        chunks = [data[:8], data[8:24], data[24:]]
        assert b"".join(driver.run(operation, chunk, len(chunk) // 8) for chunk in chunks) == result


def test_chip_without_key(driver: Driver) -> None:
    assert driver.command(Opcode.CHIP_ECB_ENCRYPT, 1) == Status.NO_KEY


def test_chip_that_stays_busy(driver: Driver) -> None:
    driver.put(KEY_BUFFER, KEY + IV + TEXT)
    assert driver.command(Opcode.CHIP_KEY, 1) == Status.OK
    driver.card.faults.add(BusyDesChip())
    for opcode, argument in ((Opcode.CHIP_KEY, 0), (Opcode.CHIP_IV, 0), (Opcode.CHIP_CBC_ENCRYPT, 2)):
        assert driver.command(opcode, argument) == Status.CHIP_TIMEOUT
    driver.card.faults.clear()
    assert driver.command(Opcode.CHIP_KEY, 1) == Status.OK
    assert driver.command(Opcode.CHIP_CBC_ENCRYPT, 64) == Status.OK
    assert driver.get(DATA_BUFFER, len(TEXT)) == encrypts(DES.MODE_CBC)(TEXT)


def test_card_without_chip() -> None:
    driver = Driver(Card(des_chip=False))
    assert driver.command(Opcode.CHIP_KEY) == Status.CHIP_ABSENT
    assert driver.command(Opcode.CHIP_IV) == Status.CHIP_ABSENT
    assert driver.command(Opcode.CHIP_ECB_ENCRYPT, 1) == Status.NO_KEY


def test_md2(driver: Driver) -> None:
    driver.put(DATA_BUFFER, TEXT)
    assert driver.command(Opcode.MD2_HASH, 300) == Status.OK
    assert driver.get(DATA_BUFFER, 16) == MD2.new(TEXT[:300]).digest()


def test_noise(driver: Driver) -> None:
    assert driver.command(Opcode.NOISE, 64) == Status.OK
    random = driver.get(DATA_BUFFER, 65)
    assert random[64] == 0
    assert len(set(random[:64])) > 40
    assert 200 < sum(byte.bit_count() for byte in random) < 312


@pytest.mark.parametrize("level", [0, 1])
def test_noise_stuck(driver: Driver, level: int) -> None:
    driver.put(DATA_BUFFER, TEXT)
    driver.card.faults.add(StuckLine("noise.data", level=level))
    assert driver.command(Opcode.NOISE, 8) == Status.NOISE_FAILED
    assert driver.get(DATA_BUFFER, 16) == bytes(8) + TEXT[8:16]


def words(value: int, count: int) -> list[int]:
    return [value >> 24 * place & 0xFFFFFF for place in range(count)]


def number(driver: Driver, count: int) -> int:
    driver.request_bus()
    result = driver.fetch(1, DATA_BUFFER, count)
    driver.control(off=BR)
    return sum(word << 24 * place for place, word in enumerate(result))


def put_numbers(driver: Driver, values: list[int], count: int) -> None:
    driver.request_bus()
    driver.store(1, DATA_BUFFER, [word for value in values for word in words(value, count)])
    driver.control(off=BR)


def test_rsa(driver: Driver) -> None:
    p, q, e = 0xFFFFFFFFFFC5, 0xFFFFFFFFFFBF, 65537
    n, phi, c = p * q, (p - 1) * (q - 1), 0x123456789ABCDEF0123456
    d = pow(e, -1, phi)
    assert driver.command(Opcode.RSA_OPERATE) == Status.NO_KEY
    assert driver.command(Opcode.RSA_CRT) == Status.NO_KEY
    for exponent, back in ((e, d), (d, e), (d, 0)):
        put_numbers(driver, [n, exponent, back], 5)
        assert driver.command(Opcode.RSA_LOAD, 5) == Status.OK
        put_numbers(driver, [c], 5)
        assert driver.command(Opcode.RSA_OPERATE) == Status.OK
        assert number(driver, 5) == pow(c, exponent, n)
    crt = [p, q, d % (p - 1), d % (q - 1), pow(q, -1, p)]
    put_numbers(driver, [*crt, e], 3)
    assert driver.command(Opcode.RSA_LOAD_CRT, 3) == Status.OK
    put_numbers(driver, [c], 6)
    assert driver.command(Opcode.RSA_CRT) == Status.OK
    assert number(driver, 6) == pow(c, d, n)
    put_numbers(driver, [*crt, e + 1], 3)
    assert driver.command(Opcode.RSA_LOAD_CRT, 3) == Status.RSA_REFUSED
    put_numbers(driver, [n + 1, e, 0], 5)
    assert driver.command(Opcode.RSA_LOAD, 5) == Status.RSA_REFUSED
    assert driver.command(Opcode.RSA_LOAD, 44) == Status.RSA_REFUSED


def test_a_wrong_rsa_result_stays_on_the_card(driver: Driver) -> None:
    p, q, e = 0xFFFFFFFFFFC5, 0xFFFFFFFFFFBF, 65537
    d = pow(e, -1, (p - 1) * (q - 1))
    put_numbers(driver, [p, q, d % (p - 1), d % (q - 1) ^ 2, pow(q, -1, p), e], 3)
    assert driver.command(Opcode.RSA_LOAD_CRT, 3) == Status.OK
    put_numbers(driver, [12345], 6)
    assert driver.command(Opcode.RSA_CRT) == Status.RSA_WRONG
    assert number(driver, 6) == 0
    put_numbers(driver, [p * q, d, e + 2], 5)
    assert driver.command(Opcode.RSA_LOAD, 5) == Status.OK
    put_numbers(driver, [12345], 5)
    assert driver.command(Opcode.RSA_OPERATE) == Status.RSA_WRONG


def test_bytes_after_rsa(driver: Driver) -> None:
    # RSA leaves 24-bit words in the data buffer and overwrites all internal memory: nobody notices.
    driver.put(KEY_BUFFER, KEY + IV + TEXT)
    driver.command(Opcode.DES_KEY, 1)
    driver.command(Opcode.MD2_INIT)
    driver.command(Opcode.MD2_UPDATE, 100)
    put_numbers(driver, [0xF123456789ABCDEF, 3, 0], 4)
    assert driver.command(Opcode.RSA_LOAD, 4) == Status.OK
    put_numbers(driver, [0xF0F0F0F0F0F0F0F0, *[0xA5A5A5 << 60] * 50], 4)
    assert driver.command(Opcode.RSA_OPERATE) == Status.OK
    assert driver.run(Opcode.MD2_FINAL, TEXT[100:200], 100)[:16] == MD2.new(TEXT[:200]).digest()
    assert driver.command(Opcode.RSA_OPERATE) in (Status.OK, Status.RSA_REFUSED)
    assert driver.run(Opcode.DES_CBC_ENCRYPT, TEXT, 64) == encrypts(DES.MODE_CBC)(TEXT)


def test_fast_dsp() -> None:
    driver = Driver(Card(dsp_clock_hz=27_000_000, strict=True))
    for base in (Opcode.DES_KEY, Opcode.CHIP_KEY):
        driver.put(KEY_BUFFER, KEY + IV)
        assert driver.command(base, 1) == Status.OK
        assert driver.run(base + 4, TEXT, 64) == encrypts(DES.MODE_CBC)(TEXT)


def test_large_banks() -> None:
    driver = Driver(Card(bank_words=32768, strict=True))
    assert driver.command(Opcode.MEMORY, 32) == Status.OK
    assert driver.command(Opcode.INFO) == Status.OK
    assert [driver.receive() for _ in range(4)][1] == 28672
    text = TEXT * 56
    driver.put(KEY_BUFFER, KEY + IV + text)
    assert driver.command(Opcode.CHIP_KEY, 1) == Status.OK
    card_limit = len(text) // 8
    assert driver.command(Opcode.CHIP_CBC_ENCRYPT, card_limit + 1) == Status.BAD_PARAMETER
    assert driver.run(Opcode.CHIP_CBC_ENCRYPT, text, card_limit) == encrypts(DES.MODE_CBC)(text)
    assert driver.command(Opcode.MEMORY, 8) == Status.OK
    assert driver.command(Opcode.CHIP_CBC_ENCRYPT, 513) == Status.BAD_PARAMETER


def test_pair_tables() -> None:
    driver = Driver(Card(bank_words=32768, strict=True))
    driver.command(Opcode.MEMORY, 32)
    driver.command(Opcode.CHECKS, Check.RESULTS)  # the sum over the tables takes as long as 130 blocks gain
    assert driver.command(Opcode.DES_TABLES, 1) == Status.OK
    driver.command(Opcode.INFO)
    assert [driver.receive() for _ in range(4)][1] == DATA_WORDS
    expected = encrypts(DES.MODE_CBC)(TEXT)
    times = []
    for command in (None, (Opcode.DES_TABLES, 0), (Opcode.DES_TABLES, 1), (Opcode.MEMORY, 32)):
        if command:
            assert driver.command(*command) == Status.OK
        driver.put(KEY_BUFFER, KEY + IV)
        assert driver.command(Opcode.DES_KEY, 1) == Status.OK
        driver.put(DATA_BUFFER, TEXT)
        start = driver.now
        assert driver.command(Opcode.DES_CBC_ENCRYPT, 64) == Status.OK
        times.append(driver.now - start)
        assert driver.get(DATA_BUFFER, len(TEXT)) == expected
    assert max(times[0], times[2]) < 0.8 * min(times[1], times[3])


def test_pair_tables_need_large_banks() -> None:
    driver = Driver(Card())
    assert driver.command(Opcode.DES_TABLES, 1) == Status.BAD_PARAMETER
    assert driver.command(Opcode.DES_TABLES, 0) == Status.OK


def test_waiting_goes_on_without_the_bus(driver: Driver) -> None:
    assert driver.command(Opcode.CHECKS, Check.STATE) == Status.OK
    driver.request_bus()
    before = driver.card.dsp.instructions
    driver.now += 1_000_000_000
    driver.inb(ISR)
    # The waiting loop is one JCLR of 6 clocks.
    assert driver.card.dsp.instructions - before >= 20_000 // 6
    driver.control(off=BR)
    assert driver.command(Opcode.PING) == Status.OK


PASS_US = 5_042
"""Microseconds of a pass over code and tables (firmware.md, section 9)."""


def test_a_changed_table_ends_every_command_within_a_pass_of_waiting(driver: Driver) -> None:
    driver.put(DATA_BUFFER, TEXT)
    driver.card.dsp.x[image().symbols["s_high"]] ^= 1
    start = driver.now
    while driver.command(Opcode.PING) == Status.OK:
        driver.receive()
        driver.now += 50_000_000
        assert driver.now - start < 4 * PASS_US * 1_000_000
    assert driver.command(Opcode.MD2_HASH, 64) == Status.MEMORY_CHANGED
    assert driver.sums == (0, 0)
    assert driver.get(DATA_BUFFER, len(TEXT)) == TEXT


def test_confirm_ends_a_pass_that_began_after_the_last_job(driver: Driver) -> None:
    def confirmed() -> float:
        start = driver.now
        assert driver.command(Opcode.CONFIRM) == Status.OK
        return (driver.now - start) / 1e6

    driver.run(Opcode.MD2_HASH, TEXT, 64)
    assert PASS_US - 100 < confirmed() < PASS_US + 100
    assert confirmed() < 100
    # A pass that began before the job does not count, the part of the next that the waiting made does
    driver.now += PASS_US // 2 * 1_000_000
    driver.run(Opcode.MD2_HASH, TEXT, 64)
    driver.now += PASS_US * 1_000_000
    assert 0.3 * PASS_US < confirmed() < 0.7 * PASS_US
    driver.run(Opcode.MD2_HASH, TEXT, 64)
    driver.now += 2 * PASS_US * 1_000_000
    assert confirmed() < 100
    assert driver.command(Opcode.CONFIRM, 1) == Status.BAD_PARAMETER


def test_confirm_finds_a_changed_table_without_the_check(driver: Driver) -> None:
    assert driver.command(Opcode.CHECKS, Check.STATE) == Status.OK
    driver.card.dsp.x[image().symbols["s_high"]] ^= 1
    driver.now += 3 * PASS_US * 1_000_000
    driver.run(Opcode.MD2_HASH, TEXT, 64)
    assert driver.command(Opcode.CONFIRM) == Status.MEMORY_CHANGED
    assert driver.command(Opcode.PING) == Status.MEMORY_CHANGED


def test_illegal_instruction_raises_the_fault_flags(driver: Driver) -> None:
    driver.card.dsp.p[image().symbols["md2_init"]] = 0x000005
    for word in command_words(Opcode.MD2_INIT, 0, driver.number):
        driver.send(word)
    driver.now += 100_000_000
    assert driver.inb(ISR) & (HF2 | HF3) == HF2


def test_every_opcode_of_the_table_has_its_handler() -> None:
    firmware = Firmware()
    for opcode in Opcode:
        assert firmware.dsp.p[image().symbols["opcodes"] + opcode] & 0xFFFF != image().symbols["unknown_command"]


def test_numbers_go_round_without_zero(driver: Driver) -> None:
    for _ in range(260):
        assert driver.command(Opcode.CHECKS, 7) == Status.OK
    assert driver.number == 260 - 255


@pytest.mark.parametrize("number", [0, 1, 3, 255])
def test_a_number_out_of_turn(driver: Driver, number: int) -> None:
    for _ in range(2):
        driver.command(Opcode.PING)
        driver.receive()
    driver.number = number
    assert driver.command(Opcode.MEMORY, 8) == Status.OUT_OF_SEQUENCE
    assert driver.sums == (0, 0)
    driver.number = 2
    assert driver.command(Opcode.MEMORY, 8) == Status.OK


def test_a_command_with_any_damaged_bit_is_named_and_the_next_one_goes_on(driver: Driver) -> None:
    first, second = command_words(Opcode.MEMORY, 8, 0)
    for bit in range(48):
        both = (first << 24 | second) ^ 1 << bit
        driver.send(both >> 24)
        driver.send(both & 0xFFFFFF)
        driver.number = both & 0xFF
        assert driver.reply() == Status.DAMAGED_COMMAND, f"bit {bit}"
    driver.number = 0
    assert driver.command(Opcode.MEMORY, 8) == Status.OK


def test_sums_over_what_is_read_and_left(driver: Driver) -> None:
    key_sums = [sum_of_bytes(KEY), sum_of_bytes(KEY + IV)]
    text_sum = sum_of_bytes(TEXT[:64])
    for base in (Opcode.DES_KEY, Opcode.CHIP_KEY):
        driver.put(KEY_BUFFER, KEY + IV)
        for argument in (0, 1):
            driver.command(base, argument)
            assert driver.sums == (key_sums[argument], 0)
        driver.command(base + 1)
        assert driver.sums == (sum_of_bytes(IV), 0)
        for operation in range(base + 2, base + 6):
            left = driver.run(operation, TEXT[:64], 8)
            assert driver.sums == (text_sum, sum_of_bytes(left))
    driver.command(Opcode.MD2_INIT)
    for opcode in (Opcode.MD2_UPDATE, Opcode.MD2_FINAL, Opcode.MD2_HASH):
        for count in (0, 1, 63, 64):
            left = driver.run(opcode, TEXT[:64], count)
            digest = 0 if opcode == Opcode.MD2_UPDATE else sum_of_bytes(left[:16])
            assert driver.sums == (sum_of_bytes(TEXT[: count + -count % 4]), digest)
            driver.command(Opcode.MD2_INIT)
    driver.command(Opcode.NOISE, 5)
    assert driver.sums == (0, sum_of_bytes(driver.get(DATA_BUFFER, 8)))


def test_sums_over_numbers(driver: Driver) -> None:
    p, q, e = 0xFFFFFFFFFFC5, 0xFFFFFFFFFFBF, 65537
    d = pow(e, -1, (p - 1) * (q - 1))
    plain, crt = [p * q, e, d], [p, q, d % (p - 1), d % (q - 1), pow(q, -1, p), e]
    for opcode, numbers, count, length in ((Opcode.RSA_LOAD, plain, 5, 5), (Opcode.RSA_LOAD_CRT, crt, 3, 6)):
        put_numbers(driver, numbers, count)
        assert driver.command(opcode, count) == Status.OK
        assert driver.sums == (sum_of_words([word for value in numbers for word in words(value, count)]), 0)
        put_numbers(driver, [0x123456789ABC], length)
        assert driver.command(opcode + 2) == Status.OK
        left = words(number(driver, length), length)
        assert driver.sums == (sum_of_words(words(0x123456789ABC, length)), sum_of_words(left))


def test_a_full_buffer_is_summed_within_the_bank(driver: Driver) -> None:
    text = TEXT * 8
    driver.put(KEY_BUFFER, KEY + IV + text)
    driver.command(Opcode.DES_KEY, 1)
    assert driver.command(Opcode.DES_CBC_ENCRYPT, 512) == Status.OK
    assert driver.sums == (sum_of_bytes(text), sum_of_bytes(encrypts(DES.MODE_CBC)(text)))


@pytest.mark.parametrize("opcode", [Opcode.DES_CBC_ENCRYPT, Opcode.MD2_HASH, Opcode.RSA_LOAD, Opcode.RSA_LOAD_CRT])
def test_of_too_much_no_sum_is_made(driver: Driver, opcode: Opcode) -> None:
    assert driver.command(opcode, 0xFFFF) != Status.OK
    assert driver.sums == (0, 0)


@pytest.mark.parametrize(("megahertz", "waits"), [(1, 2), (20, 2), (27, 2), (33, 3), (40, 5)])
def test_clock_sets_what_depends_on_time(megahertz: int, waits: int) -> None:
    firmware = Firmware()
    firmware.command(Opcode.CLOCK, megahertz * 1000 + megahertz * 1000 // 64)
    assert firmware.dsp.x[0xFFFE] & 0xF == waits
    assert firmware.dsp.x[firmware.symbol("chip_limit")] * 14 >= megahertz * 1000
    assert 2 * firmware.dsp.x[firmware.symbol("noise_gap")] >= 20 * megahertz


@pytest.mark.parametrize("thousands", [1, 2, 250])
def test_calibrate_takes_a_known_time(thousands: int) -> None:
    firmware = Firmware()
    firmware.command(Opcode.CALIBRATE, thousands)
    first = firmware.clocks
    firmware.command(Opcode.CALIBRATE, thousands + 3)
    assert firmware.clocks - 2 * first == 3000
