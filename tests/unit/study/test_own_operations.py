"""The user's operations, programs and firmware in a study, and every error in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsp56k.host.errors import CompileError
from dsp56k.isa.errors import Dsp56kError
from dsp56k.study.errors import StudyError
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from shared.x86.compilers import missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=str(missing()))

FILES = {
    "mask.c": """
void mask(const unsigned char *key, const unsigned char *in, unsigned char *out, int count)
{
    while (count--) *out++ = *in++ ^ key[0];
}
""",
    "mask.asm": """
command_60
        move    x:(r3),x1
        move    x1,x:USER_DATA
        clr     a
        rts
command_61
        move    x:USER_DATA,x1
        do      x0,_done
        move    x:(r3),a
        eor     x1,a
        move    a1,x:(r3)+
_done
        clr     a
        rts
""",
    "operations/mask.toml": """
schema = "dsp56k-operation/1"
about = "Exclusive or with a byte."
answer_bytes = "size"
[inputs]
key = { random = 1 }
data = { random = "size" }
[pc]
program = "mask-c"
call = "mask(key, data, answer, data.bytes)"
[card]
setup = 0x60
setup_input = "key"
command = 0x61
input = "data"
[[vector]]
source = "by hand"
inputs = { key = "0f", data = "00ff10" }
answer = "0ff01f"
""",
    "programs/mask-c.toml": 'schema = "dsp56k-program/1"\nabout = "In C."\nsource = "mask.c"\n',
    "firmwares/mask.toml": 'schema = "dsp56k-firmware/1"\nabout = "With it."\nsource = "mask.asm"\n',
    "study.toml": """
