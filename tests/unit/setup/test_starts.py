"""The modules that a start imports: an unnecessary one costs time at every start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"matplotlib", "msgspec", "numpy", "rich", "scipy", "unicorn"}
ASSEMBLE = "from dsp56k.asm import assemble; assert assemble(' org p:0\\n nop\\n').ok"
RUN = "import contextlib, io, dsp56k.cli.main\nwith contextlib.redirect_stdout(io.StringIO()):\n"
RUN += " dsp56k.cli.main.main(['run', 'small.lod'], standalone_mode=False)"
SMALL = "_START SMALL 0000 0000 0000 DSP56K\n_DATA P 0000\n0C0000\n_END 0000\n"


def loaded(code: str, folder: Path) -> set[str]:
    """Return the modules that are loaded after this code in a separate process.

    `folder` is its directory for caches and its working directory.
    """
    command = [sys.executable, "-c", f"{code}\nimport json, sys; print(json.dumps([*sys.modules]))"]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder)}
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder, env=environment)
    return {*json.loads(result.stdout)}


def test_a_chip_needs_no_files_no_tables_and_no_assembler(tmp_path: Path) -> None:
    modules = loaded("import dsp56k.emu; dsp56k.emu.Dsp56001().run(max_clocks=4)", tmp_path)
    assert "dsp56k.emu.chip" in modules
    assert not modules & (HEAVY | {"difflib", "hashlib", "pathlib", "random", "secrets", "tempfile", "tomllib", "wave"})
    assert not modules & {
        "shutil",
        "dsp56k.asm",
        "dsp56k.emu.board",
        "dsp56k.emu.loader.suffixes",
        "dsp56k.isa.tables",
        "dsp56k.profile",
        "dsp56k.system.files",
    }


def test_an_assembler_reads_no_toml_but_the_first_time(tmp_path: Path) -> None:
    assert "tomllib" in loaded(ASSEMBLE, tmp_path)
    modules = loaded(ASSEMBLE, tmp_path)
    assert "dsp56k.asm.assembler" in modules
    assert not modules & (HEAVY | {"difflib", "random", "secrets", "shutil", "tempfile", "tomllib", "dsp56k.emu"})


@pytest.mark.parametrize("work", ["import dsp56k.asm", "import dsp56k.isa"])
def test_a_package_reads_nothing_before_it_is_used(work: str, tmp_path: Path) -> None:
    modules = loaded(work, tmp_path)
    assert not {name for name in modules if name.startswith("dsp56k.")} - {
        work.split()[-1],
        "dsp56k.system",
        "dsp56k.system.imports",
    }


def test_a_run_needs_no_assembler(tmp_path: Path) -> None:
    (tmp_path / "small.lod").write_text(SMALL)
    modules = loaded(RUN, tmp_path)
    assert "dsp56k.emu.chip" in modules
    assert not modules & (
        HEAVY | {"difflib", "random", "secrets", "tempfile", "dsp56k.asm", "dsp56k.lib", "dsp56k.cli.toolchain"}
    )
