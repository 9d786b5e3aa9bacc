"""Where one part of the board is plugged into another, so that a fault can take the part's place."""

from typing import Generic, TypeVar

Part = TypeVar("Part")


class Joint(Generic[Part]):
    """One plug: `part` is what the other side reaches now, `sound` the part that belongs there."""

    __slots__ = ("part", "sound")

    def __init__(self, part: Part) -> None:
        self.sound = part
        self.part = part
