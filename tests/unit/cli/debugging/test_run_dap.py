"""`dsp56k run --dap`: a debugger attaches to a run, and leaves it to itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k.asm import assemble
from dsp56k.asm.formats import elf_bytes
from dsp56k.cli.main import main
from shared.debugging.adapter_client import DSP56K, Caller
from shared.debugging.programs import SOURCE

RUN = ["run", "prog.elf", "--max-clocks", "20000"]


def test_a_run_waits_for_a_debugger_and_ends_as_without_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "prog.elf").write_bytes(elf_bytes(assemble(SOURCE)))
    monkeypatch.chdir(tmp_path)
    plain = CliRunner().invoke(main, RUN).stdout
    run = subprocess.Popen(
        [str(DSP56K), *RUN, "--dap", "0", "--dap-wait"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stderr is not None
    listening = run.stderr.readline()
    assert listening.startswith("a debugger can attach at 127.0.0.1:"), listening
    caller = Caller(("127.0.0.1", int(listening.rpartition(":")[2])))
    caller.attach()
    caller.ask("setFunctionBreakpoints", breakpoints=[{"name": "loop", "hitCondition": "5"}])
    assert caller.stop("configurationDone")["reason"] == "function breakpoint"
    assert caller.ask("evaluate", expression="r2")["result"] == "$4 (4)"
    caller.ask("disconnect")
    out, errors = run.communicate(timeout=20)
    caller.close()
    assert (out, errors, run.returncode) == (plain, "", 0)
