"""Queueing simulation of a PC with cards under load, with measured service times.

Requests arrive in an open system (Poisson process), or clients issue them and wait for each response (closed system). A
request has a size of a distribution. Requests that form a batch become one call of their total size. A policy assigns
the call to the PC's software or to a card.

The PC is one processor that executes its tasks in the order of their arrival: calls of the software, and the transfers
of calls on a card. A card executes one call at a time. It begins with the transfer, which occupies the PC as well, and
then computes. The measured driver moves data before and after the computation; here all of it comes first. While the
card computes, the PC executes other tasks, or, with `polling`, waits for the card as the measured driver does. The
switch takes the time that a driver by interrupts takes for it, and no time if the measured driver polls.

Times are integer nanoseconds, to which measurements are rounded, so that sums are exact. The service time of a size
does not vary: one client has a closed form, and a queue at one server is M/D/1.
"""

from __future__ import annotations

import heapq
import math
import operator
import random
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Literal, SupportsFloat, SupportsIndex, get_args

from dsp56k.study.errors import StudyError
from dsp56k.study.schema import MAX_DATA, MAX_SIZES
from dsp56k.system.suggestions import did_you_mean
from dsp56k.system.text import described

Policy = Literal["card", "pc", "faster", "shortest-queue"]
POLICIES: tuple[Policy, ...] = get_args(Policy)

MIN_REQUESTS = 100
MAX_REQUESTS = 10_000_000
"""Each request takes some 200 bytes."""
WARM_UP = 0.1
"""The fraction of requests before the observed ones; the system is empty at first."""
GROUPS = 20
"""Groups of consecutive requests, whose means give the interval of the mean (method of batch means)."""
PERCENTILES = (50, 95, 99)
_COVERAGE = 2.093
"""Student's t of 95 % with GROUPS - 1 degrees of freedom."""
_MAX_CORRELATION = 0.4
"""Maximum correlation of neighbouring groups. That of independent ones is larger with a probability of 2 %."""
_NS_PER_US = 1000
_NS_PER_SECOND = 10**9
_MIN_US, _MAX_US = 1e-3, 1e12
"""Times are counted in nanoseconds. The maximum is any value far above the time of a call."""
_INTEGERS = (
    ("requests", MIN_REQUESTS, MAX_REQUESTS),
    ("seed", 0, (1 << 63) - 1),
    ("clients", 1, 1000),
    ("cards", 1, 64),
    ("batch", 1, 1000),
)
"""Integers of a load with their ranges; _NUMBERS has the other numbers."""
_NUMBERS = (("rate", 1e-6, 1e6), ("think_us", 0, _MAX_US), ("timeout_us", 0, _MAX_US))


@dataclass(frozen=True)
class Service:
    """Measured times of one call in microseconds.

    Attributes:
        software: time of the PC's software.
        transfer: time of the call on a card in which the PC does not poll.
        computation: time of that call in which it polls.

    Raises:
        StudyError: a time is not a number, or out of range.
    """

    software: float
    transfer: float
    computation: float

    def __post_init__(self) -> None:
        for name, low in (("software", _MIN_US), ("transfer", _MIN_US), ("computation", 0)):
            object.__setattr__(self, name, _require_number(name, getattr(self, name), low, _MAX_US))

    @property
    def card(self) -> float:
        """The time of the whole call on a card."""
        return self.transfer + self.computation


