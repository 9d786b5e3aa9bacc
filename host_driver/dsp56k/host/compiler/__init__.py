"""Programs for the PC from C and NASM sources, by the system's gcc, NASM and ld.

The options and the linker script next to this file are also those of the package's programs
(host_driver/src/Makefile).
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

from dsp56k.host.compiler.dependencies import check_dependencies, check_includes
from dsp56k.host.compiler.tools import run_tool
from dsp56k.host.errors import CompileError
from dsp56k.host.machines import DEFAULT_MACHINE, MachineRow, row_of
from dsp56k.host.program import MAX_FILE_BYTES, Program, parse_program
from dsp56k.system.files import read_at_most
from dsp56k.system.text import described

Optimization = Literal["0", "1", "2", "3", "s"]
OPTIMIZATIONS: tuple[Optimization, ...] = get_args(Optimization)
"""gcc's -O."""

_HERE = Path(__file__).parent
_GCC_OPTIONS = _HERE / "gcc.options"
_LD_OPTIONS = _HERE / "ld.options"
_ARCHITECTURES = {"i386": "i386", "i486": "i486"}
"""gcc's -march by processor."""
_C_MODE = "flat32"
_C, _NASM = ".c", ".asm"
_FEW_MESSAGES = ("-fmax-errors=20", "-fdiagnostics-plain-output", "-w")
_NO_PRECOMPILED_HEADERS = ("-include", os.devnull)
"""gcc loads the memory image `x.h.gch` for the first file that is included if it is `x.h`, so the first is another."""
_LINK = "source-"
_LINKED = re.compile(rf"(?<![\w./-])({_LINK}\d+)/")
_MACRO = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def compile_c(
    *sources: Path | str,
    machine: str | MachineRow = DEFAULT_MACHINE,
    optimize: Optimization = "2",
    defines: Mapping[str, str | int] | None = None,
) -> Program:
    """Compile C (`.c`) and NASM (`.asm`) sources and link them to one program for a machine.

    C is freestanding: the compiler's own headers (stdint.h, stddef.h) are there, a C library is not. A source may
    include files of the sources' directories, and nothing else of this computer. No file is left behind.
    No source can execute code of this computer: the tools run in a private directory with fixed options, and in
    bubblewrap's sandbox (`bwrap`) if it is installed.

    Args:
        sources: files of at most 1 MB, whose names do not begin with `-` or `@`.
        machine: the name of one of the package, or one of a file: gcc uses its processor's
            instructions. For one in real mode the source is NASM's.
        optimize: gcc's level.
        defines: macros of the C preprocessor and of NASM.

    Raises:
        CompileError: a compiler is missing or refuses a source (then with `tool` and `output`); a source is neither C
            nor NASM, cannot be read, or reads a forbidden file.
        ProgramError: the program does not fit the machine's memory.
    """
    content = compile_to_elf(*sources, machine=machine, optimize=optimize, defines=defines)
    return parse_program(content, str(sources[0]))


def compile_to_elf(
    *sources: Path | str,
    machine: str | MachineRow = DEFAULT_MACHINE,
    optimize: Optimization = "2",
    defines: Mapping[str, str | int] | None = None,
) -> bytes:
    """Return the bytes of the ELF file that `compile_c` loads; the arguments and the CompileError are equal."""
    row = row_of(machine)
    if optimize not in OPTIMIZATIONS:
        raise CompileError(f"optimize must be one of {', '.join(OPTIMIZATIONS)}, got {described(optimize)}")
    macros = [_macro(name, value) for name, value in (defines or {}).items()]
    paths = [_source(Path(source)) for source in sources]
    if not paths:
        raise CompileError("expected a source to compile, got none")
    with tempfile.TemporaryDirectory(prefix="dsp56k-") as folder:
        work = _Work(Path(folder).resolve(), sorted({path.resolve().parent for path in paths}), macros)
        objects = [work.compiled(path, row, optimize) if path.suffix == _C else work.assembled(path) for path in paths]
        return work.linked(objects, row.mode, str(paths[0]))


