"""The VS Code extension agrees with the language server, the debug adapter and the tables of the assembler."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from dsp56k.asm import assemble, render_all
from dsp56k.debug.adapter.lifecycle import Attach, Launch
from dsp56k.isa import REGISTERS
from vscode_grammar import GRAMMAR, grammar
from vsix import members, pack

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "tools" / "vscode"
PACKAGE: dict[str, Any] = json.loads((FOLDER / "package.json").read_text())
CONTRIBUTES = PACKAGE["contributes"]
SCRIPT = (FOLDER / "extension.js").read_text()
TYPES = {
    "string": (str, str | None),
    "boolean": (bool,),
    "integer": (int | None,),
    "array": (list[str],),
    "object": (dict[str, str],),
}


def test_the_version_is_that_of_the_package() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    lock = json.loads((FOLDER / "package-lock.json").read_text())
    assert {PACKAGE["version"], lock["version"], lock["packages"][""]["version"]} == {version}


def test_every_named_file_exists() -> None:
    named = [PACKAGE["main"], *(entry["configuration"] for entry in CONTRIBUTES["languages"])]
    named += [entry["path"] for entry in CONTRIBUTES["grammars"]]
    assert [name for name in named if not (FOLDER / name).is_file()] == []


@pytest.mark.parametrize(("request_name", "accepted"), [("launch", Launch), ("attach", Attach)])
def test_a_configuration_has_the_arguments_of_the_adapter(request_name: str, accepted: type[msgspec.Struct]) -> None:
    (debugger,) = CONTRIBUTES["debuggers"]
    attributes = debugger["configurationAttributes"][request_name]
    fields = {field.encode_name: field for field in msgspec.structs.fields(accepted)}
    assert attributes["properties"].keys() == fields.keys()
    assert attributes.get("required", []) == [name for name, field in fields.items() if field.required]
    for name, shown in attributes["properties"].items():
        field = fields[name]
        assert field.type in TYPES[shown["type"]], name
        has_default = field.default not in (msgspec.NODEFAULT, None) or field.default_factory is not msgspec.NODEFAULT
        assert ("default" in shown) == has_default, name
        if has_default:
            default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
            assert shown["default"] == default, name


def test_the_examples_of_configurations_are_accepted() -> None:
    (debugger,) = CONTRIBUTES["debuggers"]
    snippets = [entry["body"] for entry in debugger["configurationSnippets"]]
    for shown in [*debugger["initialConfigurations"], *snippets]:
        attributes = debugger["configurationAttributes"][shown["request"]]
        # VS Code reads these itself.
        own = {"type", "request", "name", "debugServer"}
        assert shown.keys() - own <= attributes["properties"].keys()
        assert set(attributes.get("required", ())) <= shown.keys()


def test_settings_and_commands_are_those_of_the_script() -> None:
    settings = {name.removeprefix("dsp56k.") for name in CONTRIBUTES["configuration"]["properties"]}
    assert set(re.findall(r'\.get\("(\w+)"\)', SCRIPT)) == settings
    commands = [entry["command"] for entry in CONTRIBUTES["commands"]]
    assert re.findall(r'registerCommand\("([\w.]+)"', SCRIPT) == commands
    sent = re.findall(r"^ {6}(\w+): given\.get\(\"\1\"\)", SCRIPT, re.MULTILINE)
    guide = (ROOT / "docs" / "guides" / "editor.md").read_text()
    (documented,) = re.findall(r'^(\{ "includePaths".*\})$', guide, re.MULTILINE)
    # `relative` is that of the project file.
    assert set(sent) == json.loads(documented).keys() - {"relative"} == settings - {"command"}


def test_changes_of_settings_leave_one_server() -> None:
    if (node := shutil.which("node")) is None:
        pytest.skip("needs Node.js")
    script = ROOT / "tests" / "vscode" / "restarts.js"
    done = subprocess.run([node, script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_licences_of_its_packages_are_allowed() -> None:
    allowed = tomllib.loads((ROOT / "tools" / "licences.toml").read_text())["allowed"]
    packages = json.loads((FOLDER / "package-lock.json").read_text())["packages"]
    others = {name: entry["license"] for name, entry in packages.items() if entry["license"] not in [*allowed, "ISC"]}
    assert (others, len(packages)) == ({}, 9)


def test_the_grammar_is_fresh() -> None:
    assert GRAMMAR.read_text() == grammar()


def scopes(line: str) -> list[tuple[str, str]]:
    """Return the tokens of a line as an editor finds them: the first of the patterns that match soonest."""
    patterns = [(entry["name"], re.compile(entry["match"])) for entry in json.loads(grammar())["patterns"]]
    found, at = [], 0
    while at < len(line):
        matches = [(match, name) for name, pattern in patterns if (match := pattern.search(line, at)) and match[0]]
        if not matches:
            break
        match, name = min(matches, key=lambda entry: entry[0].start())
        found.append((match[0], ".".join(name.split(".")[:2])))
        at = match.end()
    return found


def test_a_line_has_the_colours_of_its_tokens() -> None:
    assert scopes("loop:   mac     x0,y0,a x:(r0)+,x0 ; sum") == [
        ("loop:", "entity.name"), ("mac", "keyword.operator"), ("x0", "variable.language"), ("y0", "variable.language"),
        ("a", "variable.language"), ("x", "storage.type"), ("r0", "variable.language"), ("x0", "variable.language"),
        ("; sum", "comment.line"),
    ]  # fmt: skip
    assert scopes("        dc      @cvi(1.5),$ff,'it''s',table,%101") == [
        ("dc", "keyword.control"), ("@cvi", "support.function"), ("1.5", "constant.numeric"),
        ("$ff", "constant.numeric"), ("'it''s'", "string.quoted"), ("%101", "constant.numeric"),
    ]  # fmt: skip
    assert scopes("        .if     <gt>") == [(".if", "keyword.control")]
    assert scopes("*  move") == [("*  move", "comment.line")]
    assert {scope for name in REGISTERS for _, scope in scopes(f" move {name}")[1:]} == {"variable.language"}


def test_the_problem_matcher_reads_diagnostics() -> None:
    (matcher,) = CONTRIBUTES["problemMatchers"]
    pattern = matcher["pattern"]
    shown = render_all(assemble(" mvoe a,b\n", name="/a b/fir.asm").diagnostics).splitlines()[0]
    found = re.fullmatch(pattern["regexp"], shown)
    assert found is not None
    groups = [found[pattern[name]] for name in ("file", "line", "column", "severity", "code")]
    assert groups == ["/a b/fir.asm", "1", "2", "error", "A0201"]


def test_a_package_has_every_file_and_the_same_bytes(tmp_path: Path) -> None:
    names = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    packed = members(FOLDER)
    assert packed.keys() == {f"extension/{name}" for name in names} | {"extension.vsixmanifest", "[Content_Types].xml"}
    manifest = ElementTree.fromstring(packed["extension.vsixmanifest"])
    namespace = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
    identity = manifest.find(f"{namespace}Metadata/{namespace}Identity")
    assert identity is not None
    assert [identity.get(name) for name in ("Id", "Version", "Publisher")] == ["dsp56k", PACKAGE["version"], "dsp56k"]
    outputs = [tmp_path / "one.vsix", tmp_path / "two.vsix"]
    for output in outputs:
        pack(FOLDER, output)
    assert outputs[0].read_bytes() == outputs[1].read_bytes()
    with zipfile.ZipFile(outputs[0]) as archive:
        assert archive.namelist() == list(packed)
        assert archive.testzip() is None
