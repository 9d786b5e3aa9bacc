"""A kernel as a program of its own."""

from __future__ import annotations

from functools import cache

from dsp56k.asm import ObjectFile, assemble, render_all
from dsp56k.lib.errors import AssemblyError
from dsp56k.lib.kernels.source import kernel_source
from dsp56k.lib.tables import SOURCES
from dsp56k.system.digests import digest_of_packages
from dsp56k.system.kept import keep, read_kept

_KIND = "kernels"
_KEYS = "RSA_KEYS equ $2000\nRSA_BLOCK equ 305\n"
"""What mp_memory.asm asks for; no kernel uses it."""
_CODE = "$0800"
"""Where the library's programs lie."""


def kernel_program(digits: int, *, square: bool) -> ObjectFile:
    """The kernel in external P memory: labels as of `kernel_source`, buffers as in mp_memory.asm.

    The search takes seconds; the source that it finds is kept as long as the generator does not change.

    Raises:
        AssemblyError: a source does not assemble.
    """
    version, name = _version(), f"{'square' if square else 'product'}-{digits}.asm"
    kept = read_kept(_KIND, version, name)
    source = kernel_source(digits, square=square) if kept is None else kept.decode("ascii")
    if kept is None:
        keep(_KIND, version, name, source.encode("ascii"))
    start = f"{_KEYS}        include 'bignum/mp_memory.asm'\n        org     p:{_CODE}\n"
    program = assemble(start + source + "        end\n", name=name, include_paths=[SOURCES])
    if not program.ok:
        raise AssemblyError(render_all(program.diagnostics), diagnostics=program.diagnostics)
    return program


@cache
def _version() -> str:
    return digest_of_packages("lib.kernels")
