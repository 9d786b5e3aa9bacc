"""Programs of the library's own sources, assembled once for all processes and stored in the user's cache directory."""

from __future__ import annotations

import hashlib
from functools import cache

import msgspec

from dsp56k import asm
from dsp56k.asm.object_file import ObjectFile
from dsp56k.lib.errors import AssemblyError
from dsp56k.lib.kernels.generate import complete_sources
from dsp56k.objects.module import Ident, Run, SymbolRecord
from dsp56k.system.digests import digest_of_packages
from dsp56k.system.user_cache import keep, read_kept, throw_away

_KIND = "programs"


class _Program(msgspec.Struct, frozen=True, array_like=True):
    """The parts of an object file that are stored."""

    ident: Ident
    runs: list[Run]
    symbols: list[SymbolRecord]
    start: int | None


def assembled(*names: str, **defines: int) -> ObjectFile:
    """Return the program of the library's files, read one after another: its words, their lines, and its symbols.

    It is stored until a source of the library or of the assembler changes. It has no listing, and no data that only a
    listing needs. Do not use it for a user's sources: they may include any file.

    Args:
        names: below `lib/src`, with their extension.
        defines: DEFINE symbols.

    Raises:
        AssemblyError: a source does not assemble.
        OSError: kernels have to be written and cannot be.
    """
    version, name = _version(), _name(names, defines)
    content = read_kept(_KIND, version, name)
    if content is not None:
        try:
            return _object(content)
        except msgspec.MsgspecError:
            throw_away(_KIND, version, name)
    program = asm.assemble_files([complete_sources() / source for source in names], defines=defines)
    if not program.ok:
        raise AssemblyError(asm.render_all(program.diagnostics), diagnostics=program.diagnostics)
    content = msgspec.json.encode(_Program(program.ident, program.runs, program.symbol_table, program.start))
    keep(_KIND, version, name, content)
    # The program is read again, so that it is equal whether it was stored before or not.
    return _object(content)


def _object(content: bytes) -> ObjectFile:
    program = msgspec.json.decode(content, type=_Program)
    return ObjectFile(program.ident, [*program.runs], program.symbols, program.start)


@cache
def _version() -> str:
    """Return the version of everything that a program depends on; lines have the full paths of the sources."""
    sources = complete_sources()
    code = digest_of_packages("system", "isa", "objects", "asm", "lib")
    return hashlib.sha256(f"{sources}\n{code}".encode()).hexdigest()


def _name(names: tuple[str, ...], defines: dict[str, int]) -> str:
    return hashlib.sha256(repr((names, sorted(defines.items()))).encode()).hexdigest() + ".json"
