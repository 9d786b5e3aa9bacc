"""Batches of short DES operations by the card's DES chip: every command, right to the last byte, or a named status."""

import pytest

from dsp56k.card import Card
from dsp56k.card.faults import BusyDesChip, Fault, FlippedLine, MissingDesChip
from dsp56k.host.batched_jobs import KEY_COMMAND, Batches, DesOperation
from dsp56k.host.driver import CardDriver
from dsp56k.host.errors import HostError, KeyParityError
from dsp56k.lib.errors import AssemblyError, OperandError
from dsp56k.lib.firmware import DATA_BUFFER, Check, Firmware, Opcode, Status, image
from dsp56k.lib.image import LARGE_BANK
from dsp56k.study.operations.workload import Workload
from shared.firmware_on_card import driver_on, firmware_on

COMMANDS, CACHED, CHAINED, RESET, LOOP = 0x60, 0x61, 0x63, 0x64, 0x65
BAD_RECORD = 0x40
KEYS = 16


def operations(count: int, seed: int = 1, keys: int = KEYS) -> list[DesOperation]:
    source = Workload(seed).short_operations(range(8, 81, 8), keys)
    return [next(source) for _ in range(count)]


def common(count: int) -> list[DesOperation]:
    key = operations(1)[0].key
    return [DesOperation(key, bytes(8), each.data, decrypt=False) for each in operations(count)]


def right(of: list[DesOperation]) -> bytes:
    return b"".join(each.right for each in of)


@pytest.fixture(scope="module")
def firmware() -> Firmware:
    return firmware_on(Card(bank_words=LARGE_BANK), image(commands="batches", bank_words=LARGE_BANK))


def results(firmware: Firmware, batches: Batches, of: list[DesOperation]) -> bytes | int:
    """The bytes that a command left, or its status."""
    if batches.keys == "once":
        firmware.write(DATA_BUFFER, of[0].key)
        firmware.command(KEY_COMMAND, len(of[0].key))
    records = b"".join(batches.records(of))
    firmware.write(DATA_BUFFER, records)
    status = firmware.call(batches.command, len(records))
    if status:
        return status
    return firmware.read(DATA_BUFFER, int(firmware.dsp.x[firmware.symbol("argument")]))


@pytest.mark.parametrize("command", [COMMANDS, CACHED, LOOP])
@pytest.mark.parametrize("count", [1, 2, 40])
def test_operations_of_their_own(firmware: Firmware, command: int, count: int) -> None:
    batch = operations(count, seed=count)
    assert results(firmware, Batches(command), batch) == right(batch)


@pytest.mark.parametrize("command", [CHAINED, RESET])
@pytest.mark.parametrize("count", [1, 2, 60])
def test_operations_under_one_key(firmware: Firmware, command: int, count: int) -> None:
    batch = common(count)
    assert results(firmware, Batches(command, "once"), batch) == right(batch)


def test_more_keys_than_the_cache_holds(firmware: Firmware) -> None:
    for seed in range(3):
        batch = operations(50, seed, keys=24)
        assert results(firmware, Batches(CACHED), batch) == right(batch)


def test_a_kept_key_costs_less(firmware: Firmware) -> None:
    batch = operations(20, keys=1)
    clocks = []
    for command in (COMMANDS, CACHED, LOOP):
        results(firmware, Batches(command), batch)
        start = firmware.clocks
        results(firmware, Batches(command), batch)
        clocks.append(firmware.clocks - start)
    assert clocks[0] > clocks[1] > clocks[2]


def test_clocks_of_sixty_operations(firmware: Firmware) -> None:
    clocks = {}
    for checks in (Check(7), Check(0)):
        firmware.command(Opcode.CHECKS, checks)
        for command in (COMMANDS, CHAINED, RESET, LOOP):
            once = command in (CHAINED, RESET)
            batches, batch = Batches(command, "once" if once else "each"), common(60) if once else operations(60)
            if once:
                firmware.write(DATA_BUFFER, batch[0].key)
                firmware.command(KEY_COMMAND, 8)
            records = b"".join(batches.records(batch))
            firmware.write(DATA_BUFFER, records)
            start = firmware.clocks
            firmware.command(command, len(records))
            clocks[command, checks] = firmware.clocks - start
    firmware.command(Opcode.CHECKS, 7)
    # As docs/reference/short-des.md says. Polling the chip, whose clock is another, moves each by some clocks.
    ways = (COMMANDS, CHAINED, RESET, LOOP)
    unchecked = [clocks[command, Check(0)] for command in ways]
    assert unchecked == pytest.approx([237874, 86334, 90088, 97882], rel=1e-3)
    assert [clocks[command, Check(7)] for command in ways] == pytest.approx(unchecked, abs=60)


@pytest.mark.parametrize("command", [COMMANDS, CACHED, CHAINED, RESET, LOOP])
def test_records_that_are_none(firmware: Firmware, command: int) -> None:
    once = command in (CHAINED, RESET)
    batches = Batches(command, "once" if once else "each")
    batch = common(2) if once else operations(2)
    assert results(firmware, batches, batch) == right(batch)
    records = b"".join(batches.records(batch))
    wrong = [records[:-1], records + b"\x01", b"\x00" + records[1:], bytes([records[0] + 1]) + records[1:]]
    if once:
        wrong.append(bytes([records[0] | 0x80]) + records[1:])
    for content in wrong:
        firmware.write(DATA_BUFFER, content)
        assert firmware.call(command, len(content)) == BAD_RECORD


