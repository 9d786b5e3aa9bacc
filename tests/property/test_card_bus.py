"""The card's ports in native code, against those in Python: any accesses at any times, with and without faults."""

from hypothesis import given
from hypothesis import strategies as st

from dsp56k.asm import assemble
from dsp56k.card import Card
from dsp56k.card.faults import ChangedOscillator, Fault, LostStrobe, PcReset, StuckLine
from dsp56k.card.registers import PORTS
from shared.card_pc import MODE3, RUN, Pc

# It sends back each word, and reads unmapped memory for each: the port is busy, and the journal has records.
ECHO = assemble(
    """
        org     p:$0
        movep   #1,x:<<$FFE0
loop    jclr    #0,x:<<$FFE9,loop
        movep   x:<<$FFEB,x0
        move    y:$9000,y0
sent    jclr    #1,x:<<$FFE9,sent
        movep   x0,x:<<$FFEB
        jmp     loop
        end
"""
).words.values()
NANOSECOND = 1_000
FAULTS: tuple[tuple[Fault, ...], ...] = (
    (),
    (StuckLine("host.data", bit=1, level=1, way="read"),),
    (LostStrobe("host.write", nth=3, count=1),),
    (ChangedOscillator(19_000_000, at=150 * 1_000_000),),
    (PcReset(at=200 * 1_000_000),),
)
OFFSETS = st.sampled_from([PORTS["ISR"], PORTS["RXL"], PORTS["STATUS"], PORTS["ICR"]]) | st.integers(0, 15)
VALUES = st.sampled_from([MODE3 | RUN, MODE3]) | st.integers(0, 0xFF)
ACCESSES = st.lists(
    st.tuples(st.integers(0, 20_000), OFFSETS, st.none() | VALUES, st.integers(1, 8)), min_size=1, max_size=40
)


def started(faults: tuple[Fault, ...]) -> Pc:
    pc = Pc(Card())
    pc.store(0, 0, ECHO)
    pc.control(RUN)
    pc.card.faults.add(*faults)
    return pc


@given(st.sampled_from(FAULTS), ACCESSES)
def test_any_accesses_have_the_results_of_the_ports_in_python(
    faults: tuple[Fault, ...], accesses: list[tuple[int, int, int | None, int]]
) -> None:
    native, python = started(faults), started(faults)
    now = native.now
    for pause, offset, value, times in accesses:
        for _ in range(times):
            now += pause * NANOSECOND
            python.card.bus.plan(0)  # an event is due: only Python can serve the access
            if value is None:
                assert native.card.bus.read(offset, now) == python.card.port_read(offset, now)
            else:
                native.card.bus.write(offset, value, now)
                python.card.port_write(offset, value, now)
    assert native.card.events == python.card.events
    assert native.card.dsp.snapshot() == python.card.dsp.snapshot()
    assert (native.card.bus.now, native.card.bus.clocks_at_reset) == (
        python.card.bus.now,
        python.card.bus.clocks_at_reset,
    )
