"""Chapters 5 and 7.2: addressing modes, modifiers, immediate data and sizes of registers, as the figures show them."""

import pytest

from reference_model.test_um_examples import entries
from shared.emu_programs import chip

FIGURES = (
    # figure, instruction, before, after
    ("5-4", "move a1,x:(r0)", "A 01:234567:89ABCD; R0 1000", "X:1000 234567; R0 1000"),
    ("5-5", "move b0,y:(r1)+", "B AF:654321:FEDCBA; R1 2500", "Y:2500 FEDCBA; R1 2501"),
    ("5-6", "move y0,y:(r3)-", "Y 123123:456456; R3 4735", "Y:4735 456456; R3 4734"),
    ("5-7", "move x1,x:(r2)+n2", "X A5B4C6:000001; R2 3200; N2 4", "X:3200 A5B4C6; R2 3204; N2 4"),
    ("5-8", "move x:(r4)-n4,a0", "A 0F:74105A:3FA6B0; R4 7706; N4 3; X:7706 505050", "A 0F:74105A:505050; R4 7703"),
    ("5-9", "move y1,x:(r6+n6)", "Y 621009:BA4C22; R6 6000; N6 4", "X:6004 621009; R6 6000; N6 4"),
    ("5-10", "move x:-(r5),b1", "B 3B:B62D04:A554C0; R5 3007; X:3006 123456", "B 3B:123456:A554C0; R5 3006"),
    ("5-13", "move x0,x:(r2)+n2", "X 0:777; R2 4B; N2 F; M2 14", "X:4B 777; R2 45"),
    ("5-17 text", "move b0,x:(r0)+n0", "R0 6; M0 5; N0 0", "R0 0"),
    ("7-7 A", "move #>$123456,a0", "A FF:FFFFFF:FFFFFF", "A FF:FFFFFF:123456"),
    ("7-7 B", "move #>$123456,a", "A FF:FFFFFF:FFFFFF", "A 00:123456:000000"),
    ("7-7 C", "move #>$801234,a", "A 00:FFFFFF:FFFFFF", "A FF:801234:000000"),
    ("7-8", "move y:$5432,b0", "B FF:FFFFFF:FFFFFF; Y:5432 ABCDEF", "B FF:FFFFFF:ABCDEF; Y:5432 ABCDEF"),
    ("7-9 A", "move #<$ff,a1", "A AA:AAAAAA:AAAAAA", "A AA:0000FF:AAAAAA"),
    ("7-9 B", "move #<$1f,y1", "Y AAAAAA:AAAAAA", "Y 1F0000:AAAAAA"),
    ("7-9 C", "move #<$1f,a", "A FF:FFFFFF:FFFFFF", "A 00:1F0000:000000"),
    ("7-9 D", "move #<$83,a", "A 00:FFFFFF:FFFFFF", "A FF:830000:000000"),
    ("7-10", "jmp <$123", "", "PC 123"),
    ("7-11 A", "move p:$3200,x0", "X 0:0; P:3200 A5B4C6", "X 0:A5B4C6"),
    ("7-11 B", "move a1,x:<$3", "A 00:34F5E6:000000", "X:3 34F5E6"),
    ("7-12", "movep a1,x:<<$fffe", "A 00:123456:000000; X:FFFE FFFF", "X:FFFE 3456"),
    # UM 7-4 to 7-7: the bus takes a register's bits, zeros above it, the sign above A2; and gives its low bits.
    ("7-4 source", "move a2,x0", "A 80:000000:000000", "X0 FFFF80"),
    ("7-4 destination", "move x0,a2", "X0 FFFF12; A 00:345678:9ABCDE", "A 12:345678:9ABCDE"),
    ("7-5 source", "move r1,x0", "X0 FFFFFF; R1 8765", "X0 008765"),
    ("7-5 destination", "move x0,r1", "X0 876543", "R1 6543"),
    ("7-5 to A", "move n1,a", "N1 FFFF; A FF:FFFFFF:FFFFFF", "A 00:00FFFF:000000"),
    ("7-6 SR", "movec x0,sr", "X0 FFFFFF", "SR AF7F"),
    ("7-6 OMR", "movec x0,omr", "X0 FFFFC4", "OMR C4"),
    ("7-6 SP", "movec x0,sp", "X0 FFFFCF", "SP 0F"),
    ("7-6 LA", "movec x0,la", "X0 FF1234", "LA 1234"),
    ("7-6 LC", "movec lc,x0", "X0 FFFFFF; LC 8765", "X0 008765"),
    ("7-14 control", "movec #$ff,lc", "LC 1234", "LC 00FF"),
)


