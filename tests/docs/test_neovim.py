"""The two pages on Neovim agree: both are followed in one init.lua."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs" / "guides"


def test_the_debugger_s_configurations_are_for_the_type_that_the_language_server_has() -> None:
    server, debugger = ((DOCS / name).read_text() for name in ("editor.md", "debug.md"))
    types = r"vim\.filetype\.add\(\{ extension = (\{[^}]*\})"
    (of_server,), (of_debugger,) = re.findall(types, server), re.findall(types, debugger)
    assert of_server == of_debugger
    (served,) = set(re.findall(r"filetypes = \{ \"(\w+)\" \}", server))
    assert set(re.findall(r"dap\.configurations\.(\w+)", debugger)) == {served}
    assert set(re.findall(r"= \"(\w+)\"", of_server)) == {served}
