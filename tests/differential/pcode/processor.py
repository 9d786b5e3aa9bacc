"""A DSP56001 of p-code: pypcode translates each instruction by `dsp56k sleigh`, an interpreter executes it."""

from __future__ import annotations

import operator
import subprocess
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import pypcode

from dsp56k.sleigh.language import write_language
from reference_model.memory import IO_PAGE

COMPILER = Path(pypcode.__file__).parent / "bin" / "sleigh"
WORD_BYTES = 3
MAX_OPERATIONS = 200_000
"""P-code operations of one instruction: more than 2,000 repetitions of a REP."""
_FLAGS = "CVZNUEL"
_DO_MARK = 0x060180
"""DO #1: it marks the end of a loop."""


class LeftOutError(Exception):
    """The case needs a part that p-code does not have: peripherals, interrupts, delayed writes to address registers."""


def compile_language(directory: Path, chip: str = "DSP56001") -> pypcode.Arch:
    """Write the languages into a directory and compile both variants of a chip's.

    Raises:
        CalledProcessError: the compiler rejects the specification.
    """
    write_language(directory)
    for source in sorted(directory.glob(f"{chip.lower()}*.slaspec")):
        subprocess.run([COMPILER, source, source.with_suffix(".sla")], check=True, capture_output=True)
    return pypcode.Arch("DSP56001", str(directory / "dsp56001.ldefs"))


def new_context(arch: pypcode.Arch, variant: str, chip: str = "DSP56001") -> pypcode.Context:
    """Return a context of a variant of a chip's language, without marks of loops and repetitions."""
    return pypcode.Context(next(one for one in arch.languages if one.id == f"{chip}:LE:24:{variant}"))


def octets(*words: int) -> bytes:
    """Return words as they are in memory."""
    return b"".join(word.to_bytes(WORD_BYTES, "little") for word in words)


def _signed(value: int, size: int) -> int:
    return value - (1 << 8 * size) if value >> 8 * size - 1 else value


_Step = Callable[[], int]
"""Executes a p-code operation and returns the distance to the next one."""
_LEAVE = 1 << 20
"""The distance that leaves an instruction."""
_BINARY: dict[str, Callable[[int, int], int]] = {
    "INT_ADD": operator.add,
    "INT_SUB": operator.sub,
    "INT_MULT": operator.mul,
    "INT_AND": operator.and_,
    "INT_OR": operator.or_,
    "INT_XOR": operator.xor,
    "INT_LEFT": lambda value, by: value << min(by, 64),
    "INT_RIGHT": operator.rshift,
    "INT_EQUAL": operator.eq,
    "INT_NOTEQUAL": operator.ne,
    "INT_LESS": operator.lt,
    "INT_LESSEQUAL": operator.le,
    "BOOL_AND": operator.and_,
    "BOOL_OR": operator.or_,
    "BOOL_XOR": operator.xor,
    "SUBPIECE": lambda value, octets: value >> 8 * octets,
}
_SIGNED: dict[str, Callable[[int, int], int]] = {
    "INT_SLESS": operator.lt,
    "INT_SLESSEQUAL": operator.le,
    "INT_SRIGHT": operator.rshift,
}
_EXCESS: dict[str, tuple[Callable[[int, int], int], bool]] = {
    "INT_CARRY": (operator.add, False),
    "INT_SCARRY": (operator.add, True),
    "INT_SBORROW": (operator.sub, True),
}
"""Operations that return 1 if a result exceeds the size of its operands, and True if these are signed."""
_UNARY: dict[str, Callable[[int], int]] = {
    "COPY": int,
    "INT_ZEXT": int,
    "INT_NEGATE": operator.invert,
    "INT_2COMP": operator.neg,
    "BOOL_NEGATE": (1).__xor__,
}


def _name_of(operation: pypcode.PcodeOp) -> str:
    """Return the name of an operation."""
    name: str = operation.opcode.name  # type: ignore[attr-defined]  # the stub lacks the members of enumerations
    return name


