"""CHECKS and CONFIRM: one wrong bit in code, tables, keys or states is found; what that costs; where things lie."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from Crypto.Cipher import DES
from Crypto.Hash import MD2

from dsp56k.card import Card
from dsp56k.lib import known_answers
from dsp56k.lib.errors import FirmwareError
from dsp56k.lib.firmware import DATA_BUFFER, KEY_BUFFER, Check, Firmware, Opcode, Status, image
from dsp56k.lib.image import LARGE_BANK, SMALL_BANK
from dsp56k.lib.protocol import command_words, next_number, reply_word, sum_of_bytes
from shared.firmware_on_card import firmware_on

KEY, IV = bytes.fromhex("133457799BBCDFF1"), bytes.fromhex("FEDCBA9876543210")
TEXT = bytes(i * 5 + 3 & 0xFF for i in range(64))
RIGHT = DES.new(KEY, DES.MODE_CBC, IV).encrypt(TEXT)
FIRMWARE_DOCUMENT = Path(__file__).parents[4] / "docs" / "reference" / "firmware.md"

Words = Callable[[Firmware], None]


def symbol(name: str) -> int:
    return image().symbols[name]


def flip(firmware: Firmware, space: str, address: int, bit: int) -> None:
    memory = {"x": firmware.dsp.x, "y": firmware.dsp.y, "p": firmware.dsp.p}[space]
    memory[address] = int(memory[address]) ^ 1 << bit


def des_loaded(pairs: int = 0) -> Firmware:
    firmware = Firmware()
    if pairs:
        firmware.command(Opcode.DES_TABLES, 1)
    firmware.write(KEY_BUFFER, KEY + IV + TEXT)
    firmware.command(Opcode.DES_KEY, 1)
    return firmware


def encrypt(firmware: Firmware) -> Status | int:
    """Return the status of an encryption; if OK, it was right. A timeout detects a firmware that crashed."""
    try:
        status = firmware.call(Opcode.DES_CBC_ENCRYPT, len(TEXT) // 8)
    except (FirmwareError, ValueError):
        return Status.UNKNOWN_COMMAND
    if status is Status.OK:
        assert firmware.read(DATA_BUFFER, len(TEXT)) == RIGHT
    return status


def confirm(firmware: Firmware) -> Status | int:
    """Return the status of CONFIRM; a timeout detects a firmware that crashed."""
    try:
        return firmware.call(Opcode.CONFIRM)
    except (FirmwareError, ValueError):
        return Status.UNKNOWN_COMMAND


@pytest.mark.parametrize("seed", range(20))
def test_des_keys_and_chaining_value(seed: int) -> None:
    source = random.Random(seed)
    firmware = des_loaded()
    flip(firmware, "x", source.randrange(symbol("des_keys"), symbol("md2_saved")), source.randrange(24))
    assert encrypt(firmware) is Status.MEMORY_CHANGED


@pytest.mark.parametrize("seed", range(20))
def test_tables_in_x(seed: int) -> None:
    source = random.Random(seed)
    firmware = des_loaded()
    firmware.command(Opcode.CONFIRM)
    flip(firmware, "x", source.randrange(symbol("fp_high"), symbol("state_begin")), source.randrange(24))
    firmware.call(Opcode.DES_CBC_ENCRYPT, len(TEXT) // 8)
    assert confirm(firmware) is Status.MEMORY_CHANGED


@pytest.mark.parametrize(("opcode", "argument"), [(Opcode.DES_IV, 0), (Opcode.DES_KEY, 0)])
def test_a_new_iv_or_key_does_not_cover_up_a_change_of_the_other(opcode: Opcode, argument: int) -> None:
    firmware = des_loaded()
    flip(firmware, "x", symbol("des_keys" if opcode is Opcode.DES_IV else "des_chain") + 3, 7)
    firmware.command(opcode, argument)
    assert encrypt(firmware) is Status.MEMORY_CHANGED


SUMMED = {
    "pass_whole": (
        ("p", "dispatch", "des_tables"),
        ("p", "des_initial", "chip_loop"),
        ("p", "md4_enter", "self_test"),
        ("x", "fp_high", "state_begin"),
        ("x", "chip_sample", "USER_DATA"),
    ),
    "constants_rsa": (("p", "rsa_code", "fast_squares_22"),),
    "constants_rsa_22": (("p", "rsa_code", "rsa_end"),),
    "state_des_key": (("x", "des_keys", "des_chain"),),
    "state_md2": (("x", "md2_saved", "md2_ready"),),
    "state_rsa": (("x", "rsa_key", "rsa_check"),),
}
"""Some words of each checksum's area."""
FAR_APART = 1024
"""Words: where a sum of 56 bits over all pairs would lose the order of two highest bits."""


