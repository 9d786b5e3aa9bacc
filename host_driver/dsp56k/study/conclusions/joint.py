"""Joint assessment: the parameters at which all claims of a paper about one machine hold together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import msgspec

from dsp56k.study.conclusions.assessments import judge
from dsp56k.study.conclusions.values import Selected, Selector, Values
from dsp56k.study.plans.plan import SEED, Plan
from dsp56k.study.published import Published
from dsp56k.study.results.result import Joint, JointPoint
from dsp56k.study.schema import ClaimTable, JointTable, Setting

_Choice = tuple[dict[str, Setting], Sequence[tuple[Published, Selected]]]
"""The words that replace words of names, and the claims with these runs."""


class JointClaims:
    """The `[[joint]]` tables of a study.

    Args:
        plan: The study.
        published: All published numbers, by id.
        selector: Checks the selections.

    Raises:
        StudyError: A claim refers to something that does not exist or cannot be compared.
    """

    def __init__(self, plan: Plan, published: Mapping[str, Published], selector: Selector) -> None:
        self._plan = plan
        self._published = published
        self._selector = selector
        self._all = [(table, self._choices(place, table)) for place, table in enumerate(plan.study.joint)]

    def conclude(self, values: Values) -> tuple[Joint, ...]:
        """Return which claims hold at each point: every choice of runs at every corner."""
        corners = [{}, *(corner for corner in self._plan.corners if SEED not in corner)]
        return tuple(
            Joint(
                table.name,
                tuple(claim.published for claim in table.claim),
                tuple(
                    JointPoint(
                        {**self._base, **corner, **names},
                        tuple(
                            judge(entry, values.at_corner(selected, corner))[0] == "agrees"
                            for entry, selected in claims
                        ),
                    )
                    for names, claims in choices
                    for corner in corners
                ),
            )
            for table, choices in self._all
        )

    @property
    def _base(self) -> dict[str, Setting]:
        """The varied parameters in the base."""
        settings = [one.settings for one in self._plan.configurations.values()]
        return {key: one[key] for key in self._plan.study.vary for one in settings if key in one}

    def _choices(self, place: int, table: JointTable) -> list[_Choice]:
        return [
            (
                dict(zip(table.instead, runs, strict=True)),
                [
                    self._claim(place, number, claim, dict(zip(table.instead, runs, strict=True)))
                    for number, claim in enumerate(table.claim)
                ],
            )
            for runs in product(*table.instead.values())
        ]

    def _claim(
        self, place: int, number: int, claim: ClaimTable, names: Mapping[str, str]
    ) -> tuple[Published, Selected]:
        keys = ("joint", place, "claim", number)
        entry = self._published.get(claim.published)
        if entry is None:
            raise self._plan.document.refused((*keys, "published"), f"unknown published number {claim.published!r}")
        chosen = msgspec.structs.replace(claim, of=tuple(_named(run, names) for run in claim.of))
        maximum = entry.relation == "up to"
        return entry, self._selector.select(keys, chosen, entry.unit, maximum=maximum, searched=False)


def _named(run: str, names: Mapping[str, str]) -> str:
    for name, chosen in names.items():
        run = run.replace(name, chosen)
    return run
