"""Host instructions of compiled code for each DSP instruction: `tools/records/host_instructions.py [PROGRAM ...]`.

A copy of this process compiles a program and stops; this process executes it further, one host instruction at a time
(`ptrace`), and counts those in compiled code. No load of the machine changes the count. It needs Linux on x86-64.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import program_loops
from dsp56k.emu import Dsp56001
from workloads import WORKLOADS, engine

TRACEME, PEEKUSER, CONTINUE, SINGLESTEP = 0, 3, 7, 9
RIP = 16 * 8
"""Offset of RIP in `struct user` of <sys/user.h>."""
WARM_UP = 300_000
"""DSP instructions after which all regions of a program are compiled."""
COUNTED = 2_000
"""DSP instructions that are counted: a pass of MACLOOP-DO, or two blocks of DES. A single step takes 10 us."""
CHIPS: dict[str, Callable[[], Dsp56001]] = {
    **{each.name: each.chip for each in WORKLOADS if each.name in {"TABLELOOP", "MACLOOP-DO"}},
    **{name: program_loops.PROGRAMS[name] for name in ("des_cbc", "md4")},
}


def is_supported() -> bool:
    """Return True if this host can count."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def host_instructions(name: str) -> float:
    """Return the host instructions of compiled code for a DSP instruction of a program.

    Raises:
        OSError: The system does not permit single steps.
    """
    dsp = compiled_chip(name)
    ranges = executable_ranges()
    libc = ctypes.CDLL(None, use_errno=True)
    ptrace = libc.ptrace
    ptrace.argtypes, ptrace.restype = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p), ctypes.c_long
    child = os.fork()
    if child == 0:
        if ptrace(TRACEME, 0, None, None) != 0:
            os._exit(1)
        os.kill(os.getpid(), signal.SIGSTOP)
        dsp.run(max_instructions=COUNTED)
        os._exit(0)
    count = 0
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status):
        raise OSError("cannot trace a process: the system refuses ptrace")
    while ptrace(SINGLESTEP, child, None, None) == 0:
        _, status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(status):
            break
        address = ptrace(PEEKUSER, child, RIP, None)
        count += any(first <= address < end for first, end in ranges)
    return count / COUNTED


def compiled_chip(name: str) -> Dsp56001:
    """Return a chip whose program is compiled."""
    with engine("jit"):
        dsp = CHIPS[name]()
    dsp._chip.generate(1)  # noqa: SLF001 - compiled at once, as no user does
    dsp.run(max_instructions=WARM_UP)
    return dsp


def executable_ranges() -> list[tuple[int, int]]:
    """Return the addresses of executable memory of this process that is not from a file: compiled code."""
    ranges = []
    with Path("/proc/self/maps").open(encoding="utf-8") as lines:
        for line in lines:
            addresses, permissions, _, _, inode, *path = line.split()
            if "x" in permissions and inode == "0" and not path:
                first, end = addresses.split("-")
                ranges.append((int(first, 16), int(end, 16)))
    return ranges


def main() -> None:
    """Print the counts of all programs, or of those that the command names."""
    for name in sys.argv[1:] or CHIPS:
        print(f"{name:12} {host_instructions(name):6.1f}")


if __name__ == "__main__":
    main()
