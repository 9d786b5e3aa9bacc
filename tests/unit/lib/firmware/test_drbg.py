"""HMAC_DRBG as commands of the card: vectors of NIST, seeds from noise, no bytes without entropy, clocks."""

import random
from itertools import pairwise

import pytest

from dsp56k.card import Card
from dsp56k.card.faults import StuckLine
from dsp56k.host.cpu_modes import ModeName
from dsp56k.host.errors import DriverError, HostError, NoiseHealthError, SelfTestError
from dsp56k.host.software import host_software
from dsp56k.lib import drbg, oracles
from dsp56k.lib.firmware import DATA_BUFFER, Check, Firmware, Opcode, Status
from dsp56k.lib.image import LARGE_BANK
from shared.drbg_vectors import NIST
from shared.firmware_on_card import call_with, command_image, driver_on, firmware_on

SEED_CLOCKS, REQUEST_CLOCKS, CODE_CLOCKS, NOISE_CLOCKS = 147_398, 84_884, 21_058, 1_152_366
"""Clocks: DRBG_SEED of 24 bytes; DRBG_GENERATE without its bytes, for each 20; for noise in addition."""
RTS = 0x00000C
TEST_CLOCKS = 629_988
"""Clocks of the known answer before the first seed."""


def firmware_with(seed: int = 0, noise: int | None = None) -> Firmware:
    card = Card(seed=seed, bank_words=LARGE_BANK, strict=True)
    firmware = firmware_on(card, command_image("drbg"))
    if noise is not None:
        card.faults.add(StuckLine("noise.data", level=noise))
    return firmware


@pytest.fixture
def firmware() -> Firmware:
    return firmware_with()


def generated(firmware: Firmware, count: int) -> bytes:
    assert call_with(firmware, drbg.GENERATE_COMMAND, b"\xa5" * count) == Status.OK
    return firmware.read(DATA_BUFFER, count)


def without_result(firmware: Firmware, opcode: int, data: bytes) -> None:
    """A command that takes data leaves zeros."""
    assert call_with(firmware, opcode, data) == Status.OK
    assert not any(firmware.read(DATA_BUFFER, len(data)))


@pytest.mark.parametrize(("seed", "new_seed", "requests", "output"), NIST)
def test_nists_vectors(
    firmware: Firmware, seed: tuple[str, ...], new_seed: tuple[str, str] | None, requests: tuple[str, str], output: str
) -> None:
    without_result(firmware, drbg.SEED_COMMAND, bytes.fromhex("".join(seed)))
    if new_seed is not None:
        without_result(firmware, drbg.MIX_COMMAND, bytes.fromhex("".join(new_seed)))
    for additional in map(bytes.fromhex, requests):
        if additional:
            without_result(firmware, drbg.INPUT_COMMAND, additional)
        made = generated(firmware, 80)
    assert made == bytes.fromhex(output)


def test_a_seed_from_noise_is_32_bytes_and_the_personalization(firmware: Firmware) -> None:
    """It is read in the chip, where the routine of the generator begins."""
    dsp, symbol, words = firmware.dsp, firmware.symbol, b"a card"
    without_result(firmware, drbg.SEED_COMMAND, bytes(24))  # with the known answer, which has another seed
    firmware.write(DATA_BUFFER, words)
    for name, value in (("opcode", drbg.INSTANTIATE_COMMAND), ("argument", len(words))):
        dsp.x[symbol(name)] = value
    dsp.regs.pc, dsp.regs.sp = symbol("user_command"), 1
    dsp.stack[1] = (symbol("command_loop"), dsp.regs.sr)
    dsp.regs.x0 = len(words)
    dsp.run(until=symbol("drbg_seed"), max_clocks=2_000_000)
    seed = firmware.read(DATA_BUFFER, drbg.CARD_NOISE_BYTES) + words
    assert len(set(seed)) > 25
    assert dsp.regs.n6 == len(seed)
    assert bytes(dsp.x[DATA_BUFFER : DATA_BUFFER + len(seed)]) == seed
    dsp.run(until=symbol("command_loop"), max_clocks=2_000_000)
    assert generated(firmware, 45) == oracles.hmac_drbg(seed, 45)


def test_a_reseed_with_noise_changes_the_bytes() -> None:
    made = set()
    for seed in (1, 2):
        firmware = firmware_with(seed)
        call_with(firmware, drbg.SEED_COMMAND, bytes(24))
        first = generated(firmware, 20)
        without_result(firmware, drbg.RESEED_COMMAND, b"more")
        made.add((first, generated(firmware, 20)))
    assert len(made) == 2
    assert len({first for first, _ in made}) == 1


