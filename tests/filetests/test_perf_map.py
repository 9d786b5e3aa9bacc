"""The symbol file for Linux `perf`, which names compiled code by the program address where its region begins."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import ConfigurationError, Dsp56001, validation

LINE = re.compile(r"([0-9a-f]+) ([0-9a-f]+) dsp56k:P:\$([0-9A-F]{4})")
MAPPING = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) r-x", re.MULTILINE)
MAPS = Path("/proc/self/maps")
# Words that no other test of this process has compiled.
PROGRAM = " org p:$7d3\nloop add x0,b\n eor y1,b\n jmp loop\n"


@pytest.fixture
def symbols(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The symbol file of this process, which the environment has switched on."""
    if Dsp56001(engine="auto").engine == "interpreter":
        pytest.skip("this machine lets no generated code run")
    path = Path("/tmp") / f"perf-{os.getpid()}.map"
    path.unlink(missing_ok=True)
    monkeypatch.setenv("DSP56K_JIT_PERF_MAP", "1")
    monkeypatch.setattr(validation, "ARRIVALS", 1)
    yield path
    path.unlink(missing_ok=True)


def test_compiled_code_has_a_line(symbols: Path) -> None:
    dsp = Dsp56001(engine="jit")
    assert symbols.read_text() == ""
    assert symbols.stat().st_mode & 0o777 == 0o600
    dsp.load_words(assemble(PROGRAM).words)
    dsp.regs.pc = 0x7D3
    dsp.run(max_clocks=10_000)
    (region,) = dsp.engine_report().regions
    (line,) = symbols.read_text().splitlines()
    found = LINE.fullmatch(line)
    assert found, line
    begin, size = int(found[1], 16), int(found[2], 16)
    assert (size, int(found[3], 16)) == (region.size_bytes, 0x7D3)
    mappings = [(int(low, 16), int(high, 16)) for low, high in MAPPING.findall(MAPS.read_text())]
    assert any(low <= begin and begin + size <= high for low, high in mappings)


def test_a_file_that_others_may_have_put_there_is_not_written(symbols: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("kept")
    symbols.symlink_to(target)
    with pytest.raises(ConfigurationError, match=rf"DSP56K_JIT_PERF_MAP: {symbols}: .*remove the file"):
        Dsp56001(engine="jit")
    assert target.read_text() == "kept"
    symbols.unlink()
    symbols.hardlink_to(target)
    with pytest.raises(ConfigurationError, match="another name"):
        Dsp56001(engine="jit")
    symbols.unlink()
    os.mkfifo(symbols)
    with pytest.raises(ConfigurationError):
        Dsp56001(engine="jit")
    symbols.unlink()
    symbols.touch()
    with pytest.raises(PermissionError, match="another user"):
        Dsp56001(engine="interpreter")._chip.generate(1, None, os.geteuid() + 1)
    assert Dsp56001(engine="interpreter").engine == "interpreter", "which writes no file"


@pytest.mark.parametrize(("switch", "expected"), [("0", None), ("", None), ("yes", "must be 0 or 1, got 'yes'")])
def test_the_variable_is_a_switch(
    switch: str, expected: str | None, symbols: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DSP56K_JIT_PERF_MAP", switch)
    if expected is None:
        Dsp56001(engine="auto")
    else:
        with pytest.raises(ConfigurationError, match=expected):
            Dsp56001(engine="auto")
    assert not symbols.exists()
