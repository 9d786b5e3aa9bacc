"""Instruction fetches through the board: devices mapped in P, addresses where nothing answers, words never loaded."""

import pytest

from dsp56k.asm import assemble
from dsp56k.card import Card, Outcome
from dsp56k.card.errors import CardAccessError
from dsp56k.emu import Dsp56001, StopReason, UnmappedAccessError

FIRST = 0x400
BCR = 0xFFFE
#: Wait states of each access of port A.
WAITS = 3


class Rom:
    """A device with program words, which records its reads."""

    def __init__(self, words: list[int]) -> None:
        self.words = words
        self.reads: list[tuple[int, int]] = []

    def read(self, offset: int, now: int) -> int:
        self.reads.append((offset, now))
        return self.words[offset]

    def write(self, offset: int, value: int, now: int) -> None:
        self.words[offset] = value


def words_of(text: str, first: int = FIRST) -> list[int]:
    program = assemble(f" org p:{first}\n{text}\n")
    assert program.ok, program.diagnostics
    return [word for _, word in sorted(program.words.items())]


def chip_with(text: str, waits: int = 0) -> tuple[Dsp56001, Rom]:
    dsp, rom = Dsp56001(), Rom(words_of(text))
    dsp.port_a.map_device("P", FIRST, FIRST + len(rom.words) - 1, rom)
    dsp.x[BCR], dsp.regs.pc = waits << 4, FIRST
    return dsp, rom


def test_a_device_in_p_is_asked_for_instructions_and_waits_as_memory_does() -> None:
    text = " move #>$123,x0\n rep #3\n move (r0)+\n jmp <$40"
    dsp, rom = chip_with(text, WAITS)
    plain = Dsp56001()
    plain.p[FIRST : FIRST + len(rom.words)] = rom.words
    plain.x[BCR], plain.regs.pc = WAITS << 4, FIRST
    for chip in (dsp, plain):
        chip.p[0x40] = 0x0C0040
    assert dsp.run() == plain.run()
    assert (dsp.regs.as_dict(), dsp.regs.x0, dsp.regs.r0) == (plain.regs.as_dict(), 0x123, 3)
    # The repeated word stays in the instruction register (UM A-185).
    assert [offset for offset, _ in rom.reads] == [0, 1, 2, 3, 4]
    assert [now for _, now in rom.reads] == sorted(now for _, now in rom.reads)


def test_each_execution_asks_again() -> None:
    dsp, rom = chip_with("loop move (r0)+\n jmp <loop")
    dsp.run(max_instructions=3)
    rom.words[0] = 0x205900  # MOVE (R1)+
    stop = dsp.run(max_instructions=5)
    assert (stop.reason, dsp.regs.r0, dsp.regs.r1) == (StopReason.BUDGET, 2, 2)
    assert [offset for offset, _ in rom.reads] == [0, 1] * 4


@pytest.mark.parametrize("way", ["step", "trace", "advance"])
def test_every_way_of_running_fetches_from_the_device(way: str) -> None:
    dsp, rom = chip_with(" move (r0)+\n move (r0)+\n jmp <$40")
    dsp.p[0x40] = 0x0C0040
    if way == "advance":
        dsp.advance(8)
    elif way == "trace":
        assert [step.words for step in dsp.trace(max_instructions=3)] == [(word,) for word in rom.words]
    else:
        for _ in range(3):
            dsp.step()
    assert (dsp.regs.r0, dsp.regs.pc, [offset for offset, _ in rom.reads]) == (2, 0x40, [0, 1, 2])


def test_an_interrupt_vector_may_lie_in_a_device() -> None:
    dsp = Dsp56001(mode=3)
    rom = Rom(words_of(" move (r7)+\n nop", 8))
    dsp.port_a.map_device("P", 8, 9, rom)
    dsp.x[BCR], dsp.x[0xFFFF], dsp.regs.pc, dsp.regs.sr = 0, 7, 0x40, 0
    dsp.port_a.ram("P")[0x40] = 0x0C0040
    dsp.lines.irqa.drive(True, at=10)
    dsp.run(max_clocks=100)
    assert (dsp.regs.r7, [offset for offset, _ in rom.reads]) == (1, [0, 1])


def test_a_fetch_that_nothing_answers_is_counted_and_in_strict_mode_a_mistake() -> None:
    dsp = Dsp56001(floating=0)
    dsp.port_a.map_ram("P", FIRST)
    dsp.x[BCR], dsp.regs.pc = 0, FIRST - 1
    dsp.run(max_instructions=3)
    assert [(access.space, access.address, access.write, access.pc) for access in dsp.port_a.unmapped_accesses] == [
        ("P", FIRST, False, FIRST),
        ("P", FIRST + 1, False, FIRST + 1),
    ]
    strict = Dsp56001(strict=True)
    strict.port_a.map_ram("P", FIRST)
    strict.x[BCR], strict.regs.pc = 0, FIRST - 1
    for go_on in (strict.run, strict.step):
        with pytest.raises(UnmappedAccessError) as caught:
            go_on()
        assert caught.value.fields == {"space": "P", "address": FIRST, "write": False, "pc": FIRST}
    assert (strict.regs.pc, strict.instructions) == (FIRST, 1)