@pytest.mark.parametrize("command", [COMMANDS, CACHED, LOOP])
def test_a_key_of_even_parity_is_refused(firmware: Firmware, command: int) -> None:
    batch = operations(3)
    bad = [batch[0], DesOperation(bytes(7) + b"\x03", batch[1].iv, batch[1].data, decrypt=False), batch[2]]
    assert results(firmware, Batches(command), bad) is Status.KEY_PARITY
    assert results(firmware, Batches(command), batch) == right(batch)


@pytest.mark.parametrize("command", [CHAINED, RESET])
def test_without_the_key_there_is_no_batch(command: int) -> None:
    fresh = firmware_on(Card(bank_words=LARGE_BANK), image(commands="batches", bank_words=LARGE_BANK))
    records = b"".join(Batches(command, "once").records(common(2)))
    fresh.write(DATA_BUFFER, records)
    assert fresh.call(command, len(records)) is Status.NO_KEY


@pytest.mark.parametrize("command", [COMMANDS, CACHED, CHAINED, RESET, LOOP])
@pytest.mark.parametrize(
    "fault", [MissingDesChip(), BusyDesChip(), FlippedLine("des.data", 3)], ids=lambda one: type(one).__name__
)
def test_a_chip_that_fails_is_named(command: int, fault: Fault) -> None:
    card = Card(bank_words=LARGE_BANK)
    firmware = firmware_on(card, image(commands="batches", bank_words=LARGE_BANK))
    once = command in (CHAINED, RESET)
    batches, batch = Batches(command, "once" if once else "each"), common(5) if once else operations(5)
    assert results(firmware, batches, batch) == right(batch)
    card.faults.add(fault)
    records = b"".join(batches.records(batch))
    firmware.write(DATA_BUFFER, records)
    status = firmware.call(command, len(records))
    assert status in (
        Status.CHIP_ABSENT, Status.CHIP_TIMEOUT, Status.CHIP_WRONG, Status.KEY_PARITY, Status.CHIP_ERROR
    )  # fmt: skip


@pytest.fixture(scope="module")
def drivers() -> CardDriver:
    return driver_on(Card(bank_words=LARGE_BANK, strict=True), image(commands="batches", bank_words=LARGE_BANK))


@pytest.mark.parametrize("most", [1, 7, 10_000])
@pytest.mark.parametrize("command", [COMMANDS, CACHED, LOOP])
def test_the_driver_divides_a_batch(drivers: CardDriver, command: int, most: int) -> None:
    batch, batches = operations(130), Batches(command, most=most)
    given = drivers.short_des.batch(None, b"", command, batches.records(batch), fixed=batches.fixed, most=most)
    assert given.value == right(batch)


def test_the_driver_says_what_went_wrong(drivers: CardDriver) -> None:
    even = DesOperation(bytes(8), bytes(8), bytes(8), decrypt=False)
    with pytest.raises(KeyParityError):
        drivers.short_des.batch(None, b"", LOOP, Batches(LOOP).records([even]), fixed=17, most=1)
    for records, most in (([], 1), ([b"\x02" + bytes(24)], 1), ([b"\x01" + bytes(24)], 0)):
        with pytest.raises(HostError):
            drivers.short_des.batch(None, b"", LOOP, records, fixed=17, most=most)
    with pytest.raises(HostError, match="must be created with a batch method"):
        drivers.short_des.run(operations(1))


def test_operations_that_a_way_cannot_do() -> None:
    with pytest.raises(HostError, match="one key"):
        Batches(CHAINED, "once").records(operations(2))
    for size in (0, 7, 1024):
        with pytest.raises(HostError, match="whole blocks"):
            Batches(LOOP).records([DesOperation(bytes(8), bytes(8), bytes(size), decrypt=False)])


def test_the_loop_is_among_what_is_summed(firmware: Firmware) -> None:
    batch = operations(2)
    address = firmware.symbol("batch_operations") + 1
    word = firmware.dsp.p[address]
    assert results(firmware, Batches(COMMANDS), batch) == right(batch)
    assert firmware.call(Opcode.CONFIRM) is Status.OK
    results(firmware, Batches(COMMANDS), batch)
    firmware.dsp.p[address] = word ^ 1
    assert firmware.call(Opcode.CONFIRM) is Status.MEMORY_CHANGED
    firmware.dsp.p[address] = word


def test_an_image_has_one_set_of_commands() -> None:
    with pytest.raises(OperandError, match="source must be None with commands 'batches', got both"):
        image("mine.asm", commands="batches")
    with pytest.raises(OperandError, match=r"unknown commands .others.; did you mean ciphers\? Expected one of aes, "):
        image(commands="others")
    with pytest.raises(AssemblyError, match="not the user's"):
        image(commands="batches")
