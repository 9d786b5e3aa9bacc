"""Packages that only parts of dsp56k need, and the extra that brings each: `pip install 'dsp56k[host]'`."""

from __future__ import annotations

EXTRA_OF = {
    "Crypto": "card",
    "numpy": "card",
    "capstone": "host",
    "elftools": "host",
    "unicorn": "host",
    "jinja2": "study",
    "markupsafe": "study",
    "matplotlib": "study",
    "scipy": "study",
    "distributed": "distributed",
    "prompt_toolkit": "debug",
    "textual": "debug",
    "lsprotocol": "lsp",
    "pygls": "lsp",
    "vcd": "waves",
    "hypothesis": "testing",
    "pytest": "testing",
}
"""By the name of the module, the least extra that holds it."""


def remedy(error: ImportError) -> str | None:
    """What to install where an import has failed for want of an extra; None: that is not why."""
    module = (error.name or "").partition(".")[0]
    if not isinstance(error, ModuleNotFoundError) or module not in EXTRA_OF:
        return None
    extra = EXTRA_OF[module]
    wider = " ('dsp56k[study]' has what measuring needs, too)" if extra in ("card", "host") else ""
    return f"this needs {module}: pip install 'dsp56k[{extra}]'{wider}"
