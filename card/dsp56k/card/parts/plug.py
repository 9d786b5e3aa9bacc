"""A plug between two parts of the board. A fault can replace the part."""

from typing import Generic, TypeVar

Part = TypeVar("Part")


class Plug(Generic[Part]):
    """One plug: `part` is the current part behind it, `sound` the fault-free part that belongs there."""

    __slots__ = ("part", "sound")

    def __init__(self, part: Part) -> None:
        self.sound = part
        self.part = part
