"""The search for a schedule: the order of instructions, and their parallel loads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from dsp56k.lib.kernels.operations import Move, Step
from dsp56k.lib.kernels.product_streams import Order, Term

NOTHING, CARRY_LOW, CARRY_HIGH = -1, -2, -3
LOW, HIGH, BOTH = 1, 2, 3
"""Moves of the carry that were made."""
MOVED = (0, 1, 1, 2)
"""Values of the carry's moves for the search: the earlier they are made, the earlier a further column is open."""
MAX_STEPS = 5
"""Instructions for each product of two digits, n^2, after which a search has failed."""


PAUSE = "."
"""In a string of choices: an instruction without operation and move, which leaves the state as it is."""
_FIRST_CHOICE = ord("0")
"""The character of the first state that follows; there are at most 79."""


class Weights(NamedTuple):
    """Weights of a state's properties.

    Attributes:
        done: each instruction that is not a mere move.
        free: each without a move, which an address register may need.
        moved: of moves of the carry, as MOVED counts them.
        near, far: a loaded factor of a stream's next term, of a later one.
        chain: a loaded factor of the last quotient digit's next step.
        late: penalty of a product of the quotient that waits while the next is made; None: none waits.
        late_digit: penalty of a product of digits that waits.
        ahead: terms of each stream that are considered for loads.
    """

    done: int = 40
    free: int = 0
    moved: int = 10
    near: int = 20
    far: int = 10
    chain: int = 30
    late: int | None = None
    ahead: int = 2
    late_digit: int | None = None


class State(NamedTuple):
    """State of a schedule.

    Attributes:
        digits, quotients: terms done of each stream.
        column: the lowest column in progress.
        rounded: 1 after its rounding: its digit is stored, its carry is being moved.
        moved: moves of the carry made.
        halving: the column whose first term is still to be halved, or -1.
        chain: steps done of the last quotient digit's: 1 its low word in Y1, 2 multiplied, 3 halved, 4 the quotient
            digit in Y1, 5 multiplied by h.
        late: the index of the quotient's term that waits, or -1.
        late_digit: the index of the digits' term that waits, or -1.
        x0, x1, y1: contents of the registers.
    """

    digits: int
    quotients: int
    column: int
    rounded: int
    moved: int
    halving: int
    chain: int
    late: int
    late_digit: int
    x0: int
    x1: int
    y1: int


class _Found(NamedTuple):
    """A state's history.

    Attributes:
        done: worth of its instructions.
        before: the history before its last step, None at the start.
        choice: the character of its last step.
    """

    done: int
    before: _Found | None
    choice: str


_Move = tuple[str, int, int, str, int]
"""Kind, column, left, register, right."""
_Key = tuple[int, ...]
"""A state as a tuple: most states that are found do not continue."""


class _Operation(NamedTuple):
    """An operation that a state allows, and what state it leads to, its move still open.

    Attributes:
        beside: "any" move; "last" move of the carry only, unless it was made; or the kind of the required move.
    """

    operation: str
    factors: str
    of_column: int
    after: State
    beside: str
    done: int = 1


_Candidate = tuple[int, _Found, str]
"""A history whose last step is still to be made one: see _Found."""


_Follower = tuple[_Operation, _Key, _Move | None]
"""A state that follows, with the operation and the move that lead to it."""


def schedule(order: Order, width: int, weights: Weights) -> str:
    """Return the choices of a kernel, the best that a beam of `width` states finds; twice as wide if it finds none."""
    while True:
        found = _Search(order, weights).run(width)
        if found is not None:
            return _choices(found)
        width *= 2


def _choices(found: _Found) -> str:
    choices = []
    while found.before is not None:
        choices.append(found.choice)
        found = found.before
    return "".join(reversed(choices))


def steps_of(order: Order, weights: Weights, choices: str) -> list[Step]:
    """Return the instructions that choices mean; the weights are those of the search."""
    followers = _Followers(order, weights)
    names = order.names
    state = _start(order)
    steps = []
    for choice in choices:
        if choice == PAUSE:
            steps.append(Step("move", "", 0, None))
            continue
        operation, after, numbers = next(islice(followers.of(state), ord(choice) - _FIRST_CHOICE, None))
        move = None
        if numbers is not None:
            kind, column, left, register, right = numbers
            move = Move(
                kind, column, names[left] if left >= 0 else None, register, names[right] if right >= 0 else None
            )
        steps.append(Step(operation.operation, operation.factors, operation.of_column, move))
        state = State(*after)
    return steps


