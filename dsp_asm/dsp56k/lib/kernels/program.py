"""A kernel as a separate program."""

from __future__ import annotations

from functools import cache

from dsp56k.asm import ObjectFile, assemble, render_all
from dsp56k.lib.errors import AssemblyError
from dsp56k.lib.kernels.generate import complete_sources
from dsp56k.lib.kernels.searched import SIZES
from dsp56k.lib.kernels.source import kernel_source
from dsp56k.system.digests import digest_of_packages
from dsp56k.system.user_cache import keep, read_kept, throw_away

_KIND = "kernels"
_KEYS = "RSA_KEYS equ $2000\nRSA_BLOCK equ 305\nRSA_SLIDING equ 0\n"
"""Symbols that mp_memory.asm and the library's kernels require; no kernel uses them."""
_OF_LIBRARY = """        include 'bignum/kernels/kernels_{0}.asm'
kernel_square           equ     fast_squares_{0}
kernel_product          equ     fast_product_{0}
kernel_product_at       equ     fast_product_{0}_at
"""
_CODE = "$0800"
"""Address of the library's programs."""


def kernel_program(digits: int, *, square: bool) -> ObjectFile:
    """Return the kernel in external P memory: labels as of `kernel_source`, buffers as in mp_memory.asm.

    For the library's sizes, it is the library's. For others the search takes seconds; the source that it finds is
    stored until the generator does not change.

    Raises:
        AssemblyError: a source does not assemble.
        OSError: kernels of the library have to be written and cannot be.
    """
    name = f"{'square' if square else 'product'}-{digits}.asm"
    source = _OF_LIBRARY.format(digits) if digits in SIZES else _searched(digits, name, square=square)
    start = f"{_KEYS}        include 'bignum/mp_memory.asm'\n        org     p:{_CODE}\n"
    program = assemble(start + source + "        end\n", name=name, include_paths=[complete_sources()])
    if not program.ok:
        raise AssemblyError(render_all(program.diagnostics), diagnostics=program.diagnostics)
    return program


def _searched(digits: int, name: str, *, square: bool) -> str:
    kept = read_kept(_KIND, _version(), name)
    if kept is not None:
        try:
            return kept.decode("ascii")
        except UnicodeDecodeError:
            throw_away(_KIND, _version(), name)
    source = kernel_source(digits, square=square)
    keep(_KIND, _version(), name, source.encode("ascii"))
    return source


@cache
def _version() -> str:
    return digest_of_packages("lib.kernels")
