"""Entry points of the installed commands.

Python turns ^C into an exception and, during imports, into a page of traceback. Nothing has begun then: until
`endings.guarded` the signal simply ends the process, and a command's modules are imported only after that is settled.
"""

import signal
from importlib import import_module


def _started(module: str, function: str = "main") -> int:
    """Run a command's own entry point."""
    # What started the command may want the signal ignored.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    import_module("dsp56k.system.cycles").search_rarely()
    code: int = getattr(import_module(f"dsp56k.cli.{module}"), function)()
    return code


def dsp56k() -> int:
    """`dsp56k`."""
    return _started("main")


def asm56000() -> int:
    """`asm56000`."""
    return _started("motorola.asm56000")


def dsplnk() -> int:
    """`dsplnk`."""
    return _started("motorola.dsplnk")


def lnk56000() -> int:
    """`lnk56000`, the linker before COFF."""
    return _started("motorola.dsplnk", "main_lnk56000")


def dsplib() -> int:
    """`dsplib` and `lib56000`."""
    return _started("motorola.dsplib")


def cldlod() -> int:
    """Run `cldlod` or `cld2lod`."""
    return _started("motorola.cldlod")


def srec() -> int:
    """`srec`."""
    return _started("motorola.srec")
