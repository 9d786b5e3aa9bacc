import msgspec
import pytest

from dsp56k.study.conclusions.paper_settings import check_paper_settings
from dsp56k.study.errors import StudyError
from dsp56k.study.plans.components import Components, Kind
from dsp56k.study.published import Published, builtin_published

PLACES: dict[str, list[float]] = {
    "s1-dsp-clock": [20_000_000],
    "s1-banks": [8192, 32768],
    "s1-chip-clock": [10_000_000],
    "s1-noise-density": [7e-6],
    "s1-fast-pc": [20_000_000],
    "s1-slow-pc": [6_000_000],
    "s5-486-clock": [50_000_000],
    "s2-lengths": [8, 80],
    "s2-mean-length": [44],
    "s4-khufu-rounds": [32],
    "s4-seal-rounds": [64],
    "s4-table-1-blowfish-rounds": [16],
    "s4-table-1-khufu-rounds": [32],
}


def test_every_setting_of_the_papers_stands_here_as_printed() -> None:
    found = {one.published: one for one in check_paper_settings(builtin_published())}
    assert {name: one.verdict for name, one in found.items()} == dict.fromkeys(PLACES, "input")
    for name, values in PLACES.items():
        ours = found[name].ours
        assert ours is not None
        assert [ours.value, ours.high] == [values[0], values[-1]]


@pytest.mark.parametrize("name", PLACES)
def test_another_printed_value_breaks_it(name: str) -> None:
    entry = builtin_published()[name]
    assert entry.value is not None
    for changed in ({"value": 1.001 * entry.value}, {"to": 2.0 * (entry.to or entry.value)}):
        (one,) = check_paper_settings({name: msgspec.structs.replace(entry, **changed)})
        assert (one.verdict, one.broken) == ("disagrees below", True)


def test_a_changed_row_breaks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Components.settings

    def slower(parts: Components, kind: Kind, name: str) -> dict[str, object]:
        return {**real(parts, kind, name), f"{kind}.clock_hz": 16_000_000, f"{kind}.dsp_clock_hz": 27_000_000}

    monkeypatch.setattr(Components, "settings", slower)
    broken = {one.published for one in check_paper_settings(builtin_published()) if one.broken}
    assert broken == {"s1-dsp-clock", "s1-fast-pc", "s1-slow-pc", "s5-486-clock"}


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("chip.wd20c03.colour", "chip.wd20c03.colour is not a number"),
        ("chip.z80.clock_hz", "chip.z80.clock_hz is not a number"),
        ("machine.386-20.cpu", "machine.386-20.cpu is not a number"),
        ("machine.386-99.clock_hz", "unknown machine '386-99'"),
        ("board.isa-card-8k.des_chip", "is not a number"),
        ("driver.driver.overhead_us", "must begin with board, machine, chip"),
    ],
)
def test_a_place_that_is_none(place: str, message: str) -> None:
    entry = Published(seed="S1", place="here", quote="so", value=1, unit="Hz", locations=(place,))
    with pytest.raises(StudyError, match=message):
        check_paper_settings({"x": entry})
