"""The features of an installation without extras, and the errors of features that need an extra."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from dsp56k.system.imports import EXTRA_OF, PACKAGE_OF, remedy

ROOT = Path(__file__).parents[3]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
SOURCES = PYPROJECT["tool"]["setuptools"]["packages"]["find"]["where"]
FOR_TYPE_CHECKERS = {"_typeshed"}
LOADS_US = {"pygments"}
"""Packages that load modules of dsp56k through entry points: without the package nobody imports the module."""
WITHOUT_EXTRAS = f"""
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {set(EXTRA_OF)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
"""


def requirements(extra: str | None) -> set[str]:
    """Return the distributions of an extra, including those of other extras in it."""
    found: set[str] = set()
    for requirement in PROJECT["dependencies"] if extra is None else PROJECT["optional-dependencies"][extra]:
        own = re.fullmatch(r"dsp56k\[(.*)\]", requirement)
        found |= set[str]().union(*map(requirements, own[1].split(","))) if own else {re.split(r"[>=]", requirement)[0]}
    return found


def imported(source: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"dsp56k"}


def test_each_module_is_of_the_base_or_of_an_extra() -> None:
    sources = [file for top in SOURCES for file in (ROOT / top / "dsp56k").rglob("*.py")]
    assert len(sources) > 400
    distributions = {
        module: {name.lower().replace("_", "-") for name in names} for module, names in packages_distributions().items()
    }
    # Python 3.11 does not name the distribution of a module that is a shared library.
    distributions.setdefault("bitwuzla", {"bitwuzla"})
    base = requirements(None)
    needed = set[str]().union(*map(imported, sources)) - FOR_TYPE_CHECKERS - LOADS_US
    assert {module for module in needed if not base & distributions[module]} == set(EXTRA_OF)
    for module, extra in EXTRA_OF.items():
        assert requirements(extra) & distributions[module], module


def run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT_EXTRAS + code]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder)}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)


def test_assembler_emulator_and_library_need_no_extra(tmp_path: Path) -> None:
    (tmp_path / "small.asm").write_text(" org p:0\n move #1,x0\nhere jmp here\n")
    code = "from dsp56k.cli.main import main\n"
    for words in ("asm small.asm", "run small.lod", "trace small.lod", "disasm small.lod", "debug -c 'quit' small.lod"):
        code += f"import shlex; main(shlex.split({words!r}), standalone_mode=False)\n"
    code += "from dsp56k.lib import md2; print(md2(b'abc').value.hex())"
    result = run(code, tmp_path)
    assert result.returncode == 0, result.stderr
    assert "HALT" in result.stdout


@pytest.mark.parametrize(
    ("words", "module", "extra"),
    [("crossover", "unicorn", "host"), ("debug --screen small.lod", "textual", "debug"), ("lsp", "lsprotocol", "lsp")],
)
def test_a_command_names_the_extra_that_it_needs(words: str, module: str, extra: str, tmp_path: Path) -> None:
    (tmp_path / "small.lod").write_text("_START SMALL 0000 0000 0000 DSP56K\n_DATA P 0000\n0C0000\n_END 0000\n")
    code = f"sys.argv[1:] = {words.split()!r}\nfrom dsp56k.cli.start import dsp56k; sys.exit(dsp56k())"
    result = run(code, tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(
        f"error: the package {PACKAGE_OF.get(module, module)} is missing: pip install 'dsp56k[{extra}]'"
    )
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(("package", "extra"), [("card", "card"), ("host", "host"), ("study.crossover", "host")])
def test_a_package_names_the_extra_that_it_needs(package: str, extra: str, tmp_path: Path) -> None:
    result = run(f"import dsp56k.{package}", tmp_path)
    last = result.stderr.splitlines()[-1]
    assert re.fullmatch(rf"ModuleNotFoundError: the package \w+ is missing: pip install 'dsp56k\[{extra}\]'.*", last)


@pytest.mark.parametrize("words", ["study list", "timing md4 --cases 2", "explain A0208", "published --help"])
def test_commands_without_extras(words: str, tmp_path: Path) -> None:
    code = f"sys.argv[1:] = {words.split()!r}\nfrom dsp56k.cli.start import dsp56k; sys.exit(dsp56k())"
    result = run(code, tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout


def test_other_imports_that_fail_are_mistakes() -> None:
    assert remedy(ModuleNotFoundError("no", name="dsp56k.nowhere")) is None
    assert remedy(ImportError("cannot import name", name="unicorn")) is None
    assert "'dsp56k[host]'" in str(remedy(ModuleNotFoundError("no", name="unicorn.x86_const")))


def test_pytest_finds_a_package_at_the_top() -> None:
    """Without one it takes `dsp56k.__main__` for a module of the plugin, and warns in every run of a user's tests."""
    name = PROJECT["entry-points"]["pytest11"]["dsp56k"]
    assert any((ROOT / folder / name / "__init__.py").is_file() for folder in SOURCES)
    assert name in PYPROJECT["tool"]["setuptools"]["packages"]["find"]["include"]
