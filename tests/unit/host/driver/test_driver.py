"""The x86 driver with a fake card: its writes, the division of long data, and its timeouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dsp56k.host.cpu_modes import MODES
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.errors import (
    CardTimeoutError,
    DesChipAbsentError,
    DesChipBusyError,
    DriverError,
    FirmwareError,
    HostError,
    KeyParityError,
    LinkError,
    MemoryChangedError,
    NoiseHealthError,
    NotStartedError,
    SelfTestError,
    WrongResultError,
)
from dsp56k.host.pc import DATA
from dsp56k.host.software import Measured, RsaKey
from dsp56k.lib import firmware
from dsp56k.lib.commands import Opcode, Status, Take
from dsp56k.lib.errors import OperandError
from dsp56k.lib.protocol import reply_word
from shared.fake_card import (
    CLOCK,
    CTRL,
    DES_TABLES,
    DSP_KHZ,
    NOISE,
    PING,
    SELF_TEST,
    START,
    WITHOUT_CHIP,
    Part,
    StandIn,
    WindowSide,
)

MODE: dict[str, Any] = {"mode": "flat32"}


@pytest.fixture(autouse=True, params=MODES)
def mode(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test with the driver of either mode."""
    monkeypatch.setitem(MODE, "mode", request.param)


def driver(card: StandIn, **options: Any) -> CardDriver:
    pc = driver_pc(**MODE, **options)
    pc.isa_bus.attach_ports(0x300, 16, card)
    pc.isa_bus.attach_memory(0xD_0000, 0x8000, WindowSide(card))
    return CardDriver(pc)


def started(card: StandIn, **options: Any) -> CardDriver:
    ready = driver(card, **options)
    ready.start([])
    card.commands.clear()
    return ready


def test_start_downloads_in_reset_and_pings() -> None:
    card = StandIn()
    parts = [Part("P", 0x123, (0xABCDEF, 1)), Part("X", 0xFF, (0x010203, 0xFFFFFF))]
    assert driver(card).start(parts).value == 0x123
    memory = {(space, *place): value for space, content in card.memory.items() for place, value in content.items()}
    assert [memory["P", 0x123, lane] for lane in range(3)] == [0xEF, 0xCD, 0xAB]
    assert [memory["X", 0x100, lane] for lane in range(3)] == [0xFF] * 3
    # In addition, both banks were probed at the address lines
    probed = {0, *(1 << line for line in range(13))}
    assert {place for _, place, _ in memory} == probed | {0x123, 0x124, 0xFF}
    *first, (opcode, khz), last = card.commands
    assert first == START
    assert last == (SELF_TEST, WITHOUT_CHIP)
    assert opcode == CLOCK
    assert DSP_KHZ * 1.01 < khz < DSP_KHZ * 1.02
    # Both mode pins high throughout; held in reset with the window on for P, then X; released with the window off
    assert card.log == ["ctrl c0", *["ctrl d0", "ctrl d4"] * 3, "ctrl c1"]


def test_a_segment_longer_than_the_window_starts_again_at_its_beginning() -> None:
    card = StandIn()
    words = tuple(range(0x3000))
    driver(card).start([Part("P", 0, words)])
    assert [card.memory["P"][word, 0] for word in (0, 0x2AAB, 0x2FFF)] == [0, 0xAB, 0xFF]
    # The 16-bit driver's pointers reach less far: it moves 24 KB at a time
    assert max(card.window_offsets) == {"flat32": 0x7FFF, "real16": 0x5FFF}[MODE["mode"]]


def test_large_banks_get_the_large_des_tables() -> None:
    card = StandIn()
    card.straps = 1
    driver(card).start([])
    assert card.commands[: len(START)] == START
    assert card.commands[len(START) + 1 :] == [(DES_TABLES, 1), (SELF_TEST, WITHOUT_CHIP)]