def _start(order: Order) -> State:
    # A square's first digit is in X0: the instruction before the loop, or the last square, has loaded it.
    x0 = order.lowest if order.square else NOTHING
    return State(0, 0, 0, 0, 0, NOTHING, 0, NOTHING, NOTHING, x0, NOTHING, NOTHING)


def _factors(left: int, right: int, state: State) -> str:
    """Return the registers of two factors if they can be multiplied, else ""."""
    x0, x1, y1 = state.x0, state.x1, state.y1
    for one, other in ((left, right), (right, left)):
        if other == y1:
            if one == x0:
                return "x0,y1"
            if one == x1:
                return "x1,y1"
        if one == x0 and other == x1:
            return "x1,x0"
    return "x0,x0" if left == right == x0 else ""


class _Search:
    def __init__(self, order: Order, weights: Weights) -> None:
        self.order, self.weights = order, weights
        self.followers = _Followers(order, weights)

    def run(self, width: int) -> _Found | None:
        order, weights = self.order, self.weights
        beam = {_start(order): _Found(0, None, "")}
        for _ in range(MAX_STEPS * order.digits**2 + 20):
            following: dict[_Key, _Candidate] = {}
            for state, found in beam.items():
                for number, (operation, after, move) in enumerate(self.followers.of(state)):
                    worth = found.done + weights.done * operation.done + weights.free * (move is None)
                    other = following.get(after)
                    if other is None or other[0] < worth:
                        pauses = move is None and after == state
                        following[after] = (worth, found, PAUSE if pauses else chr(_FIRST_CHOICE + number))
            kept = list(following.items())
            ends = [item for item in kept if item[0][2] == order.last and self._ends(State(*item[0]))]
            if ends:
                return _Found(*max(ends, key=lambda item: item[1][0])[1])
            if len(kept) > width:
                kept = sorted(kept, key=self._worth, reverse=True)[:width]
            beam = {State(*key): _Found(*candidate) for key, candidate in kept}
        return None

    def _ends(self, state: State) -> bool:
        order = self.order
        preloaded = not order.square or order.digits == 2 or state.x0 == order.lowest
        return state.column == order.last and bool(state.rounded) and preloaded

    def _worth(self, item: tuple[_Key, _Candidate]) -> int:
        """Return the value of the work done, then the number of loaded factors of the next."""
        key, candidate = item
        weights = self.weights
        worth = candidate[0] + weights.moved * MOVED[key[4]]
        registers = key[9:]
        if key[7] >= 0:
            worth -= weights.late or 0
        if key[8] >= 0:
            worth -= weights.late_digit or 0
        for terms in self.followers.ahead(key):
            weight = weights.near
            for left, right, _ in terms:
                worth += weight * ((left in registers) + (right in registers))
                weight = weights.far
        if key[2] == self.order.digits - 1:
            chain = key[6]
            needed = self.order.inverse if chain < 2 else self.order.h
            worth += weights.chain * (chain < 5 and needed in registers)
        return worth