@pytest.mark.parametrize("level", [0, 1])
def test_a_stuck_noise_circuit_gives_no_bytes(level: int) -> None:
    firmware = firmware_with(noise=level)
    for opcode in (drbg.INSTANTIATE_COMMAND, drbg.RESEED_COMMAND):
        assert call_with(firmware, drbg.SEED_COMMAND, bytes(range(24))) == Status.OK
        assert call_with(firmware, opcode, b"input") == Status.NOISE_FAILED
        assert call_with(firmware, drbg.GENERATE_COMMAND, bytes(20)) == Status.NO_KEY
        assert not any(firmware.read(DATA_BUFFER, 20))
        state = firmware.symbol("DRBG_STATE")
        assert not any(firmware.dsp.x[state : state + 40])


def test_nothing_of_a_seed_or_of_the_state_remains_elsewhere(firmware: Firmware) -> None:
    call_with(firmware, drbg.INSTANTIATE_COMMAND, b"personal")
    made = generated(firmware, 20)
    dsp, start = firmware.dsp, firmware.symbol("DRBG_STATE")
    assert made not in (bytes(20), bytes(dsp.x[start + 20 : start + 40]))
    assert not any(dsp.x[0:256])
    assert not any(dsp.y[0:256])
    assert not any(dsp.x[DATA_BUFFER + 20 : DATA_BUFFER + 0x1000])
    noise = firmware.symbol("noise_output")
    assert not any(dsp.x[noise : noise + 16])
    parts = [list(dsp.x[start + first : start + first + 8]) for first in (0, 20)]
    memory = list(dsp.x[0x100:0x2000])
    found = {0x100 + place for place in range(len(memory)) if memory[place : place + 8] in parts}
    assert found == {start, start + 20}


def test_the_state_is_compared(firmware: Firmware) -> None:
    for place in (0, 39, firmware.symbol("drbg_requests") - firmware.symbol("DRBG_STATE")):
        for checks, status in ((Check.STATE, Status.MEMORY_CHANGED), (0, Status.OK)):
            firmware.call(Opcode.CHECKS, checks)
            call_with(firmware, drbg.SEED_COMMAND, bytes(24))
            firmware.dsp.x[firmware.symbol("DRBG_STATE") + place] ^= 1
            assert call_with(firmware, drbg.GENERATE_COMMAND, bytes(8)) == status
            if status != Status.OK:
                assert not any(firmware.read(DATA_BUFFER, 8))


def test_a_new_seed_is_required_after_65536_requests(firmware: Firmware) -> None:
    firmware.call(Opcode.CHECKS, 0)
    call_with(firmware, drbg.SEED_COMMAND, bytes(24))
    place = firmware.symbol("drbg_requests")
    generated(firmware, 1)
    assert firmware.dsp.x[place] == 1
    firmware.dsp.x[place] = 65_535
    generated(firmware, 1)
    assert call_with(firmware, drbg.GENERATE_COMMAND, bytes(1)) == Status.NO_KEY
    call_with(firmware, drbg.RESEED_COMMAND, b"")
    generated(firmware, 1)


def test_misuse_has_its_status(firmware: Firmware) -> None:
    for opcode, count in ((drbg.GENERATE_COMMAND, 8), (drbg.RESEED_COMMAND, 8), (drbg.INPUT_COMMAND, 8)):
        assert call_with(firmware, opcode, bytes(count)) == Status.NO_KEY
    assert call_with(firmware, drbg.MIX_COMMAND, bytes(16)) == Status.NO_KEY
    call_with(firmware, drbg.SEED_COMMAND, bytes(96))
    for opcode, count in (
        (drbg.SEED_COMMAND, 23),
        (drbg.SEED_COMMAND, 97),
        (drbg.GENERATE_COMMAND, 0),
        (drbg.INPUT_COMMAND, 0),
        (drbg.INPUT_COMMAND, 65),
        (drbg.INSTANTIATE_COMMAND, 65),
        (drbg.RESEED_COMMAND, 65),
        (drbg.MIX_COMMAND, 15),
        (drbg.MIX_COMMAND, 97),
    ):
        call_with(firmware, drbg.SEED_COMMAND, bytes(24))
        assert call_with(firmware, opcode, bytes(count)) == Status.BAD_PARAMETER
        assert generated(firmware, 20) == oracles.hmac_drbg(bytes(24), 20)


