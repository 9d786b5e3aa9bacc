"""A profile for JSON."""

from __future__ import annotations

from typing import Any

from dsp56k.profile.counts import Instruction, Profile, Sum


def facts(profile: Profile) -> dict[str, Any]:
    """Everything but the stacks and the entries, which speedscope's and Perfetto's formats are for."""
    names = [one.name for one in profile.functions]
    hertz = None if profile.hertz is None else float(profile.hertz)
    return {
        "processor": profile.processor,
        "clock_hz": hertz,
        "clocks": profile.clocks,
        "parts": profile.by_part(),
        "functions": [
            {
                "name": one.name,
                "address": one.address,
                "times": one.times,
                "clocks": one.clocks,
                "total": one.total,
                "least": one.least,
                "most": one.most,
            }
            for one in profile.functions
        ],
        "symbols": [_sum(profile, one) for one in profile.by_symbol()],
        "lines": [_sum(profile, one) for one in profile.by_line()],
        "instructions": [_instruction(profile, one) for one in profile.instructions],
        "calls": [
            {
                "caller": names[arc.caller],
                "site": arc.site,
                "callee": names[arc.callee],
                "interrupt": arc.interrupt,
                "times": arc.times,
                "total": arc.total,
            }
            for arc in profile.arcs
        ],
        "notes": list(profile.notes),
    }


def _parts(profile: Profile, clocks: tuple[int, ...]) -> dict[str, int]:
    return {part.name: each for part, each in zip(profile.parts, clocks, strict=True) if each}


def _sum(profile: Profile, one: Sum) -> dict[str, Any]:
    return {"name": one.name, "clocks": one.clocks, "times": one.times, "parts": _parts(profile, one.parts)}


def _instruction(profile: Profile, one: Instruction) -> dict[str, Any]:
    place = one.place
    return {
        "address": one.address,
        "function": one.function,
        "text": one.text,
        "symbol": place.symbol,
        "source": None if place.line is None else f"{place.file}:{place.line}",
        "clocks": one.clocks,
        "times": one.times,
        "parts": _parts(profile, one.parts),
    }
