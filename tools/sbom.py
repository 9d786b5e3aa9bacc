"""`python tools/sbom.py FILE`: what both lock files name, as a CycloneDX list in JSON.

A package is `required` where the emulator, the assembler and the library need it, `optional` where an extra for users
does, `excluded` where only those who build or test do. The list is checked against the published schema.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import requires
from importlib.resources import files
from pathlib import Path
from typing import Any

import fastjsonschema
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import licences

ROOT = Path(__file__).parents[1]
NOT_FOR_USERS = {"test", "docs", "dev"}
"""Extras of those who work on dsp56k."""
SCHEMA = "bom-1.6.SNAPSHOT.schema.json"


@dataclass
class Locked:
    """A package of a lock file: its origin, the projects that require it, and its dependencies."""

    kind: str
    package: licences.Package
    scope: ComponentScope = ComponentScope.EXCLUDED
    sha256: str = ""
    needs: set[str] = field(default_factory=set)


def python_locked() -> tuple[dict[str, Locked], set[str]]:
    """Return the packages of requirements.lock by name, and those that dsp56k itself requires."""
    held_to = licences.rules()
    found = {package.name: Locked("pypi", package) for package in licences.python_packages(held_to.words)}
    for name, exception in held_to.exceptions.items():
        if name in found:
            package = found[name].package
            found[name].package = licences.Package(name, package.version, exception.licence)
    for name, locked in found.items():
        locked.needs = _asked(requires(name) or (), {""}) & found.keys()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    direct = _asked(project["dependencies"], {""})
    for_users = _asked((line for name, lines in extras.items() if name not in NOT_FOR_USERS for line in lines), {""})
    _mark(found, for_users, ComponentScope.OPTIONAL)
    _mark(found, direct, ComponentScope.REQUIRED)
    everything = _asked((line for lines in extras.values() for line in lines), {""}) | direct
    return found, everything & found.keys()


def _asked(lines: Iterable[str], extras: set[str]) -> set[str]:
    """Return the packages of requirements that apply here."""
    found = set[str]()
    for line in lines:
        requirement = Requirement(line)
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in extras):
            found.add(canonicalize_name(requirement.name))
    return found


def rust_locked() -> tuple[dict[str, Locked], set[str]]:
    """Return the packages of Cargo.lock by cargo's id, and those that dsp56k's crates require."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    described = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    sums = {(entry["name"], entry["version"]): entry.get("checksum", "") for entry in lock}
    ours = set(described["workspace_members"])
    found, linked = {}, {}
    for package in described["packages"]:
        known = licences.Package(package["name"], package["version"], package["license"] or "none")
        found[package["id"]] = Locked("cargo", known, sha256=sums[known.name, known.version])
    for node in described["resolve"]["nodes"]:
        found[node["id"]].needs = {dep["pkg"] for dep in node["deps"]}
        linked[node["id"]] = {
            dep["pkg"] for dep in node["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])
        }
    _reach(linked, ours, lambda name: setattr(found[name], "scope", ComponentScope.REQUIRED))
    direct = {name for member in ours for name in found[member].needs} - ours
    return {name: locked for name, locked in found.items() if name not in ours}, direct


def _mark(found: Mapping[str, Locked], first: set[str], scope: ComponentScope) -> None:
    needs = {name: locked.needs for name, locked in found.items()}
    _reach(needs, first & found.keys(), lambda name: setattr(found[name], "scope", scope))


def _reach(needs: Mapping[str, set[str]], first: set[str], visit: Callable[[str], None]) -> None:
    ahead, seen = set(first), set()
    while ahead:
        name = ahead.pop()
        seen.add(name)
        visit(name)
        ahead |= needs[name] - seen


def bill() -> Bom:
    """Return the bill of materials."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    choices = LicenseFactory()
    itself = Component(
        name=project["name"],
        version=project["version"],
        type=ComponentType.APPLICATION,
        bom_ref=f"pkg:pypi/{project['name']}@{project['version']}",
        purl=PackageURL("pypi", name=project["name"], version=project["version"]),
        licenses=[choices.make_from_string(project["license"])],
    )
    bom = Bom()
    bom.metadata.component = itself
    for locked, direct in (python_locked(), rust_locked()):
        made = {name: _component(one, choices) for name, one in locked.items()}
        for name, one in locked.items():
            bom.components.add(made[name])
            bom.register_dependency(made[name], [made[other] for other in one.needs & made.keys()])
        bom.register_dependency(itself, [made[name] for name in direct])
    return bom


def _component(locked: Locked, choices: LicenseFactory) -> Component:
    name, version = locked.package.name, locked.package.version
    url = PackageURL(locked.kind, name=name, version=version)
    hashes = [HashType(alg=HashAlgorithm.SHA_256, content=locked.sha256)] if locked.sha256 else []
    licence = choices.make_from_string(locked.package.licence.replace("/", " OR "))
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        scope=locked.scope,
        bom_ref=str(url),
        purl=url,
        hashes=hashes,
        licenses=[licence],
    )


def check(listed: Mapping[str, Any]) -> None:
    """Validate a list against the schema of CycloneDX, which the library contains.

    Raises:
        fastjsonschema.JsonSchemaValueException: The list is invalid.
    """
    schemas = files("cyclonedx.schema._res")

    def read(uri: str) -> Any:
        return json.loads((schemas / uri.rpartition("/")[2]).read_text(encoding="utf-8"))

    fastjsonschema.validate(read(SCHEMA), dict(listed), handlers={"http": read})


def main() -> int:
    """Return 0, or raise an exception."""
    text = JsonV1Dot6(bill()).output_as_string(indent=2)
    listed = json.loads(text)
    check(listed)
    path = Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")
    print(f"{len(listed['components'])} packages; written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