def test_clocks_do_not_depend_on_the_bytes() -> None:
    taken = set()
    for seed in range(3):
        firmware = firmware_with(seed)
        counts = [firmware.clocks]
        for opcode, data in (
            (drbg.SEED_COMMAND, random.Random(seed).randbytes(24)),
            (drbg.GENERATE_COMMAND, bytes(20)),
            (drbg.GENERATE_COMMAND, bytes(40)),
            (drbg.INSTANTIATE_COMMAND, b""),
        ):
            call_with(firmware, opcode, data)
            counts.append(firmware.clocks)
        taken.add(tuple(after - before for before, after in pairwise(counts)))
    code = CODE_CLOCKS
    wanted = TEST_CLOCKS + SEED_CLOCKS, REQUEST_CLOCKS + code, REQUEST_CLOCKS + 2 * code, SEED_CLOCKS + NOISE_CLOCKS
    assert taken == {wanted}


@pytest.mark.parametrize("opcode", [drbg.SEED_COMMAND, drbg.INSTANTIATE_COMMAND])
@pytest.mark.parametrize(
    ("symbol", "offset", "word"), [("drbg_known", 40, 0), ("sha1_blocks", 1, 0), ("drbg_reseed", 0, RTS)]
)
def test_a_wrong_known_answer_leaves_no_generator(
    firmware: Firmware, opcode: int, symbol: str, offset: int, word: int
) -> None:
    """The answer, SHA-1 or the generator has changed; the next seed repeats the test."""
    place = firmware.symbol(symbol) + offset
    right = int(firmware.dsp.p[place])
    firmware.dsp.p[place] = word or right ^ 1
    data = bytes(range(24))
    assert call_with(firmware, opcode, data) == Status.SELF_TEST_FAILED
    assert call_with(firmware, drbg.GENERATE_COMMAND, bytes(20)) == Status.NO_KEY
    firmware.dsp.p[place] = right
    assert call_with(firmware, drbg.SEED_COMMAND, data) == Status.OK
    assert generated(firmware, 20) == oracles.hmac_drbg(data, 20)


def test_a_start_leaves_no_generator_and_repeats_the_known_answer() -> None:
    card, x = Card(bank_words=LARGE_BANK, strict=True), range(0x0BD8, 0x0CC0)
    # The content of RAM at power-up is unknown.
    for address in x:
        card.dsp.x[address] = 0xA5A5A5
    driver = driver_on(card, command_image("drbg"))
    tested = command_image("drbg").symbols["drbg_tested"]
    for _ in range(2):
        assert card.dsp.x[tested] == 0
        with pytest.raises(DriverError, match="no key"):
            driver.drbg.generate(20)
        driver.drbg.instantiate()
        assert card.dsp.x[tested] == 1
        assert driver.drbg.generate(20).value != bytes(20)
        driver.start(command_image("drbg").segments)


def test_the_driver_names_a_failed_known_answer() -> None:
    card = Card(bank_words=LARGE_BANK, strict=True)
    driver = driver_on(card, command_image("drbg"))
    place = command_image("drbg").symbols["drbg_known"]
    card.dsp.p[place] = int(card.dsp.p[place]) ^ 1
    with pytest.raises(SelfTestError):
        driver.drbg.instantiate()


@pytest.mark.parametrize("mode", ["flat32", "real16"])
def test_both_drivers_generate(mode: ModeName) -> None:
    card = Card(bank_words=LARGE_BANK, strict=True)
    driver = driver_on(card, command_image("drbg"), mode=mode)
    with pytest.raises(DriverError, match="no key"):
        driver.drbg.generate(20)
    driver.drbg.instantiate(b"a card")
    one, other = driver.drbg.generate(5000).value, driver.drbg.generate(20, b"additional").value
    assert len(set(one)) == 256
    assert other not in (bytes(20), one[:20])
    driver.drbg.reseed()
    assert driver.drbg.generate(20).value not in one
    with pytest.raises(HostError, match="additional must be at most 64 bytes, got 65 bytes"):
        driver.drbg.generate(1, bytes(65))
    with pytest.raises(HostError, match="count must be 1 to"):
        driver.drbg.generate(0)
    card.faults.add(StuckLine("noise.data", level=1))
    for call in (driver.drbg.instantiate, driver.drbg.reseed, driver.drbg.instantiate):
        with pytest.raises(DriverError) as caught:
            call()
        assert isinstance(caught.value, NoiseHealthError) == (call != driver.drbg.reseed)
        with pytest.raises(DriverError, match="no key"):
            driver.drbg.generate(20)


def test_wrong_operands_of_a_generator_are_named() -> None:
    driver = driver_on(Card(bank_words=LARGE_BANK), command_image("drbg"))
    for side in (driver, host_software("asm")):
        with pytest.raises(HostError, match="seed must be 24 to 96 bytes, got 23 bytes"):
            side.call("hmac_drbg", bytes(23), 1)
        with pytest.raises(HostError, match="request must be"):
            side.call("hmac_drbg", bytes(24), 1, 0)
        with pytest.raises(HostError, match="must be 0 to"):
            side.call("hmac_drbg", bytes(24), -1)
