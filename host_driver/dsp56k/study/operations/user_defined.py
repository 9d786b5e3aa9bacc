"""User-defined operations: a TOML file describes the inputs and outputs of a call.

Only x86 and DSP code is executed, in its emulator. The correct results are those of the operation's program on a PC,
which like every other side must first reproduce the file's vectors.
"""

from __future__ import annotations

import random
import re
from functools import cache

from dsp56k.host.algorithm_calls import Measured, in_sequence
from dsp56k.host.calls.arguments import Argument, Out
from dsp56k.host.calls.function_calls import LoadedMachine, Machine
from dsp56k.host.program import Program
from dsp56k.study.operations.operation import OWN, Case, DspOrCard, Operation, unkeyed
from dsp56k.study.operations.workload import Workload
from dsp56k.study.schema import OperationFile
from dsp56k.study.toml_reader import Document
from dsp56k.system.suggestions import unknown
from dsp56k.system.text import LONGEST_VALUE, described, shown

ANSWER = "answer"
_CALL = re.compile(r"\s*([^\s(),]+)\s*\(([^()]*)\)\s*")
_NUMBER = re.compile(r"-?(?:0x[0-9A-Fa-f]{1,8}|[0-9]{1,10})")
_BYTES = ".bytes"
_EAX_BYTES = 4


class UserDefinedOperation:
    """An operation file, checked.

    Raises:
        StudyError: The file is invalid; with file, line and key.
    """

    def __init__(self, name: str, document: Document) -> None:
        self.name = name
        self.document = document
        self.file = document.convert(OperationFile)
        found = _CALL.fullmatch(self.file.pc.call)
        if found is None:
            raise document.refused(("pc", "call"), "must be a function and its arguments: f(data, data.bytes, answer)")
        self._function = found[1]
        self._arguments = tuple(word.strip() for word in found[2].split(",")) if found[2].strip() else ()
        self._check_names(document)
        self._vectors = tuple(self._vector(document, place) for place in range(len(self.file.vector)))

    def operation(self, oracle: Program) -> Operation:
        """Return the operation; `oracle` computes its correct results."""
        file = self.file

        @cache
        def oracle_machine() -> LoadedMachine:
            """Return the machine that computes correct results."""
            return Machine(memory="manual").load(oracle)

        def case(work: Workload, size: int) -> Case:
            inputs = {
                name: random.Random(f"{work.seed} {self.name} {name} {size}").randbytes(
                    size if table.random == "size" else table.random
                )
                for name, table in file.inputs.items()
            }
            answer = size if file.answer_bytes == "size" else file.answer_bytes
            right = self._on_pc(oracle_machine(), inputs, answer).value
            return Case((inputs, answer), right)

        commands = unkeyed(self._on_card) if file.card else None
        return Operation(
            self.name,
            "bytes",
            case,
            dsp=commands,
            card=commands,
            machine=unkeyed(self._on_pc),
            step=file.step,
            least=file.least,
            data_dependent=True,
            program=OWN,
            vectors=self._vectors,
        )

    def check(self, oracle: Program) -> None:
        """Raise StudyError, with file, line and key, for a vector that the operation's program does not reproduce."""
        for place, case in enumerate(self._vectors):
            given = self._on_pc(Machine(memory="manual").load(oracle), *case.arguments).value
            if given != case.right:
                reason = f"{self.file.pc.program} gives {shown(given.hex(), LONGEST_VALUE)}"
                raise self.document.refused(("vector", place, "answer"), reason)

    def _on_pc(self, side: LoadedMachine, inputs: dict[str, bytes], answer: int) -> Measured[bytes]:
        timed = side.call(self._function, *(_argument(word, inputs, answer) for word in self._arguments))
        value = timed.outputs[0] if timed.outputs else timed.value.to_bytes(_EAX_BYTES, "little")
        return in_sequence(value[:answer], timed)

    def _on_card(self, side: DspOrCard, inputs: dict[str, bytes], answer: int) -> Measured[bytes]:
        card = self.file.card
        assert card is not None
        setup = inputs[card.setup_input] if card.setup_input else b""
        called = side.job(card.setup, setup, card.command, inputs[card.input], clocks=card.clocks_per_byte)
        return in_sequence(called.value[:answer], called)

    def _check_names(self, document: Document) -> None:
        inputs, card = self.file.inputs, self.file.card
        known = ", ".join((*inputs, *(f"{name}{_BYTES}" for name in inputs), ANSWER))
        for word in self._arguments:
            if not _NUMBER.fullmatch(word) and word != ANSWER and word.removesuffix(_BYTES) not in inputs:
                raise document.refused(("pc", "call"), f"{described(word)}: expected a number or one of {known}")
        if self._arguments.count(ANSWER) > 1:
            raise document.refused(("pc", "call"), "the output must have one argument")
        if ANSWER in inputs:
            raise document.refused(("inputs", ANSWER), "the name is reserved for the output")
        for key in ("input", "setup_input"):
            name = getattr(card, key, None)
            if name is not None and name not in inputs:
                raise document.refused(("card", key), unknown("input", name, inputs))
        if card and (card.setup is None) != (card.setup_input is None):
            raise document.refused(("card", "setup"), "setup and setup_input require each other")

    def _vector(self, document: Document, place: int) -> Case:
        vector = self.file.vector[place]
        if vector.inputs.keys() != self.file.inputs.keys():
            raise document.refused(("vector", place, "inputs"), f"must be {', '.join(self.file.inputs)}")

        def octets(text: str, *keys: str) -> bytes:
            try:
                return bytes.fromhex(text)
            except ValueError:
                raise document.refused(("vector", place, *keys), "must be bytes in hexadecimal") from None

        answer = octets(vector.answer, "answer")
        return Case(({name: octets(text, "inputs", name) for name, text in vector.inputs.items()}, len(answer)), answer)


def _argument(word: str, inputs: dict[str, bytes], answer: int) -> Argument:
    if word == ANSWER:
        return Out(answer)
    if word in inputs:
        return inputs[word]
    return len(inputs[word.removesuffix(_BYTES)]) if word.endswith(_BYTES) else int(word, 0)