def test_md2_is_cut_into_chunks() -> None:
    card = StandIn()
    ready = started(card)
    ready.call("md2", bytes(10_000))
    assert card.commands == [
        (Opcode.MD2_INIT, 0),
        (Opcode.MD2_UPDATE, 4096),
        (Opcode.MD2_UPDATE, 4096),
        (Opcode.MD2_FINAL, 1808),
    ]
    card.commands.clear()
    ready.call("md2", b"abc")
    ready.call("md2", b"")
    ready.call("md2", bytes(4096))
    assert card.commands == [(Opcode.MD2_HASH, 3), (Opcode.MD2_HASH, 0), (Opcode.MD2_HASH, 4096)]
    card.commands.clear()
    ready.call("md2", bytes(8192))
    assert card.commands == [(Opcode.MD2_INIT, 0), (Opcode.MD2_UPDATE, 4096), (Opcode.MD2_FINAL, 4096)]


def test_md4_goes_the_way_of_md2() -> None:
    card = StandIn()
    ready = started(card)
    ready.call("md4", bytes(10_000))
    ready.call("md4", b"")
    assert card.commands == [
        (Opcode.MD4_INIT, 0),
        (Opcode.MD4_UPDATE, 4096),
        (Opcode.MD4_UPDATE, 4096),
        (Opcode.MD4_FINAL, 1808),
        (Opcode.MD4_HASH, 0),
    ]


KEY_AND_IV = Take.KEY | Take.IV


def test_des_mac_fills_up_the_last_block() -> None:
    card = StandIn()
    ready = started(card)
    card.memory["X"].update({(0x1000 + place, 0): 0xAA for place in range(4096)})
    data = bytes(range(1, 6))
    assert ready.call("des_mac", b"KEYKEYKE", data).value == data[:4]
    assert card.low_bytes(0x0FF0, 24) == b"KEYKEYKE" + bytes(8) + data + bytes(3)
    assert card.commands == [(Opcode.DES_MAC, KEY_AND_IV | 1)]
    card.commands.clear()
    ready.load_key("des_cbc_encrypt", bytes(8))
    assert len(ready.call("des_mac", None, bytes(5001), size=8).value) == 8
    assert card.commands == [(Opcode.DES_KEY, 0), (Opcode.DES_MAC, Take.IV | 512), (Opcode.DES_MAC, 114)]


@pytest.mark.parametrize("overhead_us", [1, 200, 1440, 100_000])
def test_an_overhead_before_each_job(overhead_us: int) -> None:
    times = []
    for overhead in (0, overhead_us):
        card = StandIn()
        pc = driver(card).pc
        ready = CardDriver(pc, overhead_us=overhead)
        ready.start([])
        ready.load_key("des_cbc_encrypt", bytes(8))
        jobs: list[Measured[Any]] = [
            ready.call("md2", b"abc"),
            ready.call("md4", b"abc"),
            ready.call("des_ecb_encrypt", None, bytes(8)),
            ready.call("des_mac", bytes(8), b"abc"),
            ready.job(None, b"", 0x60, b"abc"),
            ready.random(4),
            ready.call("rsa_public", [1], 3, 11),
        ]
        times.append([job.time for job in jobs])
        assert ready.ping().time < 2 * 10**8
    for without, waited in zip(*times, strict=True):
        # A tick of the timer, and a reading of it that takes some microseconds
        assert -1 <= (waited - without) / 10**6 - overhead_us < 25


def test_overheads_that_cannot_be() -> None:
    for overhead_us in (-1, 100_001):
        with pytest.raises(HostError, match="us before each job"):
            CardDriver(driver_pc(**MODE), overhead_us=overhead_us)


def test_a_job_of_the_users_own() -> None:
    card = StandIn()
    ready = started(card)
    data = bytes(place & 0xFF for place in range(5001))
    assert ready.job(0x60, b"key", 0x61, data).value == data
    assert ready.job(None, b"", 0x7F, b"a").value == b"a"
    assert card.commands == [(0x60, 3), (0x61, 4096), (0x61, 905), (0x7F, 1)]


