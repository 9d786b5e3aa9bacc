"""Imports of optional packages, with the extra that installs each, and of modules when a name is first used."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from importlib.abc import ResourceLoader

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
    package: str, renamed: Mapping[str, str] | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package with lazily imported names (PEP 562).

    The names are those that the package imports for type checkers: a line `from MODULE import NAME as NAME` for each,
    or for several names, in a block `if TYPE_CHECKING`. So they are listed once, and tools see the imports.

    Args:
        package: The name of the package.
        renamed: New names by old ones. An old name still works, with a DeprecationWarning.
    """
    modules = _imports_for_type_checkers(package)

    def get(name: str) -> object:
        if renamed is not None and name in renamed:
            new = renamed[name]
            warnings.warn(f"{package}.{name} is deprecated: use {new}", DeprecationWarning, stacklevel=2)
            return getattr(sys.modules[package], new)
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def names_of() -> list[str]:
        return sorted({*vars(sys.modules[package]), *sys.modules[package].__all__})

    return get, names_of, sorted(modules)


def _imports_for_type_checkers(package: str) -> dict[str, str]:
    """Return the modules of the names that a package imports in its block `if TYPE_CHECKING`, from its source."""
    spec = sys.modules[package].__spec__
    assert spec is not None
    assert spec.origin is not None
    source = cast("ResourceLoader", spec.loader).get_data(spec.origin)  # every loader of a source file has get_data
    # A checkout on Windows may have CR LF.
    block = source.decode().replace("\r\n", "\n").partition("\nif TYPE_CHECKING:\n")[2].partition("\nelse:\n")[0]
    found: dict[str, str] = {}
    for line in block.splitlines():
        if line.startswith("    from "):
            _, module, _, names = line.split(None, 3)
            found |= {each.split()[0]: module for each in names.split(",")}
    return found
