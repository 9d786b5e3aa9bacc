import random
from pathlib import Path

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from dsp56k.emu.timeline import Clock
from dsp56k.host.program import builtin_program
from dsp56k.lib.bignum.montgomery import montgomery_product
from dsp56k.lib.image import image
from dsp56k.lib.library_runner import BCR
from dsp56k.lib.subroutine_calls import Caller, watched
from dsp56k.study.conclusions.analysis import Analysis, analyze
from dsp56k.study.errors import StudyError
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.operations.chip import LARGEST_PRODUCTS, counting
from dsp56k.study.operations.dsp_alone import DspAlone
from dsp56k.study.operations.montgomery import inverses_by_bits, inverses_by_euclid
from dsp56k.study.plans.plan import Plan
from dsp56k.study.results.result import StudyResult
from dsp56k.study.runners.event_counters import DspCounts
from dsp56k.study.schema import CountName

BEGIN = 0x40


def measured(name: str) -> StudyResult:
    (result,) = analyze([Plan.builtin(name)], Measurer(Serial()))
    return result


def values(result: StudyResult) -> dict[str, float]:
    return {verdict.published: verdict.ours.value for verdict in result.verdicts if verdict.ours}


def counted(source: str) -> dict[CountName, int]:
    """Return the counts of a program of the DSP."""
    dsp = Dsp56001()
    program = assemble(f" org p:{BEGIN}\n{source}")
    assert program.ok
    dsp.load_words(program.words)
    dsp.regs.r0 = dsp.regs.r4 = 0
    counts = DspCounts()
    with watched(counts.watch):
        Caller(dsp).enter(BEGIN, BEGIN + len(program.words))
    assert not list(dsp.hooks)
    return {kind: count for kind, count in counts.counts.items() if count}


def test_a_dsp_s_program_by_hand() -> None:
    source = """
 clr a #>3,x0
 mac x0,x0,a x:(r0)+,x0 y:(r4)+,y0
 rep #2
 mac x0,y0,a
 asr a
 move a2,b
 move a1,b0
 mac x0,y0,b a0,x:(r0)+
 add a,b
"""
    assert counted(source) == {
        "instructions": 10, "multiplications": 4, "additions": 5, "shifts": 1, "digit-shifts": 1, "longest-sum": 3,
        "loads": 2, "stores": 1, "x-accesses": 2, "y-accesses": 1,
    }  # fmt: skip


@pytest.mark.parametrize(("waits", "stalled"), [(0, 2 + 2 + 2), (3, 2 * 3 + 2 + 3 + 2 + 2)])
def test_clocks_that_are_stalled(waits: int, stalled: int) -> None:
    """Two external accesses in an instruction, one in another, two NOPs."""
    dsp = Dsp56001()
    program = assemble(f" org p:{BEGIN}\n move x:(r0),x0 y:(r4),y0\n nop\n move x:(r0),x0\n nop")
    dsp.load_words(program.words)
    dsp.x[BCR] = waits * 0x1111
    dsp.regs.r0 = dsp.regs.r4 = 0x1000
    counts = DspCounts(stalls=True)
    with watched(counts.watch):
        Caller(dsp).enter(BEGIN, BEGIN + len(program.words))
    assert counts.counts["stalled-clocks"] == stalled
    assert counts.counts["external-accesses"] == 3


def test_a_loop_counts_as_often_as_it_turns() -> None:
    assert counted(" move #>1,x0\n do #7,_end\n mpy x0,x0,a\n lsl b\n_end\n nop") == {
        "instructions": 17, "multiplications": 7, "shifts": 7, "longest-sum": 1,
    }  # fmt: skip


def test_counting_changes_no_clock_and_leaves_out_what_prepares() -> None:
    counts = DspCounts()
    with watched(counts.watch):
        watched_product = montgomery_product(-5, 7, 2**300 + 1, 13)
    alone = montgomery_product(-5, 7, 2**300 + 1, 13)
    assert watched_product == alone
    assert counts.counts["instructions"] == alone.instructions


def test_a_montgomery_product_s_laws() -> None:
    result = measured("s1-counts")
    assert result.right
    assert not any(verdict.broken for verdict in result.verdicts)
    columns, rows = ({point.size: point for point in result.base("DSP", job)} for job in ("columns", "rows"))
    for size, n in {23: 8, 47: 16, 64: 22, 95: 32, 191: 64, 383: 128}.items():
        by_columns, by_rows = columns[size].counts, rows[size].counts
        assert (by_columns["digit-shifts"], by_columns["shifts"], by_columns["stores"]) == (2 * n - 2, 4 * n - 3, 3 * n)
        assert (by_rows["digit-shifts"], by_rows["shifts"]) == (2 * n * n + n, 3 * n + 1)
        assert by_rows["stores"] == 2 * n * n + 10 * n + 4
        assert (by_columns["multiplications"], by_rows["multiplications"]) == (2 * n * n + 2 * n - 1, 2 * n * n + n)
        assert (by_columns["longest-sum"], by_rows["longest-sum"]) == (2 * n, 1)
    assert values(result)["s1-range"] == 0


def test_the_chip_s_room() -> None:
    result = measured("s1-chip-room")
    assert result.right
    assert not any(verdict.broken for verdict in result.verdicts)
    # Of the one product that is larger, one less fits.
    side = DspAlone(Clock(20_000_000), large=False, image=image())
    assert counting(side, LARGEST_PRODUCTS.replace("7fffff", "800000"), {}).value == 255
    assert values(result) == {
        "s1-accumulator-8-bits": 8, "s1-digits-128": 128, "s1-two-words": 2, "s1-word-squared": 576,
    }  # fmt: skip


