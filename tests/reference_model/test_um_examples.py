"""The worked examples of the manual's instruction pages (UM A-14 to A-219), as before and after states.

Words are written in the bits of the page's Opcode section. A state lists registers (A and B as A2:A1:A0) and
memory words, all in hexadecimal; other registers and words are not compared. Examples on peripheral registers
use a RAM location.
"""

import pytest

from reference_model.machine import Machine

NO_MOVE = "0010000000000000"

# page, words, before, after
EXAMPLES = (
    (
        "A-14 ABS",
        "0001 0000 1011 0100 0010 0110 / 123456",
        "A FF:FFFFFF:FFFFF2",
        "A 00:000000:00000E; X0 123456; Y0 FFFFFF",
    ),
    (
        "A-16 ADC",
        f"{NO_MOVE} 0010 0000 / 0100 1000 0000 0100 0011 1001",
        "A FF:800000:000000; X 800000:000000; B 00:000000:000001; Y 000000:000001",
        "A FF:000000:000000; B 00:000000:000003",
    ),
    (
        "A-18 ADD",
        "0001 0110 0101 1001 0100 0000",
        "X0 FFFFFF; A 00:000100:000000; R1 20",
        "A 00:0000FF:000000; X1 100; Y:20 100; R1 21",
    ),
    (
        "A-20 ADDL",
        "0011 0000 0000 0000 0001 1010",
        "A 00:000000:000123; B 00:005000:000000; R0 5",
        "A 00:000000:000123; B 00:00A000:000123; R0 0",
    ),
    (
        "A-22 ADDR",
        "1010 0000 0000 1001 0000 0010",
        "A 80:000000:2468AC; B 00:013570:000000",
        "A C0:013570:123456; B 00:013570:000000",
    ),
    ("A-24 AND", "0010 0000 0100 0101 0100 0110", "X0 FF0000; A 00:123456:789ABC", "X0 FF0000; A 00:120000:789ABC"),
    ("A-26 ANDI", "0000 0000 1111 1110 1011 1001", "SR 0331", "SR 0330"),
    (
        "A-28 ASL",
        "0010 0000 0101 0011 0011 0010",
        "A A5:012345:012345; SR 0300; R3 7",
        "A 4A:02468A:02468A; SR 0373; R3 6",
    ),
    (
        "A-30 ASR",
        "0110 0011 1111 1011 0010 1010",
        "B A8:A86420:A86421; SR 0300; R3 11; X:10 345",
        "B D4:543210:543210; SR 0329; R3 345",
    ),
    ("A-32 BCHG", "0000 1011 0010 0010 0000 0111", "X:22 000000; SR 0300", "X:22 000080; SR 0300"),
    ("A-37 BCLR", "0000 1010 0010 0100 0000 1110", "X:24 FFFFFF; SR 0300", "X:24 FFBFFF; SR 0301"),
    ("A-42 BSET", "0000 1010 0010 0101 0010 0000", "X:25 000000; SR 0300", "X:25 000001; SR 0300"),
    ("A-47 BTST", "0000 1011 0010 1110 0010 0001", "X:2E 000002; SR 0300", "X:2E 000002; SR 0301"),
    ("A-52 CLR", "0011 1000 0111 1111 0001 0011", "A 12:345678:9ABCDE", "A 00:000000:000000; N0 7F"),
    (
        "A-54 CMP",
        "1010 0001 0000 1110 0101 1101",
        "B 00:000020:000000; Y0 000024; SR 0300",
        "B 00:000020:000000; Y0 000024; SR 0319",
    ),
    (
        "A-56 CMPM",
        "0100 1011 0111 1100 0110 0111",
        "A 00:000006:000000; X1 FFFFF7; SR 0300; R4 21; B 00:000777:000000",
        "A 00:000006:000000; X1 FFFFF7; SR 0319; X:20 777; Y:20 6",
    ),
    ("A-73 EOR", "0010 0000 0101 1010 0111 1011", "Y1 000003; B 00:000005:000000", "Y1 000003; B 00:000006:000000"),
    ("A-106 LSL", "0011 0000 0111 1111 0011 1011", "B 00:F01234:13579B; SR 0300", "B 00:E02468:13579B; SR 0309; R0 7F"),
    (
        "A-108 LSR",
        "0010 0001 1001 1100 0010 0011",
        "A 37:444445:828180; SR 0300",
        "A 37:222222:828180; SR 0301; N4 4445",
    ),
    ("A-110 LUA", "0000 0100 0100 1000 0001 0001", "R0 3; N0 5; M0 FFFF; R1 4", "R0 3; N0 5; M0 FFFF; R1 8"),
    (
        "A-112 MAC",
        "0100 0111 1100 1010 1000 0010",
        "X0 123456; A 00:100000:000000; R2 30; N2 2; X:30 55",
        "A 00:1296CD:9619C8; Y1 55; R2 32",
    ),
    (
        "A-114 MACR",
        "0001 1000 1100 1100 1101 1011",
        "X0 123456; Y0 123456; B 00:100000:000000; Y:0 987654",
        "X0 100000; Y0 987654; B 00:1296CE:000000",
    ),
    ("A-116 MOVE", "0010 0000 1000 1100 0000 0000", "X0 234567; A FF:FFFFFF:FFFFFF", "X0 234567; A FF:234567:FFFFFF"),
    ("A-120 I", "0011 0001 0001 1000 0010 1110", "R1 0", "R1 18"),
    ("A-123 R", "0010 0000 1111 1101 1101 0111", "Y1 001234; N5 0", "Y1 001234; N5 1234"),
    ("A-125 U", "0010 0000 0100 1011 0001 1001", "R3 7; N3 4", "R3 B; N3 4"),
    ("A-128 X", "0110 0010 0111 1010 0011 0010", "R2 1001; X:1000 000000", "R2 1000; X:1000 001000"),
    (
        "A-132 X:R class I",
        "0001 1000 0011 0000 0101 0111 / 001234",
        "A 00:800000:000000; X:1234 0; Y0 0",
        "A 00:800000:000000; X:1234 7FFFFF; Y0 7FFFFF",
    ),
    (
        "A-133 X:R class II",
        "0000 1001 0001 1001 1101 0010",
        "X0 400000; Y0 600000; A 00:000000:000000; B FF:7FFFFF:000000; X:1234 0; R1 1234",
        "X0 400000; Y0 600000; A 00:300000:000000; B 00:400000:000000; X:1234 800000; R1 1235",
    ),
    ("A-137 Y", "0101 1110 1111 0100 0100 1011 / 123456", "A FF:FFFFFF:FFFFFF", "A 00:123456:000000"),
    (
        "A-141 R:Y class I",
        "0001 1111 1100 0110 0001 0010",
        "B 80:123456:789ABC; X1 0; R6 2020; N6 20; Y:2020 654321",
        "B 00:654321:000000; X1 800000; R6 2000; N6 20; Y:2020 654321",
    ),
    (
        "A-142 R:Y class II",
        "0000 1001 1001 1001 1101 0010",
        "X0 400000; Y0 600000; A 00:000000:000000; B 00:800000:000000; Y:1234 0; R1 1234",
        "X0 400000; Y0 600000; A 00:300000:000000; B 00:600000:000000; Y:1234 7FFFFF; R1 1235",
    ),
    (
        "A-146 L",
        "0100 1000 0111 0000 0101 1101 / 001234",
        "A 01:234567:89ABCD; X:1234 0; Y:1234 0",
        "A 01:234567:89ABCD; X:1234 7FFFFF; Y:1234 FFFFFF",
    ),
    (
        "A-150 X:Y",
        "1001 0100 0001 1000 1110 0001",
        "X1 123123; Y0 456456; R0 1000; R4 100; N4 23; X:1000 0; Y:100 0",
        "X1 123123; Y0 456456; R0 1001; R4 123; N4 23; X:1000 123123; Y:100 456456",
    ),
    ("A-154 MOVEC", "0000 0100 0100 0100 1011 1111", "LC 0100; X0 123456", "LC 0100; X0 000100"),
    ("A-160 MOVEM", "0000 0111 1110 1101 1011 1111", "LC 0; R5 200; N5 30; P:230 000116", "LC 0116; P:230 000116"),
    ("A-166 MOVEP", "0000 1000 1111 0100 1011 1110 / 001113", "X:FFFE FFFF", "X:FFFE 1113"),
    (
        "A-170 MPY",
        "0100 0110 1111 0100 1111 0100 / 543210",
        "X1 800000; Y1 C00000; A 00:000000:000000",
        "X1 800000; Y1 C00000; A FF:C00000:000000; Y0 543210",
    ),
    ("A-172 MPYR", "0010 0000 0100 0011 1001 1101", "Y0 654321; B 00:000000:000000", "Y0 654321; B FF:AFE3ED:000000"),
    ("A-174 NEG", "1110 0110 0101 1011 0011 1110", "B 00:123456:789ABC", "B FF:EDCBA9:876544"),
    ("A-179 NOT", "0100 1010 0101 1010 0001 0111", "A 00:123456:789ABC", "A 00:EDCBA9:789ABC"),
    (
        "A-181 OR",
        "0100 1011 0111 0000 0111 1010 / 001234",
        "Y1 FF0000; B 00:123456:789ABC",
        "Y1 FF0000; B 00:FF3456:789ABC; X:1234 123456",
    ),
    ("A-183 ORI", "0000 0000 0000 1000 1111 1000", "SR 0300", "SR 0B00"),
    ("A-192 RND I", f"{NO_MOVE} 0001 0001", "A 00:123456:789ABC", "A 00:123456:000000"),
    ("A-192 RND II", f"{NO_MOVE} 0001 0001", "A 00:123456:800000", "A 00:123456:000000"),
    ("A-192 RND III", f"{NO_MOVE} 0001 0001", "A 00:123455:800000", "A 00:123456:000000"),
    ("A-194 ROL", f"{NO_MOVE} 0011 0111", "A 00:000000:000000; SR 0301", "A 00:000001:000000; SR 0300"),
    ("A-196 ROR", f"{NO_MOVE} 0010 1111", "B 00:000001:222222; SR 0300", "B 00:000000:222222; SR 0305"),
    (
        "A-202 SBC",
        f"{NO_MOVE} 0010 0100 / 0100 1000 0000 0100 0011 1101",
        "A 00:000000:000000; X 800000:000000; B 00:000000:000003; Y 000000:000001",
        "A 00:800000:000000; B 00:000000:000001",
    ),
    (
        "A-206 SUB",
        "0110 0000 1100 1010 0110 0100",
        "X1 000003; A 00:000058:242424; R2 40; X:40 1FF",
        "X1 000003; A 00:000055:242424; R0 1FF",
    ),
    (
        "A-208 SUBL",
        "0110 1111 1110 1101 0001 1110",
        "A 00:004000:000000; B 00:005000:000000",
        "A 00:004000:000000; B 00:006000:000000",
    ),
    (
        "A-210 SUBR",
        "0111 1101 0111 1101 0000 0110",
        "A 80:000000:2468AC; B 00:000000:123456; R5 41; N5 9",
        "A C0:000000:000000; B 00:000000:123456; R5 40; Y:40 9",
    ),
    (
        "A-214 Tcc taken",
        f"{NO_MOVE} 0100 0101 / 0000 0011 0111 0000 0100 0001",
        "X0 000010; A 00:000020:000000; R0 1234; R1 0",
        "A 00:000010:000000; R1 1234",
    ),
    (
        "A-214 Tcc not taken",
        f"{NO_MOVE} 0100 0101 / 0000 0011 0111 0000 0100 0001",
        "X0 000020; A 00:000010:000000; R0 1234; R1 0",
        "A 00:000010:000000; R1 0",
    ),
    (
        "A-216 TFR",
        "0001 0100 1110 1100 0000 1001",
        "A 01:234567:89ABCD; B FF:FFFFFF:FFFFFF",
        "A 01:234567:89ABCD; B 01:234567:89ABCD; X1 7FFFFF",
    ),
    ("A-218 TST", "0010 1111 0011 0100 0000 0011", "A 01:020304:000000; SR 0300", "A 01:020304:000000; SR 0330"),
)


