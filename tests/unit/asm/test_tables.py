"""The assembler's own tables: each name in them is of the instruction set."""

from collections.abc import Iterator

import pytest

from dsp56k.asm.instructions.encodings import MNEMONICS
from dsp56k.isa.toml_files import load

TABLES = load("assembler.toml")
# Lists of mnemonics, by name.
LISTS = {"moves", "peripheral_moves", "operations"}


def _lists(table: object) -> Iterator[tuple[str, list[str]]]:
    """The lists of strings in a table and the tables in it, by name."""
    if isinstance(table, list):
        for entry in table:
            yield from _lists(entry)
    elif isinstance(table, dict):
        for name, value in table.items():
            if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
                yield name, value
            else:
                yield from _lists(value)


def test_the_rules_name_what_there_is() -> None:
    rules = {name: TABLES[name] for name in ("columns", "middle")}
    found = list(_lists(rules))
    assert {name for name, _ in found} == LISTS
    assert [entry for _, entries in found for entry in entries if entry not in MNEMONICS] == []


def test_exchanges_are_between_instructions() -> None:
    for table in ("quiet", "warned"):
        assert {*TABLES[table], *(name for names in TABLES[table].values() for name in names)} <= MNEMONICS


@pytest.mark.parametrize("role", TABLES["generated"])
def test_generated_instructions_exist(role: str) -> None:
    mnemonic = TABLES["generated"][role]
    assert {mnemonic.replace("{cc}", condition) for condition in ("NE", "GT")} <= MNEMONICS
