"""The chip accepts every argument, or refuses it with a Dsp56kError that names the error."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dsp56k.emu import Clock, DeviceError, Dsp56001, SciFrame, save_wav
from dsp56k.isa.errors import Dsp56kError
from shared.emu_programs import chip

WRONG: list[Any] = ["x", "", None, 1.5, float("nan"), float("inf"), -1, 1 << 70, [], {}, b"zz", object(), 1j, True, "0"]

USES: dict[str, Callable[[Dsp56001, Any], object]] = {
    "clock_hz": lambda _, value: Dsp56001(clock_hz=value),
    "mode": lambda _, value: Dsp56001(mode=value),
    "engine": lambda _, value: Dsp56001(engine=value),
    "floating": lambda _, value: Dsp56001(floating=value),
    "Clock": lambda _, value: Clock(value),
    "regs[]": lambda dsp, value: dsp.regs[value],
    "regs[] =": lambda dsp, value: dsp.regs.__setitem__(value, 0),
    "regs = ": lambda dsp, value: dsp.regs.__setitem__("r0", value),
    "regs.a": lambda dsp, value: setattr(dsp.regs, "a", value),
    "stack[]": lambda dsp, value: dsp.stack[value],
    "stack[] =": lambda dsp, value: dsp.stack.__setitem__(value, (0, 0)),
    "stack =": lambda dsp, value: dsp.stack.__setitem__(1, value),
    "stack half": lambda dsp, value: dsp.stack.__setitem__(1, (value, 0)),
    "x[]": lambda dsp, value: dsp.x[value],
    "x[] =": lambda dsp, value: dsp.x.__setitem__(value, 0),
    "x =": lambda dsp, value: dsp.x.__setitem__(0, value),
    "x slice": lambda dsp, value: dsp.x[0:value],
    "x slice =": lambda dsp, value: dsp.x.__setitem__(slice(0, 2), value),
    "x slice words": lambda dsp, value: dsp.x.__setitem__(slice(0, 1), [value]),
    "external_ram": lambda dsp, value: dsp.port_a.ram(value),
    "map_ram space": lambda dsp, value: dsp.port_a.map_ram(value, 1),
    "map_ram words": lambda dsp, value: dsp.port_a.map_ram("X", value),
    "map_device first": lambda dsp, value: dsp.port_a.map_device("X", value, 1, Device(0)),
    "map_device last": lambda dsp, value: dsp.port_a.map_device("X", 9, value, Device(0)),
    "map_device": lambda dsp, value: dsp.port_a.map_device("Y", 0x100, 0x100, value),
    "run until": lambda dsp, value: dsp.run(until=value, max_clocks=9),
    "run clocks": lambda dsp, value: dsp.run(max_clocks=value, max_instructions=9),
    "run instructions": lambda dsp, value: dsp.run(max_instructions=value, max_clocks=9),
    "run condition": lambda dsp, value: dsp.run(max_instructions=9, condition=value),
    "trace until": lambda dsp, value: dsp.trace(until=value),
    "trace clocks": lambda dsp, value: dsp.trace(max_clocks=value),
    "trace instructions": lambda dsp, value: dsp.trace(max_instructions=value),
    "explain": lambda dsp, value: dsp.explain_cost(value),
    "advance": lambda dsp, value: dsp.advance(value),
    "reset": lambda dsp, value: dsp.reset(value),
    "mode_pins": lambda dsp, value: setattr(dsp.lines, "mode_pins", value),
    "line": lambda dsp, value: dsp.lines.irqa.drive(True, value),
    "restore": lambda dsp, value: dsp.restore(value),
    "load": lambda dsp, value: dsp.load(value),
    "breakpoints.add": lambda dsp, value: dsp.breakpoints.add(value),
    "breakpoints.discard": lambda dsp, value: dsp.breakpoints.discard(value),
    "watchpoints space": lambda dsp, value: dsp.watchpoints.add(value, 0),
    "watchpoints": lambda dsp, value: dsp.watchpoints.add("X", value),
    "watchpoints.remove": lambda dsp, value: dsp.watchpoints.remove(value),
    "hooks.on_execute": lambda dsp, value: dsp.hooks.on_execute(print, value),
    "hooks.on_access": lambda dsp, value: dsp.hooks.on_access(print, value, 0),
    "hooks call": lambda dsp, value: dsp.hooks.on_execute(value, 0),
    "hooks.remove": lambda dsp, value: dsp.hooks.remove(value),
    "symbols.address": lambda dsp, value: dsp.symbols.address(value, "P"),
    "host.read": lambda dsp, value: dsp.host.read(value),
    "host.peek": lambda dsp, value: dsp.host.peek(value),
    "host.write offset": lambda dsp, value: dsp.host.write(value, 0),
    "host.write": lambda dsp, value: dsp.host.write(0, value),
    "host.acknowledge_write": lambda dsp, value: dsp.host.acknowledge_write(value),
    "port drive": lambda dsp, value: dsp.port_b.drive(value),
    "port mask": lambda dsp, value: dsp.port_c.drive(0, value),
    "port release": lambda dsp, value: dsp.port_b.release(value),
    "ssi.feed": lambda dsp, value: dsp.ssi.feed(value),
    "ssi.feed words": lambda dsp, value: dsp.ssi.feed([value]),
    "ssi.attach": lambda dsp, value: dsp.ssi.attach(value),
    "ssi.external_clock": lambda dsp, value: dsp.ssi.external_clock(value),
    "ssi frame": lambda dsp, value: dsp.ssi.external_clock(4, value),
    "ssi.clock_out": lambda dsp, value: dsp.ssi.clock_out(value),
    "ssi.feed_wav": lambda dsp, value: dsp.ssi.feed_wav(value),
    "sci.feed": lambda dsp, value: dsp.sci.feed(value),
    "sci.feed characters": lambda dsp, value: dsp.sci.feed([value]),
    "sci.feed data": lambda dsp, value: dsp.sci.feed([SciFrame(value)]),
    "sci.feed not_before": lambda dsp, value: dsp.sci.feed([SciFrame(0, not_before=value)]),
    "sci.attach": lambda dsp, value: dsp.sci.attach(value),
    "sci.external_clock": lambda dsp, value: dsp.sci.external_clock(value),
    "save_wav path": lambda _, value: save_wav(value, [1], rate=8000),
    "save_wav rate": lambda _, value: save_wav("a.wav", [1], rate=value),
    "save_wav channels": lambda _, value: save_wav("a.wav", [1], rate=1, channels=value),
    "save_wav bits": lambda _, value: save_wav("a.wav", [1], rate=1, bits=value),
    "save_wav words": lambda _, value: save_wav("a.wav", value, rate=1),
    "save_wav word": lambda _, value: save_wav("a.wav", [value], rate=1),
}


class Device:
    """A device that returns a fixed value."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def read(self, offset: int, now: int) -> Any:
        return self.answer

    def write(self, offset: int, value: int, now: int) -> None: ...