@dataclass(frozen=True)
class Load:
    """The load that is simulated: requests, and their assignment to PC and cards.

    Attributes:
        sizes: weights of the sizes of requests.
        policy: the assignment of calls: all to a card, all to the PC, to the one with the smaller service time, or to
            the one with fewer calls (the faster one if equal).
        requests: number of requests; the first WARM_UP of them are not observed.
        rate: requests per second of an open system.
        clients: number of clients of a closed system.
        think_us: mean of the exponential time between a response and the client's next request.
        batch: number of requests that become one call.
        timeout_us: time after which an incomplete batch becomes a call.
        polling: True if a call on a card occupies the PC until it has finished.

    Raises:
        StudyError: a value has the wrong type or is out of range, or two of them exclude each other.
    """

    sizes: Mapping[int, float]
    policy: Policy = "shortest-queue"
    requests: int = 100_000
    seed: int = 1990
    rate: float | None = None
    clients: int | None = None
    think_us: float = 0.0
    cards: int = 1
    batch: int = 1
    timeout_us: float | None = None
    polling: bool = False

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            hint = did_you_mean(self.policy, POLICIES)
            raise StudyError(f"policy must be one of {', '.join(POLICIES)}, got {self.policy!r}{hint}", key="policy")
        if (self.rate is None) == (self.clients is None):
            got = "both" if self.rate is not None else "neither"
            raise StudyError(f"a load must have either rate or clients, got {got}", key="rate")
        if not isinstance(self.polling, bool):
            raise StudyError(f"polling must be True or False, got {described(self.polling)}", key="polling")
        object.__setattr__(self, "sizes", _require_sizes(self.sizes))
        for name, lowest, highest in _INTEGERS:
            if name != "clients" or self.clients is not None:
                object.__setattr__(self, name, _require_int(name, getattr(self, name), lowest, highest))
        for name, low, high in _NUMBERS:
            if name == "think_us" or getattr(self, name) is not None:
                object.__setattr__(self, name, _require_number(name, getattr(self, name), low, high))
        if self.rate is not None and self.think_us:
            raise StudyError(f"think_us must be 0 in an open system, got {self.think_us:g}", key="think_us")
        if self.clients is not None:
            if self.clients >= self.requests:
                most = f"less than the number of requests, {self.requests:,}"
                raise StudyError(f"clients must be {most}, got {self.clients:,}", key="clients")
            if self.timeout_us is None and self.batch > self.clients:
                most = f"at most the number of clients, {self.clients},"
                raise StudyError(f"batch must be {most} without a time-out, got {self.batch}", key="batch")

    def totals(self) -> tuple[int, ...]:
        """Return the total sizes of all possible batches in ascending order.

        Raises:
            StudyError: there are more than MAX_SIZES, of which each has to be measured.
        """
        found: set[int] = set()
        last = {0}
        for _ in range(self.batch):
            last = {total + size for total in last for size in self.sizes}
            found |= last
            if len(found) > MAX_SIZES:
                most = f"at most {MAX_SIZES} total sizes"
                raise StudyError(f"batches must have {most}, got more: use fewer sizes or a smaller batch", key="batch")
        return tuple(sorted(found))


@dataclass(frozen=True)
class LoadResult:
    """Results of the observed part of a simulation; times are in microseconds.

    Attributes:
        throughput: responses per second.
        response: mean time from a request to its response.
        response_interval: half of the 95 % interval of that mean; None if the means of consecutive groups are alike, so
            that the requests are too few to determine it.
        wait: mean response time without the service time of the call.
        wait_interval: the same of this mean.
        percentiles: response times by percentile (nearest rank).
        pc, cards: fractions of the time in which the PC, and each card, is occupied.
        calls_on_pc, calls_on_cards: number of calls of the whole simulation.
        backlog: requests without a response when the last one is issued.
    """

    throughput: float
    response: float
    response_interval: float | None
    wait: float
    wait_interval: float | None
    percentiles: Mapping[int, float]
    pc: float
    cards: tuple[float, ...]
    calls_on_pc: int
    calls_on_cards: int
    backlog: int


@dataclass(frozen=True)
class LoadRanges:
    """Minimum and maximum of results over the corners of a study; the attributes are those of LoadResult."""

    throughput: tuple[float, float]
    response: tuple[float, float]
    wait: tuple[float, float]
    percentiles: Mapping[int, tuple[float, float]]
    pc: tuple[float, float]
    cards: tuple[tuple[float, float], ...]


