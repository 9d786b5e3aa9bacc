"""Operations in one block, across the back edge of a loop, after a merge of two paths, and in a block each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from differential.systematic import operations
from differential.systematic.operations import Operation

JUMP_IF_SET = 0x0ADE20
"""JSET #0,N6; the address is the next word."""
DO = 0x060080
"""DO #0; the count is in bits 8 to 15, and the next word is the last address of the loop."""
PASSES = 5
"""More than the passes that generated code executes at once."""

Words = Callable[[Sequence[Operation], int], list[int]]


def one_block(row: Sequence[Operation], origin: int) -> list[int]:
    """The operations, one after the other."""
    words: list[int] = []
    for operation in row:
        words += operation.words(origin + len(words))
    return words


def back_edge(row: Sequence[Operation], origin: int) -> list[int]:
    """Return a loop of one block: the first operation begins with the state after the last one."""
    body = one_block(row, origin + 2)
    return [DO | PASSES << 8, origin + len(body) + 1, *body]


def merge(row: Sequence[Operation], origin: int) -> list[int]:
    """The last operation, after those before it or without the one before it."""
    *before, skipped, last = row
    words = one_block(before, origin)
    between = skipped.words(origin + len(words) + 2)
    words += [JUMP_IF_SET, origin + len(words) + 2 + len(between), *between]
    return words + last.words(origin + len(words))


def _loop_of_blocks(rows: Sequence[Sequence[Operation]], origin: int) -> list[int]:
    """Return a loop of blocks with two predecessors each, so that only facts of both predecessors are true there."""
    body: list[int] = []
    for row in rows:
        body += one_block(row, origin + 2 + len(body))
        body += [JUMP_IF_SET, origin + 2 + len(body) + 2]
    body.append(0)
    return [DO | PASSES << 8, origin + len(body) + 1, *body]


def blocks(row: Sequence[Operation], origin: int) -> list[int]:
    """A loop with a block for each operation."""
    return _loop_of_blocks([[operation] for operation in row], origin)


def last_apart(row: Sequence[Operation], origin: int) -> list[int]:
    """A loop of two blocks, the second for the last operation."""
    return _loop_of_blocks([row[:-1], row[-1:]], origin)


PLACES: dict[str, Words] = {"one block": one_block, "back edge": back_edge, "merge": merge, "blocks": blocks}
TRIPLE_PLACES = PLACES | {"last apart": last_apart}


@dataclass(frozen=True)
class Sequenced:
    """Operations at one position."""

    row: tuple[Operation, ...]
    place: str

    def words(self, origin: int) -> list[int]:
        """The words at an address."""
        return TRIPLE_PLACES[self.place](self.row, origin)

    def __str__(self) -> str:
        return f"{self.place}: {'; '.join(map(str, self.row))}"


def _everywhere(*lists: Sequence[Operation]) -> Iterator[Sequenced]:
    for row in product(*lists):
        for place in PLACES if len(row) == 2 else TRIPLE_PLACES:
            yield Sequenced(row, place)


def accumulator_pairs() -> Iterator[Sequenced]:
    """Each pair of an operation and a class, in either order, everywhere; the other pairs in separate blocks."""
    classes = (*operations.WRITES, *operations.READS)
    yield from _everywhere(classes, operations.ACCUMULATORS)
    yield from _everywhere(operations.OTHERS, classes)
    for row in product(operations.OTHERS, repeat=2):
        yield Sequenced(row, "blocks")


def accumulator_triples() -> Iterator[Sequenced]:
    """Two writes and another operation; in a loop of one block also with a read before them."""
    writes, reads = operations.WRITES, operations.READS
    yield from _everywhere(writes, writes, (*writes, *reads))
    for row in product(reads, writes, writes):
        yield Sequenced(row, "back edge")


def pointer_pairs() -> Iterator[Sequenced]:
    """Each pair of operations on pointers."""
    every = (*operations.POINTER_WRITES, *operations.POINTER_READS)
    yield from _everywhere(every, every)


def pointer_triples() -> Iterator[Sequenced]:
    """Two writes and a use."""
    writes = operations.POINTER_WRITES
    yield from _everywhere(writes, writes, operations.POINTER_READS)


def flag_pairs() -> Iterator[Sequenced]:
    """A producer and a consumer of flags."""
    yield from _everywhere(operations.FLAG_WRITES, operations.FLAG_READS)


def flag_triples() -> Iterator[Sequenced]:
    """Two producers, of which the second may leave some flags as they are, and a consumer."""
    yield from _everywhere(operations.FLAG_CLASSES, operations.FLAG_CLASSES, operations.FLAG_USES)
