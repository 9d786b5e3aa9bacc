"""x86 programs: small statically linked ELF files for the flat 386, checked before anything of them is used."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.construct import ConstructError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from dsp56k.host.errors import ProgramError

MAX_FILE_BYTES = 1 << 20
PROGRAM_AREA = range(0x0010_0000, 0x0018_0000)
"""Where programs are linked to: extended memory of the PC, above the ISA boards."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Bytes to load at an address; `size` counts the zeros after them as well."""

    address: int
    content: bytes
    size: int


@dataclass(frozen=True, slots=True)
class Program:
    """A program, ready to be loaded.

    Attributes:
        path: where it came from, for messages.
        segments: what is loaded.
        code: (address, bytes) of the executable sections.
        symbols: addresses of its functions and objects.
    """

    path: str
    segments: tuple[Segment, ...]
    code: tuple[tuple[int, bytes], ...]
    symbols: dict[str, int]

    def address_of(self, symbol: str) -> int:
        """Address of a function or object; ProgramError if there is none of this name."""
        try:
            return self.symbols[symbol]
        except KeyError:
            raise ProgramError(f"{self.path}: no symbol `{symbol}`", path=self.path, symbol=symbol) from None


def load_program(path: Path | str) -> Program:
    """Read and check an ELF file; ProgramError with the file's name for whatever is wrong with it."""
    path = Path(path)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise ProgramError(f"{path}: larger than {MAX_FILE_BYTES} bytes", path=str(path))
        content = path.read_bytes()
    except OSError as error:
        raise ProgramError(f"{path}: {error.strerror}", path=str(path)) from error
    return parse_program(content, str(path))


@cache
def builtin_program(name: str) -> Program:
    """One of the programs that come with the package, by the name of its ELF file without `.elf`."""
    file = resources.files("dsp56k.host").joinpath("programs", f"{name}.elf")
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ProgramError(f"{name}.elf: not in this installation", path=f"{name}.elf") from error
    return parse_program(content, f"{name}.elf")


def parse_program(content: bytes, path: str) -> Program:
    """The program in the bytes of an ELF file; `path` is for messages."""
    try:
        return _parse(ELFFile(BytesIO(content)), content, path)
    except (
        ELFError,
        ConstructError,
        ValueError,
        KeyError,
        AttributeError,
        UnicodeDecodeError,
        IndexError,
        TypeError,
    ) as error:
        # pyelftools reports a damaged file by whatever its parser stumbles over.
        raise ProgramError(f"{path}: not a usable ELF file ({error})", path=path) from error


def _parse(elf: ELFFile, content: bytes, path: str) -> Program:
    def refuse(reason: str) -> ProgramError:
        return ProgramError(f"{path}: {reason}", path=path)

    if elf.elfclass != 32 or not elf.little_endian:
        raise refuse("not a 32-bit little-endian ELF file")
    if elf["e_machine"] != "EM_386":
        raise refuse(f"for machine {elf['e_machine']}, not for the 80386")
    if elf["e_type"] != "ET_EXEC":
        raise refuse(f"of type {elf['e_type']}, not a linked program")
    segments = []
    for header in elf.iter_segments(type="PT_LOAD"):
        start, size, filesz, offset = header["p_vaddr"], header["p_memsz"], header["p_filesz"], header["p_offset"]
        if size == 0:
            continue
        if filesz > size or offset + filesz > len(content):
            raise refuse(f"segment at {start:#x} is truncated")
        if start not in PROGRAM_AREA or start + size > PROGRAM_AREA.stop:
            allowed = f"{PROGRAM_AREA.start:#x} to {PROGRAM_AREA.stop:#x}"
            raise refuse(f"segment {start:#x} to {start + size:#x} lies outside {allowed}")
        segments.append(Segment(start, content[offset : offset + filesz], size))
    segments.sort(key=lambda segment: segment.address)
    for one, next_one in pairwise(segments):
        if one.address + one.size > next_one.address:
            raise refuse(f"segments overlap at {next_one.address:#x}")
    if not segments:
        raise refuse("nothing to load")
    code = []
    for section in elf.iter_sections(type="SHT_PROGBITS"):
        if section["sh_flags"] & SH_FLAGS.SHF_EXECINSTR and section["sh_size"]:
            code.append((int(section["sh_addr"]), bytes(section.data())))
    table = elf.get_section_by_name(".symtab")
    symbols = {}
    if isinstance(table, SymbolTableSection):
        symbols = {
            symbol.name: int(symbol["st_value"])
            for symbol in table.iter_symbols()
            if symbol.name and symbol["st_shndx"] not in ("SHN_UNDEF", "SHN_ABS")
        }
    return Program(path, tuple(segments), tuple(code), symbols)
