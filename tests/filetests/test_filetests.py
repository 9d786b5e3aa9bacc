"""Programs with the region and the CLIF that the JIT makes of them, in the manner of Cranelift's filetests.

Each `.asm` file here is a DSP56001 program that starts at P:$40. `; at: $ADDRESS` names the region that is checked, by
the address where it begins; `; at: $ADDRESS, compilation 2` is the region that replaces the first one there. The
comments after it say what its text and its CLIF contain:

- `; region: TEXT`, `; clif: TEXT`: a line contains TEXT, after the line of the check before.
- `; region N: TEXT`, `; clif N: TEXT`: N lines contain TEXT.
- `; clif not: TEXT`: no line contains TEXT between those of the checks without a number before and after it.
- `; needs: FEATURE`: the file is left out on a host without it.

Runs of spaces are equal to one space. A file is for one optimisation: it fails where that is switched off, or where a
guard or a clock check is emitted twice. So the checks count the lines with one opcode that shows it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import ConfigurationError, Dsp56001, validation

HERE = Path(__file__).parent
CHECK = re.compile(r"^;\s*(region|clif)(?: (\d+|not))?:\s*(.+)$", re.MULTILINE)
NEEDS = re.compile(r"^;\s*needs:\s*(\S+)$", re.MULTILINE)
CPU_INFO = Path("/proc/cpuinfo")
AT = re.compile(r"^;\s*at:\s*\$([0-9a-fA-F]+)(?:, compilation (\d+))?$", re.MULTILINE)


def lines_of(path: Path) -> list[str]:
    return [" ".join(line.split()) for line in path.read_text(encoding="utf-8").splitlines()]


def check(lines: list[str], checks: list[tuple[str, str]]) -> None:
    """Check the lines of a text: a check has a number of lines, "not" or nothing, and what lines contain."""
    rest, excluded = iter(lines), ""
    for count, wanted in checks:
        if count == "not":
            excluded = wanted
        elif count:
            found = sum(wanted in line for line in lines)
            assert found == int(count), f"{wanted!r} is in {found} lines, not {count}:\n" + "\n".join(lines)
        else:
            for line in rest:
                if wanted in line:
                    break
                assert not excluded or excluded not in line, f"{line!r} is before {wanted!r}"
            else:
                pytest.fail(f"{wanted!r} is not in this order:\n" + "\n".join(lines))
            excluded = ""


@pytest.mark.parametrize("path", sorted(HERE.glob("*.asm")), ids=lambda path: path.stem)
def test_what_is_compiled(path: Path, tmp_path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    for feature in NEEDS.findall(source):
        if not CPU_INFO.exists() or feature not in CPU_INFO.read_text(encoding="utf-8").split():
            pytest.skip(f"this machine has no {feature}")
    command = [sys.executable, str(HERE / "compile_program.py"), str(path), str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if "lets no generated code run" in run.stderr:
        pytest.skip(run.stderr)
    assert run.returncode == 0, run.stderr
    at = AT.search(source)
    assert at, "a file names the address of its region"
    dumped = sorted(tmp_path.glob(f"*-{int(at[1], 16):04x}.region"))
    number = int(at[2] or 1) - 1
    assert len(dumped) > number, [file.name for file in sorted(tmp_path.glob("*.region"))]
    region = dumped[number]
    checks = CHECK.findall(source)
    assert checks, "a file has checks"
    for kind in ("region", "clif"):
        found = [(count, " ".join(text.split())) for each, count, text in checks if each == kind]
        check(lines_of(region.with_suffix(f".{kind}")), found)


def test_the_environment_names_a_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DSP56K_JIT_DUMP", str(tmp_path / "none"))
    with pytest.raises(ConfigurationError, match=r"DSP56K_JIT_DUMP must be a directory, got '.*none'"):
        Dsp56001(engine="jit")
    monkeypatch.setenv("DSP56K_JIT_DUMP", str(tmp_path))
    monkeypatch.setattr(validation, "ARRIVALS", 1)
    dsp = Dsp56001(engine="auto")
    if dsp.engine == "interpreter":
        pytest.skip("this machine lets no generated code run")
    # Words that no other test of this process has compiled.
    dsp.load_words(assemble(" org p:$7e3\nloop add x0,a\n eor y1,b\n jmp loop\n").words)
    dsp.regs.pc = 0x7E3
    dsp.run(max_clocks=10_000)
    assert {file.suffix for file in tmp_path.glob("*-07e3.*")} == {".region", ".clif", ".s"}