class _Work:
    """One compilation: the directory of its files, and the directories that sources may read."""

    def __init__(self, folder: Path, sources: Sequence[Path], macros: Sequence[str]) -> None:
        self._folder = folder
        self._sources = sources
        self._macros = macros
        self._files = 0
        self._named: dict[str, str] = {}

    def compiled(self, path: Path, row: MachineRow, optimize: Optimization) -> Path:
        """Return the path of a C source's object file."""
        if row.mode != _C_MODE:
            message = f"{path}: cannot compile C to 16-bit code, which {row.name} runs: write it for NASM"
            raise CompileError(message, path=str(path))
        architecture = _ARCHITECTURES[row.cpu]
        headers = self._headers(path)
        made, rule = self._file("o"), self._file("d")
        link = self._link(path)
        # gcc derives the name of its passes' files from the source's, and the passes read `@NAME` as a file of options.
        options = [f"@{_GCC_OPTIONS}", "-dumpdir", f"{self._folder}/", "-dumpbase", "dump"]
        options += [f"-march={architecture}", f"-mtune={architecture}", f"-O{optimize}"]
        options += [*_FEW_MESSAGES, "-nostdinc", "-isystem", str(headers), *_NO_PRECOMPILED_HEADERS, *self._macros]
        options.append(f"-fmacro-prefix-map={link.parent}/={self._named[link.parts[0]]}")
        # The check precedes compilation: a message would quote the included text.
        self._run("gcc", [*options, "-M", "-MT", "made", "-MF", str(rule), str(link)], path)
        unread = [os.devnull]
        self._check(rule, [*self._sources, headers], path, [*unread, str(link)])
        # The assembler reads files, too (.incbin); its rule names the source as well.
        for option in ("--MD", str(rule), f"-I{link.parent}", *(f"-I{folder}" for folder in self._sources)):
            options += ["-Xassembler", option]
        self._run("gcc", [*options, "-c", str(link), "-o", str(made)], path)
        self._check(rule, [*self._sources, self._folder], path, [*unread, path.name])
        return made

    def assembled(self, path: Path) -> Path:
        """Return the path of a NASM source's object file."""
        made, rule = self._file("o"), self._file("d")
        check_includes(path, self._sources)
        options = ["-f", "elf32", *(f"-I{folder}/" for folder in self._sources), *self._macros]
        options += ["-MD", str(rule), "-MT", "made"]
        link = self._link(path)
        # It reads files while it assembles, too (INCBIN).
        self._run("nasm", [*options, str(link), "-o", str(made)], path)
        self._check(rule, self._sources, path, [str(link)])
        return made

    def linked(self, objects: Sequence[Path], mode: str, path: str) -> bytes:
        """Return the bytes of the program for a mode of the processor."""
        made = self._file("elf")
        options = [f"@{_LD_OPTIONS}", "-T", str(_HERE / f"{mode}.ld")]
        run_tool("ld", [*options, *map(str, objects), "-o", str(made)], self._folder, path)
        return _content(made, path)

    def _headers(self, path: Path) -> Path:
        """Return the directory of gcc's own headers."""
        answer = Path(run_tool("gcc", ["-print-file-name=include"], self._folder, str(path)).strip())
        if not answer.is_absolute():
            raise CompileError(f"{path}: cannot find gcc's own headers: install gcc again", path=str(path), tool="gcc")
        return answer.resolve()

    def _run(self, tool: str, arguments: Sequence[str], path: Path) -> None:
        """Run a tool on a source; its messages name files as the caller does."""
        run_tool(tool, arguments, self._folder, str(path), self._as_named)

    def _check(self, rule: Path, folders: Sequence[Path], path: Path, unread: Sequence[str] = ()) -> None:
        check_dependencies(rule, self._folder, folders, str(path), self._as_named, unread)

    def _link(self, path: Path) -> Path:
        """Return a path to a source that begins with a link in this compilation's directory."""
        link = f"{_LINK}{len(self._named) + 1}"
        (self._folder / link).symlink_to(path.absolute().parent, target_is_directory=True)
        self._named[link] = str(path).removesuffix(path.name)
        return Path(link) / path.name

    def _as_named(self, text: str) -> str:
        """Return the text with the sources' directories as the caller named them."""
        return _LINKED.sub(lambda found: self._named.get(found[1], found[0]), text)

    def _file(self, extension: str) -> Path:
        """Return a path that no other file of this compilation has."""
        self._files += 1
        return self._folder / f"{self._files}.{extension}"


def _source(path: Path) -> Path:
    """Return the path if it is one of a source that can be read."""
    shown = str(path)
    if path.name.startswith(("-", "@")):
        message = f"{described(shown)}: the name of a source must not begin with {described(path.name[0])}: rename it"
        raise CompileError(message, path=shown)
    if path.suffix not in (_C, _NASM):
        raise CompileError(f"{shown}: neither C ({_C}) nor NASM ({_NASM})", path=shown)
    _content(path, shown)
    return path


def _content(path: Path, shown: str) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise CompileError(f"{shown}: a directory or a device, not a file", path=shown)
        return read_at_most(path, MAX_FILE_BYTES)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise CompileError(f"{shown}: {reason}", path=shown) from error


def _macro(name: str, value: str | int) -> str:
    """Return the option that defines a macro."""
    if not _MACRO.fullmatch(name):
        raise CompileError(f"expected the name of a macro, got {described(name)}")
    if not str(value).isprintable():
        # After a line feed NASM would read directives.
        raise CompileError(f"value of macro {name} must be printable characters, got {described(str(value))}")
    return f"-D{name}={value}"
