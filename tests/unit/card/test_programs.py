"""End to end without an x86: a PC downloads an assembled DSP program, which talks to the chips and the host port."""

import random
from typing import Any

import pytest
from Crypto.Cipher import DES

from dsp56k.asm import assemble
from dsp56k.card import Card
from dsp56k.card.chips.wd20c03 import STATUS
from dsp56k.card.faults import BusyDesChip, StuckLine
from shared.card_pc import BANK, BR, RUN, WEN, Pc
from shared.noise_health import fips_140_1

HF3 = 0x10
PROLOGUE = """
        org     p:$0
        jmp     start
        org     p:$40
start   movep   #$0002,x:$fffe          ; BCR: two wait states in the I/O page for the DES chip's access time
        movep   #1,x:$ffe0              ; PBC: host interface on
        bset    #4,x:$ffe8              ; HF3: ready. A word sent before the interface is on would be lost
"""

DES_SERVER = """
        jclr    #0,x:$ffe9,*            ; the first word is the command
        movep   x:$ffeb,x0
        movep   x0,y:$ffc1
        do      #16,loaded              ; key and IV
        jclr    #0,x:$ffe9,*
        movep   x:$ffeb,x0
        movep   x0,y:$ffc0
        nop
loaded
block   do      #8,entered
        jclr    #0,x:$ffe9,*
        movep   x:$ffeb,x0
        movep   x0,y:$ffc0
        nop
entered
        jclr    #2,y:$ffc1,*            ; DOR
        do      #8,sent
        movep   y:$ffc0,x0
        jclr    #1,x:$ffe9,*
        movep   x0,x:$ffeb
        nop
sent
        jmp     block
"""

NOISE_SERVER = """
        movep   #0,x:$fffe
again   clr     a
        do      #24,word
        rep     #192                    ; 384 clocks, 19.2 us, between bits
        nop
        movep   y:$ffc2,x0
        asl     a
        move    #>1,x1
        move    x0,b
        and     x1,b
        move    b1,x0
        add     x0,a                    ; bit into A1
        nop
word
        jclr    #1,x:$ffe9,*
        movep   a1,x:$ffeb
        jmp     again
"""

ADD_IN_X = """
        move    #>$1000,r0
        jclr    #0,x:$ffe9,*            ; number of words
        movep   x:$ffeb,x0
        clr     a
        do      x0,summed
        move    x:(r0)+,x1
        add     x1,a
        nop
summed
        move    a1,x:(r0)
        movep   a1,x:$ffeb
        jmp     *
"""


EIGHT_ACCESSES = """
        movep   #{waits},x:$fffe
        movep   #$04,y:$ffc1            ; LDKEY
        rep     #8
        nop
        dup     8                       ; by luck of the clocks' alignment a single pair may be heard
        movep   x0,y:$ffc0
        endm
        jmp     *
"""


def image(source: str) -> dict[int, int]:
    program = assemble(PROLOGUE + source + "        end\n")
    assert program.ok, [str(each) for each in program.diagnostics]
    assert {space for space, _ in program.words} == {"P"}
    return {address: word for (_, address), word in program.words.items()}


def download(pc: Pc, source: str) -> None:
    """Into the P bank through the window, while the DSP is in reset; then start it in mode 3."""
    words = image(source)
    pc.store(0, 0, [words.get(address, 0) for address in range(max(words) + 1)])
    pc.control(RUN)
    pc.wait(HF3)


def started(source: str, **options: Any) -> Pc:
    pc = Pc(Card(**options))
    download(pc, source)
    return pc


@pytest.mark.parametrize("hertz", [20_000_000, 27_000_000])
@pytest.mark.parametrize("encrypt", [True, False])
def test_des_cbc_through_host_port_and_chip(hertz: int, encrypt: bool) -> None:
    source = random.Random(hertz + encrypt)
    key, iv, text = source.randbytes(8), source.randbytes(8), source.randbytes(40)
    pc = started(DES_SERVER, dsp_clock_hz=hertz)
    pc.send(0x1D | 2 * encrypt)
    for byte in key + iv:
        pc.send(byte)
    result = b""
    for i in range(0, len(text), 8):
        for byte in text[i : i + 8]:
            pc.send(byte)
        result += bytes(pc.receive() for _ in range(8))
    cipher = DES.new(key, DES.MODE_CBC, iv=iv)
    assert result == (cipher.encrypt(text) if encrypt else cipher.decrypt(text))
    assert pc.card.des is not None
    assert not pc.card.des.read(1, pc.now) & STATUS["OVR"].mask
    assert pc.card.anomalies == ()