@pytest.mark.parametrize(("figure", "instruction", "before", "after"), FIGURES, ids=[row[0] for row in FIGURES])
def test_figure(figure: str, instruction: str, before: str, after: str) -> None:
    dsp = chip(f" org p:$40\n {instruction}")
    dsp.regs.pc = 0x40
    memories = {"x": dsp.x, "y": dsp.y, "p": dsp.p}
    for name, value in entries(before) if before else []:
        if ":" in name:
            memories[name[0]][int(name[2:], 16)] = value
        else:
            dsp.regs[name] = value
    dsp.step()
    for name, value in entries(after):
        assert (memories[name[0]][int(name[2:], 16)] if ":" in name else dsp.regs[name]) == value, (figure, name)


@pytest.mark.parametrize(
    ("modifier", "start", "offset", "seen"),
    [
        # Figure 5-15, whose registers have 8 bits; Table 5-5.
        (0xFFFF, 75, 5, [80, 85, 90]),
        (19, 75, 5, [80, 65, 70]),
        (0, 64, 8, [72, 68, 76]),
        (0, 3072, 512, [3584, 3328, 3840, 3200, 3712]),
        # UM 5-15: a buffer of 21 words at 64: over its end, over its beginning, by the whole modulus.
        (20, 83, 1, [84, 64, 65]),
        (20, 65, -1, [64, 84, 83]),
        (20, 70, 21, [70, 70]),
        (20, 70, -21, [70, 70]),
        # UM 5-16: multiples of the block of 32 words lead to other buffers.
        (20, 70, 32, [102, 134]),
        (20, 70, -64, [6, 65478]),
        # UM 5-18: an offset of $8000 counts the reversed address up, in all 16 bits.
        (0, 0x0000, 0x8000, [0x8000, 0x4000, 0xC000, 0x2000]),
    ],
)
def test_address_sequences(modifier: int, start: int, offset: int, seen: list[int]) -> None:
    """UM 5-14 to 5-23: (Rn)+Nn step by step, and back again by (Rn)-Nn."""
    dsp = chip(f" org p:$40\n dup {len(seen)}\n move (r3)+n3\n endm\n dup {len(seen)}\n move (r3)-n3\n endm\n")
    dsp.regs.pc, dsp.regs.m3, dsp.regs.r3, dsp.regs.n3 = 0x40, modifier, start, offset & 0xFFFF
    forward = []
    for _ in seen:
        dsp.step()
        forward.append(dsp.regs.r3)
    assert forward == seen
    for earlier in [*reversed(seen[:-1]), start]:
        dsp.step()
        assert dsp.regs.r3 == earlier


@pytest.mark.parametrize(
    ("modifier", "above", "below"),
    # Reverse carry adds and subtracts the highest bit of the reversed address: no carry, bit 0 changes.
    [(0x0000, 0x0001, 0x0001), (0xFFFF, 0x0001, 0xFFFF), (0x0005, 0x0001, 0x0005), (0x7FFF, 0x0001, 0x7FFF)],
)
def test_all_modes_obey_the_modifier(modifier: int, above: int, below: int) -> None:
    """UM A-10: so do (Rn+Nn), which leaves Rn, and LUA. Each register begins at 0."""
    dsp = chip(" org p:$40\n move (r1)+\n move (r2)-\n move x:-(r3),x0\n move x:(r4+n4),x1\n lua (r5)+,r6\n")
    dsp.regs.pc, dsp.regs.n4 = 0x40, 1
    for number in range(1, 6):
        dsp.regs[f"m{number}"] = modifier
    dsp.x[above] = 0x0F
    for _ in range(5):
        dsp.step()
    assert (dsp.regs.r1, dsp.regs.r2, dsp.regs.r3, dsp.regs.r4) == (above, below, below, 0)
    assert (dsp.regs.r5, dsp.regs.r6, dsp.regs.x1) == (0, above, 0x0F)
