"""A kernel as a separate program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dsp56k.asm import ObjectFile, assemble, render_all
from dsp56k.lib.errors import AssemblyError
from dsp56k.lib.kernels.generate import NAME, complete_sources, unproved_kernel_file
from dsp56k.lib.kernels.proved import UnprovedKernelError, require_proved
from dsp56k.lib.kernels.searched import RECORDED, SIZES, searched
from dsp56k.lib.kernels.source import kernel_source
from dsp56k.lib.tables import SOURCES
from dsp56k.system.digests import digest_of_packages
from dsp56k.system.user_cache import keep, read_kept, throw_away

_KIND = "kernels"
_KEYS = "RSA_KEYS equ $2000\nRSA_BLOCK equ 305\nRSA_SLIDING equ 0\n"
"""Symbols that mp_memory.asm and the library's kernels require; no kernel uses them."""
_LABELS = """
kernel_square           equ     fast_squares_{0}
kernel_product          equ     fast_product_{0}
kernel_product_at       equ     fast_product_{0}_at
"""
_OF_LIBRARY = "        include 'bignum/kernels/kernels_{0}.asm'" + _LABELS
_CODE = "$0800"
"""Address of the library's programs."""


def kernel_program(digits: int, *, square: bool) -> ObjectFile:
    """Return the kernel in external P memory: labels as of `kernel_source`, buffers as in mp_memory.asm.

    For the sizes of the library's files, it is the library's.

    Raises:
        AssemblyError: a source does not assemble.
        OSError: kernels of the library have to be written and cannot be.
        UnprovedKernelError: the proof of the kernel is not recorded.
    """
    if digits not in RECORDED:
        message = f"cannot use a kernel of {digits} digits: it must have {RECORDED.start} to {RECORDED.stop - 1}"
        raise UnprovedKernelError(message, name=kernel_name(digits, square=square))
    if digits in SIZES:
        return _assembled(_OF_LIBRARY.format(digits), digits, complete_sources(), square=square)
    source = require_proved(kernel_name(digits, square=square), _stored(digits, square=square))
    return _assembled(source, digits, complete_sources(), square=square)


def _stored(digits: int, *, square: bool) -> str:
    """Return the source of a kernel. It takes up to a second, and is stored until the generator changes."""
    name = kernel_name(digits, square=square)
    kept = read_kept(_KIND, _version(), name)
    if kept is not None:
        try:
            return kept.decode("ascii")
        except UnicodeDecodeError:
            throw_away(_KIND, _version(), name)
    source = unproved_source(digits, square=square)
    keep(_KIND, _version(), name, source.encode("ascii"))
    return source


@cache
def _version() -> str:
    return digest_of_packages("lib.kernels")


def unproved_source(digits: int, *, square: bool) -> str:
    """Return the source of a kernel that a proof is about; of the sizes of the library's files, that of the file."""
    if digits in SIZES:
        return unproved_kernel_file(digits)
    return kernel_source(digits, square=square, search=searched()[digits, square])


def unproved_program(source: str, digits: int, *, square: bool) -> ObjectFile:
    """Return a kernel whose proof need not be recorded.

    Raises:
        AssemblyError: the source does not assemble.
    """
    if digits in SIZES:
        source += _LABELS.format(digits)
    return _assembled(source, digits, SOURCES, square=square)


def kernel_name(digits: int, *, square: bool) -> str:
    """Return the name of a kernel's source."""
    return NAME.format(digits) if digits in SIZES else f"{'square' if square else 'product'}_{digits}.asm"


def _assembled(source: str, digits: int, folder: Path, *, square: bool) -> ObjectFile:
    name = f"{'square' if square else 'product'}-{digits}.asm"
    start = f"{_KEYS}        include 'bignum/mp_memory.asm'\n        org     p:{_CODE}\n"
    program = assemble(start + source + "        end\n", name=name, include_paths=[folder])
    if not program.ok:
        raise AssemblyError(render_all(program.diagnostics), diagnostics=program.diagnostics)
    return program
