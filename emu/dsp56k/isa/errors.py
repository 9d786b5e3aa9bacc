"""The root of every exception that dsp56k raises for a mistake of its caller."""

from __future__ import annotations

from typing import Any


class Dsp56kError(Exception):
    """A mistake that a person can act on: a sentence, and the facts behind it as attributes.

    `fields` holds the facts by name (file, line, space, address, word, pc, clocks ...); each is an attribute as well.
    """

    def __init__(self, message: str, **fields: Any) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields
        for name, value in fields.items():
            setattr(self, name, value)