class _Followers:
    """The states that follow from a state, by each operation that it permits and each parallel move."""

    def __init__(self, order: Order, weights: Weights) -> None:
        self.order, self.weights = order, weights

    def of(self, state: State) -> Iterator[_Follower]:
        """Yield each of them, always in the same order."""
        for operation in self._operations(state):
            yield from self._moves(state, operation)

    def ahead(self, key: _Key) -> tuple[list[Term], list[Term]]:
        """Return the next terms of each stream; a waiting one is first."""
        digits, quotients = self.order.streams
        place, other, late, late_digit, ahead = key[0], key[1], key[7], key[8], self.weights.ahead
        first, second = digits[place : place + ahead], quotients[other : other + ahead]
        return (
            [digits[late_digit], *first] if late_digit >= 0 else first,
            [quotients[late], *second] if late >= 0 else second,
        )

    def _begun(self, state: State, column: int) -> bool:
        first, second = self.order.first, self.order.second
        # One that waits is not begun with, but the column's next may be.
        begins = first[0][column] if state.late_digit != first[0][column] else second[0][column]
        if state.digits > begins:
            return True
        begins = first[1][column] if state.late != first[1][column] else second[1][column]
        return state.quotients > begins

    def _done(self, state: State) -> bool:
        """Return True if all terms of the lowest column are added up."""
        end, streams = self.order.end, self.order.streams
        column = state.column
        return (
            not state.rounded
            and state.halving != column
            and state.digits >= end[0][column]
            and state.quotients >= end[1][column]
            and (state.late < 0 or streams[1][state.late][2] != column)
            and (state.late_digit < 0 or streams[0][state.late_digit][2] != column)
        )

    def _open(self, state: State, column: int) -> bool:
        """Return True if a term may be added to a column: its accumulator is free of other columns."""
        low, classical = state.column, self.order.digits - 1
        if column > low + 2 or (column == low + 2 and not state.rounded) or column == state.halving:
            return False
        if column == classical + 1:
            # The chain takes the accumulator first.
            return low > classical or (low == classical and state.chain >= 3)
        return True

    def _operations(self, state: State) -> Iterator[_Operation]:
        order, column = self.order, state.column
        yield from self._terms(state)
        done = self._done(state)
        chained = column != order.digits - 1 or state.chain == 5
        if done and chained:
            rounded = state._replace(rounded=1, moved=0)
            yield _Operation("round", "", column, rounded, "digit" if column != order.digits - 1 else "any")
        if (
            state.rounded
            and state.moved == BOTH
            and column < order.last
            and self._begun(state, column + 1)
            and state.halving != column + 1
        ):
            added = state._replace(column=column + 1, rounded=0, moved=0, x0=NOTHING, x1=NOTHING)
            yield _Operation("add", "", column + 1, added, "any")
        if state.halving >= 0:
            yield _Operation("asr", "", state.halving, state._replace(halving=NOTHING), "any")
        if done and not chained:
            yield from self._chain(state)
        if not (column == order.last and state.rounded):
            yield _Operation("move", "", 0, state, "any", 0)

    def _terms(self, state: State) -> Iterator[_Operation]:
        """Yield the next product of each stream, and one that waits, or the next but one."""
        order, done, place, late, late_digit = self.order, state.digits, state.quotients, state.late, state.late_digit
        digits, quotients = order.streams
        if done < len(digits):
            yield from self._term(state, digits[done], state._replace(digits=done + 1))
        if place < len(quotients):
            yield from self._term(state, quotients[place], state._replace(quotients=place + 1))
        if late >= 0:
            yield from self._term(state, quotients[late], state._replace(late=NOTHING))
        elif self.weights.late is not None and place + 1 < len(quotients):
            yield from self._term(state, quotients[place + 1], state._replace(quotients=place + 2, late=place))
        if late_digit >= 0:
            yield from self._term(state, digits[late_digit], state._replace(late_digit=NOTHING))
        elif self.weights.late_digit is not None and done + 1 < len(digits):
            yield from self._term(state, digits[done + 1], state._replace(digits=done + 2, late_digit=done))

    def _term(self, state: State, term: Term, after: State) -> Iterator[_Operation]:
        """Yield a product, if its column is open and its factors are where they can be multiplied."""
        order = self.order
        left, right, column = term
        if not self._open(state, column):
            return
        begun = self._begun(state, column)
        if order.square and column % 2 == 0 and not begun and left != right:
            return
        factors = _factors(left, right, state)
        if not factors:
            return
        if left == right:
            after = after._replace(halving=column)
        beside = "last" if column == state.column + 2 else "any"
        if state.chain == 3 and column == order.digits and state.column == order.digits - 1:
            after, beside = after._replace(chain=4), "quotient"
        yield _Operation("mac" if begun else "mpy", factors, column, after, beside)

    def _chain(self, state: State) -> Iterator[_Operation]:
        """Yield the next step to the last quotient digit."""
        order, chain = self.order, state.chain
        after = state._replace(chain=chain + 1)
        if chain == 0:
            yield _Operation("move", "", 0, after, "low")
        elif chain == 1 and order.inverse in (state.x0, state.x1):
            factors = "x0,y1" if state.x0 == order.inverse else "x1,y1"
            yield _Operation("mpy", factors, order.digits, after, "any")
        elif chain == 2:
            yield _Operation("asr", "", order.digits, after, "any")
        elif chain == 3:
            yield _Operation("move", "", 0, after, "quotient", 0)
        elif chain == 4 and order.h in (state.x0, state.x1) and state.y1 == order.quotient:
            factors = "x0,y1" if state.x0 == order.h else "x1,y1"
            yield _Operation("mac", factors, order.digits - 1, after, "keep")

    def _moves(self, state: State, operation: _Operation) -> Iterator[_Follower]:
        """Yield every state that an operation leads to, by its parallel move."""
        order, after, beside = self.order, operation.after, operation.beside
        if beside == "digit":
            yield (operation, after, ("digit", state.column, -1, "", -1))
        elif beside == "low":
            yield (operation, after._replace(y1=order.low), ("low", order.digits - 1, -1, "", -1))
        elif beside == "quotient":
            yield (operation, after._replace(y1=order.quotient), ("low", order.digits, -1, "", -1))
        else:
            if state.rounded and after.rounded and state.moved != BOTH and state.column < order.last:
                yield from self._carry(state, operation)
            if beside == "last" and state.moved != BOTH:
                return
            kind = "keep" if beside == "keep" else "load"
            yield (operation, after, (kind, 0, -1, "", -1) if beside == "keep" else None)
            yield from self._loads(state, operation, kind)

    def _carry(self, state: State, operation: _Operation) -> Iterator[_Follower]:
        """Yield the carry's moves; not both before the next column is begun, whose terms need the registers."""
        column, after = state.column, operation.after
        if state.moved and not self._begun(state, column + 1):
            return
        *_, halving, chain, late, late_digit, x0, x1, y1 = after
        for bit, kind, registers in (
            (LOW, "carry low", (CARRY_LOW, x1, y1)),
            (HIGH, "carry high", (x0, CARRY_HIGH, y1)),
        ):
            moved = state.moved | bit
            if state.moved & bit or (operation.beside == "last" and moved != BOTH):
                continue
            yield (
                operation,
                (*after[:4], moved, halving, chain, late, late_digit, *registers),
                (kind, column, -1, "", -1),
            )

    def _loads(self, state: State, operation: _Operation, kind: str) -> Iterator[_Follower]:
        order, after = self.order, operation.after
        base, (x0, x1, y1) = after[:9], after[9:]
        lefts, rights = self._wanted(state, after)
        held = after.chain in (1, 4)
        """True if Y1 must keep a value of the chain."""
        if kind == "keep" or held:
            rights = []
        for left in lefts:
            loaded = []
            if x0 != CARRY_LOW:
                loaded.append(("x0", (left, x1)))
            if x1 != CARRY_HIGH:
                loaded.append(("x1", (x0, left)))
            for register, pair in loaded:
                yield (operation, (*base, *pair, y1), (kind, 0, left, register, -1))
                if left != order.inverse:
                    for right in rights:
                        yield (operation, (*base, *pair, right), (kind, 0, left, register, right))
            if order.in_both[left] and not held and kind == "load":
                yield (operation, (*base, x0, x1, left), (kind, 0, left, "y1", -1))
        for right in rights:
            yield (operation, (*base, x0, x1, right), (kind, 0, -1, "", right))

    def _wanted(self, state: State, after: State) -> tuple[list[int], list[int]]:
        """Return factors of the next terms that no register holds, of X and of Y."""
        order = self.order
        registers = after[9:]
        lefts: list[int] = []
        rights: list[int] = []
        for terms in self.ahead(after):
            for left, right, _ in terms:
                for factor in (left, right):
                    wanted = rights if order.in_y[factor] else lefts
                    if factor not in registers and factor not in wanted and self._made(state, factor):
                        wanted.append(factor)
        if after.column == order.digits - 1 and after.chain < 5:
            chain = (order.inverse,) * (after.chain < 2) + (order.h,) * (after.chain > 0)
            lefts += [one for one in chain if one not in registers]
        if order.square and order.digits > 2 and after.column == order.last and after.x0 != order.lowest:
            lefts.append(order.lowest)
        return lefts, rights

    def _made(self, state: State, factor: int) -> bool:
        """Return True if a quotient digit is in memory."""
        column = self.order.made[factor]
        if column == self.order.digits - 1:
            return state.chain == 5
        return column < state.column or (column == state.column and bool(state.rounded))
