"""The emulator, the assembler, the library and their commands need nothing that Windows lacks."""

import subprocess
import sys
from pathlib import Path

SOURCE = "        org     p:$40\nstart   move    #>$123456,a\nback    jmp     *\n        end     start\n"
WITHOUT = """
import os, signal, sys, types

LOCKED = []
MODULES = {"fcntl", "grp", "pwd", "resource", "termios", "tty"}


class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Missing())
for name in MODULES:
    sys.modules.pop(name, None)
for name in ("SIGHUP", "SIG_BLOCK", "SIG_SETMASK", "pthread_sigmask"):
    delattr(signal, name)
for name in ("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "fchmod", "fork"):
    delattr(os, name)
sys.modules["msvcrt"] = types.SimpleNamespace(LK_LOCK=1, locking=lambda *one: LOCKED.append(one))
"""
DONE = """
from dsp56k.cli.start import dsp56k
from dsp56k.lib import md2
from dsp56k.system.locks import locked
from pathlib import Path

print(md2(b"abc").value.hex())
with locked(Path("program.asm")):
    print(len(LOCKED), LOCKED[0][1:])
for command in ("asm program.asm -o program.elf", "run program.elf"):
    sys.argv = ["dsp56k", *command.split()]
    try:
        dsp56k()
    except SystemExit as end:
        print(end.code)
"""


def test_the_commands_do_without_what_windows_lacks(tmp_path: Path) -> None:
    (tmp_path / "program.asm").write_text(SOURCE)
    script = [sys.executable, "-c", WITHOUT + DONE]
    done = subprocess.run(script, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines()[:5] == [
        "da853b0d3f88d99b30283a69e6ded6bb",
        "1 (1, 1)",
        "3 words, 0 warnings; written: program.elf",
        "0",
        "HALT at P:$0042 <back> (program.asm:3) after 4 clocks, 1 instructions",
    ]
