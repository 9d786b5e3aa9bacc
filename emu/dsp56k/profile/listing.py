"""A profile in the margin of the source if it can be read, else of the instructions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dsp56k.profile.counts import Profile, Sum

_EMPTY = " " * 32


def listing(profile: Profile, source: Callable[[str], Sequence[str] | None]) -> str:
    """Return every source file that has executed lines, complete, and every instruction without such a line.

    Args:
        profile: The counts.
        source: Returns the lines of a file by the name that the assembler gave it, or None.
    """
    texts = {
        file: lines
        for file in sorted({one.place.file for one in profile.instructions if one.place.file is not None})
        if (lines := source(file)) is not None
    }
    return "\n".join([*_sources(profile, texts), *_instructions(profile, set(texts)), *profile.notes]) + "\n"


def _sources(profile: Profile, texts: dict[str, Sequence[str]]) -> Iterator[str]:
    sums = {one.name: one for one in profile.by_line()}
    for file, lines in texts.items():
        yield f"{'clocks':>12} {'%':>6} {'executed':>11}  {file}"
        for number, line in enumerate(lines, 1):
            yield f"{_margin(profile, sums.get(f'{file}:{number}'))} {number:6}  {line}".rstrip()
        yield ""


def _instructions(profile: Profile, shown: set[str]) -> Iterator[str]:
    places = {one.address: one.place for one in profile.instructions if one.place.file not in shown}
    if not places:
        return
    yield f"{'clocks':>12} {'%':>6} {'executed':>11}  instruction"
    label = None
    for address, one in profile.by_address().items():
        place = places.get(address)
        if place is None:
            continue
        if place.label is not None and place.label != label:
            yield f"{_EMPTY} {place.label}:" if not place.offset else f"{_EMPTY} {place.label}+{place.offset}:"
        label = place.label
        yield f"{_margin(profile, one)}  {profile.address(address)}  {one.name:<32}  {_parts(profile, one)}".rstrip()


def _margin(profile: Profile, one: Sum | None) -> str:
    if one is None:
        return _EMPTY[1:]
    return f"{one.clocks:12,} {profile.share(one.clocks):6.1f} {one.times:11,}"


def _parts(profile: Profile, one: Sum) -> str:
    if len(profile.parts) == 1:
        return ""
    parts = zip(profile.parts, one.parts, strict=True)
    return ", ".join(f"{part.name} {clocks:,}" for part, clocks in parts if clocks)
