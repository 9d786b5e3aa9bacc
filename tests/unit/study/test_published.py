import re
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from dsp56k.study.conclusions.paper_settings import check_paper_settings, incomparable_entries
from dsp56k.study.plans.plan import Plan
from dsp56k.study.published import builtin_published
from dsp56k.study.reports.tables import published_table
from dsp56k.study.reports.writer import verdict_facts
from dsp56k.study.results.result import Verdict
from dsp56k.study.toml_reader import builtin_studies
from shared.made_up_outcomes import made_up

ENTRIES: dict[str, dict[str, Any]] = tomllib.loads(files("dsp56k.study").joinpath("published.toml").read_text())
BARS = {"figure-1a": 5, "figure-1b": 5, "figure-1c": 5, "figure-2a": 5, "figure-2b": 3, "figure-3": 5}
IN_WORDS = {"eight": 8, "two": 2, "twice": 2, "halving": 2, "one": 1, "an order of magnitude": 10, "three": 3}
IN_WORDS |= {"three orders of magnitude": 1000}
COMPARISONS = re.compile(r"faster|comparable|fair improvement|no more expensive|longer|same time|enough")
UNITS = {"bit/s", "byte/s", "blocks/s", "taps/s", "Hz", "ns", "clocks", "bytes", "bits", "bits²", "words", "digits"}
UNITS |= {"instructions", "accesses", "rounds", "operations", "blocks", "threads", "processors", "times", "%"}
UNITS |= {"% less time", "US dollars", "V/sqrt(Hz)"}


def kind(entry: dict[str, Any]) -> str:
    return str(entry.get("kind", "number"))


def digits(value: float) -> str:
    return f"{value:.15g}".partition("e")[0].replace(".", "").strip("0")


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_says_what_is_printed_where(name: str) -> None:
    entry = ENTRIES[name]
    assert name.startswith(entry["seed"].lower() + "-")
    assert entry["place"]
    assert 10 < len(entry["quote"]) < 200
    assert entry.get("unit", "%") in UNITS
    assert entry.get("relation", "about") in ("about", "more", "less", "up to")
    assert kind(entry) == "claim" or ("value" in entry) == (kind(entry) in ("number", "setting"))
    assert kind(entry) == "claim" or "unit" in entry
    assert "note" in entry or kind(entry) != "claim" or "value" not in entry
    assert entry.get("to", float("inf")) > entry.get("value", 0)


@pytest.mark.parametrize("name", [name for name, one in ENTRIES.items() if "value" in one and kind(one) != "claim"])
def test_a_value_stands_in_its_quotation(name: str) -> None:
    entry = ENTRIES[name]
    words = entry["quote"]
    compared = entry["value"] == 1 and entry["unit"] == "times" and COMPARISONS.search(words)
    spoken = any(word in words.lower() and entry["value"] == value for word, value in IN_WORDS.items())
    ratio = re.fullmatch(r"([\d.]+) over ([\d.]+)", entry.get("note", ""))
    derived = ratio and entry["value"] == round(float(ratio[1]) / float(ratio[2]), 2)
    for value in (entry["value"], entry.get("to", entry["value"])):
        printed = {number.replace(",", "").replace(".", "").strip("0") for number in re.findall(r"[\d.,]+", words)}
        kibi = {number * 1024 for number in map(int, re.findall(r"(\d+)K", words))}
        assert digits(value) in printed or value in kibi or compared or spoken or derived


@pytest.mark.parametrize("name", [name for name, entry in ENTRIES.items() if kind(entry) == "setting"])
def test_a_setting_says_where_it_stands_or_why_it_does_not(name: str) -> None:
    entry = ENTRIES[name]
    assert entry.get("locations") or entry.get("incomparable") or entry.get("given") or name in judged()
    assert len(entry.get("locations", ())) in (0, 1 + ("to" in entry))


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_without_a_judge_has_one_reason(name: str) -> None:
    entry = ENTRIES[name]
    said = [key for key in ("locations", "given", "incomparable") if key in entry]
    assert len(said) <= 1
    assert "locations" not in entry or kind(entry) == "setting"


def test_the_card_s_figures_have_all_their_bars() -> None:
    bars = Counter("-".join(name.split("-")[1:3]) for name, entry in ENTRIES.items() if name.startswith("s1-figure-"))
    assert bars == BARS
    assert sum(bars.values()) == 28


def test_the_network_processor_s_table_has_its_44_values() -> None:
    assert sum(name.startswith("s4-table-2-") for name in ENTRIES) == 44


def test_karn_s_rates_are_blocks_of_64_bits() -> None:
    for blocks in ("s5-des", "s5-des-noperm", "s5-triple"):
        assert ENTRIES[f"{blocks}-rate"]["value"] == pytest.approx(64 * ENTRIES[blocks]["value"], rel=2e-4)


def test_karn_s_triple_des_is_what_his_two_rates_give() -> None:
    seconds = 2 / ENTRIES["s5-des-noperm"]["value"] + 1 / ENTRIES["s5-des"]["value"]
    assert ENTRIES["s5-triple"]["value"] == pytest.approx(1 / seconds, rel=1e-4)


def judged() -> Counter[str]:
    """Return the number of studies that assess each entry, without those that repeat another's assessment."""
    studies = (Plan.builtin(name).study for name in builtin_studies())
    return Counter(expect.published for study in studies for expect in study.expect if not expect.repeats)


def test_no_entry_is_judged_twice_or_without_need() -> None:
    assert [name for name, count in judged().items() if count > 1] == []
    assert [name for name in judged() if "locations" in ENTRIES[name]] == []


def test_every_entry_has_a_verdict_or_says_why_it_has_none() -> None:
    given = judged()
    unmeasured = {name: builtin_published()[name] for name in ENTRIES.keys() - given}
    assert [name for name, entry in unmeasured.items() if not entry.locations and not entry.reason] == []
    assert set(given) <= set(ENTRIES)


def test_every_disagreement_has_a_cause_or_a_remark() -> None:
    bare = [
        (name, expect.published)
        for name in builtin_studies()
        for expect in Plan.builtin(name).study.expect
        if expect.verdict.startswith("disagrees") and not (expect.cause or expect.because or expect.repeats)
    ]
    assert bare == []


def stated(verdict: Verdict) -> bool:
    """Return True if a verdict has its flip distance, its cause and the words of the paper in table and JSON."""
    facts = verdict_facts(verdict, builtin_published())
    (row,) = published_table(builtin_published(), [verdict]).rows
    compared = verdict.verdict not in ("not comparable", "input")
    return bool(facts["quote"] and facts["cause"] and all(row)) and (not compared or verdict.flips in row)


def test_every_verdict_states_its_flip_distance_cause_and_quote() -> None:
    settings = check_paper_settings(builtin_published())
    others = incomparable_entries(builtin_published(), ())
    measured = [verdict for name in ("s1-27mhz", "s1-ladder", "s3-bus") for verdict in made_up(name).verdicts]
    assert len(settings) + len(others) > 200
    assert [one.published for one in (*measured, *settings, *others) if not stated(one)] == []