def test_des_on_a_486() -> None:
    result = measured("s5-counts")
    assert result.right
    assert not any(verdict.broken for verdict in result.verdicts)
    found = values(result)
    assert (found["s5-30-instructions"], found["s5-table-space"]) == (25, 2048)
    # Two shifts in each of sixteen rounds; the halves' rotations by two, there and back, are saved.
    assert found["s5-left-adjusted"] == (2 * 16 - 4) / 16
    # Sixteen rounds look up eight words each; the other loads are the block's, the subkeys' and the stack's.
    single, triple = (result.base("486", job)[0].counts for job in ("DES", "triple DES"))
    assert triple["loads"] - single["loads"] == 32 * (8 + 2)
    assert triple["shifts"] - single["shifts"] == 32 * 3
    assert triple["stores"] == single["stores"]


PC_STUDY = """schema = "dsp56k-study/1"
title = "Products"
about = "On a 386."

[[run]]
name = "386"
where = "pc"
machine = "386-20"
program = "montgomery"

[[job]]
operation = "product-by-rows"
sizes = [1]
counted = true

[[job]]
operation = "product-by-columns"
sizes = [1]
counted = true
"""


def test_a_pc_s_products(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(PC_STUDY)
    (result,) = analyze([Plan.of_file(file)], Measurer(Serial()))
    assert result.right
    rows, columns = (result.base("386", f"product-by-{order}")[0].counts for order in ("rows", "columns"))
    # 16 digits: a MUL for each product of two, an IMUL for each digit of m
    assert rows["multiplications"] == columns["multiplications"] == 2 * 16 * 16 + 16
    # By rows, each product has two stores, and each digit two more for the digits above. By columns, T has 33 stores.
    assert rows["stores"] - 2 * 16 * 16 - 2 * 2 * 16 - 1 == columns["stores"] - 33


def test_both_ways_to_an_inverse() -> None:
    side = DspAlone(Clock(20_000_000), large=False, image=image())
    digits = [
        1,
        3,
        5,
        0x7FFFFF,
        0x800001,
        0xAAAAAB,
        0xFFFFFD,
        0xFFFFFF,
        *random.Random(24).sample(range(1, 1 << 24, 2), 40),
    ]
    right = [pow(digit, -1, 1 << 24) for digit in digits]
    assert inverses_by_euclid(side, digits).value == right
    assert inverses_by_bits(side, digits).value == right


def test_an_inverse_costs_little() -> None:
    result = measured("s1-inverse")
    assert result.right
    assert not any(verdict.broken for verdict in result.verdicts)
    euclid, bits = (result.base("DSP", f"inverse-by-{way}")[0].us / 100 for way in ("euclid", "bits"))
    assert 75 < euclid < 85
    assert 15 < bits < 17


def test_sizes_of_symbols() -> None:
    program = builtin_program("des-karn")
    assert program.size_of("des_sp_") == 8 * program.size_of("des_sp_3") == 2048
    assert program.size_of("nothing") == 0


STUDY = """schema = "dsp56k-study/1"
title = "Products"
about = "Counted, or not."

[[run]]
name = "DSP"
where = "dsp"
board = "isa-card-8k"

[[job]]
operation = "montgomery-columns"
sizes = [32, 64]
counted = true

[[job]]
operation = "montgomery-rows"
sizes = [32]

[[expect]]
published = "s1-fewer-stores"
quantity = "count"
kinds = ["stores"]
of = ["DSP"]
job = "montgomery-columns"
verdict = "agrees"
because = "so"
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kinds = ["stores"]', 'kinds = ["jumps"]', "must be one of .*, got 'jumps'"),
        ('kinds = ["stores"]\n', "", "kinds: missing: a count needs it"),
        ('"count"', '"clocks"', "kinds: only a count has kinds"),
        ('"count"\nkinds = ["stores"]', '"size"', "symbols: missing: a size needs it"),
        ('"count"\nkinds = ["stores"]', '"size"\nsymbols = "des"', "no symbol of the program begins with 'des'"),
        ('"count"\nkinds = ["stores"]', '"clocks"\neach = 2', "each: only a count has each"),
        ('job = "montgomery-columns"', 'job = "montgomery-rows"', "no counts of montgomery-rows"),
        (
            'job = "montgomery-columns"',
            'job = "montgomery-columns"\nversus = "montgomery-rows"',
            "versus: no counts of",
        ),
    ],
)
def test_a_count_of_what_is_not_counted_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(STUDY)
    Analysis(Plan.of_file(file))
    assert old in STUDY
    file.write_text(STUDY.replace(old, new))
    with pytest.raises(StudyError, match=message):
        Analysis(Plan.of_file(file))


def test_nothing_is_counted_on_a_card(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    card = STUDY.partition("[[expect]]")[0].replace('where = "dsp"', 'where = "card"\nmachine = "386-20"')
    card = card.replace("montgomery-columns", "md2").replace("montgomery-rows", "md4")
    file.write_text(card)
    with pytest.raises(
        StudyError, match=r"mine.toml:14: \[job 1\] counted: counts are not available on a PC with a card"
    ):
        Plan.of_file(file)
