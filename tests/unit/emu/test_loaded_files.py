"""Blocks of object files that replace different words of others."""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from dsp56k.emu import Dsp56001

BIN = Path(sys.executable).parent


def lod(path: Path, *blocks: tuple[str, int, str]) -> str:
    """Write a LOD file."""
    data = "".join(f"_DATA {space} {address:04X}\n{words}\n" for space, address, words in blocks)
    path.write_text(f"_START A 0000 0000 0000 DSP56000\n\n{data}\n_END 0000\n")
    return str(path)


def test_blocks_of_one_file(tmp_path: Path) -> None:
    blocks = ("P", 0x40, "000001 000002 000003"), ("P", 0x41, "000002 000004"), ("P", 0x41, "000005")
    file = lod(tmp_path / "a.lod", *blocks)
    dsp = Dsp56001()
    with pytest.warns(RuntimeWarning) as found:
        dsp.load(file)
    assert [str(entry.message) for entry in found] == [
        f"{file}: P:$0042 is defined twice: $000004 replaces $000003 of the block at P:$0040;"
        " more such pairs of blocks: 1"
    ]
    assert Path(found[0].filename).name == Path(__file__).name
    assert dsp.p[0x42] == 4


def test_files_over_each_other(tmp_path: Path) -> None:
    first, second = lod(tmp_path / "a.lod", ("X", 5, "000001")), lod(tmp_path / "b.lod", ("X", 4, "000007 000002"))
    dsp = Dsp56001()
    dsp.load(first)
    with pytest.warns(RuntimeWarning, match=r"b.lod: X:\$0005 .*2 replaces \$000001 of .* X:\$0005 of .*a.lod$"):
        dsp.load(second)


def test_what_replaces_nothing(tmp_path: Path) -> None:
    dsp = Dsp56001()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dsp.load(lod(tmp_path / "a.lod", ("P", 5, "000001 000002"), ("P", 6, "000002"), ("X", 5, "000003")))
        dsp.load(lod(tmp_path / "b.lod", ("P", 5, "000001"), ("Y", 5, "000004")))
        # The next version of a file, and memory that a snapshot has brought back.
        dsp.load(lod(tmp_path / "b.lod", ("P", 5, "000001"), ("Y", 5, "000005")))
        dsp.restore(dsp.snapshot())
        dsp.load(lod(tmp_path / "c.lod", ("P", 5, "000009")))


@pytest.mark.parametrize("command", ["run {0} --max-clocks 100", "debug {0} -c q"])
def test_commands_say_it_in_one_line(tmp_path: Path, command: str) -> None:
    file = lod(tmp_path / "a.lod", ("P", 0, "0C0000 000000"), ("P", 1, "000004"))
    done = subprocess.run(
        [BIN / "dsp56k", *command.format(file).split()], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    said = "P:$0001 is defined twice: $000004 replaces $000000 of the block at P:$0000"
    assert done.stderr.splitlines()[:1] == [f"warning: {file}: {said}"]
