"""The real mode: 16-bit programs are loaded and called; their memory, and forbidden instructions."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dsp56k.host import compiler
from dsp56k.host.cpu_modes import MODES, Pointer
from dsp56k.host.errors import HostError, MachineFaultError, ProgramError
from dsp56k.host.pc import PC
from dsp56k.host.program import load_program
from reference_model.pc.accounting import BOTH, PCS, AccountingName
from shared.x86.code import Board, EachInstruction, program

COMPILER = Path(compiler.__file__).parent
REAL: dict[str, Any] = {"mode": "real16"}
I486: dict[str, Any] = {"mode": "real16", "cpu": "i486", "memory": "pipeline", "byte_rules": True}
BASE, DATA = MODES["real16"].base, MODES["real16"].data
RET = "c3"


def real(*code: str, aligned: bool = False, accounting: AccountingName = "native", **parameters: Any) -> PC:
    return PCS[accounting](replace(program(*code, mode="real16"), aligned=aligned), **REAL | parameters)


def test_arguments_lie_above_the_return_address_and_the_value_is_dx_ax() -> None:
    # mov bp,sp / mov ax,[bp+2] / mov dx,[bp+4] / add ax,[bp+6] / adc dx,[bp+8]
    pc = real("89 e5", "8b 46 02", "8b 56 04", "03 46 06", "13 56 08", RET)
    assert pc.run("f", 0x1_FFFF, 0x3_0002).value == 0x5_0001
    assert pc.run("f", -1, 2).value == 1


def test_pointers_are_far_ones() -> None:
    # mov bp,sp / les di,[bp+2] / mov ax,es:[di] / mov dx,es / inc word es:[di]
    pc = real("89 e5", "c4 7e 02", "26 8b 05", "8c c2", "26 ff 05", RET)
    pc.write(DATA.start, bytes(range(1, 64)))
    for place in (DATA.start, DATA.start + 0x12):
        first = place - DATA.start + 1
        assert pc.run("f", Pointer(place)).value == place >> 4 << 16 | (first + 1) << 8 | first
        assert pc.read(place, 1) == bytes([first + 1])
    assert pc.slot(Pointer(0x3_1234)) == bytes.fromhex("0400 2331")
    assert pc.slot(0x12345678) == bytes.fromhex("7856 3412")
    for wrong in (-1, 0x10_0000):
        with pytest.raises(HostError, match="first megabyte"):
            pc.run("f", Pointer(wrong))


def test_pointers_of_the_flat_mode_are_linear() -> None:
    pc = PC(program("8b 44 24 04", RET))
    assert pc.run("f", Pointer(0x20_1234)).value == 0x20_1234
    assert pc.slot(Pointer(0x20_1234)) == bytes.fromhex("3412 2000")


def test_a_function_finds_its_segment_in_all_segment_registers_and_an_even_stack() -> None:
    # mov ax,cs / mov dx,ds / ret;  mov ax,es / mov dx,ss / ret;  mov ax,sp
    assert real("8c c8", "8c da", RET).run("f").value == 0x1000_1000
    assert real("8c c0", "8c d2", RET).run("f").value == 0x1000_1000
    sp = real("89 e0", RET).run("f", 1, 2).value & 0xFFFF
    assert sp == 0xFFF0 - 8 - 2
    # mov eax,esp / shr eax,16
    assert real("66 89 e0", "66 c1 e8 10", RET).run("f").value & 0xFFFF == 0


def test_programs_are_loaded_for_the_mode_they_are_linked_for() -> None:
    with pytest.raises(HostError, match="test: linked for flat32, the PC runs in real16"):
        PC(program(RET), mode="real16")
    with pytest.raises(HostError, match="test: linked for real16, the PC runs in flat32"):
        PC(program(RET, mode="real16"))
    with pytest.raises(HostError, match="mode 'real32': must be flat32 or real16"):
        PC(program(RET), mode="real32")  # type: ignore[arg-type]  # the invalid argument


def assemble(source: str, folder: Path) -> Path:
    """Return an ELF file, built as docs/reference/host.md describes."""
    (folder / "x.asm").write_text("bits 16\n" + source)
    subprocess.run(["nasm", "-f", "elf32", "x.asm", "-o", "x.o"], cwd=folder, check=True)
    script = ["-T", str(COMPILER / "real16.ld"), "-m", "elf_i386", "-nostdlib", "-z", "noexecstack"]
    subprocess.run(["ld", *script, "-z", "max-page-size=16", "x.o", "-o", "x.elf"], cwd=folder, check=True)
    return folder / "x.elf"


needs_tools = pytest.mark.skipif(not (shutil.which("nasm") and shutil.which("ld")), reason="NASM or ld not installed")


@needs_tools
def test_elf_files_made_by_nasm_and_ld(tmp_path: Path) -> None:
    source = """
        global total, table, seen
        section .text
        total:  xor ax, ax
                mov si, table
                mov cx, 4
        .next:  add ax, [si]
                add si, 2
                loop .next
                mov [seen], ax
                xor dx, dx
                ret
        section .data
        table:  dw 1, 20, 300, 4000
        section .bss
        seen:   resw 1
    """
    loaded = load_program(assemble(source, tmp_path))
    assert loaded.mode == "real16"
    assert loaded.address_of("total") == BASE + 0x100
    assert loaded.address_of("table") % 2 == 0
    pc = PC(loaded, mode="real16")
    assert pc.run("total").value == 4321
    assert pc.read(loaded.address_of("seen"), 2) == (4321).to_bytes(2, "little")


@needs_tools
def test_a_program_larger_than_its_part_of_the_segment_is_refused(tmp_path: Path) -> None:
    path = assemble("section .text\nglobal f\nf: ret\nsection .bss\nresb 0xE002\n", tmp_path)
    with pytest.raises(
        ProgramError, match=r"x\.elf: segment 0x1000 to 0xf\w+ must be within 0x100 to 0xf000, the address range"
    ):
        load_program(path)


# What Unicorn does otherwise than a PC, and other surprises of 16 bits


def test_code_does_not_run_on_behind_its_end() -> None:
    """IP does not wrap at 64 KB under Unicorn; code ends long before."""
    with pytest.raises(MachineFaultError, match="ran into 0x10101, which is not its code"):
        real("90").run("f")
    # jmp to offset FF00, in the stack; to FFFF, after which no byte follows; call far F000:FFF0
    with pytest.raises(MachineFaultError, match="0x1ff00"):
        real("e9 fd fd").run("f")
    with pytest.raises(MachineFaultError, match=r"Invalid memory fetch.* at 0x1ffff"):
        real("e9 fc fe").run("f")
    with pytest.raises(MachineFaultError, match=r"Invalid memory fetch.* at 0xffff0"):
        real("9a f0 ff 00 f0").run("f")


def test_branches_wrap_at_the_end_of_a_segment() -> None:
    # call over the end of the segment to the RET at offset 108, through offset 0 - not through linear 10000
    pc = real("e8 05 00", "90", "90", "90", "90", "90", "31 c0", RET)
    assert pc.run("f").value & 0xFFFF == 0


def test_texts_tell_linear_addresses() -> None:
    # jmp over the RET, and back by a loop
    instructions = real("eb 01", RET, "e2 fd", RET).instructions
    assert [timing.text for _, timing in sorted(instructions.items())] == ["jmp 0x10103", "ret", "loop 0x10102", "ret"]


def test_far_calls_and_returns() -> None:
    # call 1000:0106 / ret / inc ax / retf
    pc = real("9a 06 01 00 10", RET, "40", "cb", aligned=True)
    each = EachInstruction(pc)
    assert pc.run("f").clocks == each.finish()
    # the same function by another segment: call 0FFF:0116
    pc = real("9a 16 01 ff 0f", RET, "40", "cb", aligned=True, memory="manual")
    assert pc.run("f").clocks == 17 + 1 + 2 + 18 + 1 + 10 + 1  # m of INC, of RET and of the next instruction


def test_a_far_return_needs_accesses_that_nobody_watches() -> None:
    """Unicorn restores IP before it reports RETF's second read: it would run twice."""
    with pytest.raises(ProgramError, match=r"test: instruction at 0x10101, `retf`: .* aligned=True"):
        real("40", "cb")
    with pytest.raises(ProgramError, match="without a cache"):
        real(
            "40", "cb", aligned=True, cache="simulated", **{key: value for key, value in I486.items() if key != "mode"}
        )


