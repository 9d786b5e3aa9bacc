"""Everything is in pyproject.toml but three things that setuptools takes only from here.

The tag of the stable-ABI wheel; the library's kernels, which are written for the wheel, or beside the sources of an
editable install; and an editable install that puts the source folders on the path. Setuptools would
install an import hook instead, because the namespace package dsp56k lies in several folders; type checkers and editors
run no hooks, so they would not find a single type.
"""

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Self
from zipfile import ZipFile

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.editable_wheel import editable_wheel

CHECKOUT = Path(__file__).resolve().parent
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
ROOTS: list[str] = PROJECT["tool"]["setuptools"]["packages"]["find"]["where"]
LIBRARY = "dsp_asm/dsp56k/lib"


def generate_kernels(folder: Path) -> None:
    """Write kernels into the folder of the sources: dsp56k.lib without its __init__, which needs the extension."""
    sys.path[:0] = [str(CHECKOUT / root) for root in ROOTS]
    library = sys.modules["dsp56k.lib"] = ModuleType("dsp56k.lib")
    library.__path__ = [str(CHECKOUT / LIBRARY)]
    from dsp56k.lib.kernels.generate import write_kernels

    write_kernels(folder)


class BuildPackages(build_py):
    """Setuptools' command, and the kernels."""

    def run(self) -> None:
        """Copy the packages and write the kernels beside the sources that include them."""
        super().run()
        root = CHECKOUT / LIBRARY if self.editable_mode else Path(self.build_lib) / "dsp56k" / "lib"
        generate_kernels(root / "src")


class FoldersOnPath:
    """An editable install by a .pth file that names the folders of this checkout."""

    def __call__(self, wheel: ZipFile, files: list[str], mapping: Mapping[str, str]) -> None:
        """Write the .pth file into the wheel that pip then installs."""
        del files, mapping
        wheel.writestr("__editable__.dsp56k.pth", "".join(f"{CHECKOUT / root}\n" for root in ROOTS))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing was opened."""


class EditableWheel(editable_wheel):
    """Setuptools' command with that way to do it."""

    def _select_strategy(self, name: str, tag: str, build_lib: str) -> FoldersOnPath:
        del name, tag, build_lib
        return FoldersOnPath()


setup(
    cmdclass={"build_py": BuildPackages, "editable_wheel": EditableWheel},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
