"""The sum over code and tables while the firmware waits for a command."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from dsp56k.lib.firmware import KEY_BUFFER, Check, Firmware, Opcode, Status, image

FLIPS = 120
FIRMWARE_DOCUMENT = Path(__file__).parents[4] / "docs" / "reference" / "firmware.md"


def symbol(name: str) -> int:
    return image().symbols[name]


def wait(firmware: Firmware, clocks: int) -> None:
    """Let the command loop go on."""
    firmware.dsp.run(max_clocks=clocks)


def whole_pass(firmware: Firmware) -> int:
    firmware.command(Opcode.DES_TABLES, 0)
    before = firmware.clocks
    firmware.command(Opcode.CONFIRM)
    return firmware.clocks - before


def changed(firmware: Firmware) -> bool:
    return bool(firmware.dsp.x[symbol("pass_failed")])


def places(firmware: Firmware) -> list[tuple[object, int]]:
    """The constant words: all code, internal and external, the tables, the known answer of the DES chip."""
    return [
        *((firmware.dsp.p, address) for address in range(symbol("user_end"))),
        *((firmware.dsp.x, address) for address in range(symbol("fp_high"), symbol("state_begin"))),
        *((firmware.dsp.x, address) for address in range(symbol("chip_sample"), symbol("USER_DATA"))),
    ]


def test_a_bit_that_flips_while_the_firmware_waits_is_found_within_two_passes() -> None:
    source, firmware = random.Random(42), Firmware()
    length = whole_pass(firmware)
    start = firmware.dsp.snapshot()
    # The code that waits may crash, and then answers no command
    waiting = {*range(symbol("command_loop"), symbol("command_loop") + 30)}
    waiting |= {*range(symbol("p_first"), symbol("same_copy"))} | {*range(symbol("pass_slice"), symbol("confirm"))}
    waiting |= {*range(symbol("fold"), symbol("fold") + 20)} | {*range(symbol("sum_fold"), symbol("sum_fold") + 3)}
    waiting |= {*range(symbol("pair_loop"), symbol("pair_loop") + 8)}
    everything = [place for place in places(firmware) if not (place[0] is firmware.dsp.p and place[1] in waiting)]
    for _ in range(FLIPS):
        firmware.dsp.restore(start)
        wait(firmware, source.randrange(length))
        assert not changed(firmware)
        memory, address = source.choice(everything)
        memory[address] = int(memory[address]) ^ 1 << source.randrange(24)  # type: ignore[index]  # a space
        wait(firmware, 2 * length)
        assert changed(firmware), hex(address)


@pytest.mark.parametrize(("tables", "longest", "busy"), [(0, 286, 344), (1, 386, 444)])
def test_a_command_waits_as_long_as_documented(tables: int, longest: int, busy: int) -> None:
    """The longest time between two polls of the host port, and from a word that comes after the first to HF2."""
    firmware = Firmware()
    firmware.command(Opcode.DES_TABLES, tables)
    dsp, poll = firmware.dsp, symbol("pass_slice")
    dsp.run(until=poll, max_clocks=1000)
    start, times = dsp.snapshot(), [dsp.clocks]
    for _ in range(1_600):  # more than a whole pass
        dsp.step()
        dsp.run(until=poll, max_clocks=1000)
        times.append(dsp.clocks)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert max(gaps) == longest
    dsp.restore(start)
    for _ in range(gaps.index(longest)):
        dsp.step()
        dsp.run(until=poll, max_clocks=1000)
    before = dsp.clocks
    dsp.host.send([0])
    dsp.run(until=symbol("second_word"), max_clocks=1000)
    assert dsp.clocks - before == busy
    document = " ".join(FIRMWARE_DOCUMENT.read_text(encoding="utf-8").split())
    assert f"{longest} clocks" in document
    assert f"{busy} clocks" in document


def test_without_its_check_the_firmware_waits_and_sums_nothing() -> None:
    firmware = Firmware()
    firmware.command(Opcode.CHECKS, Check.STATE | Check.RESULTS)
    length = whole_pass(firmware)
    firmware.dsp.x[symbol("s_high")] ^= 1
    wait(firmware, 3 * length)
    assert not changed(firmware)
    firmware.write(KEY_BUFFER, bytes(8))
    firmware.command(Opcode.DES_KEY)
    assert firmware.call(Opcode.CONFIRM) is Status.MEMORY_CHANGED