def ranges_of(results: Sequence[LoadResult]) -> LoadRanges:
    """Return the ranges of the results of one load with the service times of several corners."""

    def ends(values: Iterable[float]) -> tuple[float, float]:
        found = list(values)
        return min(found), max(found)

    first = results[0]
    return LoadRanges(
        ends(one.throughput for one in results),
        ends(one.response for one in results),
        ends(one.wait for one in results),
        {part: ends(one.percentiles[part] for one in results) for part in first.percentiles},
        ends(one.pc for one in results),
        tuple(ends(one.cards[card] for one in results) for card in range(len(first.cards))),
    )


def _require_int(name: str, value: object, low: int, high: int) -> int:
    """Return an integer of any type as an int; StudyError if it is another value, a bool, or out of range."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise StudyError(f"{name} must be an integer, got {described(value)}", key=name)
    number = operator.index(value)
    if not low <= number <= high:
        raise StudyError(f"{name} must be {low:,} to {high:,}, got {described(number)}", key=name)
    return number


def _require_number(name: str, value: object, low: float, high: float) -> float:
    """Return a number of any type as a float; StudyError if it is another value, a bool, or out of range."""
    if isinstance(value, bool) or not isinstance(value, SupportsFloat):
        raise StudyError(f"{name} must be a number, got {described(value)}", key=name)
    try:
        number = float(value)
    except (OverflowError, TypeError, ValueError):
        # An integer of hundreds of digits, or an array.
        number = math.nan
    if not low <= number <= high:
        raise StudyError(f"{name} must be {low:,g} to {high:,g}, got {described(value)}", key=name)
    return number


def _require_sizes(sizes: object) -> dict[int, float]:
    """Return the weights by size; StudyError if there are none, or one is invalid."""
    if not isinstance(sizes, Mapping):
        raise StudyError(f"sizes must be a mapping from sizes to weights, got {described(sizes)}", key="sizes")
    if not sizes:
        raise StudyError("sizes must have at least one size, got none", key="sizes")
    return {
        (number := _require_int("a size", size, 0, MAX_DATA)): _require_number(
            f"weight of size {number}", weight, 1e-9, 1e9
        )
        for size, weight in sizes.items()
    }


def _require_service(services: Mapping[int, object], size: int) -> None:
    """Check that the services have a total size; StudyError if they lack it."""
    if size not in services:
        raise StudyError(f"services must have the total size {size}, got none", key="services")


def simulate(load: Load, services: Mapping[int, Service]) -> LoadResult:
    """Return the results of a load, the same ones for the same arguments.

    Args:
        load: what is simulated.
        services: service times of all total sizes of batches.

    Raises:
        StudyError: the services lack a total size.
    """
    return _Simulation(load, services).run()


def closed_form(load: Load, services: Mapping[int, Service]) -> dict[str, float]:
    """Return the values of LoadResult that queueing theory has for a load, by name; empty for most loads.

    They are `wait` of M/D/1, rho S / (2 (1 - rho)), for one size that one server executes in an open system, and
    `throughput` of one client, 1 / (Z + S).

    Raises:
        StudyError: the services lack a size.
    """
    if load.batch > 1:
        return {}
    for size in load.sizes:
        _require_service(services, size)
    on_card = {"card": True, "pc": False}.get(load.policy)
    times = {
        size: service.card if (service.card <= service.software if on_card is None else on_card) else service.software
        for size, service in services.items()
    }
    if load.clients == 1:
        mean = math.fsum(times[size] * weight for size, weight in load.sizes.items()) / math.fsum(load.sizes.values())
        return {"throughput": 1e6 / (load.think_us + mean)}
    if load.rate is None or len(load.sizes) > 1 or load.policy == "shortest-queue":
        return {}
    (size,) = load.sizes
    is_one_server = load.cards == 1 or times[size] != services[size].card or load.polling
    utilisation = load.rate * times[size] / 1e6
    return {"wait": utilisation * times[size] / (2 * (1 - utilisation))} if is_one_server and utilisation < 1 else {}


@dataclass(slots=True)
class _Call:
    """A batch on its way through the system; `duration` is the time for which it occupies the PC."""

    requests: list[tuple[int, int]]
    software: int
    transfer: int
    computation: int
    card: _Server | None = None
    duration: int = 0


@dataclass(slots=True)
class _Server:
    """The PC's processor, or a card."""

    queue: deque[_Call] = field(default_factory=deque)
    is_busy: bool = False
    calls: int = 0
    assigned: int = 0
    busy: int = 0