def test_a_rep_counts_cx_alone() -> None:
    # mov ecx,12340003h / repe scasb by CX: the second byte differs
    code = ("fc", "be 00 02", "bf 00 02", "66 b9 03 00 34 12", "f3 a6", RET)
    pc = real(*code, memory="manual")
    each_item = 9
    assert pc.run("f").clocks == 2 + 2 + 2 + 2 + 5 + 3 * each_item + 10 + 1
    # the high half of ECX is another one as the loop is left
    scan = ("fc", "bf 00 02", "66 b9 05 00 34 12", "b0 01", "f2 ae", "89 c8", RET)
    pc = real(*scan, memory="manual")
    pc.write(BASE + 0x200, b"\0\0\1\1\1")
    assert pc.run("f").value & 0xFFFF == 2
    assert pc.clocks == 2 + 2 + 2 + 2 + 5 + 3 * 8 + 2 + 10 + 1


def test_a_rep_with_an_address_prefix_counts_ecx() -> None:
    code = ("fc", "66 be 00 02 00 00", "66 bf 00 02 00 00", "66 b9 03 00 00 00", "67 f3 a6", RET)
    pc = real(*code, memory="manual")
    assert pc.run("f").clocks == 2 + 2 + 2 + 2 + 5 + 3 * 9 + 10 + 1


def test_instructions_of_the_386_in_16_bit_code() -> None:
    # mov eax,12345678h / ror eax,16 / movzx edx,ax / mov fs,dx / xor dx,dx
    pc = real("66 b8 78 56 34 12", "66 c1 c8 10", "66 0f b7 d0", "8e e2", "31 d2", RET, memory="manual")
    assert pc.run("f").value == 0x1234
    assert pc.clocks == 2 + 3 + 3 + 2 + 2 + 10 + 1
    pc = real("66 b8 78 56 34 12", "66 c1 c8 10", RET, **I486)
    assert pc.run("f").clocks == 2 + 3 + 5


