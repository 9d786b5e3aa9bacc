"""Boards: aliased RAM, the initial state of a program, files of boards and their errors, programs that overlap."""

from pathlib import Path
from typing import Any

import pytest

from dsp56k.emu import (
    Board,
    BoardError,
    DeviceSlot,
    Dsp56001,
    LoadError,
    RamConflictError,
    RamMapping,
    StopReason,
    WaitStateRange,
)

BCR = 0xFFFE
GOOD = """
name = "mine"
clock_hz = "96000000/7"
floating = 0x123456

[start]
bcr = 0x1234

[ram]
main = 0x1000

[[views]]
ram = "main"
space = "P"
first = 0x2000
last = 0x3FFF

[[waits]]
space = "P"
first = 0x2000
last = 0x2FFF
waits = 5

[[devices]]
name = "adc"
space = "Y"
first = 0xFFC0
last = 0xFFC1
"""


class Adc:
    def read(self, offset: int, now: int) -> int:
        return 0x100 + offset

    def write(self, offset: int, value: int, now: int) -> None:
        pass


def test_a_falcon_has_one_ram() -> None:
    dsp = Dsp56001(board="falcon")
    dsp.p[0x4300] = 5
    assert (dsp.x[0x300], dsp.x[0x4300], dsp.p[0xC300], dsp.y[0x300]) == (5, 5, 5, 0)
    dsp.y[0x4333] = 7
    assert (dsp.p[0x333], dsp.y[0x333], dsp.x[0x333]) == (7, 7, 0)
    assert (int(dsp.clock.hertz), dsp.regs.omr, dsp.regs.pc, dsp.x[BCR]) == (32_000_000, 2, 0, 0)
    # On-chip memory is the chip's.
    dsp.x[0x10], dsp.y[0x10], dsp.p[0x10] = 1, 2, 3
    assert (dsp.x[0x10], dsp.y[0x10], dsp.p[0x10]) == (1, 2, 3)


def test_a_next_has_one_image_and_one_in_halves() -> None:
    dsp = Dsp56001(board="next")
    dsp.p[0x2000], dsp.p[0x3000] = 1, 2
    assert (dsp.x[0x2000], dsp.y[0xA000], dsp.x[0xA000], dsp.y[0xB000], dsp.x[0xB000]) == (1, 1, 2, 1, 2)
    assert (dsp.x[0x1000], int(dsp.clock.hertz)) == (0, 25_000_000)
    dsp.p[0x40], dsp.regs.pc = 0x0AF080, 0x40
    dsp.p[0x41] = 0x4000
    dsp.run(max_instructions=2)
    assert [access.address for access in dsp.port_a.unmapped_accesses] == [0x4000]


def test_a_bare_board_is_what_no_board_is() -> None:
    bare, none = Dsp56001(board="bare"), Dsp56001()
    for dsp in (bare, none):
        dsp.p[0x400] = dsp.x[0xFFBF] = dsp.y[0xFFFF] = 9
    assert bare.snapshot() == none.snapshot()


def test_a_mode_of_its_own_leaves_out_the_loader() -> None:
    dsp = Dsp56001(board="falcon", mode=0)
    assert (dsp.regs.omr, dsp.x[BCR]) == (0, 0)
    # A reset boots as the pins say, through the host port.
    booting = Dsp56001(board="falcon")
    booting.reset()
    assert (booting.regs.omr, booting.x[BCR]) == (1, 0xFFFF)


def test_what_was_stored_through_another_address_counts_as_loaded() -> None:
    dsp = Dsp56001(board="falcon")
    dsp.y[0x400] = 0x0C0400  # jmp <$400
    dsp.regs.pc = 0x400
    assert dsp.run(unloaded=True).reason is StopReason.HALT
    dsp.regs.pc = 0x401
    assert dsp.run(unloaded=True).reason is StopReason.UNLOADED


def test_a_snapshot_holds_the_wiring() -> None:
    dsp, other = Dsp56001(board="falcon"), Dsp56001()
    dsp.x[0x300] = 5
    other.x[0x300] = 6
    other.restore(dsp.snapshot())
    assert (other.p[0x4300], other.snapshot()) == (5, dsp.snapshot())
    other.restore(Dsp56001().snapshot())
    other.x[0x300] = 5
    assert other.p[0x4300] == 0


def test_external_ram_is_shared_where_on_chip_memory_shadows_it() -> None:
    dsp = Dsp56001(board="falcon")
    dsp.port_a.ram("Y")[0x10] = 0x205900
    assert (dsp.port_a.ram("P")[0x8010], dsp.p[0x8010], dsp.p[0x10]) == (0x205900, 0x205900, 0)


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    dsp = Dsp56001(board=Board.load(file), devices={"adc": Adc()})
    dsp.p[0x2001] = 8
    assert (dsp.p[0x3001], dsp.x[0x2001], dsp.x[BCR]) == (8, 0x123456, 0x1234)
    dsp.p[0x40], dsp.p[0x41], dsp.regs.pc = 0x5EF000, 0xFFC1, 0x40  # move y:$ffc1,a
    dsp.run(max_instructions=1)
    assert (dsp.regs.a1, str(dsp.clock.hertz)) == (0x101, "96000000/7")


