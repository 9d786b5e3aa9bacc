"""The way of a chip that a script of its own runs: what the script did is no input, so that there is no way back."""

from __future__ import annotations

from dsp56k.debug.errors import DebugError
from dsp56k.debug.history import SPACING, Checkpoint, History
from dsp56k.debug.outside import Argument


def no_way_back() -> DebugError:
    """What is said to who wants to go back."""
    return DebugError("this program is run by a script of its own, which cannot go back", field="position")


class Present(History):
    """The present clock is all that is known."""

    @property
    def start(self) -> int:
        """The present clock."""
        return self.position

    def do(self, name: str, *arguments: Argument) -> object:
        """Let an input happen now.

        Raises:
            DebugError: no such input, or words for the SSI, which the script may feed.
            EmulatorError: what the chip says to its arguments.
        """
        if name == "ssi":
            raise DebugError("the SSI belongs to the script that runs this program", field="action", value=name)
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
            raise no_way_back()

    def settle(self, position: int) -> None:
        """Stay, before the first word of an interrupt."""
        self.seek(position)

    def before(self, position: int) -> list[Checkpoint]:
        """Go nowhere.

        Raises:
            DebugError: always.
        """
        raise no_way_back()
