"""`dsp56k bench-lib`: its table and its JSON."""

import json
from typing import Any

from click.testing import CliRunner

from dsp56k.cli.main import main
from dsp56k.lib import benchmarks

HEAD = "routine clocks Kbit/s paper bound left where they go"


def measured(*names: str) -> dict[str, dict[str, Any]]:
    result = CliRunner().invoke(main, ["bench-lib", *names, "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["hertz"] == benchmarks.CLOCK_HZ
    return {row["routine"]: row for row in found["routines"]}


def test_rows_by_name_with_their_parts() -> None:
    rows = measured("md2", "triple")
    assert list(rows) == ["triple DES-CBC", "triple DES-CBC, pair tables", "MD2", "MD2, two messages"]
    assert [row["clocks"] for row in rows.values()] == [4116, 2970, 7352, 9682]
    assert [row["rate"] for row in rows.values()] == [310_982, 430_976, 348_205, 528_816]
    assert [row["left"] for row in rows.values()] == [4116 - 3080, 2970 - 1928, 7352 - 6946, 9682 - 8640]
    assert rows["MD2"]["paper"] == 190_000
    for row in rows.values():
        assert sum(row["parts"].values()) == row["clocks"]
    # 16 rounds of 38 cycles three times, and 26 with pair tables
    assert rows["triple DES-CBC"]["parts"]["rounds"] >= 3 * 16 * 38 * 2
    assert 3 * 16 * 26 * 2 <= rows["triple DES-CBC, pair tables"]["parts"]["rounds"] < 3 * 16 * 28 * 2


def test_a_call_without_parts() -> None:
    row = measured("bit by bit")["the paper's, bit by bit"]
    assert (row["clocks"], row["rate"], row["parts"]) == (318, None, {})


def test_the_table() -> None:
    result = CliRunner().invoke(main, ["bench-lib", "MD2"])
    head, first, second = result.stdout.splitlines()
    assert head.split() == HEAD.split()
    assert first.split() == [
        "MD2",
        "7,352",
        "348.2",
        "190.0",
        "6,946",
        "406",
        "blocks",
        "99.5",
        "%,",
        "the",
        "rest",
        "0.5",
        "%",
    ]
    assert second.startswith("MD2, two messages")


def test_a_name_that_no_routine_has() -> None:
    result = CliRunner().invoke(main, ["bench-lib", "IDEA"])
    assert result.exit_code == 2
    assert "no routine has a name that contains IDEA" in result.stderr