@pytest.mark.parametrize(("chip", "opcode"), [(False, Opcode.DES_KEY), (True, Opcode.CHIP_KEY)])
def test_des_takes_key_iv_and_first_data_in_one_command(chip: bool, opcode: int) -> None:
    card = StandIn()
    ready = started(card)
    data = bytes(range(1, 201))
    result = ready.call("des_cbc_encrypt", b"KEYKEYKE", b"IVIVIVIV", data, chip=chip)
    assert card.low_bytes(0x0FF0, 216) == b"KEYKEYKE" + b"IVIVIVIV" + data
    assert card.commands == [(opcode + 4, KEY_AND_IV | 25)]
    assert result.value == data  # the fake card does not encrypt: the data in the buffer are returned
    card.commands.clear()
    ready.call("des_cbc_decrypt", bytes(8), bytes(8), bytes(5000), chip=chip)
    assert card.commands == [(opcode + 5, KEY_AND_IV | 512), (opcode + 5, 113)]


@pytest.mark.parametrize(("chip", "opcode"), [(False, Opcode.DES_KEY), (True, Opcode.CHIP_KEY)])
def test_des_with_a_loaded_key(chip: bool, opcode: int) -> None:
    card = StandIn()
    ready = started(card)
    with pytest.raises(FirmwareError, match="no key was loaded"):
        ready.call("des_ecb_encrypt", None, bytes(8), chip=chip)
    assert card.commands == []
    ready.load_key("des_cbc_encrypt", b"KEYKEYKE", chip=chip)
    assert card.low_bytes(0x0FF0, 8) == b"KEYKEYKE"
    data = bytes(range(1, 201))
    assert ready.call("des_ecb_decrypt", None, data, chip=chip).value == data
    assert ready.call("des_cbc_encrypt", None, b"IVIVIVIV", data[:16], chip=chip).value == data[:16]
    assert card.low_bytes(0x0FF8, 24) == b"IVIVIVIV" + data[:16]
    assert card.commands == [(opcode, 0), (opcode + 3, 25), (opcode + 4, Take.IV | 2)]
    # The key of the other slot is different
    with pytest.raises(FirmwareError, match="no key was loaded"):
        ready.call("des_ecb_encrypt", None, data, chip=not chip)
    # A call with its own key replaces the loaded one
    card.commands.clear()
    ready.call("des_ecb_encrypt", b"keykeyke", data[:8], chip=chip)
    assert card.commands == [(opcode + 2, Take.KEY | 1)]
    assert card.low_bytes(0x0FF0, 8) + card.low_bytes(0x1000, 8) == b"keykeyke" + data[:8]
    with pytest.raises(FirmwareError, match="no key was loaded"):
        ready.call("des_cbc_decrypt", None, bytes(8), data, chip=chip)


@pytest.mark.parametrize("status", [firmware.Status.MEMORY_CHANGED, firmware.Status.CHIP_TIMEOUT])
def test_a_loaded_key_that_met_an_error_is_none_any_more(status: firmware.Status) -> None:
    card = StandIn()
    ready = started(card)
    well = card.answer
    ready.load_key("des_cbc_encrypt", bytes(8))
    card.answer = lambda opcode, argument: [status]
    with pytest.raises(DriverError):
        ready.call("des_ecb_encrypt", None, bytes(8))
    card.answer = well
    with pytest.raises(FirmwareError, match="no key was loaded"):
        ready.call("des_ecb_encrypt", None, bytes(8))
    ready.load_key("des_cbc_encrypt", bytes(8))
    ready.start([])
    with pytest.raises(FirmwareError, match="no key was loaded"):
        ready.call("des_ecb_encrypt", None, bytes(8))


def test_the_bus_is_given_back() -> None:
    card = StandIn()
    ready = started(card)
    card.log.clear()
    ready.call("md2", b"abc")
    assert card.log == ["ctrl df", "ctrl c1", "ctrl df", "ctrl c1"]