def words_of(text: str) -> list[int]:
    """Words in 24 binary digits, or in six hexadecimal ones."""
    stripped = (part.replace(" ", "") for part in text.split("/"))
    return [int(part, 2) if len(part) == 24 else int(part, 16) for part in stripped]


def entries(state: str) -> list[tuple[str, int]]:
    pairs = (entry.split() for entry in state.split(";"))
    return [(name.lower(), int(value.replace(":", ""), 16)) for name, value in pairs]


def load(machine: Machine, state: str) -> None:
    for name, value in entries(state):
        space, _, address = name.partition(":")
        if address:
            getattr(machine, space)[int(address, 16)] = value
        else:
            machine.regs[name] = value


def found(machine: Machine, state: str) -> list[tuple[str, int]]:
    return [
        (name, getattr(machine, name[0])[int(name[2:], 16)] if ":" in name else machine.regs[name])
        for name, _ in entries(state)
    ]


def with_program(words: list[int], start: int = 0x40, mode: int = 0) -> Machine:
    """A machine without wait states about to execute the words."""
    machine = Machine(mode)
    machine.x[0xFFFE] = 0
    for offset, word in enumerate(words):
        machine.p[start + offset] = word
    machine.regs["pc"] = start
    return machine


@pytest.mark.parametrize(("page", "program", "before", "after"), EXAMPLES, ids=[example[0] for example in EXAMPLES])
def test_worked_example(page: str, program: str, before: str, after: str) -> None:
    words = words_of(program)
    machine = with_program(words)
    load(machine, before)
    machine.run(until=0x40 + len(words))
    assert found(machine, after) == entries(after), page


