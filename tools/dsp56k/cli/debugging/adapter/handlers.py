"""The requests as a table: the command, the arguments it takes, what answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from dsp56k.debug import DebugError

if TYPE_CHECKING:
    from dsp56k.cli.debugging.adapter.server import Adapter

Arguments = TypeVar("Arguments", bound=msgspec.Struct)
Body = dict[str, Any] | None
"""The body of a response, if it has one."""


class Nothing(msgspec.Struct):
    """No arguments, or none that matter."""


HANDLERS: dict[str, Callable[[Adapter, msgspec.Raw], Body]] = {}


def request(
    command: str, takes: type[Arguments]
) -> Callable[[Callable[[Adapter, Arguments], Body]], Callable[[Adapter, Arguments], Body]]:
    """Let a function answer a command; its arguments are checked before."""

    def register(answer: Callable[[Adapter, Arguments], Body]) -> Callable[[Adapter, Arguments], Body]:
        def handle(adapter: Adapter, raw: msgspec.Raw) -> Body:
            try:
                arguments = msgspec.json.decode(raw, type=takes)
            except msgspec.ValidationError as error:
                raise DebugError(f"{command}: {error}", field="arguments") from error
            return answer(adapter, arguments)

        HANDLERS[command] = handle
        return answer

    return register


class Source(msgspec.Struct, omit_defaults=True):
    """A source file as the protocol has it."""

    name: str | None = None
    path: str | None = None
