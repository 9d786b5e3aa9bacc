"""x86 programs: small statically linked ELF files, checked before anything of them is used.

The addresses of a program determine its mode (cpu_modes.py): 1 MB and above for flat32, below 64 KB for real16, whose
addresses are offsets in the program's segment. A loaded program has linear addresses.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from dsp56k.host.cpu_modes import MODES, Mode, ModeName
from dsp56k.host.errors import ProgramError

MAX_FILE_BYTES = 1 << 20
MAX_CODE_BYTES = 1 << 17
"""Each instruction is decoded when the program is loaded, in 20 to 30 us."""
MAX_HEADERS = 64
"""Maximum number of sections, and of segments."""
_SEGMENT_LIMIT = 1 << 16
"""Size of a segment of the real mode, and so of the offsets in it."""
MAX_SYMBOLS = 10_000
_TYPES = {"ET_REL": "an object file, not linked", "ET_DYN": "a position-independent program"}
_HELP = "dsp56k.host.compile_c makes programs from C and NASM sources"


@dataclass(frozen=True, slots=True)
class Segment:
    """Bytes to load at an address; `size` counts the zeros after them as well."""

    address: int
    content: bytes
    size: int


@dataclass(frozen=True, slots=True)
class Program:
    """A program, ready to be loaded; all addresses are linear.

    Attributes:
        path: where it came from, for messages.
        segments: the loaded segments.
        code: (address, bytes) of the executable sections.
        symbols: addresses of its functions and objects.
        mode: mode for which it was linked.
        aligned: True if no access of it crosses a double word: then accesses are not checked.
    """

    path: str
    segments: tuple[Segment, ...]
    code: tuple[tuple[int, bytes], ...]
    symbols: dict[str, int]
    mode: ModeName = "flat32"
    aligned: bool = False

    def size_of(self, prefix: str) -> int:
        """Return the bytes of the symbols that begin with `prefix`: each ends at the next symbol, the last has none."""
        places = sorted({*self.symbols.values()})
        mine = {address for name, address in self.symbols.items() if name.startswith(prefix)}
        return sum(end - start for start, end in pairwise(places) if start in mine)

    def address_of(self, symbol: str) -> int:
        """Return the address of a function or object; raise ProgramError if there is none of this name."""
        try:
            return self.symbols[symbol]
        except KeyError:
            raise ProgramError(f"{self.path}: unknown symbol `{symbol}`", path=self.path, symbol=symbol) from None


def load_program(path: Path | str, *, aligned: bool = False) -> Program:
    """Read and check an ELF file; raise ProgramError with the file's name for any error in it.

    `aligned` asserts that no access of it crosses a double word (`Program.aligned`).
    """
    path = Path(path)
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ProgramError(f"{path}: a directory or a device, not a file", path=str(path))
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ProgramError(f"{path}: {reason}", path=str(path)) from error
    return replace(parse_program(content, str(path)), aligned=aligned)


_SUFFIXES: dict[ModeName, str] = {"flat32": "", "real16": "-16"}


@cache
def builtin_program(name: str, mode: ModeName = "flat32") -> Program:
    """Return one of the package's programs: `driver`, or `software-` and an implementation variant."""
    name += _SUFFIXES[mode]
    file = resources.files("dsp56k.host").joinpath("programs", f"{name}.elf")
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ProgramError(f"{name}.elf: not in this installation", path=f"{name}.elf") from error
    # A test runs all of their functions and finds no access across a double word.
    return replace(parse_program(content, f"{name}.elf"), aligned=True)


def parse_program(content: bytes, path: str) -> Program:
    """Return the program in the bytes of an ELF file; `path` is for messages."""
    if len(content) > MAX_FILE_BYTES:
        raise ProgramError(f"{path}: larger than {MAX_FILE_BYTES} bytes", path=path)
    try:
        return _Reader(content, path).program()
    except ProgramError:
        raise
    except Exception as error:
        # pyelftools reports a damaged file by any exception of its parser.
        raise ProgramError(f"{path}: not a usable ELF file ({error}); {_HELP}", path=path) from error


