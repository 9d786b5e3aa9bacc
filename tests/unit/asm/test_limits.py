"""Bad files and limits: each ends in one clear error, quickly, and never in an exception."""

import gc
import math
import os
import time
import tracemalloc
from pathlib import Path

import pytest

from dsp56k.asm import assemble, assemble_file, render, sarif_log
from dsp56k.asm.budget import SYMBOLS_SEARCHED, Budget
from dsp56k.asm.program.symbols import GLOBAL, Symbol, SymbolTable


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in assemble(text).diagnostics]


def test_missing_file(tmp_path: Path) -> None:
    obj = assemble_file(tmp_path / "none.asm")
    assert not obj.ok
    assert [entry.code for entry in obj.diagnostics] == ["A0101"]
    assert "none.asm" in obj.diagnostics[0].message


def test_folder_instead_of_file(tmp_path: Path) -> None:
    assert [entry.code for entry in assemble_file(tmp_path).diagnostics] == ["A0101"]


def test_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "binary.asm"
    path.write_bytes(b" nop\n\x7fELF\x01\x02\x01\x00\x00")
    obj = assemble_file(path)
    assert [entry.code for entry in obj.diagnostics] == ["A0104"]
    assert "line 2" in obj.diagnostics[0].message


def test_file_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsp56k.asm.source.files.MAX_FILE_BYTES", 100)
    path = tmp_path / "large.asm"
    path.write_text(" nop\n" * 50)
    assert [entry.code for entry in assemble_file(path).diagnostics] == ["A0103"]


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/stdin", "/proc/self", "fifo"])
def test_include_of_what_is_no_file(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    path = tmp_path / "main.asm"
    path.write_text(f" include '{name}'\n nop\n")
    assert assemble_file(path).diagnostics[0].code == "A0102"


def test_include_does_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Like /proc/kmsg: a regular file by its looks, from which nothing can be read yet.
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    open_file = os.open

    def opened(path: str, flags: int, mode: int = 0o777) -> int:
        if Path(path).name != "part.asm":
            return open_file(path, flags, mode)
        assert flags & os.O_NONBLOCK
        return os.dup(reading)

    (tmp_path / "part.asm").write_text(" nop\n")
    path = tmp_path / "main.asm"
    path.write_text(" include 'part'\n")
    monkeypatch.setattr(os, "open", opened)
    (entry,) = assemble_file(path).diagnostics
    assert (entry.code, "no data available yet" in entry.message) == ("A0101", True)
    os.close(reading)
    os.close(writing)


def test_too_many_lines_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsp56k.asm.source.files.MAX_FILE_LINES", 100)
    assert codes("\n" * 100) == []
    assert codes("\r\n" * 101) == ["A0103"]


def test_huge_line() -> None:
    assert codes(" dc 1" + "+1" * 1_000_000 + "\n nop\n") == ["A0105"]


def test_huge_line_by_continuation() -> None:
    assert codes(" dc 1" + "+1\\\n" * 100_000 + "\n nop\n") == ["A0105"]


def test_macro_that_calls_itself() -> None:
    assert codes("m macro\n m\n endm\n m\n") == ["A0106"]
    # A recursion that ends may be deep: here it counts down from 400.
    deep = assemble("n set 400\nm macro\n if n\n dc n\nn set n-1\n m\n endif\n endm\n m\n")
    assert [*deep.words.values()] == [*range(400, 0, -1)]


def test_macros_that_call_each_other() -> None:
    obj = assemble("a_ macro\n b_\n endm\nb_ macro\n a_\n endm\n a_\n")
    assert [entry.code for entry in obj.diagnostics] == ["A0106"]
    assert len(obj.diagnostics[0].chain) > 100


def test_file_that_includes_itself(tmp_path: Path) -> None:
    path = tmp_path / "self.asm"
    path.write_text(" nop\n include 'self'\n")
    assert [entry.code for entry in assemble_file(path).diagnostics] == ["A0106"]


def test_too_much_work_and_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget.__init__, "__defaults__", (10_000, 1_000_000))
    assert codes(" dup 100\n dup 100\n nop\n endm\n endm\n") == ["A0107"]
    monkeypatch.setattr(Budget.__init__, "__defaults__", (1_000_000, 1_000_000))
    assert codes(" bsc 65535,1\n nop\n") == ["A0115"]