@pytest.mark.parametrize(
    ("before", "after", "key", "message"),
    [
        (
            'name = "mine"',
            'name = "mine"\nclock = 5',
            "clock",
            "clock: unknown key; did you mean clock_hz? Expected one of name, clock_hz",
        ),
        ('name = "mine"', "", "name", "name is missing"),
        ("last = 0x3FFF", "last = 0x3FFE", "views[0].last", "views[0].last must be a multiple of 256, got 16383"),
        (
            "last = 0x3FFF",
            'last = "x"',
            "views[0].last",
            "views[0].last must be an integer from 8192 to 65535, got 'x'",
        ),
        (
            'space = "P"\nfirst = 0x2000\nlast = 0x3',
            'space = "L"\nfirst = 0\nlast = 0x3',
            "views[0].space",
            "X, Y or P",
        ),
        ('ram = "main"', 'ram = "mian"', "views[0].ram", "views[0].ram must be one of main, got 'mian'"),
        (
            "main = 0x1000",
            "main = 0x40000",
            "ram.main",
            "ram.main must be an integer from 256 to 196608, got 262144",
        ),
        ('ram = "main"', 'ram = "main"\nword = 0x1000', "views[0].word", "below the 4096 words of main"),
        ('ram = "main"', 'ram = "main"\nwords = 0x1100', "views[0].words", "at most 4096: main has 4096 words"),
        ("waits = 5", "", "waits[0].waits", "waits[0].waits is missing"),
        (
            "waits = 5",
            "waits = 65536",
            "waits[0].waits",
            "waits[0].waits must be an integer from 0 to 65535, got 65536",
        ),
        ("[[waits]]", "[waits]", "waits", "waits must be an array of tables, [[waits]]"),
        ("bcr = 0x1234", "bcr = 0x12345", "start.bcr", "start.bcr must be an integer from 0 to 65535, got 74565"),
        ('"96000000/7"', '"fast"', "clock_hz", "clock_hz must be a number or a fraction, got 'fast'"),
        ("floating = 0x123456", "floating = ", "", "invalid TOML"),
    ],
)
def test_a_mistake_in_a_file_is_named(tmp_path: Path, before: str, after: str, key: str, message: str) -> None:
    assert before in GOOD
    file = tmp_path / "mine.toml"
    file.write_text(GOOD.replace(before, after, 1))
    with pytest.raises(BoardError) as caught:
        Board.load(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert message in str(caught.value)
    assert (caught.value.fields["file"], caught.value.fields["key"]) == (str(file), key)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"board": "falkon"}, "unknown board 'falkon'"),
        (
            {"board": Board("a", devices=[DeviceSlot("adc", "Y", 0x100, 0x101)])},
            "a has a device adc, which was not passed",
        ),
        ({"board": "falcon", "devices": {"adc": Adc()}}, "board falcon has no device 'adc'"),
        ({"devices": {"adc": Adc()}}, "devices require a board, which defines their addresses"),
    ],
)
def test_boards_and_devices_that_do_not_fit(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BoardError, match=message):
        Dsp56001(**arguments)


def test_devices_where_the_chip_itself_answers_are_refused() -> None:
    with pytest.raises(BoardError, match="first must be an address of external memory, got 65472"):
        DeviceSlot("adc", "X", 0xFFC0, 0xFFC1)


def test_devices_that_overlap_are_refused() -> None:
    places = [DeviceSlot("a", "Y", 0x100, 0x1FF), DeviceSlot("b", "Y", 0x1FF, 0x200)]
    with pytest.raises(BoardError, match=r"devices\[1\].first must be outside the range of a, got 511"):
        Board("mine", devices=places)


LOD = "_START T 0 0 0\n_DATA P 0300\n000001 000002\n_DATA Y 0301\n{word}\n_END 0300\n"


def test_islands_that_overlap_are_reported_and_change_nothing(tmp_path: Path) -> None:
    file = tmp_path / "demo.lod"
    file.write_text(LOD.format(word="000003"))
    dsp = Dsp56001(board="falcon")
    with pytest.raises(RamConflictError, match=r"demo.lod: Y:\$0301 and P:\$0301 select the same word of") as caught:
        dsp.load(file)
    assert isinstance(caught.value, LoadError)
    assert (caught.value.fields["other"], dsp.p[0x300:0x302]) == (("P", 0x301), [0, 0])
    with pytest.raises(RamConflictError):
        dsp.load_words({("P", 0x300): 1, ("Y", 0x300): 2})
    # The same word from both sides is not a conflict, nor are spaces that share nothing.
    file.write_text(LOD.format(word="000002"))
    dsp.load(file)
    Dsp56001().load_words({("P", 0x300): 1, ("Y", 0x300): 2})
    with pytest.raises(RamConflictError, match=r"P:\$0300 is not memory of board next"):
        Dsp56001(board="next").load_words({("P", 0x300): 1})


