"""The history of a chip without reverse execution: a script runs it, or its devices cannot be restored."""

from __future__ import annotations

from collections.abc import Container

from dsp56k.debug.errors import DebugError
from dsp56k.debug.external_inputs import Argument, ExternalInputs
from dsp56k.debug.history import INITIAL_SPACING, Checkpoint, History
from dsp56k.emu import Dsp56001


class ForwardOnlyHistory(History):
    """A history of which only the current clock is recorded.

    Attributes:
        why: The reason why reverse execution is not possible.
    """

    def __init__(self, dsp: Dsp56001, outside: ExternalInputs, why: str, refused: Container[str] = ()) -> None:
        """Create the history; `refused` are inputs that it rejects."""
        super().__init__(dsp, outside)
        self.why = why
        self._refused = refused

    @property
    def start(self) -> int:
        """The current clock."""
        return self.position

    def do(self, name: str, *arguments: Argument) -> object:
        """Apply an input now.

        Raises:
            DebugError: The input is unknown or rejected.
            EmulatorError: The chip rejects the arguments.
        """
        if name in self._refused:
            raise DebugError(f"{self.why}, which itself controls the input {name}", field="action", value=name)
        return self._outside.do(name, arguments)

    def apply_due_inputs(self) -> bool:
        """Do nothing: there are no recorded inputs."""
        self.end = self.position
        return False

    def until_snapshot(self) -> int:
        """Return the number of clocks between two checks for external requests."""
        return INITIAL_SPACING

    def seek(self, position: int) -> None:
        """Accept only the current position.

        Raises:
            DebugError: The position is another clock.
        """
        if position != self.position:
            raise DebugError(self.why, field="position", value=position)

    def snap_to_boundary(self, position: int) -> None:
        """Stay before the first word of an interrupt."""
        self.seek(position)

    def before(self, position: int) -> list[Checkpoint]:
        """Refuse to go back.

        Raises:
            DebugError: Always.
        """
        raise DebugError(self.why, field="position", value=position)