@pytest.mark.parametrize(
    "source",
    [
        "\n" + " mvoe\n" * 10_000,
        " dc later\n" + " mvoe\n" * 10_000 + "later equ 1\n",
        " if 1\n" * 10_000,
        " section s\n"
        + "".join(f" xdef {','.join(f'n{i}_{j}' for j in range(200))}\n" for i in range(50))
        + " endsec\n",
        " dc " + ",".join(["nowhere_+1"] * 300) + "\n" + " foo\n" * 2_000,
    ],
    ids=["statements", "forward references open", "at the end", "declared only", "in one line"],
)
def test_too_many_errors(source: str) -> None:
    found = codes(source)
    assert found[-1] == "A0113"
    assert len(found) == 2002


def test_too_many_messages() -> None:
    found = codes(" dup 30000\n msg 'x'\n endm\n")
    assert (len(found), found[-1]) == (20_002, "A0113")
    found = codes(f" dup 30000\n msg '{'y' * 3900}'\n endm\n")
    assert (len(found) < 2000, found[-1]) == (True, "A0113")


def test_a_mistake_in_front_of_a_forward_reference_is_reported_once() -> None:
    assert codes(" dup 1000\n dc later,nowhere_\n endm\nlater equ 1\n") == ["A0212"]


def test_long_chains_are_shortened() -> None:
    obj = assemble("n set 0\nm macro\n if n<400\nn set n+1\n m\n foo\n endif\n endm\n m\n")
    last = obj.diagnostics[0]
    assert len(last.chain) == 400
    (result,) = sarif_log([last])["runs"][0]["results"]
    assert len(result["relatedLocations"]) == 8
    assert result["properties"] == {"framesLeftOut": 392}
    assert render(last).count(" in macro m at ") == 8
    assert "… 392 more …" in render(last)


def test_nesting_takes_linear_time() -> None:
    for opening, closing in ((" section s{}", " endsec"), (" .if <eq>", " .endi"), (" if 1", " endif")):
        used: dict[int, float] = {}
        for depth in (5000, 5000, 5000, 10_000, 10_000, 10_000):
            lines = [opening.format(level) for level in range(depth)]
            source = "\n".join(["g equ 1", *lines, " dc g", *[closing] * depth, ""])
            begin = time.process_time()
            obj = assemble(source)
            # What else the machine does only adds.
            used[depth] = min(time.process_time() - begin, used.get(depth, math.inf))
            assert obj.ok, obj.diagnostics[0]
            if used.get(10_000, math.inf) < 3.5 * used[5000]:
                break
        # Twice as much where it is linear, four times as much where it is quadratic.
        assert used[10_000] < 3.5 * used[5000], opening


def test_a_million_nops() -> None:
    obj = assemble(" dup 1000000\n nop\n endm\n")
    assert obj.ok
    assert len(obj.words) == 65_536
    assert [entry.code for entry in obj.diagnostics] == ["A0701"]


def test_comment_without_delimiter() -> None:
    assert codes(" comment\n nop\n") == ["A0519"]


def test_deep_expressions() -> None:
    assert codes(" dc " + "(" * 2000 + "1" + ")" * 2000 + "\n") == ["A0309"]
    assert codes(" dc " + "-" * 2000 + "1\n") == ["A0309"]
    assert codes(" dc 0" + "+1" * 2000 + "\n") == []


def test_end_of_file_in_the_middle() -> None:
    assert codes("") == []
    assert codes(" dc 'abc") == ["A0327"]
    assert codes("m macro\n dc") == ["A0110"]
    assert codes(" nop\\") == []


def test_phase_error() -> None:
    # The first pass takes one branch, the second the other: @DEF sees only earlier lines, so nothing moves.
    obj = assemble(" if @def(x_)\n nop\n endif\nlab nop\nx_ equ lab\n dc fwd\nfwd equ 1\n")
    assert obj.ok
    assert obj.symbols["lab"] == 0


def test_thousands_of_loops() -> None:
    # Their end is not known yet when the first pass reads them, which is not an error.
    obj = assemble("x_ macro\n do #2,_end\n asl a\n_end\n endm\n dup 3000\n x_\n endm\n")
    assert (obj.ok, len(obj.words)) == (True, 9000)


def test_long_expressions_leave_the_memory() -> None:
    # Their compiled form takes a hundred times their length.
    lines = [f"n{number} equ {number}{'+n' * 1000}\n" for number in range(100)]
    tracemalloc.start()
    obj = assemble("n equ 1\n" + "".join(lines))
    symbols = obj.symbols
    del obj
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert symbols["n99"] == 1099
    assert kept < 2_000_000


def test_a_search_of_all_symbols_is_work() -> None:
    budget = Budget()
    table = SymbolTable(budget)
    table.sections[GLOBAL].symbols = {str(n): Symbol(str(n), n, "N", "equ", GLOBAL, 1, None) for n in range(100)}
    before = budget.work
    assert len(table.names()) == 100
    assert before - budget.work == 100 // SYMBOLS_SEARCHED