@pytest.mark.parametrize(
    ("hertz", "waits", "heard"),
    [(20_000_000, 0, True), (27_000_000, 0, False), (27_000_000, 1, False), (27_000_000, 2, True)],
)
def test_movep_keeps_the_chips_distance_at_20_mhz_and_needs_wait_states_at_27(
    hertz: int, waits: int, heard: bool
) -> None:
    card = Card(dsp_clock_hz=hertz)
    card.dsp.lines.mode_pins = 0
    card.dsp.lines.reset.drive(False)
    program = assemble("        org p:$0\n" + EIGHT_ACCESSES.format(waits=waits) + "        end\n")
    for (_, address), word in program.words.items():
        card.dsp.p[address] = word
    card.dsp.run(max_clocks=200)
    assert card.des is not None
    status = card.des.read(1, card.dsp.now)
    assert bool(status & STATUS["OVR"].mask) is not heard


def test_a_stuck_chip_keeps_the_program_waiting() -> None:
    pc = started(DES_SERVER)
    pc.card.faults.add(BusyDesChip())
    for byte in bytes(1 + 16 + 8):
        pc.send(byte)
    pc.now += 10**9
    with pytest.raises(AssertionError, match="never came"):
        pc.receive()


def test_noise_bits_reach_the_dsp_and_pass_fips_140_1() -> None:
    pc = started(NOISE_SERVER, seed=4)
    bits: list[int] = []
    while len(bits) < 20_000:
        pc.now += 450_000_000
        word = pc.receive()
        bits += [word >> shift & 1 for shift in range(23, -1, -1)]
    assert fips_140_1(bits[:20_000]).passed


def test_a_stuck_noise_circuit_is_seen_by_the_dsp() -> None:
    pc = started(NOISE_SERVER)
    pc.card.faults.add(StuckLine("noise.data", level=1))
    assert [pc.receive() for _ in range(3)] == [0xFFFFFF] * 3


@pytest.mark.parametrize("bank_words", [8192, 32768])
def test_operands_through_the_window_under_bus_grant(bank_words: int) -> None:
    pc = started(ADD_IN_X, bank_words=bank_words)
    words = [0x000123, 0x7FFFFF, 0xFFFFFE, 0x0000FF]
    pc.request_bus()
    pc.store(1, 0x1000, words)
    pc.control(off=BR)
    pc.send(len(words))
    total = sum(words) & 0xFFFFFF
    assert pc.receive() == total
    pc.request_bus()
    assert pc.fetch(1, 0x1000 + len(words), 1) == [total]
    assert pc.card.anomalies == ()


def test_moving_data_under_the_dsp_costs_it_only_time() -> None:
    """The PC takes the bus repeatedly during a job: the sum is right, and the DSP stalls meanwhile."""
    pc = started(ADD_IN_X)
    pc.request_bus()
    pc.store(1, 0x1000, range(2000))
    pc.send(2000)
    pc.control(off=BR)
    for _ in range(20):
        pc.request_bus()
        assert pc.fetch(1, 0x1003, 1) == [3]
        pc.control(off=BR)
    assert pc.receive() == sum(range(2000)) & 0xFFFFFF
    assert pc.card.anomalies == ()


def test_restart_with_another_program() -> None:
    pc = started(DES_SERVER)
    pc.send(0)
    pc.control(off=RUN | BANK | WEN)
    download(pc, ADD_IN_X)
    pc.send(1)
    assert pc.receive() == 0


def test_two_runs_are_bit_identical() -> None:
    def run() -> tuple[object, ...]:
        pc = started(NOISE_SERVER, seed=12)
        return tuple(pc.receive() for _ in range(5)), pc.now, pc.card.dsp.total_clocks, pc.card.dsp.instructions

    assert run() == run()