def test_the_second_word_of_an_instruction_is_a_fetch_too() -> None:
    dsp = Dsp56001(strict=True)
    dsp.port_a.map_ram("P", FIRST)
    dsp.p[FIRST - 1] = 0x56F400  # MOVE #>xxxx,A
    dsp.regs.pc = FIRST - 1
    with pytest.raises(UnmappedAccessError) as caught:
        dsp.run()
    assert (caught.value.fields["address"], caught.value.fields["pc"]) == (FIRST, FIRST - 1)


@pytest.mark.parametrize("strict", [False, True])
def test_a_runaway_dsp_is_an_anomaly_of_the_card(strict: bool) -> None:
    card = Card(strict=strict)
    card.dsp.p[0] = 0x0AF080  # JMP $3000; the bank ends at $1FFF
    card.dsp.p[1] = 0x3000
    card.dsp.lines.reset.drive(False)
    card.dsp.regs.pc = 0
    if strict:
        with pytest.raises(CardAccessError, match="DSP_UNMAPPED"):
            card.catch_up(10**7)
    else:
        card.catch_up(10**7)
    anomaly, *_ = card.anomalies
    assert (anomaly.outcome, anomaly.where) == (Outcome.DSP_UNMAPPED, 0x3000)
    assert card.dsp.port_a.unmapped_count >= 1


def test_a_run_stops_before_what_was_never_loaded() -> None:
    dsp = Dsp56001()
    dsp.load_words(assemble(" org p:0\n nop\n jmp >$300\n org p:$300\n nop\n dc $56f400").words)
    stop = dsp.run(unloaded=True)
    assert (stop.reason, stop.pc, stop.unloaded, stop.instructions) == (StopReason.UNLOADED, 0x301, 0x302, 3)
    # It stays there until any path stores a word, or the check is switched off.
    assert dsp.run(unloaded=True) == stop
    trace = dsp.trace(unloaded=True)
    assert (list(trace), trace.stop) == ([], stop)
    dsp.port_a.ram("P")[0x302] = 0
    assert dsp.run(unloaded=True).unloaded == 0x303
    dsp.step()
    assert dsp.run(max_instructions=7).reason is StopReason.BUDGET


def test_what_the_program_itself_stores_is_loaded_and_so_is_the_boot_rom() -> None:
    dsp = Dsp56001()
    dsp.load_words(assemble(" org p:0\n move #>$c0060,x0\n movem x0,p:$60\n nop\n jmp <$60").words)
    assert dsp.run(unloaded=True).reason is StopReason.HALT
    boot = Dsp56001(mode=1)
    assert boot.run(unloaded=True, max_instructions=20).reason is StopReason.BUDGET


def test_an_interrupt_whose_vector_was_never_loaded_names_the_vector() -> None:
    dsp = Dsp56001()
    dsp.load_words(assemble(" org p:$40\nloop nop\n jmp <loop").words)
    dsp.x[BCR], dsp.x[0xFFFF], dsp.regs.pc, dsp.regs.sr = 0, 7, 0x40, 0
    dsp.lines.irqa.drive(True)
    stop = dsp.run(unloaded=True, max_clocks=1000)
    assert (stop.reason, stop.unloaded) == (StopReason.UNLOADED, 8)


@pytest.mark.parametrize(("text", "sp"), [("start jsr <start", 0x10), (" nop\n rts", 0x3F), (" movec #$10,sp", 0x10)])
def test_a_run_stops_behind_a_stack_error(text: str, sp: int) -> None:
    dsp = Dsp56001()
    dsp.load_words(assemble(f" org p:$40\n{text}\n nop\n nop").words)
    dsp.regs.pc = 0x40
    stop = dsp.run(stack_errors=True, max_instructions=100)
    assert (stop.reason, dsp.regs.sp) == (StopReason.STACK_ERROR, sp)
    # Once for each; the vector follows.
    assert dsp.run(stack_errors=True, max_instructions=5).reason is StopReason.BUDGET


def test_conditions_hooks_and_traces_stop_there_too() -> None:
    dsp = Dsp56001()
    dsp.load_words(assemble(" org p:0\nstart jsr <start").words)
    state = dsp.snapshot()
    ends = [dsp.run(stack_errors=True)]
    dsp.restore(state)
    ends.append(dsp.run(condition=lambda chip: False, stack_errors=True))
    dsp.restore(state)
    trace = dsp.trace(stack_errors=True)
    assert len(list(trace)) == 16
    dsp.restore(state)
    dsp.hooks.on_execute(lambda chip, address: None, 0)
    ends.append(dsp.run(stack_errors=True))
    assert {*ends, trace.stop} == {ends[0]}
    assert ends[0].reason is StopReason.STACK_ERROR