def sum_by(firmware: Firmware, routine: str) -> int:
    firmware.enter(symbol(routine), symbol("command_loop"))
    return int(firmware.dsp.x[symbol("pass_sum")] if routine == "pass_whole" else firmware.dsp.regs.a1)


def words_of(firmware: Firmware, space: str) -> Any:
    return {"x": firmware.dsp.x, "p": firmware.dsp.p}[space]


@pytest.mark.parametrize("routine", SUMMED)
def test_two_opposite_flips_of_a_column_change_a_sum(routine: str) -> None:
    source, firmware = random.Random(routine), Firmware()
    right = sum_by(firmware, routine)
    for space, begin, end in SUMMED[routine]:
        memory, places = words_of(firmware, space), range(symbol(begin), symbol(end))
        if not any(memory[places.start : places.stop]):
            memory[places.start : places.stop] = [source.getrandbits(24) for _ in places]
            right = sum_by(firmware, routine)
        for turn in range(30):
            first = source.choice(places)
            others = places[(first - places.start) % FAR_APART :: FAR_APART] if turn % 2 else places
            bit = 1 << (23 if turn % 2 else source.randrange(24))
            other = next(
                (each for each in source.sample(others, len(others)) if (memory[each] ^ memory[first]) & bit), None
            )
            if other is None:
                continue
            for place in (first, other):
                memory[place] = int(memory[place]) ^ bit
            assert sum_by(firmware, routine) != right, (space, first, other, bit)
            for place in (first, other):
                memory[place] = int(memory[place]) ^ bit
    assert sum_by(firmware, routine) == right


@pytest.mark.parametrize("routine", SUMMED)
def test_two_words_that_change_places_change_a_sum(routine: str) -> None:
    source, firmware = random.Random(routine), Firmware()
    for space, begin, end in SUMMED[routine]:
        memory, places = words_of(firmware, space), range(symbol(begin), symbol(end))
        if not any(memory[places.start : places.stop]):
            memory[places.start : places.stop] = [source.getrandbits(24) for _ in places]
        right = sum_by(firmware, routine)
        for turn in range(20):
            first = source.choice(places[:-1])
            other = first + 1 if turn % 2 else source.choice(places)
            here, there = int(memory[first]), int(memory[other])
            memory[first], memory[other] = there, here
            assert (sum_by(firmware, routine) != right) == (here != there), (space, first, other)
            memory[first], memory[other] = here, there


