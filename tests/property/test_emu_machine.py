"""Properties of the machine as a whole: no code and no state can break it; running is the same however it is cut up."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.emu import Dsp56001, EmulatorError
from dsp56k.testing.strategies import accumulators, words

addresses = st.integers(0, 0xFFFF)
registers = st.fixed_dictionaries(
    {
        "sr": st.integers(0, 0xFFFF),
        "omr": st.integers(0, 0xFF),
        "sp": st.integers(0, 0x3F),
        "la": addresses,
        "lc": addresses,
        "pc": addresses,
        "a": accumulators(),
        "b": accumulators(),
        "r0": addresses,
        "n0": addresses,
        "m0": addresses,
    }
)


def machine(code: list[int], state: dict[str, int], bcr: int = 0) -> Dsp56001:
    dsp = Dsp56001()
    for name, value in state.items():
        dsp.regs[name] = value
    dsp.x[0xFFFE] = bcr
    for offset, word in enumerate(code):
        dsp.p[(state["pc"] + offset) & 0xFFFF] = word
    return dsp


def outcome(dsp: Dsp56001) -> tuple[object, ...]:
    memory = dsp.x[:0x200], dsp.y[:0x200], dsp.p[:0x200]
    return dsp.regs.as_dict(), list(dsp.stack), dsp.clocks, dsp.instructions, *memory


@settings(max_examples=300)
@given(st.lists(words(), min_size=1, max_size=12), registers, st.integers(0, 0xFFFF))
def test_any_code_from_any_state_runs_or_is_refused(code: list[int], state: dict[str, int], bcr: int) -> None:
    dsp = machine(code, state, bcr)
    before = dsp.clocks
    try:
        for _ in range(20):
            dsp.step()
        dsp.run(max_clocks=2000)
    except EmulatorError:
        return
    assert dsp.clocks > before


@settings(max_examples=100)
@given(st.lists(words(), min_size=1, max_size=12), registers, st.integers(1, 60))
def test_steps_and_a_run_agree(code: list[int], state: dict[str, int], count: int) -> None:
    stepped, run = machine(code, state), machine(code, state)
    try:
        for _ in range(count):
            stepped.step()
        while run.instructions < stepped.instructions:
            run.run(max_instructions=stepped.instructions - run.instructions)
            if run.clocks > stepped.clocks:
                break
    except EmulatorError:
        return
    if stepped.instructions == count:
        assert outcome(run) == outcome(stepped)


@settings(max_examples=100)
@given(st.lists(words(), min_size=1, max_size=12), registers, st.integers(0, 30))
def test_a_snapshot_changes_nothing(code: list[int], state: dict[str, int], count: int) -> None:
    dsp, other = machine(code, state), Dsp56001(mode=3)
    try:
        for _ in range(count):
            dsp.step()
        other.restore(dsp.snapshot())
        assert outcome(other) == outcome(dsp)
        for _ in range(10):
            dsp.step()
            other.step()
    except EmulatorError:
        return
    assert outcome(other) == outcome(dsp)


@given(st.integers(1, 10**9), st.integers(1, 10**6), st.integers(0, 10**15))
def test_clock_conversion_is_one_rule_both_ways(numerator: int, denominator: int, count: int) -> None:
    from fractions import Fraction

    from dsp56k.emu import Clock

    clock = Clock(Fraction(numerator, denominator))
    start = clock.time_of(count)
    assert start <= Fraction(count * 10**12) / clock.hertz < start + 1
    if clock.hertz <= 10**12:
        assert clock.count_at(start) == count