class _Simulation:
    """A discrete-event simulation."""

    def __init__(self, load: Load, services: Mapping[int, Service]) -> None:
        self._load = load
        self._services = {
            size: (_ns(one.software), _ns(one.transfer), _ns(one.computation)) for size, one in services.items()
        }
        self._timeout = None if load.timeout_us is None else _ns(load.timeout_us)
        self._random = random.Random(f"{load.seed}: load")
        self._sizes = list(load.sizes)
        self._weights = list(accumulate(load.sizes.values()))
        self._events: list[tuple[int, int, Callable[..., None], tuple[object, ...]]] = []
        self._order = 0
        self._now = 0
        self._pc = _Server()
        self._cards = [_Server() for _ in range(load.cards)]
        self._software_calls = 0
        self._pending: list[tuple[int, int]] = []
        self._pending_size = 0
        self._batches = 0
        self._issued = 0
        self._done = 0
        self._first = int(load.requests * WARM_UP)
        self._begin: float = math.inf
        self._end: float = math.inf
        self._observed = 0
        self._backlog = 0
        self._responses = [0] * load.requests
        self._waits = [0] * load.requests

    def run(self) -> LoadResult:
        """Simulate until every request has its response."""
        for _ in range(self._load.clients or 1):
            self._issue_later()
        while self._events:
            self._now, _, action, arguments = heapq.heappop(self._events)
            action(*arguments)
        return self._result()

    def _later(self, delay: int, action: Callable[..., None], *arguments: object) -> None:
        self._order += 1
        heapq.heappush(self._events, (self._now + delay, self._order, action, arguments))

    # Requests

    def _issue_later(self) -> None:
        load = self._load
        mean = load.think_us * _NS_PER_US if load.rate is None else _NS_PER_SECOND / load.rate
        self._later(round(self._random.expovariate(1 / mean)) if mean else 0, self._issue)

    def _issue(self) -> None:
        load = self._load
        if self._issued == load.requests:
            return
        if self._issued == self._first:
            self._begin = self._now
        self._pending.append((self._issued, self._now))
        self._pending_size += self._size()
        self._issued += 1
        if self._issued == load.requests:
            self._end = self._now
            self._backlog = load.requests - self._done
        if len(self._pending) == load.batch or (self._issued == load.requests and self._timeout is None):
            self._dispatch()
        elif len(self._pending) == 1 and self._timeout is not None:
            self._later(self._timeout, self._time_out, self._batches)
        if load.rate is not None:
            self._issue_later()

    def _size(self) -> int:
        if len(self._sizes) == 1:
            return self._sizes[0]
        chosen = bisect_right(self._weights, self._random.random() * self._weights[-1])
        return self._sizes[min(chosen, len(self._sizes) - 1)]

    def _time_out(self, batch: int) -> None:
        if batch == self._batches:
            self._dispatch()

    # Calls

    def _dispatch(self) -> None:
        """Assign the pending batch to the PC or a card."""
        _require_service(self._services, self._pending_size)
        call = _Call(self._pending, *self._services[self._pending_size])
        self._pending, self._pending_size = [], 0
        self._batches += 1
        card = min(self._cards, key=lambda one: one.calls)
        if self._is_for_card(call, card):
            call.card = card
            card.calls += 1
            card.assigned += 1
            card.queue.append(call)
            self._start_card(card)
        else:
            self._software_calls += 1
            self._pc.assigned += 1
            call.duration = call.software
            self._request_pc(call)

    def _is_for_card(self, call: _Call, card: _Server) -> bool:
        policy = self._load.policy
        if policy == "shortest-queue" and card.calls != self._software_calls:
            return card.calls < self._software_calls
        return policy == "card" or (policy != "pc" and call.transfer + call.computation <= call.software)

    def _start_card(self, card: _Server) -> None:
        if card.is_busy or not card.queue:
            return
        card.is_busy = True
        call = card.queue.popleft()
        call.duration = call.transfer + (call.computation if self._load.polling else 0)
        self._request_pc(call)

    def _request_pc(self, call: _Call) -> None:
        self._pc.queue.append(call)
        self._start_pc()

    def _start_pc(self) -> None:
        if self._pc.is_busy or not self._pc.queue:
            return
        self._pc.is_busy = True
        call = self._pc.queue.popleft()
        self._later(call.duration, self._leave_pc, call)

    def _leave_pc(self, call: _Call) -> None:
        self._pc.is_busy = False
        self._count(self._pc, call.duration)
        if call.card is None:
            self._software_calls -= 1
            self._complete(call, call.software)
        elif self._load.polling:
            self._leave_card(call)
        else:
            self._later(call.computation, self._leave_card, call)
        self._start_pc()

    def _leave_card(self, call: _Call) -> None:
        card = call.card
        assert card is not None
        card.is_busy = False
        card.calls -= 1
        self._count(card, call.transfer + call.computation)
        self._complete(call, call.transfer + call.computation)
        self._start_card(card)

    def _complete(self, call: _Call, service: int) -> None:
        for number, issued in call.requests:
            self._responses[number] = self._now - issued
            self._waits[number] = self._now - issued - service
        self._done += len(call.requests)
        if self._begin < self._now <= self._end:
            self._observed += len(call.requests)
        if self._load.clients is not None:
            for _ in call.requests:
                self._issue_later()

    # Results

    def _count(self, server: _Server, duration: int) -> None:
        """Add the part of an occupation that ends now and is observed."""
        end, begin = min(self._now, self._end), max(self._now - duration, self._begin)
        if begin < end:
            server.busy += int(end - begin)

    def _result(self) -> LoadResult:
        observed = self._end - self._begin
        responses, waits = self._responses[self._first :], self._waits[self._first :]
        response, response_interval = _mean_us(responses)
        wait, wait_interval = _mean_us(waits)
        responses.sort()
        ranks = {part: -(-part * len(responses) // 100) for part in PERCENTILES}
        return LoadResult(
            throughput=_NS_PER_SECOND * self._observed / observed,
            response=response,
            response_interval=response_interval,
            wait=wait,
            wait_interval=wait_interval,
            percentiles={part: responses[rank - 1] / _NS_PER_US for part, rank in ranks.items()},
            pc=self._pc.busy / observed,
            cards=tuple(card.busy / observed for card in self._cards),
            calls_on_pc=self._pc.assigned,
            calls_on_cards=sum(card.assigned for card in self._cards),
            backlog=self._backlog,
        )


def _ns(microseconds: float) -> int:
    return round(_NS_PER_US * microseconds)


def _mean_us(values: Sequence[int]) -> tuple[float, float | None]:
    """Return the mean of times in their order, and half of its 95 % interval by the means of GROUPS groups.

    The interval presumes that the means do not depend on each other. It is None if their correlation shows that they
    do: then a queue takes longer than a group to forget its length, or grows without end.
    """
    length = len(values) // GROUPS
    means = [sum(values[place * length : (place + 1) * length]) / length / _NS_PER_US for place in range(GROUPS)]
    middle = math.fsum(means) / GROUPS
    squares = math.fsum((one - middle) ** 2 for one in means)
    products = math.fsum((one - middle) * (other - middle) for one, other in pairwise(means))
    mean = sum(values) / len(values) / _NS_PER_US
    if products > _MAX_CORRELATION * squares:
        return mean, None
    return mean, _COVERAGE * math.sqrt(squares / (GROUPS - 1) / GROUPS)
