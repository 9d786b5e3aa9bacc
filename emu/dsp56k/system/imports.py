"""Imports of optional packages, with the extra that installs each, and of modules when a name is first used."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module

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


def lazy_names(
    package: str, modules: Mapping[str, Iterable[str]], renamed: Mapping[str, str] | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package with lazily imported names (PEP 562).

    Args:
        package: The name of the package.
        modules: The names by module; a module is in the package, or its name begins with `dsp56k.`.
        renamed: New names by old ones. An old name still works, with a DeprecationWarning.
    """

    def get(name: str) -> object:
        if renamed is not None and name in renamed:
            new = renamed[name]
            warnings.warn(f"{package}.{name} is deprecated: use {new}", DeprecationWarning, stacklevel=2)
            return getattr(sys.modules[package], new)
        for module, names in modules.items():
            if name in names:
                value = getattr(import_module(module if module.startswith("dsp56k.") else f"{package}.{module}"), name)
                setattr(sys.modules[package], name, value)
                return value
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names_of() -> list[str]:
        return sorted({*vars(sys.modules[package]), *sys.modules[package].__all__})

    return get, names_of, sorted(name for names in modules.values() for name in names)
