"""Validation of arguments: an invalid argument is an error with its name and value as fields."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn, SupportsIndex, TypeVar

from dsp56k.emu.errors import ConfigurationError, UnsupportedError
from dsp56k.system.suggestions import unknown
from dsp56k.system.text import LONGEST_VALUE, described, shown

if TYPE_CHECKING:
    from pathlib import Path

    from dsp56k.emu._core import Chip

Item = TypeVar("Item")
Connected = TypeVar("Connected")

COUNT_MAX = (1 << 64) - 1
"""The largest count of clocks or instructions."""
LAST_CLOCK = 1 << 61
"""The end of time, in clocks since power-up: no run goes further (`LAST_CLOCK` of `dsp56k-core`, its `timeline.rs`)."""

ENGINES = ("interpreter", "jit", "auto")
ENGINE_VARIABLE = "DSP56K_ENGINE"
"""The environment variable with the default engine of chips."""
DUMP_VARIABLE = "DSP56K_JIT_DUMP"
"""The environment variable with a directory for files of regions, CLIF and host code."""
PERF_MAP_VARIABLE = "DSP56K_JIT_PERF_MAP"
"""The environment variable that switches on the symbol file for Linux `perf`."""
ARRIVALS = 1000
"""Entries after which a location is compiled."""


def dump_directory() -> str | None:
    """Return the directory for files of compiled regions, from the environment, or None.

    Raises:
        ConfigurationError: The directory does not exist; `value`.
    """
    directory = os.environ.get(DUMP_VARIABLE)
    if not directory:
        return None
    # Programs without the variable do not pay for the import.
    from pathlib import Path

    if not Path(directory).is_dir():
        raise ConfigurationError(f"{DUMP_VARIABLE} must be a directory, got {described(directory)}", value=directory)
    return directory


def why_not_compiled(build: dict[str, str]) -> str:
    """Return the warning for a chip that should compile code but cannot.

    Args:
        build: Result of `build_info`.
    """
    reason = "the operating system refuses executable memory"
    if build["code_generator"] == "none":
        reason = f"this build has no code generator for {build['target']} {build['os']}"
    return f"cannot compile code: {reason}; the interpreter executes the program"


def perf_map_owner() -> int | None:
    """Return the number of the user whose symbol file for `perf` is written, or None if the environment has it off.

    Raises:
        ConfigurationError: The variable is neither 0 nor 1; `value`.
    """
    switch = os.environ.get(PERF_MAP_VARIABLE)
    if switch in (None, "", "0"):
        return None
    if switch != "1":
        raise ConfigurationError(f"{PERF_MAP_VARIABLE} must be 0 or 1, got {described(switch)}", value=switch)
    return os.geteuid() if hasattr(os, "geteuid") else None


def enable_jit(chip: Chip) -> bool:
    """Let a chip compile its regions, with the files that the environment names; False if the host cannot run them.

    Raises:
        ConfigurationError: A variable has an invalid value, or the symbol file for `perf` cannot be written.
    """
    dump, owner = dump_directory(), perf_map_owner()
    try:
        return chip.generate(ARRIVALS, dump, owner)
    except OSError as error:
        raise ConfigurationError(
            f"cannot write the symbol file of {PERF_MAP_VARIABLE}: {error}; remove the file, or unset the variable",
            reason=str(error),
        ) from None


def resolve_engine(engine: str | None) -> str:
    """Return an engine's name; by default that of the environment, or "auto".

    Raises:
        UnsupportedError: The name is unknown; `what`.
    """
    origin = ""
    if engine is None:
        engine = os.environ.get(ENGINE_VARIABLE) or "auto"
        origin = f"{ENGINE_VARIABLE}: "
    if engine not in ENGINES:
        raise UnsupportedError(f"{origin}{unknown('engine', engine, ENGINES)}", what=engine, pc=0)
    return engine


def require_int(value: SupportsIndex, name: str, low: int, high: int | None = None) -> int:
    """Return `value` as an int from `low` to `high`.

    Raises:
        ConfigurationError: It is not an integer or out of range; `field`, `value`.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise ConfigurationError(
            f"{name} must be an integer, got {described(value)}", field=name, value=value
        ) from None
    if number < low or (high is not None and number > high):
        limits = f"at least {low}" if high is None else f"{low} to {high}"
        raise ConfigurationError(f"{name} must be {limits}, got {described(number)}", field=name, value=number)
    return number


def refuse_unnamed(method: str, limit: str, values: tuple[object, ...]) -> NoReturn:
    """Raise the TypeError of a call that gives a limit without its name."""
    raise TypeError(f"limits of {method}() must be passed by name, as {method}({limit}={described(values[0])})")


def default_if_none(given: Item | None, default: Item) -> Item:
    """Return a setting, or the default if it is None."""
    return default if given is None else given


def require_list(values: Iterable[Item], name: str) -> list[Item]:
    """Return `values` as a list.

    Raises:
        ConfigurationError: They are not iterable; `field`, `value`.
    """
    try:
        return list(values)
    except TypeError:
        raise ConfigurationError(
            f"{name} must be a sequence, got {described(values)}", field=name, value=values
        ) from None


def require_path(value: str | os.PathLike[str], name: str) -> Path:
    """Return `value` as a path.

    Raises:
        ConfigurationError: It is not a path; `field`, `value`.
    """
    from pathlib import Path

    try:
        return Path(value)
    except TypeError:
        raise ConfigurationError(f"{name} must be a path, got {described(value)}", field=name, value=value) from None


def require_methods(value: Connected, name: str, *methods: str) -> Connected:
    """Return `value` if it has these methods.

    Raises:
        ConfigurationError: It does not have one of them; `field`, `value`.
    """
    for method in methods:
        if not callable(getattr(value, method, None)):
            raise ConfigurationError(
                f"{name} must have a method {method}, got {described(value)}", field=name, value=value
            )
    return value


def hexadecimal(value: object) -> str:
    """Format an invalid value for a message: a number in hexadecimal."""
    return shown(f"{value:#x}", LONGEST_VALUE) if isinstance(value, int) else described(value)


def is_int_in_range(value: object, low: int, high: int) -> bool:
    """Return True if `value` is an integer from `low` to `high`."""
    # An instance check of a protocol takes 200 times as long.
    if isinstance(value, int):
        return low <= value <= high
    return isinstance(value, SupportsIndex) and low <= operator.index(value) <= high


def bit_fraction(clocks_per_bit: int | Fraction | None) -> tuple[int, int] | None:
    """Return the clocks per bit as numerator and denominator.

    Raises:
        ConfigurationError: A bit takes less than one clock, or the numerator has more than 32 bits.
    """
    if clocks_per_bit is None:
        return None
    try:
        bit = Fraction(clocks_per_bit)
    except (TypeError, ValueError, OverflowError):
        bit = Fraction(0)
    if bit < 1 or bit.numerator >= 1 << 32:
        got = str(clocks_per_bit) if isinstance(clocks_per_bit, Fraction) else described(clocks_per_bit)
        raise ConfigurationError(
            f"clocks_per_bit must be an int or Fraction of at least 1 with a numerator below 2^32, got {got}",
            clocks_per_bit=clocks_per_bit,
        )
    return bit.numerator, bit.denominator
