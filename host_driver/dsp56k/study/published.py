"""The published numbers: published.toml, as structs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta

from dsp56k.study.reading import Document, parse_document
from dsp56k.study.schema import Name, Table, Text

Kind = Literal["number", "bar", "claim", "setting"]
Relation = Literal["more", "less", "about", "up to"]


class Published(Table, frozen=True):
    """One number, drawn bar, claim or setting of a paper.

    Attributes:
        seed, place, quote: which paper, where in it, its words.
        kind: "bar" is drawn without a number in our copy, "claim" is said in words alone, "setting" is no result.
        value: in `unit`; `to` is the end of a printed range.
        relation: whether the paper says "more" or "less" than the value, or "about" it; "up to" is a maximum that was
            reached, so the greatest of our values is compared with it from both sides.
        stands: of a setting, where it stands here (`machine.386-20.clock_hz`), and the end of a range after it.
        outside: why nothing here can judge it.
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
    stands: Annotated[tuple[Name, ...], Meta(max_length=2)] = ()
    outside: str = ""

    @property
    def without_verdict(self) -> str:
        """The word for what is not judged: "outside", or "absent", which no entry of the package is."""
        return "outside" if self.outside else "absent"


@cache
def builtin_published() -> Mapping[str, Published]:
    """All that the papers print, by id."""
    file = resources.files("dsp56k.study").joinpath("published.toml")
    return MappingProxyType(published_of(parse_document(file.read_text(encoding="utf-8"), "published.toml")))


def published_of(document: Document) -> dict[str, Published]:
    """The numbers of a document, by id; StudyError for a wrong one."""
    return {name: document.convert(Published, table, (name,)) for name, table in document.tables.items()}
