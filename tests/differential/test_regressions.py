"""Cases on which the engine and the model once differed, with the expected outcome written out."""

from typing import Any

import pytest

from differential.cases import BACKGROUND, Case
from differential.compare import Judge
from differential.timed import Action, Schedule

REGISTERS = {f"m{number}": 0xFFFF for number in range(8)} | {"sr": 0x0300, "pc": 0x40}


SLEEP_STATE = {"sr": 0, "omr": 0x40, "r7": 0}
COUNT_R7 = 0x205F00


def case(words: tuple[int, ...], registers: dict[str, int], **rest: Any) -> Case:
    return Case(words, REGISTERS | registers, **rest)


CASES = {
    # A program word at $0200 is fetched through port A though its instruction begins on the chip (UM 6-14).
    "two words across the end of internal program memory": (
        case((0x56F400, 0x123456), {"pc": 0x1FF}, bcr=0x0030),
        {"a1": 0x123456, "clocks": 7},
    ),
    # The words of the instruction that writes BCR were fetched before.
    "BCR written by the instruction itself": (
        case((0x08F4BE, 0x00FFFF), {"pc": 0x400}, bcr=0x0010),
        {"bcr": 0xFFFF, "clocks": 8},
    ),
    "BCR written beside an external Y access": (
        case((0x424F00,), {"r7": 0xFFFE, "x1": 0x1234, "x0": 0x5678}, bcr=0),
        {"bcr": 0x1234, "clocks": 2},
    ),
    # UM A-128: the address is formed, and the pointer updated, one stage before the source is read.
    "a pointer that is its own source": (
        case((0x60581B,), {"r0": 0x80}),
        {"r0": 0x81},
    ),
    # UM 8-3: the update starts from the pointer before the move, and its result is stored.
    "a pointer moved to, then updated and stored": (
        case((0x6EC700, 0x6E5E00), {"r6": 0x10, "r7": 0x30, "n7": 1}, steps=2),
        {"r6": 0x11},
    ),
    # UM: a two-word JSR may end at LA; its return ends the pass.
    "call that ends at LA": (
        case(
            (0x060280, 0x000044, 0x200000, 0x0BF080, 0x000046, 0x0C0048, 0x205800, 0x00000C),
            {"r0": 0},
            steps=20,
            until=0x48,
        ),
        {"r0": 2, "sp": 0, "la": 0, "sr": 0x0300, "instructions": 10},
    ),
    # UM A-64: the comparison with LA begins after DO.
    "DO whose LA is its own second word": (
        case((0x060380, 0x000041), {}),
        {"pc": 0x42, "lc": 3, "sp": 2},
    ),
    # UM 8-2, 8-3: each change of OMR reaches the map one instruction later.
    "two changes of OMR in a row": (
        case((0x0004FA, 0x00FBBA, 0x44D800, 0x44D900), {"pc": 0x400, "r0": 0x100, "r1": 0x100}, steps=4),
        {"omr": 0, "x0": int(BACKGROUND["x"][0x100])},
    ),
    # UM 8-3, case 3: two instructions after a change of OMR the word still comes through the old map.
    "word fetched before the map changes": (
        case((0x0003FA, 0, 0x205800, 0), {"r0": 5}, steps=3),
        {"r0": 6, "pc": 0x43},
    ),
    # UM 6-17: the 0-to-1 transition of SE raises the stack error, also by a move to SP.
    "stack error by a move to SP": (
        case((0x0510BB, 0, 0, 0, 0, 0), {}, memory={("p", 2): 0x0D0100, ("p", 3): 0}, steps=6),
        {"pc": 0x100, "sp": 0x11, "ssh1": 0x45},
    ),
    # UM A-56: the magnitude of -256 is the same pattern again.
    "CMPM of the most negative accumulator": (
        case((0x200007,), {"a2": 0x80, "b1": 0x000001}),
        {"sr": 0x0372},
    ),
    # Figure 8-11: a REP rejects the request; two words after it execute before the vector.
    "REP on the way to a vector": (
        case(
            (0x0603A0, 0x205800, 0, 0, 0, 0, 0),
            {"sr": 0, "r0": 0, "r1": 0},
            memory={("p", 8): 0x0D0100, ("p", 9): 0, ("p", 0x100): 0x205900},
            ipr=1,
            lines={0: ("irqa", True)},
            steps=7,
        ),
        {"ssh1": 0x44, "r0": 3},
    ),
    "REP fetched when the request is recognized": (
        case(
            (0, 0, 0x0603A0, 0x205800, 0, 0, 0, 0),
            {"sr": 0, "r0": 0, "r1": 0},
            memory={("p", 8): 0x0D0100, ("p", 9): 0, ("p", 0x100): 0x205900},
            ipr=1,
            lines={0: ("irqa", True)},
            steps=9,
        ),
        {"ssh1": 0x46, "r0": 3},
    ),
    # UM 8-18, 8-28, Figure 8-12: sequential REPs reject the request until the last has ended.
    "three REPs in a row": (
        case(
            (0x0602A0, 0x205800, 0x0602A0, 0x205800, 0x0601A0, 0x205800, 0, 0, 0, 0),
            {"sr": 0, "r0": 0, "r1": 0},
            memory={("p", 8): 0x0D0100, ("p", 9): 0, ("p", 0x100): 0x205900},
            ipr=1,
            lines={0: ("irqa", True)},
            steps=11,
        ),
        {"ssh1": 0x48, "r0": 5},
    ),
    # UM 8-12, A-75, Figure 8-3: repetitions of an illegal instruction are NOPs; the word after it is fetched and lost.
    "repeated illegal instruction": (
        case((0x0603A0, 0x000005, 0x205800), {"r0": 0, "lc": 9}, memory={("p", 0x3E): 0x0D0100}, steps=5),
        {"ssh1": 0x43, "r0": 0, "lc": 9, "clocks": 20},
    ),
    # UM 8-12, 8-13, A-75: at LA it is aborted by the vector and fetched again; LC counts it twice.
    "illegal instruction at LA, interrupted": (
        case(
            (0x060980, 0x000046, 0, 0, 0, 0, 0x000005),
            {"sr": 0},
            memory={("p", 8): 0, ("p", 9): 0, ("p", 0x3E): 0x0D0100},
            ipr=5,
            lines={2: ("irqa", True)},
            steps=9,
        ),
        {"lc": 7, "ssh3": 0x46},
    ),
    # UM 8-17, 8-21, Figure 8-6: an aborted word is fetched again, and its cycle passes empty.
    "jump aborted by the vector": (
        case(
            (0, 0, 0, 0x0C0080),
            {"sr": 0},
            memory={("p", 8): 0, ("p", 9): 0},
            ipr=5,
            lines={0: ("irqa", True)},
            steps=6,
        ),
        {"pc": 0x80, "clocks": 16},
    ),
    # UM 8-38, Figure 8-18: the vector of IRQA is fetched where the next instruction would have been.
    "STOP ended by a level of IRQA": (
        case(
            (0x000087, 0, 0),
            SLEEP_STATE,
            memory={("p", 8): COUNT_R7},
            ipr=1,
            schedule=Schedule((Action(10, "irqa", 1),), end=36),
        ),
        {"pc": 0x41, "r7": 1, "clocks": 36},
    ),
    # UM 8-38: only a level sensitive IRQA is served after STOP.
    "STOP ended by an edge of IRQA": (
        case(
            (0x000087, 0, 0),
            SLEEP_STATE,
            memory={("p", 8): COUNT_R7},
            ipr=5,
            schedule=Schedule((Action(10, "irqa", 1),), end=36),
        ),
        {"pc": 0x42, "r7": 0, "clocks": 36},
    ),
    # Figure 8-16: arbitration begins four cycles after WAIT's execution.
    "a request withdrawn before WAIT arbitrates": (
        case(
            (0x000086, 0, 0),
            SLEEP_STATE,
            memory={("p", 8): COUNT_R7},
            ipr=1,
            schedule=Schedule((Action(2, "irqa", 1), Action(6, "irqa", 0)), end=40),
            whole=True,
        ),
        {"pc": 0x41, "r7": 0, "clocks": 40},
    ),
    # Figure 8-16: the trace exception is pending as WAIT executes.
    "a traced WAIT": (
        case(
            (0x000086, 0),
            SLEEP_STATE | {"sr": 0x2000},
            memory={("p", 4): COUNT_R7},
            schedule=Schedule((), end=18),
        ),
        {"pc": 0x41, "r7": 1, "clocks": 18},
    ),
    # An event counts from its clock on, also where a step begins in WAIT.
    "the SCI's timer expires as a step begins": (
        case(
            (0x0BB00D, 0x000086, 0),
            SLEEP_STATE,
            memory={("p", 0x1C): COUNT_R7},
            ipr=0xC000,
            schedule=Schedule((), end=74),
        ),
        {"pc": 0x42, "r7": 1, "clocks": 74},
    ),
    # UM 8-37: it stays pending in STOP.
    "a traced STOP": (
        case(
            (0x000087, 0),
            SLEEP_STATE | {"sr": 0x2000},
            memory={("p", 4): COUNT_R7},
            schedule=Schedule((Action(10, "irqa", 1),), end=36),
        ),
        {"pc": 0x41, "r7": 1, "clocks": 36},
    ),
    # A run up to a clock ends before what happens at that clock.
    "IRQA rises at the clock at which STOP ends": (
        case(
            (0x000087, 0, 0),
            SLEEP_STATE,
            memory={("p", 8): COUNT_R7},
            ipr=1,
            schedule=Schedule((Action(10, "irqa", 1), Action(34, "irqa", 0)), end=36),
            whole=True,
        ),
        {"pc": 0x42, "r7": 0, "clocks": 36},
    ),
    "the host acts while WAIT is being left": (
        case(
            (0x000086, 0, 0),
            SLEEP_STATE,
            memory={("p", 8): COUNT_R7},
            ipr=1,
            schedule=Schedule((Action(9, "irqa", 1),), end=13),
            whole=True,
        ),
        {"pc": 0x41, "r7": 0, "clocks": 13},
    ),
    # UM 10-61: INIT is over 6 T after the write; the "transfer in progress" of 10-23 is one HACK pulse.
    "INIT within a DMA word": (
        case(
            (0x08F4A0, 1, 0, 0, 0, 0, 0, 0),
            {},
            schedule=Schedule(
                (
                    Action(10, "host write", 0, 0xA2),
                    Action(10, "hack write", 1),
                    Action(10, "host write", 0, 0xE2),
                    Action(10, "hack write", 2),
                ),
                end=12,
            ),
        ),
        {"x:$FFEB": 0x010002, "x:$FFE9": 0x83},
    ),
    # UM 10-55: a transfer loads the address counter in a DMA mode only; here the first INIT left 2 in it.
    "a word received before the DMA mode is on": (
        case(
            (0x08F4A0, 1, 0x08F4AB, 0x123456, 0, 0, 0, 0),
            {},
            schedule=Schedule(
                (
                    Action(8, "host write", 0, 0xC0),
                    Action(8, "host write", 0, 0x01),
                    Action(16, "host write", 0, 0x61),
                    Action(16, "hack read"),
                ),
                end=18,
            ),
        ),
        {"3 read": 0x34, "x:$FFE9": 0x82},
    ),
    # UM 10-11 and Table 10-1: HTDE is set in individual reset, and HTIE requests an interrupt while it is set.
    "a host transmit interrupt in individual reset": (
        case(
            (0x08F4A8, 2, 0, 0, 0, 0, 0, 0),
            {"sr": 0, "r7": 0},
            memory={("p", 0x22): COUNT_R7},
            ipr=0x400,
            schedule=Schedule((), end=16),
        ),
        {"pc": 0x46, "r7": 1},
    ),
    # UM A-237, 8-28: the register contains the moved word; RESET does not change it.
    "RESET after a move to an address register": (
        case(
            (0x045917, 0, 0),
            {"r1": 0, "r7": 0},
            schedule=Schedule((Action(4, "reset", 1), Action(6, "reset", 0)), end=8),
        ),
        {"r7": 1},
    ),
    # UM 8-28: RESET ends the sleep, not IRQA; the clock stays where the step ends.
    "IRQA falls in STOP while RESET is held": (
        case(
            (0x000087, 0),
            SLEEP_STATE,
            schedule=Schedule((Action(4, "reset", 1), Action(6, "irqa", 1)), end=10),
        ),
        {"clocks": 10, "pc": 0x41},
    ),
    # UM 10-27: the pins belong to port B.
    "a vector byte written while PBC is 0": (
        case((0, 0, 0), {}, schedule=Schedule((Action(2, "host write", 3, 0x55),), end=4)),
        {"host 4": 0x0F},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_case(judge: Judge, name: str) -> None:
    one, expected = CASES[name]
    outcome = judge.expected(one)
    assert outcome is not None
    assert {key: outcome.values[key] for key in expected} == expected
    judge.check(one)
