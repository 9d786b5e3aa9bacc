"""The root of every exception that dsp56k raises for an error of its caller."""

from __future__ import annotations

from typing import Any

from dsp56k.system.text import shown


class Dsp56kError(Exception):
    """An error that a user can correct: a sentence, and its facts as attributes.

    The sentence fits a line of a terminal, whatever it quotes (`dsp56k.system.text.shown`); the facts are as they came.
    `fields` holds the facts by name (file, line, space, address, word, pc, clocks ...); each is an attribute as well.
    """

    def __init__(self, message: str, **fields: Any) -> None:
        self.message = shown(message)
        super().__init__(self.message)
        self.fields = fields
        for name, value in fields.items():
            setattr(self, name, value)
