"""Any sequence of steps through a run, forward and backward, visits only states of the run itself."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsp56k.debug import DebugError, Debugger, Kind, Place

STEPS = 150
INPUTS = st.dictionaries(
    st.integers(0, STEPS - 1),
    st.sampled_from(
        [
            ("line", "irqa", True),
            ("line", "irqa", False),
            ("line", "irqb", True),
            ("line", "irqb", False),
            ("register", "r2", 5),
            ("memory", "X", 0x30, 1, 2),
            ("host_write", 7, 0x55),
        ]
    ),
    max_size=20,
)
POINTS = st.one_of(
    st.builds(Place, st.just(Kind.ADDRESS), st.sampled_from([(0x53,), (0x4F,), (0x55,), (0x4C,)])),
    st.builds(
        Place, st.just(Kind.WATCH), st.just((0x20, 0x20)), st.just("X"), st.just(False), st.just(True), st.booleans()
    ),
    st.builds(Place, st.just(Kind.INTERRUPT), st.sampled_from([(), (8,), (10,)])),
)
MOVES = st.sampled_from(["step", "over", "out", "line", "run", "back", "back_over", "reverse"])
GOES = st.lists(st.one_of(MOVES, MOVES, POINTS, st.integers(0, STEPS)), max_size=20)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(inputs=INPUTS, goes=GOES)
def test_every_way_leads_through_the_states_of_the_run(
    program: Path, inputs: dict[int, tuple[str | int, ...]], goes: list[str | Place | int]
) -> None:
    plain = Debugger.open(program)
    states = {}
    for step in range(STEPS):
        if step in inputs:
            name, *arguments = inputs[step]
            plain.change(str(name), *arguments)
        states[plain.position] = plain.dsp.snapshot()
        plain.step()
    positions = list(states)
    session = Debugger.open(program, recording=plain.recording())
    session.limit = 10_000
    for go in goes:
        before = session.position
        match go:
            case Place():
                session.points.add(go, condition="r2 != 3")
                continue
            case int():
                session.seek(positions[min(go, STEPS - 1)])
            case _:
                try:
                    event = getattr(session, go)()
                except DebugError:
                    # Nothing is there to go out of.
                    continue
                assert event.position == session.position
        if go in ("back", "back_over", "reverse"):
            assert session.position < before or before == 0
        if session.position > positions[-1]:
            session.seek(positions[-1])
        assert session.dsp.snapshot() == states[session.position]
