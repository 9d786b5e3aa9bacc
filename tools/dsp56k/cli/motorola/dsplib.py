"""`dsplib`: the librarian (ASM, librarian 2.3), from the command line or, without arguments, from standard input."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from dsp56k.cli.console.exit_codes import BAD_USAGE, OK, WRONG_INPUT, run_guarded
from dsp56k.cli.console.streams import standard_input_line
from dsp56k.cli.motorola.commands import UsageError, report, run
from dsp56k.cli.motorola.file_names import path_of, written
from dsp56k.system.text import shown

USAGE = """usage: dsplib [option] library[.lib] [file ...]
  -a  add modules        -c  create a library    -d  delete modules     -l  list the modules
  -r  replace modules    -u  add or replace (the default)               -v  show the version
  -x  extract modules
Without arguments, commands are read from standard input: add, create and so on, then the library and the files.
example: dsplib -c fftlib fft16.cln fft512.cln"""
COMMANDS = {
    "add": "a", "create": "c", "delete": "d", "list": "l", "replace": "r", "update": "u", "version": "v",
    "extract": "x", "help": "?", "quit": "q", "exit": "q",
}  # fmt: skip
_PROMPT = "dsplib> "


def main() -> int:
    """Run `dsplib` as an entry point."""
    if len(sys.argv) < 2:
        return run_guarded("dsplib: ", interactive)
    return run("dsplib", USAGE, library_command)


def interactive() -> int:
    """Execute commands from standard input, one a line; the exit code is 0 if all succeed (ASM, librarian 2.3)."""
    code = OK
    prompt = _PROMPT if sys.stdin is not None and sys.stdin.isatty() else ""
    while True:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = standard_input_line()
        words = line.split()
        found = sorted({letter for name, letter in COMMANDS.items() if words and name.startswith(words[0].lower())})
        if not line or found == ["q"]:
            return code
        if words[:1] == ["?"] or found == ["?"]:
            print(USAGE)
        elif len(found) == 1:
            code = max(code, report("dsplib", library_command, [f"-{found[0]}", *words[1:]]))
        elif words:
            print("ambiguous command" if found else "invalid command")
            code = WRONG_INPUT


def library_command(arguments: Sequence[str]) -> int:
    """Execute the option, and return the exit code."""
    words = list(arguments)
    option, code = "u", OK
    if words[0].startswith("-"):
        option = words.pop(0)[1:].lower()
        if option not in COMMANDS.values() or option in "?q":
            # The manual continues as if -u had been given (librarian B.2).
            print(shown(f"unknown option -{option}"))
            option, code = "u", BAD_USAGE
    if option == "v":
        from importlib.metadata import version

        print(f"dsplib of dsp56k {version('dsp56k')}")
        return OK
    if not words:
        raise UsageError("argument missing: a library")
    from dsp56k.cli.motorola.libraries import change, extract, member_line, members_of

    library, files = written(words[0], ".lib"), [path_of(word) for word in words[1:]]
    if option == "l":
        for member in members_of(library):
            print(member_line(member))
        return code
    warnings = extract(library, files) if option == "x" else change(option, library, files)
    for warning in warnings:
        print(shown(f"warning: {warning}"))
    return max(code, WRONG_INPUT if warnings else OK)