def _clipped(accumulator: int, bits: int) -> int:
    """Return 56 bits limited to 48, in the upper `bits` of these."""
    limited = max(-1 << 47, min((1 << 47) - 1, _signed(accumulator, 7)))
    return limited >> 48 - bits


def _rounded(value: int) -> int:
    """Return 56 bits rounded convergently to a multiple of 2^24, without scaling."""
    whole = value + 0x800000
    return whole & ~0x1FFFFFF if not whole & 0xFFFFFF else whole & ~0xFFFFFF


_USER_OPERATIONS: tuple[Callable[[int], int], ...] = (
    lambda accumulator: _clipped(accumulator, 24),
    lambda accumulator: _clipped(accumulator, 48),
    _rounded,
)
"""limit, limit_long and round_convergent, in the order of semantics.sinc."""


class Processor:
    """Registers, memory and stack of a DSP56001 whose instructions are p-code."""

    def __init__(self, context: pypcode.Context, background: Mapping[str, Sequence[int]]) -> None:
        """Create a chip whose memory in each space (P, X, Y) is `background` until it is written."""
        self._context = context
        self._places = {name: (node.offset, node.offset + node.size) for name, node in context.registers.items()}
        self._storage = {"register": bytearray(0x100), "unique": bytearray(0x100000)}
        self._background = background
        self.memory: dict[str, dict[int, int]] = {space: {} for space in background}
        """Words that have been written."""
        self.stack = [0] * 16
        self._known: dict[tuple[int, int, int], tuple[list[pypcode.PcodeOp], dict[int, _Step]]] = {}

    def __getitem__(self, name: str) -> int:
        """Return a register, SR among them."""
        if name == "sr":
            return self["mr"] << 8 | sum(self[flag] << bit for bit, flag in enumerate(_FLAGS))
        start, end = self._places[name]
        return int.from_bytes(self._storage["register"][start:end], "little")

    def __setitem__(self, name: str, value: int) -> None:
        if name == "sr":
            self["mr"] = value >> 8
            for bit, flag in enumerate(_FLAGS):
                self[flag] = value >> bit & 1
        else:
            start, end = self._places[name]
            self._storage["register"][start:end] = value.to_bytes(end - start, "little")

    def word(self, space: str, address: int) -> int:
        """Return a word of memory."""
        address &= 0xFFFF
        if space == "X" and address >= IO_PAGE:
            raise LeftOutError
        word = self.memory[space].get(address)
        return self._background[space][address] if word is None else word

    def mark_loop(self, first: int, last: int) -> None:
        """Mark the end of a loop as DO does."""
        self._context.translate(octets(_DO_MARK, last), (first - 2 & 0xFFFF) * WORD_BYTES, max_instructions=1)
        self._known.clear()

    def step(self) -> None:
        """Execute the instruction at PC.

        Raises:
            BadDataError: the word is not an instruction.
            LeftOutError: the instruction accesses a peripheral, or is a user operation that has no effect here.
        """
        pc = self["pc"]
        operations, known = self._translated(pc)
        self["pc"] = (pc + operations[0].inputs[0].size // WORD_BYTES) & 0xFFFF
        at = 0
        for _ in range(MAX_OPERATIONS):
            if at >= len(operations):
                return
            if at not in known:
                known[at] = self._compiled(operations[at])
            at += known[at]()
        raise LeftOutError

    def _translated(self, pc: int) -> tuple[list[pypcode.PcodeOp], dict[int, _Step]]:
        """Return the p-code of the instruction at an address, translated once, and operations compiled so far."""
        words = self.word("P", pc), self.word("P", pc + 1)
        if (pc, *words) not in self._known:
            made = self._context.translate(octets(*words), pc * WORD_BYTES, max_instructions=1)
            if words[0] >> 16 == _DO_MARK >> 16:
                # DO and REP mark other instructions.
                self._known.clear()
            self._known[pc, *words] = made.ops, {}
        return self._known[pc, *words]

    def _compiled(self, operation: pypcode.PcodeOp) -> _Step:
        """Return an operation as a function."""
        name, inputs = _name_of(operation), operation.inputs
        if name == "IMARK":
            return lambda: 1
        if name == "STORE":
            return self._store_step(inputs[0].getSpaceFromConst().name, *map(self._reader, inputs[1:]))
        if name in ("BRANCH", "CBRANCH", "CALL"):
            return self._branch(inputs[0], self._reader(inputs[1]) if name == "CBRANCH" else lambda: 1)
        if name in ("BRANCHIND", "CALLIND", "RETURN"):
            return partial(self._jump, self._reader(inputs[0]))
        if operation.output is None:
            raise LeftOutError(name)
        value, put = self._result(operation), self._writer(operation.output)

        def run() -> int:
            put(value())
            return 1

        return run

    def _result(self, operation: pypcode.PcodeOp) -> _Step:
        """Return the function that computes the output of an operation."""
        name, inputs = _name_of(operation), operation.inputs
        last, size = self._reader(inputs[-1]), inputs[0].size
        if name == "LOAD":
            space = inputs[0].getSpaceFromConst().name
            return (lambda: self.stack[last() & 15]) if space == "S" else lambda: self.word(space, last())
        if name == "CALLOTHER":
            user = _USER_OPERATIONS[inputs[0].offset]
            return lambda: user(last())
        if name == "INT_SEXT":
            return lambda: _signed(last(), size)
        if name in _UNARY:
            single = _UNARY[name]
            return lambda: single(last())
        first = self._reader(inputs[0])
        if name in _SIGNED:
            compare, other = _SIGNED[name], inputs[1].size
            return lambda: compare(_signed(first(), size), _signed(last(), other))
        if name in _EXCESS:
            combine, is_signed = _EXCESS[name]
            read = partial(_signed, size=size) if is_signed else int
            return lambda: int((exact := combine(read(first()), read(last()))) != read(exact & (1 << 8 * size) - 1))
        both = _BINARY[name]
        return lambda: both(first(), last())

    def _reader(self, node: pypcode.Varnode) -> _Step:
        """Return the function that reads a register, a temporary variable, a constant, or a word of memory."""
        space, start, size = node.space.name, node.offset, node.size
        if space == "const":
            value = start & (1 << 8 * size) - 1
            return lambda: value
        if space in self._storage:
            storage, end = self._storage[space], start + size
            return lambda: int.from_bytes(storage[start:end], "little")
        return lambda: self.word(space, start // WORD_BYTES)

    def _writer(self, node: pypcode.Varnode) -> Callable[[int], None]:
        space, start, size = node.space.name, node.offset, node.size
        if space not in self._storage:
            return partial(self._store, space, start // WORD_BYTES)
        storage, end, mask = self._storage[space], start + size, (1 << 8 * size) - 1

        def put(value: int) -> None:
            storage[start:end] = (value & mask).to_bytes(size, "little")

        return put

    def _store(self, space: str, address: int, value: int) -> None:
        address &= 0xFFFF
        if space == "X" and address >= IO_PAGE:
            raise LeftOutError
        self.memory[space][address] = value & 0xFFFFFF

    def _store_step(self, space: str, address: _Step, value: _Step) -> _Step:
        def run() -> int:
            if space == "S":
                self.stack[address() & 15] = value()
            else:
                self._store(space, address(), value())
            return 1

        return run

    def _branch(self, target: pypcode.Varnode, condition: _Step) -> _Step:
        offset, size = target.offset, target.size
        if target.space.name == "const":
            distance = _signed(offset & (1 << 8 * size) - 1, size)
            return lambda: distance if condition() else 1
        return lambda: self._jump(lambda: offset // WORD_BYTES) if condition() else 1

    def _jump(self, target: _Step) -> int:
        self["pc"] = target()
        return _LEAVE
