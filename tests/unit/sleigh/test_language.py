"""`dsp56k sleigh`: the written files without their compiler; tests/differential/test_pcode.py compiles them."""

import json
import re
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from dsp56k.cli.main import main
from dsp56k.isa import ALU_ROWS, DSP56002_ROWS, IO_REGISTERS, KINDS, ROWS
from dsp56k.sleigh.language import language_files
from dsp56k.sleigh.patterns import Fields, bits_of, values_of

SEMANTICS = files("dsp56k.sleigh").joinpath("semantics.sinc").read_text(encoding="utf-8")
MACROS = set(re.findall(r"^macro (\w+)\(", SEMANTICS, re.MULTILINE))


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    return language_files()


def test_the_command_writes_the_files(tmp_path: Path, written: dict[str, str]) -> None:
    result = CliRunner().invoke(main, ["sleigh", str(tmp_path / "new" / "languages")])
    assert result.exit_code == 0
    assert {path.name: path.read_text() for path in (tmp_path / "new" / "languages").iterdir()} == written
    assert all(name in result.stdout for name in written)
    as_json = CliRunner().invoke(main, ["sleigh", "--json", str(tmp_path)])
    assert json.loads(as_json.stdout) == {"files": [str(tmp_path / name) for name in written]}


def test_a_file_in_place_of_the_directory_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "languages").touch()
    result = CliRunner().invoke(main, ["sleigh", str(tmp_path / "languages")])
    assert result.exit_code == 2
    assert "is a file" in result.output


def test_each_language_names_files_that_are_written(written: dict[str, str]) -> None:
    for language in ElementTree.fromstring(written["dsp56001.ldefs"]):
        assert language.attrib["slafile"].replace(".sla", ".slaspec") in written
        assert language.attrib["processorspec"] in written
        assert {compiler.attrib["spec"] for compiler in language.iter("compiler")} <= written.keys()


def test_a_specification_is_named_by_its_chip_and_variant(written: dict[str, str]) -> None:
    specifications = {name: text for name, text in written.items() if name.endswith(".slaspec")}
    parts = {name: set(re.findall(r"^@define (\w+) ", text, re.MULTILINE)) for name, text in specifications.items()}
    exact = {"MODULO", "SCALING", "SIZE_FLAGS", "LOOP_FLAG", "STACK_ERROR"}
    assert parts == {
        "dsp56001.slaspec": set(),
        "dsp56001_exact.slaspec": exact,
        "dsp56002.slaspec": {"DSP56002"},
        "dsp56002_exact.slaspec": exact | {"DSP56002"},
    }


def test_each_peripheral_register_is_a_symbol(written: dict[str, str]) -> None:
    symbols = ElementTree.fromstring(written["dsp56001.pspec"]).iter("symbol")
    named = {symbol.attrib["address"]: symbol.attrib["name"] for symbol in symbols}
    for register in IO_REGISTERS.values():
        assert register.name in named[f"X:{register.address:04x}"].split("_")
    assert named["P:0000"] == "HardwareReset"


def test_reads_and_writes_of_peripherals_have_names(written: dict[str, str]) -> None:
    """Ghidra's decompiler rejects a language without them."""
    volatile = ElementTree.fromstring(written["dsp56001.pspec"]).find("volatile")
    assert volatile is not None
    assert {"inputop", "outputop"} <= volatile.attrib.keys()


def test_a_word_in_an_array_has_no_padding(written: dict[str, str]) -> None:
    """The decompiler does not end on a loop with (Rn)+ if a word of three bytes is aligned to four."""
    organization = ElementTree.fromstring(written["dsp56001.cspec"]).find("data_organization")
    assert organization is not None
    alignments = {int(one.attrib["size"]): one.attrib["alignment"] for one in organization.iter("entry")}
    assert alignments == dict.fromkeys(range(1, 9), "1")


def test_registers_of_the_calling_convention_have_their_size(written: dict[str, str]) -> None:
    registers = {
        name: int(size)
        for size, names in re.findall(r"^define register offset=\S+ size=(\d) \[ ([^\]]+) \];", SEMANTICS, re.MULTILINE)
        for name in names.split()
    }
    prototype = ElementTree.fromstring(written["dsp56001.cspec"]).find("default_proto/prototype")
    assert prototype is not None
    assert {one.attrib["name"] for one in prototype.iter("register")} <= registers.keys()
    for entry in prototype.iter("pentry"):
        assert int(entry.attrib["maxsize"]) == registers[entry[0].attrib["name"]]
    assert [one.attrib["name"] for one in prototype.findall("killedbycall/register")] == list("CVZNUEL")


def test_each_operation_and_condition_has_a_macro() -> None:
    assert {f"alu_{row.op}" for row in ALU_ROWS} == {name for name in MACROS if name.startswith("alu_")}
    conditions = {f"condition_{name}" for name in KINDS["cc"].values}
    assert conditions == {name for name in MACROS if name.startswith("condition_")}
    operations = {f"control_{row.op}" for row in ROWS + DSP56002_ROWS if row.table == "control"}
    assert operations >= {name for name in MACROS if name.startswith("control_")}


def test_patterns_of_legal_codes_cover_exactly_these() -> None:
    """The holes of an operand belong to other instructions or are illegal."""
    for row in ROWS + DSP56002_ROWS:
        for operand in (one for one in row.operands if one.letters):
            pattern = Fields().legal(row, operand)
            legal = {word for _, word, _ in values_of(row, operand)}
            places = bits_of(row, operand)
            for code in range(1 << len(places)):
                word = sum((code >> at & 1) << bit for at, bit in enumerate(places))
                assert _matches(pattern, word) is (word in legal), (row.bits, operand.letters)


def _matches(pattern: str, word: int) -> bool:
    """Evaluate a pattern of alternatives, each of which is fields with values."""
    alternatives = [re.findall(r"f(\d+)_(\d+)=0x([0-9a-f]+)", part) for part in pattern.split(" | ")]
    return any(
        all(word >> int(low) & (1 << int(high) - int(low) + 1) - 1 == int(value, 16) for high, low, value in fields)
        for fields in alternatives
    )
