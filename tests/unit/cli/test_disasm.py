"""`dsp56k disasm`: its text assembles to the words it was made from."""

import json
from pathlib import Path

from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.asm import assemble
from dsp56k.cli.disasm import exact_lines
from dsp56k.cli.main import main
from dsp56k.emu.loader import Block

PROGRAM = "_START T 0 0 0\n_DATA P 0040\n200013 44F400 000123 000007\n_DATA X 0010\n000001 FFFFFF\n_END 0040\n"
WORDS = st.lists(st.integers(0, 0xFFFFFF), min_size=1, max_size=40)


def test_prints_source_with_addresses_and_words(tmp_path: Path) -> None:
    (tmp_path / "a.lod").write_text(PROGRAM)
    result = CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod")])
    assert result.exit_code == 0
    assert [" ".join(line.split()) for line in result.stdout.splitlines()] == [
        "org p:$0040",
        "clr a ; P:$0040 200013",
        "move #>$000123,x0 ; P:$0041 44F400 000123",
        "dc $000007 ; P:$0043 000007",
        "org x:$0010",
        "dc $000001,$ffffff ; X:$0010",
        "end $0040",
    ]


def test_json(tmp_path: Path) -> None:
    (tmp_path / "a.lod").write_text(PROGRAM)
    shown = json.loads(CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod"), "--json"]).stdout)
    assert shown["start"] == 0x40
    assert shown["statements"][1] == {
        "space": "P",
        "address": 0x41,
        "words": [0x44F400, 0x123],
        "text": "move #>$000123,x0",
    }


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.lod").write_text(PROGRAM.replace("_END 0040\n", ""))
    result = CliRunner().invoke(main, ["disasm", str(tmp_path / "a.lod")])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "without an _END record" in result.stderr


@settings(max_examples=60)
@given(program=WORDS, data=WORDS, address=st.integers(0, 0xFF00))
def test_any_words_come_back(program: list[int], data: list[int], address: int) -> None:
    lines = exact_lines([Block("P", address, program), Block("X", address, data)])
    obj = assemble("".join(f"{line.source}\n" for line in lines))
    assert obj.ok
    assert obj.words == {
        (space, address + offset): word
        for space, words in (("P", program), ("X", data))
        for offset, word in enumerate(words)
    }