@pytest.mark.parametrize("use", USES)
def test_a_value_of_any_type_is_taken_or_refused_by_name(
    use: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refusals = []
    for value in WRONG:
        dsp = chip(" org p:0\n nop\n jmp *")
        try:
            USES[use](dsp, value)
        except Dsp56kError as error:
            refusals.append(error)
    assert refusals
    assert all(str(error) and error.fields for error in refusals)


@pytest.mark.parametrize("answer", [value for value in WRONG if value is not True])
def test_a_device_that_answers_no_word_is_named(answer: Any) -> None:
    dsp = chip(" org p:0\n movep y:$ffc1,x:(r0)+\n jmp *")
    dsp.port_a.map_device("Y", 0xFFC0, 0xFFC1, Device(answer))
    with pytest.raises(
        DeviceError, match=r"the device at Y:\$FFC1 failed: it must return a 24-bit word, got .*"
    ) as caught:
        dsp.run()
    assert (caught.value.fields["space"], caught.value.fields["address"]) == ("Y", 0xFFC1)


def test_names_that_are_none_are_listed() -> None:
    dsp = Dsp56001()
    for space, address in itertools.product(("X", "Q", ""), (0, -1, 1 << 70)):
        assert dsp.symbols.names(address, space) == []
        assert dsp.symbols.near(address, space) is None
        assert dsp.symbols.line(address, space) is None