def test_rsa_loads_the_key_once() -> None:
    card = StandIn()
    ready = started(card)
    n = (1 << 512) - 569
    values = ready.call("rsa_public", [5, n - 1], 0x7FED, n).value
    assert values == [5, n - 1]
    assert card.commands == [(Opcode.RSA_LOAD, 22), (Opcode.RSA_OPERATE, 0), (Opcode.RSA_OPERATE, 0)]
    card.commands.clear()
    key = RsaKey(11 * 13, 7, 103, 11, 13)
    assert ready.call("rsa_crt", [100], key).value == [100]
    assert card.commands == [(Opcode.RSA_LOAD_CRT, 1), (Opcode.RSA_CRT, 0)]
    assert [card.memory["X"][0x1000 + place, 0] for place in range(2)] == [100, 0]


@pytest.mark.parametrize("count", [1, 256, 300])
def test_random_bytes_come_in_portions(count: int) -> None:
    card = StandIn()
    assert len(started(card).random(count).value) == count
    # Whole groups of four: the sum is over these
    portions = [256] * (count // 256) + [count % 256]
    assert card.commands == [(NOISE, part + -part % 4) for part in portions if part]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (Status.UNKNOWN_COMMAND, FirmwareError),
        (Status.NO_KEY, FirmwareError),
        (Status.CHIP_TIMEOUT, DesChipBusyError),
        (Status.CHIP_ERROR, FirmwareError),
        (Status.NOISE_FAILED, NoiseHealthError),
        (Status.RSA_REFUSED, FirmwareError),
        (Status.SELF_TEST_FAILED, SelfTestError),
        (Status.MEMORY_CHANGED, MemoryChangedError),
        (Status.CHIP_ABSENT, DesChipAbsentError),
        (Status.KEY_PARITY, KeyParityError),
        (Status.RSA_WRONG, WrongResultError),
        (Status.CHIP_WRONG, WrongResultError),
        (99, DriverError),
    ],
)
def test_status_words_become_exceptions(status: int, kind: type[DriverError]) -> None:
    card = StandIn()
    ready = started(card)
    card.answer = lambda opcode, argument: [status]
    for job in (
        lambda: ready.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(8), chip=True),
        lambda: ready.call("md2", bytes(9000)),
        lambda: ready.random(3),
        lambda: ready.call("rsa_public", [1], 3, 11),
        ready.ping,
    ):
        with pytest.raises(kind) as caught:
            job()
        assert caught.value.fields["code"] == status
        assert caught.value.fields["operation"] in str(caught.value)


def test_no_card() -> None:
    with pytest.raises(DriverError, match="no card responds"):
        CardDriver(driver_pc(**MODE)).start([])


def test_without_firmware() -> None:
    card = StandIn()
    card.alive = False
    with pytest.raises(CardTimeoutError, match="did not start"):
        driver(card).start([])


def silent(card: StandIn) -> None:
    card.answer = lambda opcode, argument: []


def stopped(card: StandIn) -> None:
    silent(card)
    card.alive = False


def no_words(card: StandIn) -> None:
    card.takes_words = False


def no_bus(card: StandIn) -> None:
    card.grants = False


def reset(card: StandIn) -> None:
    card.registers[CTRL] = 0xC0


def stray(card: StandIn) -> None:
    card.replies.append(0)


def damaged(card: StandIn) -> None:
    card.spoil_reply = lambda words: [words[0] ^ 0x040000, *words[1:]]


def another(card: StandIn) -> None:
    card.spoil_reply = lambda words: [reply_word(0, card.number - 1), *words[1:]]


def other_data(card: StandIn) -> None:
    card.spoil_reply = lambda words: [words[0], words[1] ^ 1, *words[2:]]


def other_result(card: StandIn) -> None:
    card.spoil_reply = lambda words: [*words[:2], words[2] ^ 0x800000, *words[3:]]


