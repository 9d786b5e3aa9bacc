"""Unicorn hooks that its Python binding makes slow, set by its C interface.

The binding puts two Python frames around every callback. A block callback runs millions of times a second, so it is
passed to `uc_hook_add` as a separate C function pointer.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import unicorn
from unicorn import x86_const as x86

from dsp56k.host._pc import CodePages, CodeStores
from dsp56k.host.errors import HostError

_EVERYWHERE = (1, 0)
_TRANSLATIONS = 32 << 20
"""Bytes for translated code; programs of the PC are at most half a megabyte."""
_ENGINE = 8 << 20
"""More than an engine needs in addition to RAM and translations."""
PAGE = 0x1000
"""Bytes of a page of the 386, the grain of Unicorn's memory."""
BLOCK = 0x1_0000
"""Bytes of RAM that are compared at a time; any power of two from 16 KB to 128 KB works."""
_ZEROS = bytes(BLOCK)
_compare = ctypes.CDLL(None).memcmp
_compare.argtypes = ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t


def new_engine(mode: int, ram: int) -> unicorn.Uc:
    """Return an x86 Unicorn in its `mode`, to which the caller will map `ram` bytes.

    Raises HostError if there is no memory for it: Unicorn itself would end the process.
    """
    try:
        mmap.mmap(-1, ram + _TRANSLATIONS + _ENGINE).close()
    except OSError as error:
        raise HostError(f"cannot allocate the PC's memory: {error.strerror}") from error
    uc = unicorn.Uc(unicorn.UC_ARCH_X86, mode)
    # By default Unicorn reserves a gigabyte of addresses for translated code.
    uc.ctl_set_tcg_buffer_size(_TRANSLATIONS)  # type: ignore[attr-defined]  # mypy sees the class for Python 2
    return uc


@dataclass(frozen=True, slots=True)
class Ram:
    """Memory of this process that an engine has as RAM.

    Attributes:
        addresses: those of the engine.
        host: the address in this process.
        memory: it; keep it as long as the engine.
    """

    addresses: range
    host: int
    memory: object

    def get(self, address: int) -> int:
        """Return the byte at one of its addresses."""
        return ctypes.c_ubyte.from_address(self.host + address - self.addresses.start).value

    def put(self, address: int, value: int) -> None:
        """Store a byte at one of its addresses, where the engine has translated no code."""
        ctypes.c_ubyte.from_address(self.host + address - self.addresses.start).value = value

    def read(self, address: int, size: int) -> bytes:
        """Return `size` bytes at addresses of this memory."""
        return ctypes.string_at(self.host + address - self.addresses.start, size)

    def store(self, address: int, content: bytes) -> None:
        """Store bytes at addresses of this memory, where the engine has translated no code or equal one."""
        ctypes.memmove(self.host + address - self.addresses.start, content, len(content))

    def content(self) -> tuple[bytes, ...]:
        """Return the bytes by blocks, as `fill` needs them."""
        end = self.addresses.stop
        blocks = (self.read(address, min(BLOCK, end - address)) for address in self.addresses[::BLOCK])
        return tuple(_ZEROS if block == _ZEROS else block for block in blocks)

    def fill(self, content: tuple[bytes, ...]) -> None:
        """Return to a result of `content`; at translated code it must be equal.

        A block is written only if it differs: reading memory that was never written takes no memory.
        """
        places = range(self.host, self.host + len(self.addresses), BLOCK)
        for place, block in zip(places, content, strict=True):
            if _compare(place, block, len(block)):
                ctypes.memmove(place, block, len(block))


