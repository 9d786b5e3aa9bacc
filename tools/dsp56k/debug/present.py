"""The way of a chip that has none back: a script of its own runs it, or its devices cannot be taken back."""

from __future__ import annotations

from collections.abc import Container

from dsp56k.debug.errors import DebugError
from dsp56k.debug.history import SPACING, Checkpoint, History
from dsp56k.debug.outside import Argument, Outside
from dsp56k.emu import Dsp56001


class Present(History):
    """The present clock is all that is known.

    Attributes:
        why: why there is no way back.
    """

    def __init__(self, dsp: Dsp56001, outside: Outside, why: str, refused: Container[str] = ()) -> None:
        """The way of a chip; `refused` are inputs that it does not take."""
        super().__init__(dsp, outside)
        self.why = why
        self._refused = refused

    @property
    def start(self) -> int:
        """The present clock."""
        return self.position

    def do(self, name: str, *arguments: Argument) -> object:
        """Let an input happen now.

        Raises:
            DebugError: no such input, or one that is refused.
            EmulatorError: what the chip says to its arguments.
        """
        if name in self._refused:
            raise DebugError(f"{self.why}, which itself controls the input {name}", field="action", value=name)
        return self._outside.do(name, arguments)

    def meet(self) -> bool:
        """Having come forward: nothing is to happen."""
        self.end = self.position
        return False

    def until_snapshot(self) -> int:
        """How many clocks may pass before somebody looks at the world outside."""
        return SPACING

    def seek(self, position: int) -> None:
        """Stay.

        Raises:
            DebugError: another clock.
        """
        if position != self.position:
            raise DebugError(self.why, field="position", value=position)

    def settle(self, position: int) -> None:
        """Stay, before the first word of an interrupt."""
        self.seek(position)

    def before(self, position: int) -> list[Checkpoint]:
        """Go nowhere.

        Raises:
            DebugError: always.
        """
        raise DebugError(self.why, field="position", value=position)
