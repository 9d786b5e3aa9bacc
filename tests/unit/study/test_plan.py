"""Valid studies, components and settings, and every error in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dsp56k.host.errors import MachineFileError
from dsp56k.study.conclusions.analysis import Analysis, analyze
from dsp56k.study.errors import StudyError
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.plans.selection import Selection
from dsp56k.study.toml_reader import builtin_studies
from shared.made_up_outcomes import MadeUp

STUDY = """schema = "dsp56k-study/1"
title = "PC against card"
about = "Made up."

[[run]]
name = "good"
where = "pc"
machine = "386-20"
program = "good"

[[run]]
name = "card"
where = "card"
machine = "386-20"
board = "isa-card-8k"
set = { "board.dsp_clock_hz" = 27_000_000 }

[[job]]
operation = "des-cbc-encrypt"
sizes = { from = 8, to = 64, factor = 2 }

[[job]]
operation = "des-cbc-encrypt"
key = "loaded"
sizes = [8, 16]
runs = ["good"]

[vary]
"machine.memory.wait_states" = [0, 1, 2]
"machine.isa.cycle" = [6, 8]

[[crossing]]
of = ["card", "good"]

[[fit]]
run = "good"
job = "des-cbc-encrypt"
model = "fixed + slope * bytes"
name = "line"