def test_what_is_repeated_stays_as_it_was_fetched_in_a_restored_chip() -> None:
    for start in (0x40, 0x400):
        dsp, other = Dsp56001(), Dsp56001()
        dsp.p[start : start + 3] = 0x0609A0, 0x205900, 0x0C0000 | start + 2  # rep #9 / move (r1)+
        dsp.regs.pc = start
        dsp.run(max_instructions=4)
        other.restore(dsp.snapshot())
        for chip in (dsp, other):
            chip.p[start + 1] = 0x205A00
            chip.run()
            assert (chip.regs.r1, chip.regs.r2) == (9, 0)


def test_views_in_python_and_what_they_refuse() -> None:
    board = Board("mine", ram={"main": 0x200}, views=[RamMapping("main", "X", 0x400, 0x7FF, word=0x100, words=0x100)])
    dsp = Dsp56001(board=board)
    dsp.x[0x400] = 3
    assert (dsp.x[0x700], dsp.y[0x400]) == (3, 0)
    with pytest.raises(BoardError, match="first must be a multiple of 256"):
        RamMapping("main", "X", 0x401, 0x7FF)


def test_what_is_repeated_stays_as_it_was_fetched() -> None:
    # rep #4 / movem x0,p:(r0), which writes MOVE (R1)+ over itself: four writes (UM A-185), on the chip and off it.
    for start, board in ((0x40, None), (0x400, None), (0x400, "falcon")):
        dsp = Dsp56001(board=board)
        dsp.p[start : start + 3] = 0x0604A0, 0x076084, 0x0C0000 | start + 2
        dsp.regs.pc, dsp.regs.r0, dsp.regs.x0 = start, start + 1, 0x205900
        dsp.run()
        assert (dsp.p[start + 1], dsp.regs.r1, dsp.instructions) == (0x205900, 0, 5)
        dsp.regs.pc = start + 1
        dsp.run()
        assert dsp.regs.r1 == 1


@pytest.mark.parametrize("board", [None, "falcon"])
def test_a_second_word_on_another_page_may_change(board: str | None) -> None:
    dsp = Dsp56001(board=board)
    dsp.p[0x4FF:0x501] = 0x0AF080, 0x600  # jmp >$600
    dsp.p[0x600], dsp.p[0x700] = 0x0C0600, 0x0C0700
    for target in (0x600, 0x700):
        dsp.p[0x500], dsp.regs.pc = target, 0x4FF
        dsp.run()
        assert dsp.regs.pc == target


def test_code_appears_where_nothing_was() -> None:
    dsp = Dsp56001()
    dsp.regs.pc = 0x400
    dsp.run(max_instructions=20)
    # Each word of the page counts, not only the first that is stored.
    dsp.p[0x402], dsp.p[0x404], dsp.regs.pc = 0x205900, 0x205A00, 0x400
    dsp.run(max_instructions=20)
    assert (dsp.regs.r1, dsp.regs.r2) == (1, 1)


def test_words_decoded_on_the_chip_cost_more_off_it() -> None:
    clocks = []
    for start in (0x40, 0x400):
        dsp = Dsp56001()
        dsp.x[BCR] = 0x0030
        dsp.p[start : start + 3] = 0x205900, 0x205A00, 0x000000
        dsp.regs.pc = start
        dsp.run(max_instructions=3)
        clocks.append(dsp.clocks)
    assert clocks == [6, 15]


def test_a_snapshot_knows_what_was_stored() -> None:
    dsp, other = Dsp56001(), Dsp56001()
    dsp.p[0x400], dsp.p[0x4FF], dsp.regs.pc = 0, 7, 0x400
    other.restore(dsp.snapshot())
    assert other.p[0x4FF] == 7
    stop = other.run(unloaded=True)
    assert (stop.reason, stop.unloaded, other.instructions) == (StopReason.UNLOADED, 0x401, 1)


def test_a_range_ends_where_it_begins_or_later_and_waits_may_be_none() -> None:
    assert WaitStateRange("P", 0x2000, 0x2000, 0).waits == 0
    with pytest.raises(BoardError, match="last must be an integer from 8193 to 65535, got 8192"):
        DeviceSlot("adc", "Y", 0x2001, 0x2000)


@pytest.mark.parametrize("hertz", [16_000_000, None, 64_000_000])
def test_the_clock_of_the_ssi_does_not_depend_on_the_oscillator(hertz: int | None) -> None:
    dsp = Dsp56001(hertz, board="falcon")
    dsp.x[0xFFEC], dsp.x[0xFFED], dsp.x[0xFFE1] = 0x4100, 0x1200, 0x1FF
    dsp.p[0x40] = 0x0C0040
    dsp.regs.pc = 0x40
    dsp.advance(20_000)
    first, *_, last = words = dsp.ssi.take()
    bits = 32 * (len(words) - 1)
    assert bits / float((last.clock - first.clock) / dsp.clock.hertz) == pytest.approx(25_175_000 / 16, rel=0.001)


def test_the_oscillator_is_not_slower_than_the_clock_of_the_ssi() -> None:
    with pytest.raises(BoardError, match="ssi_bit_hz must be at most clock_hz"):
        Dsp56001(1_000_000, board="falcon")
