"""Optional packages, and the extra that installs each: `pip install 'dsp56k[host]'`."""

from __future__ import annotations

PACKAGE_OF = {"Crypto": "pycryptodome", "elftools": "pyelftools", "vcd": "pyvcd", "prompt_toolkit": "prompt-toolkit"}
"""The names of packages that differ from the names of their modules."""
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
    "bitwuzla": "proof",
}
"""The smallest extra that contains a module, by the name of the module."""


def remedy(error: ImportError) -> str | None:
    """Return the command that installs the extra of a failed import; None for an import of another package."""
    module = (error.name or "").partition(".")[0]
    if not isinstance(error, ModuleNotFoundError) or module not in EXTRA_OF:
        return None
    extra = EXTRA_OF[module]
    wider = " ('dsp56k[study]' includes all packages for measuring)" if extra in ("card", "host") else ""
    return f"the package {PACKAGE_OF.get(module, module)} is missing: pip install 'dsp56k[{extra}]'{wider}"


def check_extra(*modules: str) -> None:
    """Check that the modules which a package needs from an extra are installed.

    Raises:
        ModuleNotFoundError: one is missing; the message has the command that installs it.
    """
    from importlib.util import find_spec

    for module in modules:
        try:
            found = find_spec(module) is not None
        except ModuleNotFoundError:
            found = False
        if not found:
            raise ModuleNotFoundError(remedy(ModuleNotFoundError(name=module)), name=module)