@pytest.mark.parametrize("accounting", BOTH)
def test_multipliers_in_memory_lie_in_segments(accounting: AccountingName) -> None:
    # mov bp,DFFEh / mov bx,0FFFEh: mul word [bp+2] and mul word [bx+1002h] wrap at 64 KB / mul word es:[..] / mul by SS
    code = ("bb fe ff", "bd fe df", "f7 67 02", "f7 66 02", "b8 00 30", "8e c0", "26 f7 67 02", RET)
    pc = real(*code, accounting=accounting, memory="manual", multiply="exact")
    pc.write(BASE, (1 << 15).to_bytes(2, "little"))  # DS:0
    pc.write(BASE + 0xE000, (1 << 10).to_bytes(2, "little"))
    pc.write(DATA.start, (1 << 5).to_bytes(2, "little"))  # ES:0
    start, in_memory = 6, 3
    expected = 2 + 2 + (15 + 10 + 5 + 3 * (start + in_memory)) + 2 + 2 + 10 + 1
    assert pc.run("f").clocks == expected


def test_ports_and_the_timer() -> None:
    # in al,dx with DX = 300h / out dx,al
    pc, board = real("ba 00 03", "ec", "ee", RET), Board([0x5A])
    pc.isa_bus.attach_ports(0x300, 16, board)
    assert pc.run("f").value & 0xFF == 0x5A
    assert [value for _, value, _ in board.writes] == [0x5A]
    # latch counter 0 and read it twice, on a machine whose time has gone on in between
    pc = real("b0 00", "e6 43", "e4 40", "88 c4", "e4 40", "86 c4", RET)
    first, second = (pc.run("f").value & 0xFFFF for _ in range(2))
    assert 0 < first - second & 0xFFFF < 100  # it counts down, by two


def test_a_boards_memory_through_es() -> None:
    """Attached after code ran: Unicorn has translated it without the hook that lets IP be exact."""
    # mov ax,D000h / mov es,ax / mov bx,10h / mov al,es:[bx] / mov es:[bx+1],al
    code = ("b8 00 d0", "8e c0", "bb 10 00", "26 8a 07", "26 88 47 01", RET)
    pc = real(*code)
    with pytest.raises(MachineFaultError):
        pc.run("f")
    board = Board([0x77])
    pc.isa_bus.attach_memory(0xD_0000, 0x1000, board)
    assert pc.run("f").value & 0xFF == 0x77
    assert [place for place, _ in board.reads] == [0x10]
    assert [(place, value) for place, value, _ in board.writes] == [(0x11, 0x77)]


def test_aligned_word_moves_from_a_boards_memory_and_no_others() -> None:
    # mov ax,D000h / mov ds,ax / mov si,.. / mov di,200h / mov cx,2 / rep movsw
    def words(si: str) -> tuple[PC, Board]:
        pc = real("fc", "b8 00 d0", "8e d8", f"be {si}", "bf 00 e0", "b9 02 00", "f3 a5", RET)
        board = Board(range(1, 9))
        pc.isa_bus.attach_memory(0xD_0000, 0x1000, board)
        return pc, board

    pc, board = words("10 00")
    pc.run("f")
    assert pc.read(BASE + 0xE000, 4) == bytes([1, 2, 3, 4])
    assert [place for place, _ in board.reads] == [0x10, 0x11, 0x12, 0x13]
    pc, board = words("11 00")
    with pytest.raises(MachineFaultError, match="aligned string moves only"):
        pc.run("f")


def test_code_cannot_be_written() -> None:
    with pytest.raises(MachineFaultError, match="writes to 0x10100, the program's code"):
        real("c6 06 00 01 90", RET).run("f")
    pc = real("c6 06 00 02 90", RET)
    pc.run("f")
    assert pc.read(BASE + 0x200, 1) == b"\x90"


@pytest.mark.parametrize("parameters", [{"memory": "manual"}, {"wait_states": 1}, I486], ids=["manual", "bus", "486"])
@pytest.mark.parametrize("accounting", BOTH)
def test_blocks_give_the_same_clocks_as_single_instructions(
    parameters: dict[str, Any], accounting: AccountingName
) -> None:
    # A loop with calls, pushes, string moves and branches, all words even
    code = (
        "fc", "b9 14 00",
        "51", "be 00 e0", "bf 00 e2", "b9 05 00", "f3 a5", "a1 00 e0", "01 c8", "a3 00 e0", "59",
        "a8 01", "74 01", "40", "e8 03 00", "e2 e1", RET,
        "d1 e0", "1e", "07", RET,
    )  # fmt: skip
    pc = real(*code, accounting=accounting, **parameters)
    each = EachInstruction(pc)
    assert pc.run("f").clocks == each.finish()
    assert each.instructions > 300
