"""The instruction set is data: only the tables of instructions and the semantics contain mnemonics."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsp56k import isa
from dsp56k.asm.instructions.encodings import MNEMONICS

ROOT = Path(__file__).parents[3]
# What instructions do is here: to data, to the flow of control, to secret bits, and in compiled code.
SEMANTICS = [
    ROOT / "emu/crates" / folder
    for folder in ("core/src/semantics", "core/src/interpreter", "core/src/engine", "core/src/secrets", "jit/src")
]
PROOFS = ROOT / "dsp_asm/dsp56k/testing/proofs"
"""The semantics over domains of values."""
NAMES = MNEMONICS | {row.op for row in isa.ROWS if row.mnemonic}
# Things that are spelled like an instruction: keywords of structured control (ASM 7.4.2, 7.5), functions (ASM 3.8), a
# pin, reasons why a run ends, a bit of the DES chip.
HOMONYMS = {
    "emu/dsp56k": {"RESET", "WAIT", "STOP", "Stop", "ILLEGAL"},
    "dsp_asm/dsp56k": {"AND", "OR", "DO", "ABS", "MAC", "RND"},
    "card/dsp56k": {"CLR"},
    "host_driver/dsp56k": set(),
    "tools/dsp56k": set(),
    "emu/crates": {"RESET", "WAIT", "STOP", "ILLEGAL", "CLR"},
    "host_driver/crates": set(),
}
PYTHON = [folder for folder in HOMONYMS if folder.endswith("dsp56k")]
RUST = [folder for folder in HOMONYMS if folder.endswith("crates")]
COMMENT_OR_STRING = re.compile(r'//[^\n]*|"(?:\\.|[^"\\])*"', re.DOTALL)
WORD = re.compile(rf"\b(?:{'|'.join(sorted(MNEMONICS))})\b")
# A variant of an enumeration that emu/crates/isa/build generates from the tables, or another name for one of these.
OPERATION = re.compile(r"\b(?:Alu|Control|Move)Op(?:::(?!ALL\b)[\w{]+|\s+as\s+\w+)")


def _rust(folder: str) -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / folder).rglob("*.rs")):
        # Tests of the crates assemble and decode instructions.
        is_test = "tests" in path.relative_to(ROOT).parts
        if not is_test and not any(folder in path.parents for folder in SEMANTICS):
            yield path, path.read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", PYTHON)
def test_python_names_no_instruction(folder: str) -> None:
    named = set()
    for path in (ROOT / folder).rglob("*.py"):
        if PROOFS in path.parents:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named |= {node.value} & NAMES
    assert named == HOMONYMS[folder]


@pytest.mark.parametrize("folder", RUST)
def test_rust_names_no_instruction_in_a_string(folder: str) -> None:
    strings = (match[0] for _, text in _rust(folder) for match in COMMENT_OR_STRING.finditer(text))
    named = {word for string in strings if string.startswith('"') for word in WORD.findall(string)}
    assert named == HOMONYMS[folder]


@pytest.mark.parametrize("folder", RUST)
def test_rust_names_no_operation_outside_the_semantics(folder: str) -> None:
    code = [(path, COMMENT_OR_STRING.sub("", text)) for path, text in _rust(folder)]
    assert [(path.name, name) for path, text in code for name in OPERATION.findall(text)] == []


def test_the_semantics_name_operations() -> None:
    """The test above searches for names in the spelling of the semantics."""
    code = "".join(path.read_text(encoding="utf-8") for folder in SEMANTICS for path in folder.rglob("*.rs"))
    assert {f"ControlOp::{row.op}" for row in isa.CONTROL_ROWS} <= set(OPERATION.findall(code))
