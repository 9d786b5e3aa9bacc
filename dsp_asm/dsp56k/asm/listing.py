"""The listing as data: its lines, and the settings of TITLE, PAGE, LSTCOL and options. formats/printed writes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
