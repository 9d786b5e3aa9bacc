"""The columns and rules that the assembler and the emulator share: each names what there is, and they agree."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from dsp56k import isa
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message
from dsp56k.isa.toml_files import load

RULES = load("restrictions.toml")["rule"]
INTERRUPTS = load("interrupts.toml")
OPERATIONS = {row.op for row in isa.ROWS}
USES: dict[str, set[str]] = {
    "ops": OPERATIONS,
    "but": OPERATIONS,
    "silent": OPERATIONS,
    **{key: set(isa.REGISTERS) for key in ("writes", "reads", "moves_to", "moves_from", "jumps_on", "twice", "counts")},
}
CONDITIONS: dict[str, set[int]] = {"words": {1, 2}, "repeat": {False}, "loop_end": {False}}
WHERE = {"at", "after", "vector", "loop", "pointer"}
SAID = {"page", "sentence", "assembler"}


def _unknown(rule: dict[str, Any]) -> list[object]:
    """Return the names in a table of uses that do not exist."""
    lists = [(key, value) for key, values in rule.items() if isinstance(values, list) for value in values]
    return [value for key, value in lists if key in USES and value not in USES[key]]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.get("sentence", "the same"))
def test_a_rule_names_what_there_is(rule: dict[str, Any]) -> None:
    before = rule.get("after", {})
    assert rule.keys() <= {*USES, *CONDITIONS, *WHERE, *SAID}
    assert before.keys() <= USES.keys()
    assert _unknown(rule) == _unknown(before) == []
    assert all(rule[key] in values for key, values in CONDITIONS.items() if key in rule)
    assert len(WHERE & rule.keys()) <= 1
    assert rule.get("at", [0]) in ([0], [1], [2, 1, 0])


def test_a_rule_gives_a_page_and_a_diagnostic_of_the_assembler() -> None:
    codes = {message.code for message in vars(messages).values() if isinstance(message, Message)}
    assert {rule["assembler"] for rule in RULES if "assembler" in rule} <= codes
    assert all(re.fullmatch(r"A-\d+", rule["page"]) for rule in RULES if "sentence" in rule)
    assert all("sentence" in rule or "sentence" in earlier for earlier, rule in pairwise(RULES))


def test_the_rows_of_an_operation_agree() -> None:
    columns: dict[tuple[str, str], tuple[str, bool, bool]] = {}
    for row in isa.ROWS:
        facts = (row.sequence, row.compares, row.modifies)
        assert columns.setdefault((row.table, row.op), facts) == facts, row.op


def test_what_changes_flow_is_charged_for_the_refetch() -> None:
    for row in isa.CONTROL_ROWS:
        assert isa.SEQUENCES[row.sequence].flow == bool(re.search(r"2ap|rx", row.cycles)), row.op
    assert {row.sequence for row in isa.CONTROL_ROWS} == set(isa.SEQUENCES)


def test_operations_that_only_compare_have_an_accumulator_to_compare() -> None:
    assert all(row.operands[-1].kind.name == "acc" for row in isa.ALU_ROWS if row.compares)


def test_a_row_that_modifies_names_a_bit() -> None:
    assert all(row.operands[0].kind.name == "bit" for row in isa.CONTROL_ROWS if row.modifies)


def test_each_source_of_interrupts_has_a_vector_of_its_own() -> None:
    vectors = [source["vector"] for source in INTERRUPTS["sources"] if "vector" in source]
    first, last = INTERRUPTS["vectors"]["first"], INTERRUPTS["vectors"]["last"]
    assert len(set(vectors)) == len(vectors) == len(INTERRUPTS["sources"]) - 1
    assert all(first <= vector <= last and vector % 2 == 0 for vector in vectors)
    named = {source["priority"] for source in INTERRUPTS["sources"] if "priority" in source}
    assert named == {field.name for field in isa.IO_REGISTERS["IPR"].fields}
