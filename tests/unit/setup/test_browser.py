"""The page of tools/browser agrees with the exports of its WebAssembly module, and has all that its assembler needs."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from browser.assembly import SPACES, assemble_page
from browser_page import LIBRARY, SOURCES, fragment, is_program, packages
from dsp56k.asm import assemble

ROOT = Path(__file__).parents[3]
CRATES = ROOT / "emu" / "crates"
EXPORTS = (CRATES / "web" / "src" / "exports.rs").read_text(encoding="utf-8")
CHIP, PAGE, INDEX = (
    SOURCES.joinpath(name).read_text(encoding="utf-8") for name in ("chip.mjs", "page.mjs", "index.html")
)
CALL = re.compile(r"\.(dsp_\w+)\(((?:[^()]|\([^()]*\))*)\)")


def count(arguments: str) -> int:
    """The number of arguments or parameters in a list."""
    return len([part for part in re.sub(r"\([^()]*\)", "", arguments).split(",") if part.strip()])


def test_the_page_calls_the_exports_with_their_parameters() -> None:
    exported = dict(re.findall(r'no_mangle\)\]\npub extern "C" fn (dsp_\w+)\(([^)]*)\)', EXPORTS))
    assert len(exported) == EXPORTS.count("no_mangle") > 10
    assert set(re.findall(r"\bdsp_\w+", CHIP)) == exported.keys()
    calls = CALL.findall(CHIP)
    assert len({name for name, _ in calls}) == len(exported) - 2, "two are called without a dot"
    assert [(name, count(given)) for name, given in calls] == [(name, count(exported[name])) for name, _ in calls]


def test_the_page_explains_the_stop_reasons_of_its_runs() -> None:
    names = re.findall(r'=> "([A-Z_]+)"', (CRATES / "core" / "src" / "stop.rs").read_text(encoding="utf-8"))
    table = re.search(r"REASONS = \{(.*?)\};", CHIP, re.DOTALL)
    assert table is not None
    # The page sets no watchpoints, conditions and hooks.
    assert [*re.findall(r"(\w+):", table[1]), "WATCHPOINT", "CONDITION", "HOOK"] == names


def test_spaces_have_the_numbers_of_the_core() -> None:
    space = (CRATES / "core" / "src" / "space.rs").read_text(encoding="utf-8")
    (order,) = re.findall(r"ALL: \[Self; 3\] = \[Self::(\w), Self::(\w), Self::(\w)\]", space)
    assert "".join(order) == SPACES
    assert f"SPACES = {json.dumps(list(SPACES))};" in CHIP


def test_the_page_has_the_elements_of_its_script() -> None:
    names = set(re.findall(r'element\("([\w-]+)"\)', PAGE))
    listed = re.search(r"const id of (\[.*?\])", PAGE)
    assert listed is not None
    assert names | set(json.loads(listed[1])) == set(re.findall(r'\bid="([\w-]+)"', INDEX))


SOURCE = """\
; \u20ac
        org     p:$40
start   move    #1,r0
        include 'bignum/word_inverse.asm'
        end     start
"""


def test_a_link_of_the_site_opens_in_the_page() -> None:
    if (node := shutil.which("node")) is None:
        pytest.skip("needs Node.js")
    script = f"""
        import {{ fromFragment, toFragment }} from {json.dumps((SOURCES / "link.mjs").as_uri())};
        const texts = [await fromFragment(process.argv[1])];
        texts.push(await fromFragment(await toFragment(texts[0])), await fromFragment("#other"));
        texts.push(await fromFragment(process.argv[1].slice(0, -3)).catch((error) => error.message));
        console.log(JSON.stringify(texts));
    """
    arguments = [node, "--input-type=module", "--eval", script, fragment(SOURCE)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    damaged = "cannot read the program of the link: it is damaged or incomplete"
    assert json.loads(done.stdout) == [SOURCE, SOURCE, None, damaged]


def test_the_site_links_its_programs_to_the_page() -> None:
    spec = importlib.util.spec_from_file_location("site_configuration", ROOT / "docs" / "site" / "conf.py")
    assert spec is not None
    assert spec.loader is not None
    site = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(site)
    document = site.nodes.section()
    for language, text in (
        ("asm", SOURCE),
        ("asm", "        xref    other\n        jmp     other\n"),
        ("text", SOURCE),
    ):
        document += site.nodes.literal_block(text, text, language=language)
    app = SimpleNamespace(config=SimpleNamespace(has_page=True), env=SimpleNamespace(docname="docs/guides/debug"))
    site.link_programs(app, document)
    kinds = [type(node) for node in document]
    assert kinds == [site.nodes.literal_block, site.nodes.raw, site.nodes.literal_block, site.nodes.literal_block]
    assert f'href="../../browser/index.html{fragment(SOURCE)}"' in document[1].astext()


def test_the_packages_of_the_page_assemble_without_others(tmp_path: Path) -> None:
    for name, content in packages().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    code = "import sys; sys.path.insert(0, sys.argv[1]); import assembly; print(assembly.assemble_page(sys.argv[2]))"
    arguments = [sys.executable, "-I", "-S", "-c", code, str(tmp_path), SOURCE]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, env={"HOME": str(tmp_path)})
    found = json.loads(done.stdout)
    program = assemble(SOURCE, include_paths=[LIBRARY])
    assert {(SPACES[space], address): word for space, address, word in found["words"]} == program.words
    assert (found["ok"], found["start"], found["symbols"]["start"]) == (True, 0x40, 0x40)
    assert found["lines"][:2] == [[0x40, "program.asm", 3], [0x41, "word_inverse.asm", 16]]


def test_a_diagnostic_has_its_line_its_explanation_and_its_page() -> None:
    found = json.loads(assemble_page(" org p:0\n move nothing,a\n end\n"))
    assert (found["ok"], [entry["line"] for entry in found["diagnostics"]]) == (False, [2])
    (entry,) = found["diagnostics"]
    assert entry["explanation"].startswith(f"{entry['code']} (error): ")
    page, _, anchor = entry["page"].partition(".html#")
    assert f"## {anchor.upper()}\n" in (ROOT / "docs" / "reference" / f"{page}.md").read_text(encoding="utf-8")


def test_a_module_for_the_linker_is_not_a_program() -> None:
    assert is_program(SOURCE)
    assert not is_program("        xref    other\n        jmp     other\n        end\n")


def test_the_licences_of_its_packages_are_allowed() -> None:
    allowed = tomllib.loads((ROOT / "tools" / "licences.toml").read_text())["allowed"]
    wanted = json.loads((SOURCES / "package.json").read_text())
    packages = json.loads((SOURCES / "package-lock.json").read_text())["packages"]
    assert packages[""]["dependencies"] == wanted["dependencies"]
    assert {name: entry["license"] for name, entry in packages.items() if entry["license"] not in allowed} == {}
    assert all("integrity" in entry for name, entry in packages.items() if name)
