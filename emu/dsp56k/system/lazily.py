"""Packages whose modules are loaded when one of their names is first asked for."""

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module


def lazy_names(
    package: str, modules: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package that has the names of its modules, or of others that are given in
    full (PEP 562); it has an `__all__`.
    """

    def get(name: str) -> object:
        for module, names in modules.items():
            if name in names:
                value = getattr(import_module(module if module.startswith("dsp56k.") else f"{package}.{module}"), name)
                setattr(sys.modules[package], name, value)
                return value
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names_of() -> list[str]:
        return sorted({*vars(sys.modules[package]), *sys.modules[package].__all__})

    return get, names_of
