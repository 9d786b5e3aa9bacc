"""`dsp.host.send` and `receive`: words instead of registers."""

from typing import Any

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import ConfigurationError, Dsp56001, HostPortError

# Each word of the host comes back doubled; polled, HRDF and HTDE (UM 10-13).
DOUBLED = assemble("""
        org     p:0
        movep   #1,x:<<$FFE0
again   jclr    #0,x:<<$FFE9,*
        movep   x:<<$FFEB,a
        lsl     a
        jclr    #1,x:<<$FFE9,*
        movep   a1,x:<<$FFEB
        jmp     again
""")


def doubling() -> Dsp56001:
    dsp = Dsp56001()
    dsp.load(DOUBLED)
    dsp.x[0xFFFE] = 0
    return dsp


def test_words_go_to_the_dsp_and_come_back() -> None:
    dsp = doubling()
    dsp.host.send(range(1, 7))
    waiting = dsp.host.to_send  # port B is not the host interface yet
    dsp.run(max_clocks=400)
    assert (len(waiting), dsp.host.to_send) == (6, ())
    assert dsp.host.receive(2) == [2, 4]
    assert dsp.host.receive() == [6, 8, 10, 12]
    assert dsp.host.receive() == []
    dsp.host.send([0x400000])
    dsp.run(max_clocks=400)
    assert dsp.host.receive(1) == [0x800000]


def test_too_few_words_stay_for_the_next_call() -> None:
    dsp = doubling()
    dsp.host.send([5])
    dsp.run(max_clocks=400)
    with pytest.raises(HostPortError, match="the DSP has sent 1 of 2 words") as caught:
        dsp.host.receive(2)
    assert caught.value.fields == {"sent": 1, "wanted": 2}
    assert dsp.host.receive() == [10]


@pytest.mark.parametrize("words", [[1, 1 << 24], [-1], [1, "2"], 3])
def test_what_is_no_word_is_refused_and_nothing_sent(words: Any) -> None:
    dsp = doubling()
    with pytest.raises(ConfigurationError, match="word"):
        dsp.host.send(words)
    with pytest.raises(ConfigurationError, match="count must be at least 0"):
        dsp.host.receive(-1)
    assert dsp.host.to_send == ()


def test_a_host_that_comes_late_finds_what_waited_for_it() -> None:
    dsp = doubling()
    dsp.run(max_clocks=100)
    for offset, byte in ((5, 0), (6, 0), (7, 21)):
        dsp.host.write(offset, byte)
    dsp.run(max_clocks=100)
    assert dsp.host.receive() == [42]
