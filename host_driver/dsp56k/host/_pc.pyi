"""The private extension module; its users are `dsp56k.host.clocks.counters` and `dsp56k.host.bus_cycles`."""

from collections.abc import Callable
from typing import final

@final
class EdgeCounter:
    def __new__(
        cls,
        follow: Callable[[int, int, int], tuple[int, int, bool]],
        on_limit: Callable[[], None],
        on_failure: Callable[[BaseException], None],
    ) -> EdgeCounter: ...
    clocks: int
    limit: int
    node: int
    def callback(self) -> tuple[int, int]: ...
    def multiplication(
        self,
        address: int,
        operand: tuple[int, int, tuple[int, int, int, int] | None],
        bits: int,
        signed: bool,
        corrections: list[int],
        unicorn: tuple[int, int, int, int],
    ) -> tuple[int, int]: ...
    def alignment(self, cycle: int, width: int, unicorn: tuple[int, int, int, int]) -> tuple[int, int]: ...
    def cache(self, miss: int, unicorn: tuple[int, int, int, int]) -> tuple[int, int, int]: ...
    def misses(self) -> tuple[int, int]: ...
    def wait(self, address: int, clocks: int) -> None: ...
    def taken(self) -> list[tuple[int, int, int, int, int, int]]: ...
    def waits(self) -> dict[int, int]: ...

@final
class BusClock:
    def __new__(cls, per_cpu: tuple[int, int], picoseconds: tuple[int, int]) -> BusClock: ...
    def cycle(self, start: int, clocks: int, recovery: int) -> tuple[int, int]: ...

@final
class BusCycles:
    def __new__(
        cls,
        counter: EdgeCounter,
        clock: BusClock,
        owner: object,
        unicorn: tuple[int, int, int, int],
        charged: tuple[int, int],
    ) -> BusCycles: ...
    def callbacks(self) -> tuple[int, int, int, int, int]: ...
    def forget(self) -> None: ...
    def finish(self) -> None: ...
