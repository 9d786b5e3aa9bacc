"""Packages that import a module when one of its names is first used."""

import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module


def lazy_names(
    package: str, modules: Mapping[str, Iterable[str]], renamed: Mapping[str, str] | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package with lazily imported names (PEP 562); it has an `__all__`.

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

    return get, names_of