def test_division_routine() -> None:
    """UM A-59, A-60: four-quadrant division with a 24-bit quotient."""
    program = (
        "0010 0001 1100 1111 0010 0110 / 0101 0111 0000 0000 0100 1011 / 0000 0000 1111 1110 1011 1001 /"
        "0000 0110 0001 1000 1010 0000 / 0000 0001 1000 0000 0100 0000 / 0010 0000 0000 0000 0000 1001 /"
        "0000 1110 0011 0000 0100 1000 / 0010 0000 0000 0000 0011 1110 / 0010 0001 0010 0101 0100 1001 /"
        "0010 0000 0000 0000 0010 1110 / 0010 0000 0000 0000 0001 1000 / 0000 1010 0000 0000 1001 0111 /"
        "00004F / 0010 1001 0000 0000 0000 0000 / 0010 0000 0000 0000 0011 1110"
    )
    machine = with_program(words_of(program))
    load(machine, "A 00:0E66D7:F2832C; X0 123456")
    machine.run(until=0x4F)
    after = "A FF:EDCCAA:654321; X0 123456; X1 654321; B 00:000100:654321"
    assert found(machine, after) == entries(after)
    assert machine.regs["lc"] == 0


def test_normalization() -> None:
    """UM A-177: REP #$2F with NORM R3,A after a TST A."""
    machine = with_program(
        words_of(f"{NO_MOVE} 0000 0011 / 0000 0110 0010 1111 1010 0000 / 0000 0001 1101 1011 0001 0101")
    )
    load(machine, "A 00:000000:000001; R3 0")
    machine.run(until=0x43)
    after = "A 00:400000:000000; R3 FFD2"
    assert found(machine, after) == entries(after)


