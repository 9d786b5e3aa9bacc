"""The sum over code and tables while the firmware waits for a command."""

import random

from dsp56k.lib.firmware import KEY_BUFFER, Check, Firmware, Opcode, Status, image

FLIPS = 120


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
