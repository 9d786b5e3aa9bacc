"""Bounds of `dsp56k bench-lib`, executed: the chain or the kernels of an algorithm, without loops and calls."""

import random

from dsp56k.lib import Routine
from dsp56k.lib.benchmarks import ROWS
from dsp56k.lib.digits import to_digits
from dsp56k.lib.library_runner import Machine
from dsp56k.lib.tables import md2_table

BENCHMARKS = {row.routine: row for row in ROWS}
RETURN = 4
"""Clocks of RTS."""
RSA_BATCHES, RSA_SQUARES, RSA_PRODUCTS = 126, 4, 161
"""Runs of squares of a private operation with primes of 256 bits, squares in each, and products
(dsp56k.lib.number_algorithms)."""
RSA_KERNELS = 351_400
"""Clocks of the kernels for them."""
ROUNDS, STATE = 18, 48


def md2_chain() -> str:
    """Return the source of the rounds of MD2, in which each instruction waits for the one before or fills its slot."""
    step = ["move x:(r0),x0 y:(r4),a", "eor x0,a", "move a1,r0", "move a1,y:(r4)+"]
    last = ["move x:(r0),x0 y:(r4),a", "eor x0,a b1,n0", "move a1,r0", "move a1,y:(r4)+", "add y0,b (r0)+n0"]
    lines: list[str] = []
    for number in range(ROUNDS):
        lines += [*step * (STATE - 1), *(last if number < ROUNDS - 1 else step)]
    table = "\n".join(f"        dc {value}" for value in md2_table())
    code = "\n".join(f"        {line}" for line in lines)
    return f"""
        org     x:0
{table}
        org     y:$80
state   ds      {STATE}
        org     p:$200
chain
{code}
        rts
"""


def test_the_chain_of_md2() -> None:
    """The bound is the clocks of a program that makes the new state of three thirds, without loops."""
    state = list(random.Random(2).randbytes(STATE))
    chain = Routine.from_source(
        md2_chain(),
        "chain",
        inputs={"state": "y:state[48]"},
        outputs={"state": "y:state[48]"},
        fixed={"r0": 0, "r4": "state", "m0": 255, "m4": STATE - 1, "y0": 1, "b": 0},
    )
    called, t, new = chain(state=state), 0, list(state)
    for number in range(ROUNDS):
        for place in range(STATE):
            t = new[place] = new[place] ^ md2_table()[t]
        t = (t + number) & 255
    assert list(called.value) == new
    assert called.clocks - RETURN == BENCHMARKS["MD2"].bound


def test_the_kernels_of_rsa_with_crt() -> None:
    """The squares and products of both primes by the library's kernels, without calls, windows and recombination."""
    digits = 11
    n = (1 << 256) - 189
    machine = Machine()
    w = pow(1 << 25, -1, n)
    machine.put("x", "mp_xv", to_digits(3, digits))
    machine.put("y", "mp_yt", to_digits(5, digits))
    machine.put("x", "mp_xm", to_digits(w - n if w > n // 2 else w, digits))
    machine.put("x", "mp_xh", to_digits((1 - n) // 2, digits))
    machine.set(len=digits, pinv=pow(n, -1, 1 << 24), half=1 << 11, cnt=RSA_SQUARES)
    for _ in range(RSA_BATCHES):
        machine.call("fast_squares_11")
    for _ in range(RSA_PRODUCTS):
        machine.call("fast_product_11")
    assert machine.clocks == RSA_KERNELS
    whole = BENCHMARKS["RSA-512 with CRT"]
    measured = whole.call(1).clocks
    # The rest, 2.1 %: calls, windows, operands, recombination
    assert measured - RSA_KERNELS == 7_618
    assert whole.bound is not None
    assert whole.bound < RSA_KERNELS