[[expect]]
published = "s1-des-600"
quantity = "crossing"
of = ["card", "good"]
verdict = "agrees"
because = "made up"
"""


def plan(folder: Path, text: str = STUDY, **settings: Any) -> Plan:
    file = folder / "mine.toml"
    file.write_text(text)
    return Plan.of_file(file, settings)


def refusal(folder: Path, text: str, **settings: Any) -> str:
    with pytest.raises(StudyError) as caught:
        Analysis(plan(folder, text, **settings))
    return str(caught.value).removeprefix(f"{folder}/")


def test_corners_are_measured_where_they_are_felt(tmp_path: Path) -> None:
    study = plan(tmp_path)
    assert len(study.corners) == 5
    assert study.felt_corners("good") == ({"machine.memory.wait_states": 0}, {"machine.memory.wait_states": 2})
    assert len(study.felt_corners("card")) == 5
    assert study.settings_at("card", {})["board.dsp_clock_hz"] == 27_000_000
    assert study.settings_at("good", {"machine.memory.wait_states": 2})["machine.memory.wait_states"] == 2
    assert [job.name for job in study.jobs.values()] == ["des-cbc-encrypt", "des-cbc-encrypt-loaded"]
    assert study.jobs["des-cbc-encrypt"].sizes == (8, 16, 32, 64)


def test_software_does_not_depend_on_the_bus_nor_on_the_chip(tmp_path: Path) -> None:
    one = plan(tmp_path)
    job = one.jobs["des-cbc-encrypt"]
    other = plan(tmp_path, text=STUDY.replace("des-cbc-encrypt", "des-cbc-encrypt-chip"), **{"machine.isa.cycle": 8})
    chip = other.jobs["des-cbc-encrypt-chip"]
    assert one.series("good", job, {}) == other.series("good", chip, {})
    assert one.series("card", job, {}) != other.series("card", chip, {})


CPU = '"machine.cpu" = ["declared", "fast", "slow"]'
LIMITS = STUDY.replace('"machine.memory.wait_states" = [0, 1, 2]', CPU).replace(
    '"machine.isa.cycle" = [6, 8]', '"machine.isa" = ["fast", "slow"]'
)


def test_limits_of_a_pc_are_those_of_its_ranges(tmp_path: Path) -> None:
    study = plan(tmp_path, LIMITS)
    fast = {"machine.memory.wait_states": 0, "machine.clock_error": -0.09}
    slow = {"machine.memory.wait_states": 2, "machine.clock_error": 0.05, "machine.refresh": 0.05}
    assert study.felt_corners("good") == (fast, slow)
    buses = ({"machine.isa.clock_hz": 8_333_333}, {"machine.isa.cycle": 8})
    found = study.felt_corners("card")
    assert list(found) == [*(cpu | bus for cpu in ({}, fast, slow) for bus in buses), fast, slow]
    both = plan(tmp_path, LIMITS.replace('"machine.isa" = ["fast", "slow"]', 'machine = ["slow"]'))
    assert both.felt("card", {"machine": "slow"}) == slow | {"machine.isa.cycle": 8}


def test_without_the_base_each_single_change_is_a_corner(tmp_path: Path) -> None:
    text = STUDY.replace("[0, 1, 2]", "[0, 2]").replace("[6, 8]", "[7, 8]")
    both = [{"machine.memory.wait_states": wait, "machine.isa.cycle": cycle} for wait in (0, 2) for cycle in (7, 8)]
    alone = [{"machine.memory.wait_states": 0}, {"machine.memory.wait_states": 2}]
    alone += [{"machine.isa.cycle": 7}, {"machine.isa.cycle": 8}]
    assert list(plan(tmp_path, text).corners) == both + alone
    # The base of the bus is one of its values, so no combination changes only the bus.
    assert plan(tmp_path, text.replace("[7, 8]", "[6, 8]")).corners[4:] == ({"machine.isa.cycle": 8},)


def test_each_pc_has_its_own_limits(tmp_path: Path) -> None:
    study = plan(tmp_path, LIMITS.replace('"386-20"\nprogram', '"486-33"\nprogram'))
    assert study.felt("good", {"machine.cpu": "slow"}) == {
        "machine.clock_error": 0.05, "machine.memory.byte_rules": True,
    }  # fmt: skip
    assert study.felt("card", {"machine.cpu": "slow"})["machine.memory.wait_states"] == 2


def test_what_a_run_or_an_option_sets_has_no_limits(tmp_path: Path) -> None:
    text = LIMITS.replace("27_000_000 }", '27_000_000, "machine.memory.wait_states" = 0 }')
    study = plan(tmp_path, text, **{"machine.refresh": 0.01})
    assert study.felt("card", {"machine.cpu": "slow"}) == {"machine.clock_error": 0.05}
    assert "machine.memory.wait_states" in study.felt("good", {"machine.cpu": "slow"})
    assert "machine.refresh" not in study.felt("good", {"machine.cpu": "slow"})


def test_a_name_of_two_parameters_is_refused_in_a_model(tmp_path: Path) -> None:
    told = refusal(tmp_path, STUDY.replace("fixed + slope * bytes", "fixed + slope * bytes / clock_hz"))
    why = "clock_hz must be one parameter: write machine_clock_hz or machine_isa_clock_hz"
    assert told == f"mine.toml:38: [fit 1] model: {why}"


@pytest.mark.parametrize("steps", ["ceil(bytes / width)", "ceil(max(1, width * bytes))", "mod(bytes, 2 * width)"])
def test_a_coefficient_within_steps_is_refused(tmp_path: Path, steps: str) -> None:
    """A sum of squares is constant between two steps, so a search does not move, or ends anywhere."""
    told = refusal(tmp_path, STUDY.replace("slope * bytes", f"slope * {steps}"))
    why = "arguments of ceil and mod must be columns and numbers, got the coefficient width"
    assert told.startswith(f"mine.toml:38: [fit 1] model: {why}: a fit cannot follow its steps; write a number, as in ")
    outside = f"width * {steps.replace('width', 'size')}"
    Analysis(plan(tmp_path, STUDY.replace("slope * bytes", outside)))


def test_a_model_of_the_pc_s_clock_is_fitted_through_all_corners(tmp_path: Path) -> None:
    text = STUDY.replace("fixed + slope * bytes", "(fixed + slope * bytes) / machine_clock_hz")
    text = text.replace('"machine.isa.cycle" = [6, 8]', '"machine.clock_hz" = [20_000_000, 25_000_000]')
    (found,) = analyze([plan(tmp_path, text.partition("[[expect]]")[0])], Measurer(MadeUp()))
    # Four sizes at the base and at each of five corners.
    assert len(found.fits[0].residuals) == 24


def test_limits_that_are_none(tmp_path: Path) -> None:
    told = refusal(tmp_path, LIMITS.replace('"declared"', '"quick"'))
    assert told.startswith("mine.toml:29: [vary] \"machine.cpu\": must be declared, fast, slow, got 'quick'")


def test_settings_hold_for_all_runs_and_leave_no_corner_of_theirs(tmp_path: Path) -> None:
    study = plan(tmp_path, STUDY, **{"machine.memory.wait_states": 0})
    assert {study.settings_at(run, {})["machine.memory.wait_states"] for run in ("good", "card")} == {0}
    assert study.corners == ({"machine.isa.cycle": 8},)
    assert Plan.of_file(tmp_path / "mine.toml", vary=False).corners == ()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"386-20"\nprogram', '"386-21"\nprogram', "mine.toml:8: [run 1] machine: unknown machine '386-21'"),
        ('program = "good"', 'program = "best"', "mine.toml:9: [run 1] program: unknown program 'best'"),
        ('program = "good"', 'program = "../good"', "mine.toml:9: [run 1] program: the name of a part must"),
        ('program = "good"\n', "", "mine.toml:5: [run 1] program: missing: a run on a PC alone needs one"),
        ('program = "good"', 'program = "good"\nboard = "isa-card-8k"', "[run 1] board: a run on a PC alone has no bo"),
        ('name = "card"', 'name = "good"', "mine.toml:12: [run 2] name: the names of configurations must be"),
        ("board.dsp_clock_hz", "board.clock", 'mine.toml:16: [run 2.set] "board.clock": unknown parameter of this run'),
        ("27_000_000", "27", 'mine.toml:16: [run 2.set] "board.dsp_clock_hz": expected int >= 1000000'),
        ('"des-cbc-encrypt"\nsizes', '"rot13"\nsizes', "mine.toml:19: [job 1] operation: unknown operation 'rot13'"),
        ('"des-cbc-encrypt"\nkey', '"md2"\nkey', "mine.toml:24: [job 2] key: md2 does not have a separate key setup"),
        (
            '"des-cbc-encrypt"\nkey',
            '"short-des"\nkey',
            "mine.toml:26: [job 2] runs: short-des cannot be measured with a loaded key on a PC alone",
        ),
        ('key = "loaded"\n', "", "mine.toml:22: [job 2]: the names of jobs must be unique, got 'des"),
        ('runs = ["good"]', 'runs = ["bad"]', "mine.toml:26: [job 2] runs: unknown run 'bad'"),
        ("from = 8", "from = 9", "mine.toml:20: [job 1] sizes: sizes of des-cbc-encrypt must be multiples"),
        (", factor = 2", "", "mine.toml:20: [job 1] sizes: must have either factor or step"),
        ("to = 64, factor = 2", "to = 65536, step = 8", "[job 1] sizes: more than 200 sizes"),
        ("to = 64", "to = 4", "mine.toml:20: [job 1.sizes] to: must be at least from, 8"),
        ("[8, 16]", "[16, 8]", "mine.toml:25: [job 2] sizes: must ascend, each size once"),
        ("machine.isa.cycle", "machine.isa.cycles", 'mine.toml:30: [vary] "machine.isa.cycles": unknown parameter'),
        ("[6, 8]", "[6, 8000]", 'mine.toml:30: [vary] "machine.isa.cycle": must be an integer number of bus clocks'),
        ("[6, 8]", '["six"]', 'mine.toml:30: [vary] "machine.isa.cycle": '),
        ('of = ["card", "good"]\n\n[[fit', 'of = ["card", "bad"]\n\n[[fit', "[crossing 1] of: unknown run 'bad'"),
        ('of = ["card", "good"]\n\n[[fit', 'of = ["good", "good"]\n\n[[fit', "[crossing 1] of: a configuration cannot"),
        ('job = "des-cbc-encrypt"\nmodel', 'job = ["md4"]\nmodel', "[fit 1] job: unknown job 'md4' of good"),
        ('run = "good"\njob = "des-cbc-encrypt"\n', 'job = ["des-cbc-encrypt"]\n', "[fit 1] run: missing: a fit of"),
        ('name = "line"', 'left_out = [24]', "mine.toml:39: [fit 1] left_out: 24 is not measured"),
        ('"des-cbc-encrypt"\nsizes', '"short-des"\nruns = ["card"]\nsizes', "short-des cannot be measured on a card"),
        ("slope * bytes", "slope * bytes)", "mine.toml:38: [fit 1] model: ')' is not expected"),
        ('job = "des-cbc-encrypt"\nmodel', "model", "mine.toml:38: [fit 1] name: a named fit requires a config"),
        ("s1-des-600", "s1-des-601", "mine.toml:42: [expect 1] published: unknown published number 's1-des-601'"),
        ('of = ["card", "good"]\nver', 'of = ["card"]\nver', "mine.toml:44: [expect 1] of: a crossing is of two runs"),
        ('of = ["card", "good"]\nver', 'of = ["good", "card"]\nver', "[expect 1] of: no [[crossing]] of good and card"),
        ("s1-des-600", "s1-des-cbc", "[expect 1] quantity: the published unit must be one of bytes, got 'bit/s'"),
        ('verdict = "agrees"', 'verdict = "bounded"', "mine.toml:45: [expect 1] verdict: must be one of agrees"),
        ("because =", "size = 24\nbecause =", "mine.toml:46: [expect 1] size: des-cbc-encrypt is not measured at 24"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in STUDY
    told = refusal(tmp_path, STUDY.replace(old, new, 1))
    assert message in told
    assert told.startswith("mine.toml:")


def test_a_setting_that_nothing_has(tmp_path: Path) -> None:
    assert "mine: unknown parameter 'machine.colour'" in refusal(tmp_path, STUDY, **{"machine.colour": 3})
    assert "expected int" in refusal(tmp_path, STUDY, **{"board.bank_words": "many"})


BOARD = 'schema = "dsp56k-board/1"\nabout = "Mine."\ndsp_clock_hz = 10_000_000\nbank_words = 8192\ndes_chip = false\n'
MINE = STUDY.replace('"isa-card-8k"', '"slow"').replace(', "board.dsp_clock_hz" = 27_000_000', "")
MINE = MINE.replace('set = { "board.dsp_clock_hz" = 27_000_000 }\n', "")


@pytest.mark.parametrize("name", ["slow.toml", "boards/slow.toml"])
def test_a_part_beside_the_study(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(BOARD)
    settings = plan(tmp_path, MINE).settings_at("card", {})
    assert (settings["board.dsp_clock_hz"], settings["board.des_chip"]) == (10_000_000, False)


def test_a_part_like_another(tmp_path: Path) -> None:
    (tmp_path / "slow.toml").write_text('like = "slower"\ndsp_clock_hz = 5_000_000\nabout = "Mine."\n')
    (tmp_path / "slower.toml").write_text('like = "isa-card-32k"\nabout = "Its base."\n')
    settings = plan(tmp_path, MINE).settings_at("card", {})
    assert (settings["board.dsp_clock_hz"], settings["board.bank_words"]) == (5_000_000, 32768)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"slow": BOARD + "colour = 3\n"}, "slow.toml:6: colour: unknown key"),
        ({"slow": BOARD.replace("10_000_000", '"10 MHz"')}, "slow.toml:3: dsp_clock_hz: expected int, got str"),
        (
            {"slow": BOARD.replace("8192", "9000")},
            "slow.toml:4: bank_words: must be one of 8192",
        ),
        (
            {"slow": BOARD.replace("board/1", "program/1")},
            "slow.toml:1: schema: must be one of dsp56k-board/1, got 'dsp56k-program/1'",
        ),
        ({"slow": 'like = "slow"\n'}, "slow.toml:1: like: a circle: slow is like slow"),
        (
            {"slow": 'like = "a"\n', "a": 'like = "b"\n', "b": 'like = "a"\n'},
            "b.toml:1: like: a circle: slow is like a is",
        ),
        (
            {"slow": 'like = "nobody"\n'},
            "slow.toml:1: like: unknown board 'nobody'",
        ),
        ({"slow": "like = 3\n"}, "slow.toml:1: like: must be the name of another board"),
        ({"slow": "["}, "slow.toml:1: invalid TOML"),
        ({}, "mine.toml:15: [run 2] board: unknown board 'slow'"),
    ],
)
def test_a_mistake_in_a_part_is_told_with_its_file(files: dict[str, str], message: str, tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text)
    assert refusal(tmp_path, MINE).startswith(message)


def test_no_part_hides_one_of_the_package(tmp_path: Path) -> None:
    (tmp_path / "isa-card-8k.toml").write_text(BOARD)
    assert "has the name of one of the package's boards" in refusal(tmp_path, STUDY)


def test_machines_beside_the_study(tmp_path: Path) -> None:
    row = 'cpu = "i386"\nclock_hz = 12_000_000\nmemory = { model = "manual" }\n'
    (tmp_path / "machines.toml").write_text(f"[slow]\n{row}")
    text = STUDY.replace('"386-20"', '"slow"').replace('"machine.memory.wait_states" = [0, 1, 2]\n', "")
    assert plan(tmp_path, text).settings_at("good", {})["machine.clock_hz"] == 12_000_000
    (tmp_path / "machines.toml").write_text(f"[386-20]\n{row}")
    assert "which is one of the package's, too" in refusal(tmp_path, STUDY)
    with pytest.raises(StudyError, match="which is one of the package's, too"):
        Plan.of_file(tmp_path / "mine.toml", selection=Selection(hosts=["386-20"]))
    (tmp_path / "machines.toml").write_text("[slow]\nspeed = 3\n")
    with pytest.raises(MachineFileError, match=r"\[slow\] speed: unknown key"):
        plan(tmp_path, text)


def test_a_study_that_is_not_there() -> None:
    with pytest.raises(StudyError, match="unknown study 'nothing'"):
        Plan.builtin("nothing")


@pytest.mark.parametrize("name", builtin_studies())
def test_the_package_s_studies_are_sound(name: str) -> None:
    assert Analysis(Plan.builtin(name)).first()


def test_a_board_has_options_of_its_class(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(
        BOARD.replace("false", "true") + 'card = "fifo"\noptions = { wide = true, erratum = "none" }\n'
    )
    text = STUDY.replace('"isa-card-8k"', '"other"')
    settings = plan(tmp_path, text).settings_at("card", {})
    assert (settings["board.card"], settings["board.wide"], settings["board.erratum"]) == ("fifo", True, "none")
    changed = plan(tmp_path, text, **{"board.erratum": "iv"})
    assert changed.settings_at("card", {})["board.erratum"] == "iv"
    assert "unknown parameter 'board.narrow'" in refusal(tmp_path, text, **{"board.narrow": True})