@pytest.mark.parametrize("chip", [False, True])
@pytest.mark.parametrize("wrong", range(3))
def test_a_damaged_result_of_any_chunk_ends_the_call(wrong: int, chip: bool) -> None:
    """The driver sums a chunk of results after it has sent the next command, and the last one at the end."""
    card = StandIn()
    ready = started(card)
    ready.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(10_000), chip=chip)
    assert len(card.commands) == 3
    card.commands.clear()

    def spoil(words: list[int]) -> list[int]:
        return [*words[:2], words[2] ^ (len(card.commands) == wrong + 1)]

    card.spoil_reply = spoil
    with pytest.raises(LinkError, match="other data arrived"):
        ready.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(10_000), chip=chip)
    assert len(card.commands) == min(wrong + 2, 3)
    with pytest.raises(NotStartedError):
        ready.call("des_ecb_encrypt", None, bytes(8), chip=chip)
    card.spoil_reply = lambda words: words
    ready.start([])
    ready.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(10_000), chip=chip)


@pytest.mark.parametrize(
    ("fault", "kind", "sentence"),
    [
        (silent, CardTimeoutError, "did not reply"),
        (stopped, FirmwareError, "the firmware stopped"),
        (no_words, CardTimeoutError, "did not accept"),
        (no_bus, CardTimeoutError, "did not grant"),
        (reset, LinkError, "the card was reset"),
        (stray, LinkError, "unexpected word"),
        (damaged, LinkError, "reply arrived damaged"),
        (another, LinkError, "reply of another command"),
        (other_data, LinkError, "the DSP read other data"),
        (other_result, LinkError, "other data arrived"),
    ],
)
def test_after_an_error_of_the_link_no_job_is_taken(
    fault: Callable[[StandIn], None], kind: type[DriverError], sentence: str
) -> None:
    card = StandIn()
    ready = started(card)
    fault(card)
    with pytest.raises(kind, match=sentence):
        ready.call("md2", b"abc")
    touched = len(card.log), len(card.commands)
    jobs = (
        lambda: ready.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(8)),
        lambda: ready.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(8), chip=True),
        lambda: ready.load_key("des_cbc_encrypt", bytes(8)),
        lambda: ready.call("des_ecb_decrypt", None, bytes(8), chip=True),
        lambda: ready.call("md2", b"abc"),
        lambda: ready.random(3),
        lambda: ready.call("rsa_public", [1], 3, 11),
        ready.ping,
    )
    for job in jobs:
        with pytest.raises(NotStartedError):
            job()
    assert (len(card.log), len(card.commands)) == touched
    fresh = StandIn()
    card.__dict__.update(fresh.__dict__)
    ready.start([])
    ready.call("md2", b"abc")


def test_before_the_start() -> None:
    with pytest.raises(NotStartedError):
        driver(StandIn()).call("md2", b"abc")


@pytest.mark.parametrize("status", [8, 9])
def test_a_link_out_of_step_takes_no_job(status: int) -> None:
    card = StandIn()
    ready = started(card)
    card.answer = lambda opcode, argument: [status]
    with pytest.raises(LinkError):
        ready.ping()
    with pytest.raises(NotStartedError):
        ready.ping()


@pytest.mark.parametrize(
    "options", [{"clock_hz": 6_000_000, "wait_states": 3}, {}, {"clock_hz": 100_000_000, "wait_states": 0}]
)
def test_a_time_out_follows_from_the_clocks(options: dict[str, int]) -> None:
    """Any PC waits twice the clocks of MD2's bound, and little more."""
    card = StandIn()
    ready = started(card, **options)
    silent(card)
    before = ready.pc.now
    with pytest.raises(CardTimeoutError, match="did not reply"):
        ready.call("md2", bytes(4096))
    bound = 2 * (300_000 + 22_000 + 257 * 16_200) * 10**9 // DSP_KHZ
    assert bound < ready.pc.now - before < bound * 1.1


