"""The reader of silicon's dumps and its judgement, on a bank of this test in their format."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsp56k.asm import assemble
from silicon import dumps

REGISTERS = ("sr", "omr", "la", "lc", "sp", "x0", "x1", "y0", "y1", "a0", "a1", "a2", "b0", "b1", "b2")
BRA = 0x0D10C0
SOURCE = f"""
        org     p:$100
        move    #>$247,r0
        movec   #5,m0
        nop
        move    x:(r0)-,x0
        move    #>4,n0
        move    (r0)+n0                 ; N0 is late here
        dc      {BRA}                   ; of the DSP56300
"""
PROGRAM = {address: word for (_, address), word in assemble(SOURCE).words.items()}


def bank(folder: Path, *, x0: int = 0x2A4D96, r0: int = 0x244) -> Path:
    """Write a bank of three cases as silicon would end them: as here, with a late register, and left out."""
    pointers = {f"{name}{number}": 0xFFFFFF if name == "m" else 0 for name in "rnm" for number in range(8)}
    first = dict.fromkeys(REGISTERS, 0) | pointers | {"sr": 0xC00300, "la": 0xFFFFFF}
    first |= {"x0": x0, "r0": 0x246, "m0": 5}
    second = first | {"r0": r0, "n0": 4}
    text = "fill 00b71d 0517a3 00d9e5 1f4b27 000050 000080\n"
    for name, found in (("down", first), ("late", second), ("branch", second)):
        lines = "".join(f"{register} {value:06x}\n" for register, value in found.items())
        text += f"case {name}\nsteps 4\n{lines}ssh -\nssl -\ncyc 12\nend\n"
    folder.mkdir()
    (folder / "results_hw.txt").write_text(text)
    (folder / "corpus.lod").write_text("".join(f"P {a:04X} {w:06X}\n" for a, w in PROGRAM.items()) + "I 000100 start\n")
    (folder / "corpus.meta").write_text(
        "fill 00b71d 0517a3 00d9e5 1f4b27 000050 000080\n"
        "case down 0100 0105 100\ncase late 0105 0108 100\ncase branch 0108 010a 100\n"
    )
    return folder.parent


def test_cases_are_equal_late_or_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    x0 = (0x00B71D * 0x247 + 0x0517A3) & 0xFFFFFF
    assert dumps.main(bank(tmp_path / "b0", x0=x0)) == 0
    shown = capsys.readouterr().out
    for side in dumps.SIDES:
        assert f"    1  {side}, equal\n" in shown
        assert f"    1  {side}, equal but for late address registers\n" in shown
    assert "    1  left out: words of the DSP56300\n" in shown


@pytest.mark.parametrize("wrong", [{"x0": 1}, {"r0": 0x240}])
def test_a_wrong_bit_is_seen_on_every_side(
    wrong: dict[str, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = {"x0": (0x00B71D * 0x247 + 0x0517A3) & 0xFFFFFF, "r0": 0x244}
    assert dumps.main(bank(tmp_path / "b0", **right | {name: right[name] ^ bit for name, bit in wrong.items()})) == 1
    assert capsys.readouterr().out.count(", not ") >= len(dumps.SIDES)


def test_a_folder_without_dumps_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dumps.main(tmp_path) == 2
    assert "no folder in it holds results_hw.txt" in capsys.readouterr().out