schema = "dsp56k-study/1"
title = "Exclusive or"
about = "Made up."
[[run]]
name = "card"
where = "card"
machine = "386-20"
board = "isa-card-8k"
firmware = "mask"
[[run]]
name = "PC"
where = "pc"
machine = "386-20"
program = "mask-c"
[[run]]
name = "DSP"
where = "dsp"
board = "isa-card-8k"
firmware = "mask"
[[job]]
operation = "mask"
sizes = [1, 5000]
""",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mask.c").write_text(FILES["mask.c"])
    tmp_path = tmp_path / "study"
    tmp_path.mkdir()
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(name: str, old: str, new: str) -> None:
    text = Path(name).read_text()
    assert old in text
    Path(name).write_text(text.replace(old, new))


def measured() -> tuple[Plan, Measurer]:
    plan = Plan.of_file(Path("study.toml"))
    measurer = Measurer(Serial())
    measurer.measure(plan.batches())
    return plan, measurer


def test_all_sides_do_it() -> None:
    plan, measurer = measured()
    job = plan.jobs["mask"]
    assert job.runs == ("card", "PC", "DSP")
    found = {run: [measurer.outcome(plan.series(run, job, {}), size) for size in job.sizes] for run in job.runs}
    assert all(outcome.right for outcomes in found.values() for outcome in outcomes)
    # On the DSP, from the third line of the loop on: 2 + 2 + 2 clocks more or less for each byte.
    each = (found["DSP"][1].clocks.dsp - found["DSP"][0].clocks.dsp) / 4999
    assert 6 < each < 30
    assert found["card"][1].bus_bytes > 10_000
    assert found["PC"][1].us > 1000 * found["PC"][0].us / 2


def test_what_a_series_is_made_of_is_in_its_name() -> None:
    def digests() -> list[str]:
        plan = Plan.of_file(Path("study.toml"))
        return [plan.series(run, plan.jobs["mask"], {}).digest() for run in ("card", "PC", "DSP")]

    first = digests()
    assert digests() == first
    change("mask.asm", "clr     a", "clr     b\n        clr     a")
    second = digests()
    assert [one != two for one, two in zip(first, second, strict=True)] == [True, False, True]
    change("mask.c", "*in++ ^ key[0]", "(unsigned char)~(~*in++ ^ key[0])")
    assert all(one != two for one, two in zip(second, digests(), strict=True))


def test_a_side_that_gives_another_answer() -> None:
    change("mask.asm", "        eor     x1,a\n", "        or      x1,a\n")
    with pytest.raises(StudyError, match="mask: vector 1 has a wrong result on card"):
        measured()


def test_an_answer_that_only_the_vectors_hide() -> None:
    # Long messages are left as they are; the vector is short.
    test = "        move    x0,b\n        move    #>900,y0\n        cmp     y0,b\n        jgt     _out\n"
    change("mask.asm", "command_61\n", f"command_61\n{test}")
    change("mask.asm", "_done\n        clr", "_done\n_out\n        clr")
    plan, measurer = measured()
    series = plan.series("card", plan.jobs["mask"], {})
    assert [measurer.outcome(series, size).right for size in (1, 5000)] == [True, False]


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (
            "operations/mask.toml",
            "0ff01f",
            "0ff01e",
            r"mask\.toml:19: \[vector 1\] answer: mask-c gives 0ff01f",
        ),
        ("operations/mask.toml", "0ff01f", "0ff01", r":19: \[vector 1\] answer: must be bytes in hexadecimal"),
        ("operations/mask.toml", 'key = "0f", ', "", r":18: \[vector 1\] inputs: must be key, data"),
        (
            "operations/mask.toml",
            "data.bytes)",
            "length)",
            r":10: \[pc\] call: 'length': expected a number or one of key",
        ),
        ("operations/mask.toml", "answer, ", "answer, answer, ", r"\[pc\] call: the output must have one argument"),
        ("operations/mask.toml", '"mask(key', '"mask key', r"\[pc\] call: must be a function and its arguments"),
        ("operations/mask.toml", '"mask-c"', '"good"', r":9: \[pc\] program: program 'good' must have a source"),
        ("operations/mask.toml", '"mask-c"', '"none"', r":9: \[pc\] program: unknown program 'none'"),
        ("operations/mask.toml", "0x61", "0x80", r":14: \[card\] command: expected int <= 127"),
        ("operations/mask.toml", 'input = "data"', 'input = "text"', r":15: \[card\] input: unknown input 'text'"),
        ("operations/mask.toml", "setup = 0x60", "", r"\[card\].*setup and setup_input require each other"),
        ("operations/mask.toml", "random = 1 ", "random = 0 ", r":6: \[inputs\.key\] random: expected int >= 1"),
        ("operations/mask.toml", "about", "abuot", r":3: abuot: unknown key"),
        ("operations/mask.toml", "[[vector]]", "[[vectors]]", r"vectors?: "),
        (
            "programs/mask-c.toml",
            "mask.c",
            "../../mask.c",
            r"source '\.\./\.\./mask\.c' must be in the study's directory",
        ),
        (
            "programs/mask-c.toml",
            "mask.c",
            "none.c",
            r"\[pc\] program: cannot find source 'none\.c' in the study's directory",
        ),
        ("mask.c", "while", "whlie", r"mask\.c:4:\d+: "),
        (
            "study.toml",
            'operation = "mask"',
            'operation = "musk"',
            r"unknown operation 'musk'.* or operations/musk\.toml in the study's directory",
        ),
        ("study.toml", 'firmware = "mask"', 'firmware = "musk"', r"\[run 1\] firmware: unknown firmware 'musk'"),
    ],
)
def test_mistakes_name_their_place(name: str, old: str, new: str, message: str) -> None:
    change(name, old, new)
    with pytest.raises((StudyError, CompileError), match=message):
        Plan.of_file(Path("study.toml"))


def test_a_source_whose_name_the_compiler_could_take_for_an_option(folder: Path) -> None:
    Path("mask.c").rename("@mask.c")
    change("programs/mask-c.toml", "mask.c", "@mask.c")
    Path("mask.c").write_text(f"y -fplugin={folder}/plugin.so\n")
    with pytest.raises(CompileError, match=r"@mask\.c': the name of a source must not begin with '@': rename it"):
        Plan.of_file(Path("study.toml"))


def test_a_firmware_that_does_not_assemble() -> None:
    change("mask.asm", "        eor     x1,a\n", "        xor     x1,a\n")
    with pytest.raises(Dsp56kError, match=r"the firmware does not assemble: mask\.asm:11:9: "):
        measured()


def test_parts_that_cannot_do_each_others_work() -> None:
    change("study.toml", 'operation = "mask"', 'operation = "md2"')
    assert Plan.of_file(Path("study.toml")).jobs["md2"].runs == ("card", "DSP")
    change("study.toml", "[[job]]", '[[job]]\nruns = ["PC"]')
    with pytest.raises(StudyError, match="md2 cannot be measured on a PC alone"):
        Plan.of_file(Path("study.toml"))
