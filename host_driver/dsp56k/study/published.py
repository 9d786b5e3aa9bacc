"""The published numbers: published.toml, as structs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta

from dsp56k.study.schema import Name, Table, Text
from dsp56k.study.toml_reader import Document, parse_document

Kind = Literal["number", "bar", "claim", "setting"]
Relation = Literal["more", "less", "about", "up to"]


SOURCES = MappingProxyType(
    {
        "S1": "Dussé & Kaliski 1990",
        "S2": "Lindemann & Smith 2001",
        "S3": "Waters",
        "S4": "Tan et al.",
        "S5": "Karn, Hughes & Duvos",
    }
)
"""Authors, and the year if the copy has it, by the name of the source in the ids."""
REFERENCES = MappingProxyType(
    {
        "S1": "S. R. Dussé, B. S. Kaliski Jr., \u201cA Cryptographic Library for the Motorola DSP56000\u201d, "
        "EUROCRYPT '90",
        "S2": "M. Lindemann, S. W. Smith, \u201cImproving DES Coprocessor Throughput for Short Operations\u201d, "
        "USENIX Security 2001",
        "S3": "G. Waters, \u201cUnderstanding Crypto Performance in Embedded Systems: Part 1\u201d, embedded.com",
        "S4": "Z. Tan, C. Lin, Y. Li, Y. Jiang, \u201cOptimization and Benchmark of Cryptographic Algorithms on "
        "Network Processors\u201d",
        "S5": "P. Karn, E. Hughes, M. Duvos, \u201cfast 386 DES code figures\u201d, letters to a mailing list",
    }
)
"""The sources with their titles, by the same names."""


class Published(Table, frozen=True):
    """One number, drawn bar, claim or setting of a paper.

    Attributes:
        seed, place, quote: The paper, the location in it, its words.
        kind: "bar" is drawn without a number in our copy, "claim" has only words, "setting" is not a result.
        value: The value in `unit`; `to` is the end of a printed range. For a claim it follows from the words, as `note`
            explains.
        relation: "more" or "less" than the value, or "about" it; "up to" is a maximum that was reached, so the greatest
            of our values is compared with it from both sides.
        locations: The location of a setting here (`machine.386-20.clock_hz`), and that of the end of a range.
        given: The table in which the value is an input of the model, so that a comparison would be circular.
        incomparable: The reason why our value, if there is one, cannot be compared with it.
    """

    seed: Name
    place: Text
    quote: Text
    kind: Kind = "number"
    value: float | None = None
    to: float | None = None
    unit: Name | None = None
    relation: Relation | None = None
    note: str = ""
    locations: Annotated[tuple[Name, ...], Meta(max_length=2)] = ()
    given: str = ""
    incomparable: str = ""

    @property
    def reason(self) -> str:
        """The reason why nothing is compared with it; empty if something is."""
        if self.incomparable or self.value is not None:
            return self.incomparable
        return "drawn without a number in our copy" if self.kind == "bar" else "its words have no number"


@cache
def builtin_published() -> Mapping[str, Published]:
    """Return all published numbers, by id."""
    file = resources.files("dsp56k.study").joinpath("published.toml")
    return MappingProxyType(published_of(parse_document(file.read_text(encoding="utf-8"), "published.toml")))


def published_of(document: Document) -> dict[str, Published]:
    """Return the numbers of a document, by id; StudyError for an invalid one."""
    return {name: document.convert(Published, table, (name,)) for name, table in document.tables.items()}