def test_repeated_multiply() -> None:
    """UM A-186: REP X0 with X0 = $100 repeats the MAC 256 times and restores LC."""
    machine = with_program(words_of("0000 0110 1100 0100 0010 0000 / 1111 0101 1001 1001 1111 0010"))
    load(machine, "X0 000100; LC 0; R1 0; R4 0")
    machine.run(until=0x42)
    assert (machine.regs["r1"], machine.regs["r4"], machine.regs["lc"]) == (0x100, 0x100, 0)
    assert machine.instructions == 257


def test_loop_count_from_the_stack_pointer() -> None:
    """UM A-69: DO SP with SP = 3 loads LC with 4."""
    machine = with_program(words_of("0000 0110 1111 1011 0000 0000 / 000050"))
    machine.regs["sp"] = 3
    machine.step()
    assert (machine.regs["lc"], machine.regs["sp"], machine.regs["la"]) == (4, 5, 0x50)


def test_modulo_example() -> None:
    """UM 5-17, Figure 5-13: 75 + 15 modulo 21 in the buffer at 64 is 69."""
    machine = with_program(words_of("0100 0100 0100 1010 0000 0000"))
    load(machine, "M2 14; N2 F; R2 4B; X0 777")
    machine.step()
    assert (machine.regs["r2"], machine.x[75]) == (69, 0x777)


def test_modulo_from_outside_the_buffer() -> None:
    """UM 5-17: R0 = 6, M0 = 5, N0 = 0; (R0)+N0 leaves 0."""
    machine = with_program(words_of("0101 0001 0100 1000 0000 0000"))
    load(machine, "M0 5; N0 0; R0 6")
    machine.step()
    assert machine.regs["r0"] == 0


def test_bit_reversed_sequence() -> None:
    """UM 5-20, Table 5-5."""
    machine = with_program(words_of(" / ".join(["0010 0000 0100 1000 0000 0000"] * 6)))
    load(machine, "M0 0; N0 200; R0 C00")
    seen = []
    for _ in range(6):
        seen.append(machine.regs["r0"])
        machine.step()
    assert seen == [3072, 3584, 3328, 3840, 3200, 3712]


def test_predecrement_loads_only_the_named_part() -> None:
    """UM 5-13, Figure 5-10: MOVE X:-(R5),B1."""
    machine = with_program(words_of("0101 0101 1111 1101 0000 0000"))
    load(machine, "B 3B:B62D04:A554C0; R5 3007; X:3006 123456; X:3007 ABCDEF")
    machine.step()
    after = "B 3B:123456:A554C0; R5 3006"
    assert found(machine, after) == entries(after)
