"""The parameters of a study in words: for the foot of a figure, a caption, a document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsp56k.study.results.result import StudyResult
from dsp56k.study.results.wording import amount
from dsp56k.study.schema import RunTable, Setting

_NAMES = {
    "machine.memory.wait_states": "wait states",
    "machine.isa.cycle": "ISA clocks per access",
    "machine.refresh": "fraction of time for refresh",
    "driver.overhead_us": "additional microseconds in the driver",
    "driver.layers": "layers of software above the driver",
}
"""Names of parameters in the order of the text; all other numbers follow under their keys."""
_UNITS = {"_hz": "Hz", "_us": "us", "_words": "words"}
"""The unit of a parameter by the suffix of its key."""
_KEYS = {"cold": "Key setup included in each call", "loaded": "Key setup excluded"}


def configuration(result: StudyResult) -> str:
    """Return a paragraph: components of each run, parameters, variation, keys, seed, version."""
    settings = _base(result)
    shared, own = _divided(settings)
    parts = [f"{run.name}: {', '.join([*_parts(run), *own.get(run.name, ())])}" for run in _told(result)]
    varied = [
        f"{_name(key)} {_values(values)}" for key, values in result.study.vary.items() if key not in result.settings
    ]
    policies = {point.job: point.key for point in result.points}
    sentences = [
        "; ".join(parts),
        f"Parameters: {'; '.join(shared)}" if shared else "",
        f"Uncertain: {'; '.join(varied)}" if varied and result.varied else "No uncertain parameters",
        _policies(policies),
        f"Seed {result.study.seed}",
        f"dsp56k {result.version}",
    ]
    return " ".join(f"{sentence}." for sentence in sentences if sentence)


def _told(result: StudyResult) -> list[RunTable]:
    measured = {point.run for point in result.points}
    return [run for run in result.study.run if run.name in measured]


def _parts(run: RunTable) -> list[str]:
    named = (
        run.machine,
        run.board,
        run.firmware and f"firmware {run.firmware}",
        run.program and f"program {run.program}",
    )
    return ["DSP alone"] * (run.where == "dsp") + [part for part in named if part]


def _base(result: StudyResult) -> dict[str, dict[str, Setting]]:
    """Return each run's parameters in the base."""
    return {point.run: point.settings for point in result.points if not point.corner}


def _divided(settings: dict[str, dict[str, Setting]]) -> tuple[list[str], dict[str, list[str]]]:
    """Return the parameters that all runs share, and each run's other ones; both in words."""
    keys = dict.fromkeys(key for mine in settings.values() for key, value in mine.items() if _is_number(value))
    shared: list[str] = []
    own: dict[str, list[str]] = {}
    for key in sorted(keys, key=lambda key: (_order(key), key)):
        values = {run: mine[key] for run, mine in settings.items() if key in mine}
        if len(set(values.values())) == 1:
            shared.append(f"{_name(key)} {_value(key, next(iter(values.values())))}")
        else:
            for run, value in values.items():
                own.setdefault(run, []).append(f"{_name(key)} {_value(key, value)}")
    return shared, own


def _is_number(value: Setting) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _order(key: str) -> int:
    return list(_NAMES).index(key) if key in _NAMES else len(_NAMES)


def _name(key: str) -> str:
    """Return a parameter's name: "wait states", "machine clock", "board dsp clock"."""
    if key in _NAMES:
        return _NAMES[key]
    end = next((end for end in _UNITS if key.endswith(end)), "")
    return key.removesuffix(end).replace(".", " ").replace("_", " ")


def _value(key: str, value: Setting) -> str:
    unit = "" if key in _NAMES else next((unit for end, unit in _UNITS.items() if key.endswith(end)), "")
    return str(value) if isinstance(value, bool | str) else amount(value, unit)


def _values(values: Iterable[Setting]) -> str:
    return ", ".join(map(str, values))


def _policies(policies: Mapping[str, str]) -> str:
    """Return the key policy: once for all jobs, or job by job."""
    different = set(policies.values())
    if len(different) == 1:
        return _KEYS[different.pop()]
    return "; ".join(f"{job}: {_KEYS[policy]}" for job, policy in policies.items())
