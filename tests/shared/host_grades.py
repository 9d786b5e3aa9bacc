"""The grades of the host's software, each in the modes it is there for."""

from __future__ import annotations

from dsp56k.host.cpu_modes import ModeName
from dsp56k.host.software import GRADES_OF, Grade

MODES_AND_GRADES: list[tuple[ModeName, Grade]] = [
    (mode, grade) for mode, grades in GRADES_OF.items() for grade in grades
]
