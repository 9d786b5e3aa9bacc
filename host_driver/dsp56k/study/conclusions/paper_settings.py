"""Settings that a paper chose, such as clocks and sizes of its machines, compared with the settings used here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from dsp56k.card import Card
from dsp56k.study.errors import StudyError
from dsp56k.study.operations import OPERATIONS
from dsp56k.study.plans.components import ComponentError, Components, Kind
from dsp56k.study.published import Published
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import FormerVerdictName, Verdict
from dsp56k.study.schema import Setting, VerdictName

_KINDS: Mapping[str, Kind] = MappingProxyType({"board": "board", "machine": "machine"})
_NOWHERE = "no study measures it"
_CHIP, _OPERATION = "chip", "operation"


def check_paper_settings(published: Mapping[str, Published]) -> list[Verdict]:
    """Return the assessment of each entry with a location here: it is an input, or our value differs from it.

    Raises:
        StudyError: The location does not exist, or has no number.
    """
    return [_verdict(name, entry) for name, entry in published.items() if entry.locations]


def incomparable_entries(published: Mapping[str, Published], verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Return the assessments of all other entries: nothing here has such a value."""
    given = {verdict.published for verdict in verdicts}
    return [
        Verdict(
            name,
            "",
            "setting",
            (),
            None,
            "not comparable",
            "not comparable",
            "outside",
            reason=entry.reason or _NOWHERE,
        )
        for name, entry in published.items()
        if name not in given
    ]


def _verdict(name: str, entry: Published) -> Verdict:
    values = [_number_at(name, place) for place in entry.locations]
    ours = Quantity.of(values[0], values, entry.unit or "")
    printed = [value for value in (entry.value, entry.to) if value is not None]
    verdict: VerdictName = "disagrees above" if values > printed else "disagrees below"
    if values == printed:
        verdict = "input"
    place = ", ".join(entry.locations)
    former: FormerVerdictName = "set" if verdict == "input" else "contradicted"
    return Verdict(name, place, "setting", (), ours, verdict, "input", former, reason=f"set as printed: {place}")


def _number_at(name: str, place: str) -> float:
    """Return the number at KIND.NAME.KEY."""
    kind, _, rest = place.partition(".")
    part, _, key = rest.partition(".")
    value = _setting(name, place, kind, part, key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise StudyError(f"{name}: {place} is not a number", key=name)
    return float(value)


def _setting(name: str, place: str, kind: str, part: str, key: str) -> Setting | None:
    if kind == _CHIP:
        found: Setting | None = getattr(_chips().get(part), key, None)
        return found
    if kind == _OPERATION:
        return getattr(OPERATIONS.get(part), key, None)
    if kind not in _KINDS:
        raise StudyError(f"{name}: {place}: must begin with {', '.join((*_KINDS, _CHIP, _OPERATION))}", key=name)
    try:
        return Components(None).settings(_KINDS[kind], part).get(f"{kind}.{key}")
    except ComponentError as error:
        raise StudyError(f"{name}: {place}: {error}", key=name) from None


@cache
def _chips() -> Mapping[str, object]:
    """Return the properties of the card's chips, by name."""
    card = Card()
    assert card.des is not None
    return MappingProxyType({"wd20c03": card.des.description, "noise": card.noise.parameters})
