"""The example command lines of the manual (ASM 1.4, 4.6.2 and 4.7.2; linker 1.3 and figure 1; librarian 2.3)."""

import sys
from pathlib import Path

import pytest

from dsp56k.cli.motorola import asm56000, dsplib, dsplnk

COMMANDS = {"ASM56000": asm56000.main, "LNK56000": dsplnk.main_lnk56000, "LIB56000": dsplib.main}
MODULES = ("filter", "fft", "fio", "fir", "gauss", "main", "io", "myprog", "fft16", "fft512", "ditfft")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in (*MODULES, "prog", "trans", "testprog"):
        Path(f"{name}.asm").write_text(
            f" section s_{name}\n xdef {name}\n org p:\n{name} nop\n org x:\n ds 2\n endsec\n"
        )
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, line: str) -> int:
    monkeypatch.setattr(sys, "argv", line.split())
    return int(COMMANDS[line.split()[0]]())


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("ASM56000  -Bfilter  main.asm  fft.asm  fio.asm", "filter.cln"),
        ("ASM56000  -b -DPOINTS  '16'  prog.asm", "prog.cln"),
        ("ASM56000  -L  filter.asm  gauss.asm", "filter.lst"),
        ("ASM56000 -b -OS,CRE  main.asm", "main.cln"),
        ("ASM56000  -Fopts.cmd", "fromfile.cln"),
        ("ASM56000  -b -I\\project\\  testprog", "testprog.cln"),
        ("ASM56000  -b -Mfftlib/  trans.asm", "trans.cln"),
        ("ASM56000  -b -V  main.asm", "main.cln"),
    ],
)
def test_the_assembler(here: Path, monkeypatch: pytest.MonkeyPatch, line: str, made: str) -> None:
    Path("opts.cmd").write_text("-bfromfile ; options\n\tfft.asm\n")
    assert run(monkeypatch, line) == 0
    assert (here / made).is_file()


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("LNK56000  -Bfilter.lod  main.lnk  fft.lnk  fio.lnk", "filter.lod"),
        ("LNK56000  -Fopts.cmd", "fromfile.lod"),
        ("LNK56000  -I  -Bfilter.lnk  main.lnk  fft.lnk  fio.lnk", "filter.lnk"),
        ("LNK56000  -Bfilter  main  fir  -Lio", "filter.lod"),
        ("LNK56000  -M  filter.lnk  gauss.lnk", "filter.map"),
        ("LNK56000  -N  filter.lnk  fft.lnk  fio.lnk", "filter.lod"),
        ("LNK56000  -Ope:40  myprog  -Lio", "myprog.lod"),
        ("LNK56000  -Rproj  filter.lnk  gauss.lnk", "filter.lod"),
        ("LNK56000  -S  filter.lnk  fft.lnk  fio.lnk", "filter.lod"),
        ("LNK56000  -V  myprog.lnk", "myprog.lod"),
        (
            "LNK56000  -B  -M  -OXLI:0  -OYLI:0  -OYH:FFC0  -OXH:FFC0  -OPL:1000  -OPHE:A000  MAIN  IO  FILTER",
            "MAIN.lod",
        ),
        ("LNK56000  -B  -M  -OXE:100  -OPI:40  main  fft  fir  gauss", "main.map"),
    ],
)
def test_the_linker(here: Path, monkeypatch: pytest.MonkeyPatch, line: str, made: str) -> None:
    Path("opts.cmd").write_text("-bfromfile main.lnk\nfft\n")
    Path("proj.ctl").write_text("base p:$40\n")
    for name in MODULES:
        assert run(monkeypatch, f"ASM56000 -B {name}") == 0
    assert run(monkeypatch, "LIB56000 -C io io.lnk") == 0
    assert run(monkeypatch, line) == 0
    assert (here / made).is_file()


def test_the_memory_control_file_of_figure_1(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # With the tabs that the text has lost.
    text = """ident\tfilter\t2\t1\t; Filter module

start\tfilter

base\txli:$100,xhe:$2000,yli:$100,yhe:$2000,pe:$40
reserve\txli:$200..$3ff,yli:$200..$3ff

section\tinput\tple:$100
section\tfilter\tpe:$400
section\toutput\tphe:$800

symbol\txdata\txhe:$2000
symbol\tydata\tyhe:$2000

map\tpage\t132,,3,3
map\topt\tnosecaddr,nosymval
"""
    Path("first.ctl").write_text(text)
    Path("first.asm").write_text(
        " section input\n org pl:\n nop\n org xl:\n ds $f0\n dc xdata,ydata\n ds $20\nlater dc 5\n endsec\n"
        " section filter\n xdef filter\n org p:\nfilter rts\n endsec\n"
        " section output\n org ph:\n nop\n org xh:\n dc 3\n endsec\n org p:\n nop\n"
    )
    assert run(monkeypatch, "ASM56000 -B first") == 0
    assert run(monkeypatch, "LNK56000 -M -R -S -Bfirst.lod first") == 0
    lod = Path("first.lod").read_text()
    assert lod.startswith("_START filter 0002 0001\nFilter module\n")
    assert lod.rstrip().endswith("_END 0400")
    for block in ("_DATA PE 0400\n00000C", "_DATA PE 0100", "_DATA PE 0800", "_DATA PE 0040", "_DATA XE 2000\n000003"):
        assert block in lod
    # The section does not fit before the reserved memory, so it is after it.
    assert "_DATA XI 04F0\n002000 002000" in lod
    lines = Path("first.map").read_text().split("\n")
    assert lines[:4] == ["", "", "", "dsp56k linker  filter  Page 1"]
    assert "Sections by name:" in lines
    assert "Sections by address:" not in lines


@pytest.mark.parametrize(
    "line",
    [
        "LIB56000  -A  fftlib  fft16.lnk  fft512.lnk  ditfft.lnk",
        "LIB56000  -C  other  fft16.lnk  fft512.lnk  ditfft.lnk",
        "LIB56000 -D fftlib io.lnk",
        "LIB56000  -L  fftlib",
        "LIB56000  -R  fftlib  io.lnk",
        "LIB56000  -U  fftlib  ditfft.lnk",
        "LIB56000  -V",
        "LIB56000  -X  fftlib  io.lnk",
    ],
)
def test_the_librarian(here: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    for name in ("io", "fft16", "fft512", "ditfft"):
        assert run(monkeypatch, f"ASM56000 -B {name}") == 0
    assert run(monkeypatch, "LIB56000 -C fftlib io.lnk") == 0
    assert run(monkeypatch, line) == 0
