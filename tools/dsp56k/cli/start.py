"""Entry points of the installed commands.

Python turns ^C into an exception and, during imports, into a page of traceback. No work has begun by then, so the
signal ends the process until `run_guarded` is called. A command's modules are imported only after that is set up.
"""

import signal
from importlib import import_module


def _run_entry_point(module: str, function: str = "main") -> int:
    """Call the entry point of a command's module."""
    # The parent process may have set the signal to be ignored.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    import_module("dsp56k.system.garbage_collection").search_rarely()
    code: int = getattr(import_module(f"dsp56k.cli.{module}"), function)()
    return code


def dsp56k() -> int:
    """Run `dsp56k`."""
    return _run_entry_point("main")


def asm56000() -> int:
    """Run `asm56000`."""
    return _run_entry_point("motorola.asm56000")


def dsplnk() -> int:
    """Run `dsplnk`."""
    return _run_entry_point("motorola.dsplnk")


def lnk56000() -> int:
    """Run `lnk56000`, the linker before COFF."""
    return _run_entry_point("motorola.dsplnk", "main_lnk56000")


def dsplib() -> int:
    """Run `dsplib` or `lib56000`."""
    return _run_entry_point("motorola.dsplib")


def cldlod() -> int:
    """Run `cldlod` or `cld2lod`."""
    return _run_entry_point("motorola.cldlod")


def srec() -> int:
    """Run `srec`."""
    return _run_entry_point("motorola.srec")
