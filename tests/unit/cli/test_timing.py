"""`dsp56k timing`."""

import json

from click.testing import CliRunner, Result

from dsp56k.cli import main as cli


def timing(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, ["timing", *arguments])


def test_constant_routines_have_one_number_of_clocks() -> None:
    result = timing("modular_inverse", "mp_add", "--cases", "6")
    assert result.exit_code == 0
    assert result.stdout == "modular_inverse: constant, 30 clocks, 6 cases\nmp_add: constant, 192 clocks, 6 cases\n"


def test_others_say_on_what_they_depend_and_where() -> None:
    lines = timing("md2", "--cases", "6").stdout.splitlines()
    assert lines[0].startswith("md2: depends on length, ")
    assert lines[1].startswith("  length: they diverge after P:$")
    assert "digests/md2.asm:" in lines[1]
    assert lines[2] == "  data addresses depend on data"


def test_the_same_as_json() -> None:
    (verdict,) = json.loads(timing("md4", "--cases", "6", "--json").stdout)["verdicts"]
    assert (verdict["routine"], verdict["constant"], verdict["cases"]) == ("md4", False, 12)
    assert list(verdict["depends"]) == ["length"]
    assert verdict["addresses"] == []
    assert verdict["clocks"][0] < verdict["clocks"][1]


def test_a_routine_that_there_is_not() -> None:
    result = timing("tiger")
    assert result.exit_code == 1
    assert "unknown routine 'tiger': expected one of aes_cbc_decrypt, " in result.stderr


def test_less_than_two_cases_compare_nothing() -> None:
    assert timing("md2", "--cases", "1").exit_code == 2


def test_proofs_name_their_assumptions() -> None:
    lines = timing("--prove", "md4").stdout.splitlines()
    assert lines[0].startswith("md4, data: constant time: ")
    assert lines[1] == "  assumes: the path of one length"
    (length,) = (line for line in lines if line.startswith("md4, length: "))
    assert "constant time" not in length


def test_proofs_as_json() -> None:
    proofs = json.loads(timing("--prove", "mp_add", "md2", "--json").stdout)["proofs"]
    assert [(proof["routine"], proof["factor"], proof["proved"]) for proof in proofs] == [
        ("mp_add", "data", True),
        ("md2", "data", True),
        ("md2", "length", False),
    ]
    assert proofs[0]["clocks"] == 192
    assert proofs[0]["secret_addresses"] == 0
    assert proofs[1]["secret_addresses"] > 1000


def test_a_proof_has_a_limit_of_time() -> None:
    assert "unknown: " in timing("--prove", "mp_add", "--seconds", "1e-6").stdout