@pytest.mark.parametrize("seed", range(6))
def test_pair_tables(seed: int) -> None:
    source = random.Random(seed)
    firmware = des_loaded(pairs=1)
    assert encrypt(firmware) is Status.OK
    assert confirm(firmware) is Status.OK
    flip(firmware, "x", source.randrange(symbol("pair_tables"), symbol("pair_tables") + 0x6000), source.randrange(24))
    firmware.call(Opcode.DES_CBC_ENCRYPT, len(TEXT) // 8)
    assert confirm(firmware) is Status.MEMORY_CHANGED
    firmware.command(Opcode.DES_TABLES, 0)
    assert confirm(firmware) is Status.MEMORY_CHANGED


@pytest.mark.parametrize("blocks", [1, 8, 400])
@pytest.mark.parametrize("opcode", [Opcode.DES_CBC_ENCRYPT, Opcode.DES_ECB_DECRYPT, Opcode.DES_MAC])
def test_a_result_made_with_a_changed_key_is_erased(opcode: Opcode, blocks: int) -> None:
    firmware = des_loaded()
    firmware.write(DATA_BUFFER, TEXT * 50)
    flip(firmware, "x", symbol("des_keys") + 20, 0)
    assert firmware.call(opcode, blocks) is Status.MEMORY_CHANGED
    assert firmware.read(DATA_BUFFER, 8 * blocks) == bytes(8 * blocks)


def test_the_sum_of_an_erased_result_does_not_leave() -> None:
    firmware, number = des_loaded(), 0
    dsp, reply = firmware.dsp, symbol("reply_words")
    sums = []
    for _ in range(2):
        dsp.regs.x0, dsp.regs.x1 = command_words(Opcode.DES_ECB_ENCRYPT, 1, number)
        number = next_number(number)
        firmware.enter(symbol("execute"), symbol("command_loop"))
        sums.append(int(dsp.x[reply + 2]))
        flip(firmware, "x", symbol("des_keys"), 3)
    assert sums == [sum_of_bytes(DES.new(KEY, DES.MODE_ECB).encrypt(TEXT[:8])), 0]
    assert reply_word(Status.MEMORY_CHANGED, 1) == dsp.x[reply]


@pytest.mark.parametrize("seed", range(40))
def test_code_of_des(seed: int) -> None:
    source = random.Random(seed)
    places = [range(symbol("dispatch"), symbol("des_tables")), range(symbol("des_initial"), symbol("md2_blocks"))]
    firmware = des_loaded()
    flip(firmware, "p", source.choice(source.choice(places)), source.randrange(24))
    try:
        firmware.call(Opcode.DES_CBC_ENCRYPT, len(TEXT) // 8)
    except (FirmwareError, ValueError):
        return  # It crashed, so no result leaves.
    assert confirm(firmware) is not Status.OK


@pytest.mark.parametrize("offset", [0, 5, 61])
def test_a_changed_image_of_the_rounds_is_found_when_it_is_used(offset: int) -> None:
    firmware = des_loaded()
    firmware.dsp.port_a.ram("P")[symbol("PAIRS_IMAGE") + offset] ^= 1 << 3
    assert confirm(firmware) is Status.OK
    firmware.command(Opcode.DES_TABLES, 1)
    assert confirm(firmware) is Status.MEMORY_CHANGED


EXCHANGES = [(0, Opcode.DES_TABLES, 1), (1, Opcode.DES_TABLES, 0), (1, Opcode.MEMORY, 8), (1, Opcode.MEMORY, 32)]


@pytest.mark.parametrize(("pairs", "opcode", "argument"), EXCHANGES)
def test_other_tables_of_des_hide_no_bit_that_flipped_before(pairs: int, opcode: Opcode, argument: int) -> None:
    """The bits flip after a whole pass that found nothing."""
    firmware = des_loaded(pairs)
    firmware.command(Opcode.CONFIRM)
    start, source = firmware.dsp.snapshot(), random.Random(f"{pairs}{opcode}{argument}")
    firmware.command(opcode, argument)
    assert confirm(firmware) is Status.OK
    for space, begin, end in (
        *(("p", begin, end) for begin, end in (("md2_blocks", "resident_end"), ("md4_enter", "self_test"))),
        ("x", "fp_high", "s_high"),
        ("x", "small_bases", "state_begin"),
        ("x", "chip_sample", "USER_DATA"),
    ):
        for _ in range(3):
            firmware.dsp.restore(start)
            flip(firmware, space, source.randrange(symbol(begin), symbol(end)), source.randrange(24))
            firmware.command(opcode, argument)
            assert confirm(firmware) is Status.MEMORY_CHANGED, (space, begin)


@pytest.mark.parametrize("seed", range(3))
def test_a_bit_that_flips_as_soon_as_pair_tables_are_made_is_found(seed: int) -> None:
    firmware, source = des_loaded(), random.Random(seed)
    firmware.dsp.regs.r0, firmware.dsp.regs.x0 = Opcode.DES_TABLES, 1
    firmware.enter(symbol("dispatch"), symbol("des_exchange"))
    flip(firmware, "x", source.randrange(symbol("pair_tables"), symbol("pair_tables") + 0x6000), source.randrange(24))
    firmware.enter(symbol("des_exchange"), symbol("command_loop"))
    assert firmware.dsp.x[symbol("pairs_in_use")]
    assert confirm(firmware) is Status.MEMORY_CHANGED


@pytest.mark.parametrize(("space", "label", "offset"), [("x", "md2_saved", 20), ("x", None, 99)])
def test_md2(space: str, label: str | None, offset: int) -> None:
    firmware = Firmware()
    firmware.write(DATA_BUFFER, TEXT)
    firmware.command(Opcode.MD2_INIT)
    firmware.command(Opcode.MD2_UPDATE, 40)
    flip(firmware, space, (symbol(label) if label else 0) + offset, 2)
    assert firmware.call(Opcode.MD2_FINAL, 24) is Status.MEMORY_CHANGED


def test_md2_goes_on_when_nothing_changed() -> None:
    firmware = Firmware()
    firmware.command(Opcode.MD2_INIT)
    for start, end in ((0, 40), (40, 43), (43, 64)):
        firmware.write(DATA_BUFFER, TEXT[start:end])
        firmware.command(Opcode.MD2_UPDATE if end < 64 else Opcode.MD2_FINAL, end - start)
    assert firmware.read(DATA_BUFFER, 16) == MD2.new(TEXT).digest()


@pytest.mark.parametrize("label", ["rsa_key", "rsa_exp"])
def test_rsa_key(label: str) -> None:
    firmware = Firmware()
    firmware.write(DATA_BUFFER, b"")
    firmware.dsp.x[DATA_BUFFER : DATA_BUFFER + 6] = [35, 0, 5, 0, 0, 0]
    firmware.command(Opcode.RSA_LOAD, 2)
    for expected in (Status.OK, Status.MEMORY_CHANGED):
        firmware.dsp.x[DATA_BUFFER : DATA_BUFFER + 2] = [2, 0]
        assert firmware.call(Opcode.RSA_OPERATE) is expected
        flip(firmware, "x", symbol("rsa_p") + 9, 0)
    firmware.dsp.x[DATA_BUFFER : DATA_BUFFER + 6] = [35, 0, 5, 0, 0, 0]
    firmware.command(Opcode.RSA_LOAD, 2)
    flip(firmware, "x", symbol(label) + 1, 22)
    firmware.dsp.x[DATA_BUFFER : DATA_BUFFER + 2] = [2, 0]
    assert firmware.call(Opcode.RSA_OPERATE) is not Status.OK


PRIVATE_KEY = [
    *known_answers.answer_words()["answer_public_key"][: known_answers.MODULUS_DIGITS],
    *(known_answers.RSA_D >> 24 * place & 0xFFFFFF for place in range(known_answers.MODULUS_DIGITS)),
    *[0] * known_answers.MODULUS_DIGITS,
]
"""A key without the exponent that undoes it."""
PUBLIC_KEY = known_answers.answer_words()["answer_public_key"]
CRT_KEY = known_answers.answer_words()["answer_crt_key"]
MEMORY_CHECKS = Check.CONSTANTS | Check.STATE
EVERY_CHECK = MEMORY_CHECKS | Check.RESULTS


def load_private_key(firmware: Firmware) -> Status | int:
    firmware.write(DATA_BUFFER, PRIVATE_KEY)
    return firmware.call(Opcode.RSA_LOAD, known_answers.MODULUS_DIGITS)


def block_signed(firmware: Firmware) -> bool:
    """Return True if the current key computes the published signature."""
    words = known_answers.answer_words()
    firmware.write(DATA_BUFFER, words["answer_block"])
    firmware.command(Opcode.RSA_OPERATE)
    return list(firmware.dsp.x[DATA_BUFFER : DATA_BUFFER + known_answers.MODULUS_DIGITS]) == words["answer_signature"]


@pytest.mark.parametrize("seed", range(24))
def test_a_bit_of_a_private_key_flips_while_it_is_made(seed: int) -> None:
    source = random.Random(seed)
    firmware = Firmware()
    turn = source.choice((1, 2))
    address = symbol("rsa_key") + source.randrange(1, 1 + 5 * known_answers.MODULUS_DIGITS)
    loaded = 0

    def flip_when_stored(_chip: object, _address: int) -> None:
        nonlocal loaded
        loaded += 1
        if loaded == turn:
            flip(firmware, "x", address, source.randrange(24))

    firmware.dsp.hooks.on_execute(flip_when_stored, symbol("rsa_done"))
    assert load_private_key(firmware) is Status.MEMORY_CHANGED
    firmware.dsp.hooks.clear()
    assert firmware.call(Opcode.RSA_OPERATE) is not Status.OK
    assert load_private_key(firmware) is Status.OK
    assert block_signed(firmware)


@pytest.mark.parametrize(("exponent", "operations"), [(65537, 1), ((1 << 48) - 1, 1), (1 << 48, 2)])
def test_an_exponent_of_48_bits_or_less_is_done_once(exponent: int, operations: int) -> None:
    digits, done = known_answers.MODULUS_DIGITS, []
    firmware = Firmware()
    words = [exponent >> 24 * place & 0xFFFFFF for place in range(digits)]
    firmware.write(DATA_BUFFER, [*PRIVATE_KEY[:digits], *words, *[0] * digits])
    firmware.command(Opcode.RSA_LOAD, digits)
    firmware.dsp.hooks.on_execute(lambda _chip, address: done.append(address), symbol("rsa_power"))
    firmware.write(DATA_BUFFER, [5, *[0] * (digits - 1)])
    firmware.command(Opcode.RSA_OPERATE)
    assert len(done) == operations
    result = sum(
        int(word) << 24 * place for place, word in enumerate(firmware.dsp.x[DATA_BUFFER : DATA_BUFFER + digits])
    )
    assert result == pow(5, exponent, known_answers.RSA_P * known_answers.RSA_Q)


def test_which_keys_are_loaded_twice() -> None:
    words = known_answers.answer_words()
    loads: list[int] = []

    def loads_of(opcode: Opcode, key: list[int], digits: int, checks: int) -> int:
        loads.clear()
        firmware = Firmware()
        firmware.dsp.hooks.on_execute(lambda _chip, address: loads.append(address), symbol("rsa_done"))
        firmware.command(Opcode.CHECKS, checks)
        firmware.write(DATA_BUFFER, key)
        firmware.command(opcode, digits)
        return len(loads)

    public, digits = words["answer_public_key"], known_answers.MODULUS_DIGITS
    undone = [*PRIVATE_KEY[: 2 * digits], 3, *[0] * (digits - 1)]
    assert loads_of(Opcode.RSA_LOAD, PRIVATE_KEY, digits, Check.RESULTS) == 2
    assert loads_of(Opcode.RSA_LOAD, PRIVATE_KEY, digits, Check.CONSTANTS | Check.STATE) == 1
    assert loads_of(Opcode.RSA_LOAD, public, digits, Check.RESULTS) == 1
    assert loads_of(Opcode.RSA_LOAD, undone, digits, Check.RESULTS) == 1
    assert loads_of(Opcode.RSA_LOAD_CRT, words["answer_crt_key"], known_answers.FACTOR_DIGITS, Check.RESULTS) == 1


@pytest.mark.parametrize("seed", range(12))
def test_code_of_rsa_and_noise_and_chip(seed: int) -> None:
    source = random.Random(seed)
    card = Card()
    firmware = firmware_on(card)
    firmware.write(KEY_BUFFER, KEY + IV + TEXT)
    firmware.command(Opcode.CHIP_KEY, 1)
    # In the last words of the code, which these very runs do not reach
    flip(firmware, "p", symbol("chip_iv") + source.randrange(8), source.randrange(24))
    assert firmware.call(Opcode.CHIP_CBC_ENCRYPT, 8) is Status.OK
    assert confirm(firmware) is Status.MEMORY_CHANGED
    firmware = firmware_on(Card())
    firmware.command(Opcode.NOISE, 1)
    flip(firmware, "p", symbol("noise_fails") + source.randrange(8), source.randrange(24))
    assert confirm(firmware) is Status.MEMORY_CHANGED
    firmware = firmware_on(Card())
    firmware.dsp.x[DATA_BUFFER : DATA_BUFFER + 6] = [35, 0, 5, 0, 0, 0]
    firmware.command(Opcode.RSA_LOAD, 2)
    flip(firmware, "p", symbol("fast_squares_11") + source.randrange(100), source.randrange(24))
    firmware.dsp.x[DATA_BUFFER : DATA_BUFFER + 2] = [2, 0]
    # A wrong result of a public exponent gives nothing away, so that the pass over all code is enough
    assert firmware.call(Opcode.RSA_OPERATE) is Status.OK
    assert confirm(firmware) is Status.MEMORY_CHANGED
    firmware = Firmware()
    load_private_key(firmware)
    flip(firmware, "p", symbol("fast_squares_11") + source.randrange(100), source.randrange(24))
    firmware.dsp.x[DATA_BUFFER] = 2
    assert firmware.call(Opcode.RSA_OPERATE) is Status.MEMORY_CHANGED


def test_checks_can_be_chosen() -> None:
    firmware = des_loaded()
    assert firmware.call(Opcode.CHECKS, 8) is Status.BAD_PARAMETER
    flip(firmware, "x", symbol("des_d_low") + 3, 0)
    assert firmware.call(Opcode.DES_CBC_ENCRYPT, 8) is Status.MEMORY_CHANGED
    firmware.command(Opcode.CHECKS, Check.CONSTANTS)
    assert firmware.call(Opcode.DES_CBC_ENCRYPT, 8) is Status.OK


COSTS = {
    Opcode.DES_CBC_ENCRYPT: 888,
    Opcode.MD2_UPDATE: 850,
    Opcode.MD2_HASH: 994,
    Opcode.MD4_UPDATE: 144,
    Opcode.CHIP_CBC_ENCRYPT: 0,
    Opcode.NOISE: 0,
}
PASS_COST = 101_582
PAIR_PASS_COST = 169_768
PRIVATE_KEY_COST = 38_580
SECRET_POWER_COST = 35_444
PUBLIC_POWER_COST = 1_564
CRT_COST = 19_808


def cost(firmware: Firmware, opcode: Opcode, argument: int, checks: int) -> int:
    firmware.command(Opcode.CHECKS, checks)
    firmware.command(opcode, argument)
    before = firmware.clocks
    firmware.command(opcode, argument)
    return firmware.clocks - before


def test_costs_are_the_documented_ones() -> None:
    firmware = firmware_on(Card(bank_words=32768))
    firmware.write(KEY_BUFFER, KEY + IV)
    firmware.command(Opcode.DES_KEY, 1)
    firmware.command(Opcode.CHIP_KEY, 1)
    firmware.command(Opcode.MD2_INIT)
    measured = {}
    for opcode in COSTS:
        firmware.command(Opcode.CHECKS, EVERY_CHECK)
        firmware.command(Opcode.MD2_INIT)
        firmware.command(Opcode.MD4_INIT)
        argument = {Opcode.MD2_UPDATE: 16, Opcode.MD2_HASH: 16, Opcode.MD4_UPDATE: 64}.get(opcode, 1)
        measured[opcode] = cost(firmware, opcode, argument, EVERY_CHECK) - cost(firmware, opcode, argument, 0)
    assert measured == COSTS
    passes = []
    for tables in (0, 1):
        firmware.command(Opcode.DES_TABLES, tables)
        before = firmware.clocks
        firmware.command(Opcode.CONFIRM)
        passes.append(firmware.clocks - before)
    assert passes == [PASS_COST, PAIR_PASS_COST]
    clocks = []
    for checks in (EVERY_CHECK, 0):
        firmware.command(Opcode.CHECKS, checks)
        before = firmware.clocks
        load_private_key(firmware)
        clocks.append(firmware.clocks - before)
    assert clocks[0] - clocks[1] == PRIVATE_KEY_COST
    document = FIRMWARE_DOCUMENT.read_text(encoding="utf-8")
    for number in (*filter(None, COSTS.values()), PASS_COST, PAIR_PASS_COST, PRIVATE_KEY_COST):
        assert f"| {number:,} |" in document


@pytest.mark.parametrize(
    ("load", "key", "opcode", "operand", "checks", "expected"),
    [
        (Opcode.RSA_LOAD, PRIVATE_KEY, Opcode.RSA_OPERATE, "answer_block", MEMORY_CHECKS, SECRET_POWER_COST),
        (Opcode.RSA_LOAD, PUBLIC_KEY, Opcode.RSA_OPERATE, "answer_signature", EVERY_CHECK, PUBLIC_POWER_COST),
        (Opcode.RSA_LOAD_CRT, CRT_KEY, Opcode.RSA_CRT, "answer_block", MEMORY_CHECKS, CRT_COST),
    ],
)
def test_costs_of_rsa_are_the_documented_ones(
    load: Opcode, key: list[int], opcode: Opcode, operand: str, checks: int, expected: int
) -> None:
    firmware = Firmware()
    digits = known_answers.FACTOR_DIGITS if load is Opcode.RSA_LOAD_CRT else known_answers.MODULUS_DIGITS
    firmware.write(DATA_BUFFER, key)
    firmware.command(load, digits)
    clocks = []
    for chosen in (checks, 0):
        firmware.command(Opcode.CHECKS, chosen)
        firmware.write(DATA_BUFFER, known_answers.answer_words()[operand])
        before = firmware.clocks
        firmware.command(opcode)
        clocks.append(firmware.clocks - before)
    assert clocks[0] - clocks[1] == expected
    assert f"| {expected:,} |" in FIRMWARE_DOCUMENT.read_text(encoding="utf-8")


def test_the_image_lies_where_the_map_says() -> None:
    section = FIRMWARE_DOCUMENT.read_text(encoding="utf-8").split("## 6. Memory")[1].split("\n## ")[0]
    space, rows = "", []
    for name, first, last in re.findall(r"\| ([PXY]? ?\w*) *\| \$(\w{2,4})(?:-\$(\w{2,4}))? \|", section):
        space = name.strip() or space
        rows.append((space, int(first, 16), int(last or first, 16)))
    for segment in image().segments:
        end = segment.address + len(segment.words) - 1
        inside = [
            row for row in rows if row[0] == f"{segment.space} external" and row[1] <= end and segment.address <= row[2]
        ]
        assert inside
        # The jump at P:$0000 is two words, its line one address
        assert max(row[2] for row in inside) >= end - (segment.address == 0)


@pytest.mark.parametrize(
    "options",
    [{}, {"loops": "general"}, {"placement": "external"}, {"bank_words": LARGE_BANK, "commands": "batches"}],
    ids=str,
)
def test_the_firmware_starts_whatever_the_banks_hold(options: dict[str, Any]) -> None:
    card, chance = Card(bank_words=options.get("bank_words", SMALL_BANK)), random.Random(1990)
    for space in "PX":
        ram = card.dsp.port_a.ram(space)
        ram[: len(ram)] = [chance.getrandbits(24) for _ in range(len(ram))]
    started = image(**options)
    firmware_on(card, started)
    assert card.dsp.regs.pc == started.symbols["command_loop"]