def test_a_failed_self_test_names_the_parts() -> None:
    card = StandIn()
    ready = driver(card)
    word = {(0x1000, lane): value for lane, value in enumerate((firmware.Part.MD2 | firmware.Part.NOISE, 0, 0))}

    def fail(opcode: int, argument: int) -> list[int]:
        if opcode == SELF_TEST:
            card.memory["X"].update(word)
        return [firmware.Status.SELF_TEST_FAILED] if opcode == SELF_TEST else [0, 0x123] if opcode == PING else [0]

    card.answer = fail
    with pytest.raises(SelfTestError, match=r"self-test .*: MD2, NOISE") as caught:
        ready.start([])
    assert caught.value.fields["detail"] == "MD2, NOISE"
    with pytest.raises(NotStartedError):
        ready.ping()


@pytest.mark.parametrize("khz", [800, 45_000])
def test_a_clock_out_of_range(khz: int) -> None:
    card = StandIn()
    card.khz = khz
    with pytest.raises(DriverError, match="1 to 40 MHz"):
        driver(card).start([])


@pytest.mark.parametrize("words", [8192, 16384])
def test_a_bank_strap_that_promises_too_much(words: int) -> None:
    """Addresses past the fitted RAM alias to its beginning."""
    card = StandIn()
    step = card.step

    def aliased() -> tuple[str, int, int]:
        space, word, lane = step()
        return space, word % words, lane

    card.step = aliased  # type: ignore[method-assign]  # the test replaces it
    driver(card).start([])
    card.straps = 1
    with pytest.raises(LinkError, match="bank strap"):
        driver(card).start([])


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda d: d.call("des_cbc_encrypt", bytes(7), bytes(8), bytes(8)), "key"),
        (lambda d: d.call("des_cbc_encrypt", bytes(8), bytes(7), bytes(8)), "iv"),
        (lambda d: d.call("des_cbc_decrypt", bytes(8), bytes(8), bytes(7)), "data"),
        (lambda d: d.call("des_cbc_decrypt", bytes(8), bytes(8), b""), "data"),
        (lambda d: d.call("des_ecb_encrypt", None, bytes(9)), "data"),
        (lambda d: d.load_key("des_cbc_encrypt", bytes(9)), "key"),
        (lambda d: d.call("des_mac", bytes(8), b""), "data"),
        (lambda d: d.call("des_mac", bytes(8), b"a", 9), "size"),
        (lambda d: d.call("md4", bytes(len(DATA))), "data"),
        (lambda d: d.call("md2", bytes(len(DATA))), "data"),
        (lambda d: d.random(0), "count"),
        (lambda d: d.call("rsa_public", [], 3, 11), "operands"),
        (lambda d: d.call("rsa_public", [-1], 3, 11), "operands"),
        (lambda d: d.call("rsa_public", [1 << 600], 3, (1 << 512) + 1), "operands"),
        (lambda d: d.call("rsa_public", [1], -3, 11), "key"),
        (lambda d: d.call("rsa_public", [1], 3, (1 << 4096) + 1), "key"),
    ],
)
def test_mistakes_name_the_operand(call: Callable[[CardDriver], object], field: str) -> None:
    with pytest.raises(HostError) as caught:
        call(started(StandIn()))
    assert caught.value.fields["field"] == field


def test_firmware_for_no_bank_or_too_large() -> None:
    ready = driver(StandIn())
    with pytest.raises(HostError, match="P and X"):
        ready.start([Part("Y", 0, (1,))])
    with pytest.raises(HostError, match="at most"):
        ready.start([Part("P", 0, (0,) * 400_000)])


def test_cbc_does_not_become_ecb_without_an_iv() -> None:
    with pytest.raises(OperandError, match="iv must be bytes"):
        started(StandIn()).call("des_cbc_encrypt", bytes(8), None, bytes(8))


def test_a_negative_number_is_not_called_too_long() -> None:
    with pytest.raises(HostError, match=r"^operands must be at least 0, got -1$"):
        started(StandIn()).call("rsa_public", [-1], 3, 11)
