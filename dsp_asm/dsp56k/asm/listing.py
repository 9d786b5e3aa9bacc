"""The listing as data: its lines, the settings of TITLE, PAGE, LSTCOL and options, and the reports at its end.

The last pass fills the data of the reports (ASM E.3, E.4). formats/listings writes all of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Diagnostic, Message
from dsp56k.objects.word_sizes import Space

PAGE_FIELDS = ("width", "length", "top", "bottom", "left")
"""The settings of PAGE, and of the linker's MAP PAGE, in their order."""
_WIDTHS, _LENGTHS = range(1, 256), range(10, 256)
_PAGE_BODY = 10
"""Lines of a page that its margins must leave (ASM D.4)."""


@dataclass(frozen=True, slots=True)
class ListingSettings:
    """Settings of TITLE, STITLE, PAGE, LSTCOL and the listing options.

    `inhibited` and `symbols` apply to the complete listing with their last values; the rest applies from a line
    onwards. `given` names the fields that PAGE and LSTCOL have set so far.
    """

    title: str = ""
    subtitle: str = ""
    width: int = 80
    length: int = 66
    columns: tuple[int | None, ...] = ()
    cycles: bool = False
    symbols: bool = False
    inhibited: bool = False
    top: int = 0
    bottom: int = 0
    left: int = 0
    pretty: bool | None = None
    relative_comments: bool = False
    fold: bool = False
    form_feeds: bool = False
    given: frozenset[str] = frozenset()

    def after(self, former: ListingSettings) -> ListingSettings:
        """Return these settings with the page and the columns that a former pass left.

        Motorola's second pass does so: its lines before PAGE have the width that PAGE sets
        (docs/reference/compatibility.md).
        """
        left = {name: getattr(former, name) for name in former.given - self.given}
        return replace(self, **left) if left else self


class ListingLine(NamedTuple):
    """A line of the listing. `flag` is + in expansions, m in definitions, i where skipped, d for the words of DC.

    `raw` is text of a COMMENT, which has no fields to be put into columns; `overlay` whether an overlay is being made.
    A `diagnostic` precedes the line that it is about. `clocks` are those of the instruction, `total` all so far:
    since OPT CC if that is on, else since the beginning. `settings` are those in effect.
    """

    number: int
    flag: str
    text: str
    run_space: Space | Literal[""] = ""
    run_address: int | None = None
    load_space: Space | Literal[""] = ""
    load_address: int | None = None
    words: tuple[int, ...] = ()
    value: int | float | None = None
    clocks: int | None = None
    total: int = 0
    raw: bool = False
    overlay: bool = False
    diagnostic: Diagnostic | None = None
    settings: ListingSettings = ListingSettings()


CONTROL = "c"
"""The flag of a listing line whose text goes to the printer as it is (PRCTL)."""
DATA = "d"
"""The flag of a listing line whose words are constants, each shown on a line (OPT CEX)."""
FORM_FEED = "\f"
"""The text of a listing line that begins a page."""


def with_page(settings: ListingSettings, numbers: dict[str, int]) -> tuple[ListingSettings, Message | None]:
    """Return the settings with some of PAGE_FIELDS changed, and the error of that page (ASM D.4; linker A.4)."""
    changed: dict[str, Any] = dict(numbers)
    page = replace(settings, **changed, given=settings.given | numbers.keys())
    if page.width not in _WIDTHS:
        return page, messages.BAD_PAGE_WIDTH
    if page.length not in _LENGTHS:
        return page, messages.BAD_PAGE_LENGTH
    if page.top + page.bottom > page.length - _PAGE_BODY:
        return page, messages.PAGE_MARGINS
    return page, messages.LEFT_MARGIN if page.left >= page.width else None


BlockKind = Literal["CODE", "CONST", "DATA", "MOD", "REV"]
"""Type column of a block of memory (ASM E.4)."""


@dataclass(slots=True)
class Block:
    """Locations used, `start` up to but without `end`; `other` is where an overlay is loaded (L) or runs (R)."""

    space: Space
    start: int
    end: int
    kind: BlockKind
    label: str
    section: str
    other: str = ""


@dataclass(slots=True)
class ListingStatistics:
    """References by symbol, and other data of the reports.

    A reference is a listing line, and whether it is the definition. The others are the first lines of macros and
    sections, DEFINE symbols with their strings, blocks of memory, and local labels outside of expansions (name, value,
    section).

    `crossing` is OPT CRE, `local` OPT LOC, `measuring` OPT MU.
    """

    crossing: bool = False
    local: bool = False
    measuring: bool = False
    references: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)
    macros: dict[str, int] = field(default_factory=dict)
    sections: dict[str, int] = field(default_factory=dict)
    defines: dict[str, str] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    labels: list[tuple[str, int | float, str]] = field(default_factory=list)

    def refer(self, name: str, line: int, *, defines: bool = False) -> bool:
        """Record that a line names a symbol; return True if that is new."""
        if name.startswith("_") and not self.local:
            return False
        lines = self.references.setdefault(name, [])
        if (line, defines) in lines[-2:]:
            return False
        lines.append((line, defines))
        return True

    def take(self, block: Block) -> None:
        """Record the memory of a statement: code continues the block before it, data begins a block (ASM E.4)."""
        last = next((old for old in reversed(self.blocks) if old.space == block.space), None)
        goes_on = last is not None and block.kind == last.kind == "CODE" and last.end == block.start
        if goes_on and last is not None and (last.section, bool(last.other)) == (block.section, bool(block.other)):
            last.end = block.end
        else:
            self.blocks.append(block)