class _Reader:
    """Reads an ELF file; every count and size in it is checked before it is used."""

    def __init__(self, content: bytes, path: str) -> None:
        self._path = path
        self._content = content
        self._elf = elf = ELFFile(BytesIO(content))
        if elf.elfclass != 32 or not elf.little_endian:
            raise self._refused(f"not a 32-bit little-endian ELF file; {_HELP}")
        if elf["e_machine"] != "EM_386":
            raise self._refused(f"for machine {elf['e_machine']}, not for the 80386")
        if elf["e_type"] != "ET_EXEC":
            raise self._refused(f"{_TYPES.get(elf['e_type'], 'not a program')} ({elf['e_type']}); {_HELP}")
        for what, count in (("segments", elf.num_segments()), ("sections", elf.num_sections())):
            if count > MAX_HEADERS:
                raise self._refused(f"{count} {what}: at most {MAX_HEADERS}")

    def program(self) -> Program:
        """Return the complete program."""
        mode = self._mode()
        segments = self._segments(mode)
        return Program(self._path, segments, self._code(segments, mode), self._symbols(mode), mode.name)

    def _mode(self) -> Mode:
        """Return the mode for which the program is linked."""
        start = min((header["p_vaddr"] for header in self._loaded()), default=0)
        return MODES["real16" if start < _SEGMENT_LIMIT else "flat32"]

    def _loaded(self) -> Iterator[Any]:
        """Yield headers of loaded segments."""
        return (header for header in self._elf.iter_segments(type="PT_LOAD") if header["p_memsz"])

    def _refused(self, reason: str) -> ProgramError:
        return ProgramError(f"{self._path}: {reason}", path=self._path)

    def _segments(self, mode: Mode) -> tuple[Segment, ...]:
        segments = []
        for header in self._loaded():
            start, size, filesz, offset = header["p_vaddr"], header["p_memsz"], header["p_filesz"], header["p_offset"]
            if filesz > size or offset + filesz > len(self._content):
                raise self._refused(f"segment at {start:#x} is truncated")
            low, high = mode.program.start - mode.base, mode.program.stop - mode.base
            if start < low or start + size > high:
                place = f"segment {start:#x} to {start + size:#x} must be within {low:#x} to {high:#x}"
                raise self._refused(f"{place}, the address range of programs in {mode.name}; {_HELP}")
            segments.append(Segment(mode.base + start, self._content[offset : offset + filesz], size))
        segments.sort(key=lambda segment: segment.address)
        for one, next_one in pairwise(segments):
            if one.address + one.size > next_one.address:
                raise self._refused(f"segments overlap at {next_one.address:#x}")
        if not segments:
            raise self._refused("nothing to load")
        return tuple(segments)

    def _code(self, segments: tuple[Segment, ...], mode: Mode) -> tuple[tuple[int, bytes], ...]:
        """Return the executable sections. Their bytes are those of the segments, which are loaded."""
        code: list[tuple[int, bytes]] = []
        for section in self._elf.iter_sections(type="SHT_PROGBITS"):
            flags, start, size = section["sh_flags"], mode.base + section["sh_addr"], section["sh_size"]
            if not flags & SH_FLAGS.SHF_EXECINSTR or not size:
                continue
            if flags & SH_FLAGS.SHF_COMPRESSED:
                raise self._refused(f"the code section at {start:#x} is compressed")
            holders = (s for s in segments if s.address <= start and start + size <= s.address + len(s.content))
            segment = next(holders, None)
            if segment is None:
                raise self._refused(f"the code section {start:#x} to {start + size:#x} is not in a segment of the file")
            begin = start - segment.address
            code.append((start, segment.content[begin : begin + size]))
        code.sort()
        for (start, content), (next_start, _) in pairwise(code):
            if start + len(content) > next_start:
                raise self._refused(f"code sections overlap at {next_start:#x}")
        if sum(len(content) for _, content in code) > MAX_CODE_BYTES:
            raise self._refused(f"more than {MAX_CODE_BYTES} bytes of code")
        return tuple(code)

    def _symbols(self, mode: Mode) -> dict[str, int]:
        symbols: dict[str, int] = {}
        table = self._elf.get_section_by_name(".symtab")
        if not isinstance(table, SymbolTableSection):
            return symbols
        if table.num_symbols() > MAX_SYMBOLS:
            raise self._refused(f"{table.num_symbols()} symbols: at most {MAX_SYMBOLS}")
        letters = 0
        for symbol in table.iter_symbols():
            letters += len(symbol.name)
            if letters > MAX_FILE_BYTES:
                raise self._refused("the names of its symbols are longer than a file may be")
            if symbol.name and symbol["st_shndx"] not in ("SHN_UNDEF", "SHN_ABS"):
                symbols[symbol.name] = mode.base + int(symbol["st_value"])
        return symbols
