"""Structured control does what ASM chapter 7 says: assembled, run, and its results looked at."""

from pathlib import Path

import pytest

from dsp56k.asm import assemble, render_all
from dsp56k.asm.formats import elf_bytes
from dsp56k.emu import Dsp56001

PROGRAMS = {
    "for counts up by a step": (" .for x:$10 = #1 to #10 by #2\n move x:$10,x1\n add x1,b\n .endf\n", 25),
    "for ends beyond the last value": (" .for x:$10 = #1 to #10 by #4\n .endf\n move x:$10,b\n", 13),
    "for counts down past zero in r2": (" .for r2 = #3 downto #0\n add y1,b\n .endf\n", 4),
    "for is not entered": (" .for x:$10 = #2 to #1\n add y1,b\n .endf\n", 0),
    "for continues and breaks": (
        " .for x:$10 = #1 to #9\n move #>3,x1\n cmp x1,a\n .if <eq>\n .continue\n .endi\n"
        " move #>5,x1\n cmp x1,a\n .if <gt>\n .break\n .endi\n add a,b\n .endf\n",
        12,
    ),
    "while tests first": (" move #>20,r1\n nop\n .while r1 <gt> #7\n lua (r1)-,r1\n .endw\n move r1,b\n", 7),
    "while is not entered": (" .while <ne>\n add y1,b\n .endw\n", 0),
    "repeat tests last": (" .repeat\n add y1,b\n .until b <ge> #5 and b <ne> #6\n", 5),
    "repeat continues to its test": (" .repeat\n add y1,b\n .continue\n add y1,b\n .until b <ge> #3\n", 3),
    "loop": (" .loop 6\n add y1,b\n .endl\n", 6),
    "loop beyond DO's field": (" .loop 5000\n add y1,b\n .endl\n", 5000),
    "loop breaks": (" .loop 9\n add y1,b\n .if b <eq> #4\n .break\n .endi\n .endl\n", 4),
    "loop continues": (" .loop 9\n add y1,b\n .if b <gt> #4\n .continue\n .endi\n add y1,b\n .endl\n", 11),
    "loops end together": (" .loop 3\n .loop 4\n add y1,b\n .endl\n .endl\n", 12),
    "if, else": (" .if y1 <lt> #1\n move #>5,b\n .else\n move #>6,b\n .endi\n", 6),
    "or ends at the first true": (" .if y1 <eq> #1 or y1 <eq> #2\n move #>5,b\n .endi\n", 5),
    "and ends at the first false": (" .if y1 <eq> #2 and y1 <eq> #1\n move #>5,b\n .endi\n", 0),
    "x0 against a": (" move #>3,x0\n move #>4,a\n .if x0 <lt> a\n move #>5,b\n .endi\n", 5),
    "b against a": (" move #>3,a\n .if y1 <lt> a\n move #>5,b\n .endi\n", 5),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_result_in_b(name: str, tmp_path: Path) -> None:
    body, expected = PROGRAMS[name]
    obj = assemble(f" org p:$40\n clr b\n move #>1,y1\n{body} move b,x:$30\nhalt jmp halt\n")
    assert obj.ok, render_all(obj.diagnostics)
    path = tmp_path / "program.elf"
    path.write_bytes(elf_bytes(obj))
    dsp = Dsp56001()
    dsp.load(path)
    dsp.run(until=int(obj.symbols["halt"]), max_clocks=1_000_000)
    assert dsp.x[0x30] == expected