def map_ram(uc: unicorn.Uc, areas: Iterable[range]) -> list[Ram]:
    """Map zeroed RAM for an engine, which native callbacks can read without Unicorn.

    HostError if there is no memory.
    """
    found = []
    for area in areas:
        try:
            # Private: a copy of this process has its own copy.
            memory = mmap.mmap(-1, len(area), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except OSError as error:
            raise HostError(f"cannot allocate the PC's memory: {error.strerror}") from error
        begin = ctypes.c_char.from_buffer(memory)
        uc.mem_map_ptr(area.start, len(area), unicorn.UC_PROT_ALL, ctypes.addressof(begin))
        found.append(Ram(area, ctypes.addressof(begin), begin))
    return found


def hook_natively(uc: unicorn.Uc, kind: int, callback: int, data: int, addresses: range | None = None) -> None:
    """Set the C function at address `callback` as a hook, with the pointer `data`.

    The hook of code is called before instructions at `addresses`, by default all.

    Raises:
        HostError: Unicorn does not accept it.
    """
    begin, end = (addresses.start, addresses.stop - 1) if addresses is not None else _EVERYWHERE
    _hook_add(uc, kind, ctypes.c_void_p(callback), begin, end, ctypes.c_void_p(data))


def hook_ports(uc: unicorn.Uc, callbacks: tuple[int, int, int, int, int]) -> None:
    """Set the C functions at the first two addresses as hooks of IN and OUT, with the last as their data.

    Raises HostError if Unicorn does not accept them.
    """
    read, write, _, _, data = (ctypes.c_void_p(address) for address in callbacks)
    for callback, instruction in ((read, x86.UC_X86_INS_IN), (write, x86.UC_X86_INS_OUT)):
        _hook_add(uc, unicorn.UC_HOOK_INSN, callback, *_EVERYWHERE, data, instruction)


def map_boards(uc: unicorn.Uc, addresses: range, callbacks: tuple[int, int, int, int, int]) -> None:
    """Set the C functions at the third and the fourth address for reads and writes of memory; the last is their data.

    Raises HostError if Unicorn does not map it.
    """
    library, engine = _library(uc)
    _, _, read, write, data = (ctypes.c_void_p(address) for address in callbacks)
    first, size = ctypes.c_uint64(addresses.start), ctypes.c_size_t(len(addresses))
    if library.uc_mmio_map(engine, first, size, read, data, write, data) != unicorn.UC_ERR_OK:
        raise HostError(f"Unicorn maps no boards at {addresses.start:#x}", address=addresses.start)


def c_functions(uc: unicorn.Uc, *, segmented: bool) -> tuple[int, int, int, int]:
    """Return the data of Unicorn that native callbacks need.

    They are its numbers of the program counter (EIP and none, or IP and CS), and the addresses of its `uc_reg_read` and
    `uc_mem_read`.
    """
    library, _ = _library(uc)
    counter = (x86.UC_X86_REG_IP, x86.UC_X86_REG_CS) if segmented else (x86.UC_X86_REG_EIP, 0)
    return *counter, _address(library.uc_reg_read), _address(library.uc_mem_read)


def register_writer(uc: unicorn.Uc) -> int:
    """Return the address of Unicorn's `uc_reg_write`."""
    return _address(_library(uc)[0].uc_reg_write)


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def keep_pc_exact(uc: unicorn.Uc, addresses: range) -> object:
    """Make EIP exact inside the callbacks of memory-mapped boards at `addresses`.

    Without a memory hook Unicorn does not store EIP before a load or store, and an MMIO callback finds a stale one. The
    hook need do nothing; C's `abs` serves as a callback that costs nothing.
    """
    kind = unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE
    try:
        nothing = ctypes.CDLL(None).abs
    except (OSError, TypeError, AttributeError):
        nothing = None
    if nothing is None:
        uc.hook_add(kind, lambda *_: None, None, addresses.start, addresses.stop - 1)
    else:
        _hook_add(uc, kind, ctypes.cast(nothing, ctypes.c_void_p), addresses.start, addresses.stop - 1)
    return nothing


def protect_code(uc: unicorn.Uc, ram: Iterable[Ram], code: Iterable[range], on_write: Callable[[int], None]) -> object:
    """Make the code at these addresses read-only; keep the returned object as long as `uc`.

    A store to it is not done: `on_write(address)` is called, and the run ends with UC_ERR_WRITE_PROT. Unicorn protects
    whole pages. Other words on a page of code stay writable: their stores are done by the hook, in `ram`, the result of
    `map_ram`. Unicorn's own function would change the page's protection twice, and forget all of its memory map.

    The hook is bound to these pages: Unicorn takes a slow path for every store to a page that any hook watches.
    """
    areas = list(code)
    stores = CodeStores(native_ram(ram), [(area.start, area.stop) for area in areas], on_write)
    for pages in code_pages(areas):
        uc.mem_protect(pages.start, len(pages), unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
        hook_natively(uc, unicorn.UC_HOOK_MEM_WRITE_PROT, *stores.callback(), pages)
    return stores


def native_ram(ram: Iterable[Ram]) -> list[tuple[int, int, int]]:
    """Return first address, size and the host's address of each area, as native callbacks need them."""
    return [(area.addresses.start, len(area.addresses), area.host) for area in ram]


def code_pages(code: Iterable[range]) -> list[range]:
    """Return the addresses of the whole pages that have the code at some addresses."""
    return [range(area.start // PAGE * PAGE, -(-area.stop // PAGE) * PAGE) for area in code]


def shorten_stores(uc: unicorn.Uc, code: Iterable[range]) -> object:
    """Let stores to pages without `code` take Unicorn's fast path.

    Without paging its own TLB holds every page as one that may be executed, and each store to such a page searches
    translated code. Keep the returned object as long as `uc`.
    """
    pages = CodePages(list({page for area in code_pages(code) for page in area[::PAGE]}))
    hook_natively(uc, unicorn.UC_HOOK_TLB_FILL, *pages.callback())
    uc.ctl_set_tlb_mode(unicorn.UC_TLB_VIRTUAL)  # type: ignore[attr-defined]  # as above
    return pages


def register_reader(uc: unicorn.Uc) -> Callable[[int], int]:
    """Return a function that reads a register by Unicorn's number.

    Every bus cycle needs one, and the binding takes four calls for it. Only as many bits as the register has are its
    value.
    """
    library, engine = _library(uc)
    value, number_of = ctypes.c_uint64(), ctypes.c_int()
    place, read = ctypes.byref(value), library.uc_reg_read

    def register(number: int) -> int:
        number_of.value = number
        read(engine, number_of, place)
        return value.value

    return register


def _library(uc: unicorn.Uc) -> tuple[Any, Any]:
    """Return Unicorn's C library and the handle of `uc`.

    Raises:
        HostError: the binding has no such names.
    """
    try:
        from unicorn.unicorn_py3.unicorn import uclib

        return uclib, uc._uch  # noqa: SLF001 - the binding has no public name for its handle
    except (ImportError, AttributeError) as error:
        message = "cannot reach Unicorn's C interface: install a version of unicorn that the package's metadata permits"
        raise HostError(message) from error


def _hook_add(
    uc: unicorn.Uc,
    kind: int,
    callback: ctypes.c_void_p,
    begin: int,
    end: int,
    data: ctypes.c_void_p | None = None,
    instruction: int = 0,
) -> None:
    """Call `uc_hook_add` with a C function pointer; `instruction` is that of UC_HOOK_INSN.

    Raises:
        HostError: Unicorn does not accept the hook.
    """
    library, engine = _library(uc)
    handle = ctypes.c_size_t()
    status = library.uc_hook_add(
        engine,
        ctypes.byref(handle),
        ctypes.c_int(kind),
        callback,
        data,
        ctypes.c_uint64(begin),
        ctypes.c_uint64(end),
        ctypes.c_int(instruction),
    )
    if status != unicorn.UC_ERR_OK:
        raise HostError(f"Unicorn does not accept a hook of kind {kind:#x}: error {status}")
