"""The two pages on Neovim agree, and the language server answers an editor that follows them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs" / "guides"
SERVER, DEBUGGER = ((DOCS / name).read_text() for name in ("editor.md", "debug.md"))
SETUP = re.compile(r"```lua\n(.*?)```", re.DOTALL)
WAIT = """
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end)
for _, one in ipairs(vim.diagnostic.get(0)) do
  io.stdout:write(one.lnum + 1, ": ", one.code, "\\n")
end
vim.cmd("quitall!")
"""


def test_the_debugger_s_configurations_are_for_the_type_that_the_language_server_has() -> None:
    types = r"vim\.filetype\.add\(\{ extension = (\{[^}]*\})"
    (of_server,), (of_debugger,) = re.findall(types, SERVER), re.findall(types, DEBUGGER)
    assert of_server == of_debugger
    (served,) = set(re.findall(r"pattern = \"(\w+)\"", SERVER))
    assert set(re.findall(r"dap\.configurations\.(\w+)", DEBUGGER)) == {served}
    assert set(re.findall(r"= \"(\w+)\"", of_server)) == {served}


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_neovim_shows_the_diagnostics_of_the_language_server(tmp_path: Path) -> None:
    (setup,) = SETUP.findall(SERVER)
    (tmp_path / "init.lua").write_text(setup)
    (tmp_path / "wait.lua").write_text(WAIT)
    (tmp_path / "wrong.asm").write_text(" org p:0\n nop\n mvoe x0,a\n")
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "dsp56k"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m dsp56k "$@"\n')
    command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}"}
    edited = subprocess.run(
        ["nvim", "--headless", "-u", "init.lua", "wrong.asm", "-c", "luafile wait.lua"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert edited.stdout == "3: A0201\n", edited.stderr
