"""The list of dependencies: every package of both lock files, who needs it, under which licence."""

import json
import tomllib
from pathlib import Path

import fastjsonschema
import pytest
from cyclonedx.output.json import JsonV1Dot6

import sbom

ROOT = Path(__file__).parents[3]


def test_every_locked_package_is_listed_with_who_needs_it() -> None:
    listed = json.loads(JsonV1Dot6(sbom.bill()).output_as_string())
    found = {entry["purl"].partition("@")[0]: entry for entry in listed["components"]}
    scopes = {
        "required": ("pypi/click", "pypi/msgspec", "cargo/pyo3"),
        "optional": ("pypi/numpy", "pypi/unicorn", "pypi/textual", "pypi/dask"),
        "excluded": ("pypi/mypy", "pypi/sphinx", "pypi/setuptools", "cargo/toml"),
    }
    assert {scope: {found[f"pkg:{name}"]["scope"] for name in names} for scope, names in scopes.items()} == {
        scope: {scope} for scope in scopes
    }
    assert found["pkg:pypi/unicorn"]["licenses"] == [{"license": {"id": "GPL-2.0-only"}}]
    packages = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    crates = {crate["name"]: crate for crate in packages}
    assert found["pkg:cargo/pyo3"]["hashes"] == [{"alg": "SHA-256", "content": crates["pyo3"]["checksum"]}]
    ours = {name for name in crates if name.startswith("dsp56k-")}
    locked = (ROOT / "requirements.lock").read_text().count("==")
    assert len(listed["components"]) == locked + len(packages) - len(ours)


def test_what_is_no_list_is_refused() -> None:
    wrong = {"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"type": "crate", "name": "pyo3"}]}
    with pytest.raises(fastjsonschema.JsonSchemaValueException, match="type must be one of"):
        sbom.check(wrong)
