"""One script on Unicorn's x86 and on `dsp56k.emu.unicorn`, with only a mapping of names."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest
import unicorn
from unicorn import x86_const

from dsp56k.asm import assemble
from dsp56k.emu import unicorn as ours
from dsp56k.emu.unicorn import constants


@dataclass(frozen=True)
class Names:
    """The parameters of a chip for a script."""

    api: ModuleType
    arch: int
    mode: int
    base: int
    data: int
    counter: int
    pc: int
    code: bytes
    """Ten times: the counter goes to memory at `data`, and is counted."""
    illegal: bytes
    far: bytes
    """Reads where nothing is mapped."""
    word: int
    """Bytes of the counter in memory."""


def assembled(text: str) -> bytes:
    words = assemble(f"        org p:$100\n{text}").words
    return b"".join(words["P", address].to_bytes(3) for address in sorted(address for _, address in words))


LOOP = """
        clr     a
        move    #>1,x0
        move    #>10,b
again   move    a1,x:$20
        add     x0,a
        cmp     b,a     x:$20,y0
        jlt     again
"""
CHIPS = {
    "x86": Names(
        unicorn,
        unicorn.UC_ARCH_X86,
        unicorn.UC_MODE_32,
        0x10000,
        0x20000,
        x86_const.UC_X86_REG_EAX,
        x86_const.UC_X86_REG_EIP,
        # xor eax,eax; again: mov [$20060],eax; inc eax; mov ecx,[$20060]; cmp eax,10; jl again
        bytes.fromhex("31C0 A360000200 40 8B0D60000200 83F80A 7CEF"),
        bytes.fromhex("0F0B"),
        bytes.fromhex("A100000900"),
        4,
    ),
    "dsp56001": Names(
        ours,
        ours.UC_ARCH_DSP56K,
        ours.UC_MODE_DSP56001,
        ours.address_of("P", 0x100),
        ours.address_of("X", 0),
        ours.UC_DSP56K_REG_A1,
        ours.UC_DSP56K_REG_PC,
        assembled(LOOP),
        bytes.fromhex("000005"),
        assembled("        move    x:$4000,a\n"),
        3,
    ),
}


@pytest.fixture(params=CHIPS)
def names(request: pytest.FixtureRequest) -> Names:
    return CHIPS[request.param]


@pytest.fixture
def uc(names: Names) -> Any:
    machine = names.api.Uc(names.arch, names.mode)
    machine.mem_map(names.base, 0x3000)
    machine.mem_map(names.data, 0x3000)
    machine.mem_write(names.base, names.code)
    return machine


def test_a_script_runs_on_both(names: Names, uc: Any) -> None:
    api = names.api
    steps, writes, reads = [], [], []
    code = uc.hook_add(api.UC_HOOK_CODE, lambda u, address, size, data: steps.append((address, size, data)), "given")
    uc.hook_add(api.UC_HOOK_MEM_WRITE, lambda *event: writes.append(event[1:5]))
    uc.hook_add(
        api.UC_HOOK_MEM_READ,
        lambda *event: reads.append((*event[1:3], event[4])),
        None,
        names.data,
        names.data + 0x2FFF,
    )
    end = names.base + len(names.code)
    uc.emu_start(names.base, end)
    assert uc.reg_read(names.pc) == end
    assert uc.reg_read(names.counter) == 10
    place = names.data + 0x60
    assert int.from_bytes(uc.mem_read(place, names.word), "big" if names.word == 3 else "little") == 9
    assert writes == [(api.UC_MEM_WRITE, place, names.word, number) for number in range(10)]
    assert reads == [(api.UC_MEM_READ, place, 0)] * 10
    assert steps[0] == (names.base, steps[1][0] - names.base, "given")
    assert b"".join(bytes(uc.mem_read(address, size)) for address, size, _ in sorted(set(steps))) == names.code
    uc.hook_del(code)
    before = len(steps)
    uc.emu_start(names.base, end)
    assert len(steps) == before


def test_a_count_and_a_stop_end_it(names: Names, uc: Any) -> None:
    end = names.base + len(names.code)
    uc.emu_start(names.base, end, count=3)
    third = uc.reg_read(names.pc)
    assert names.base < third < end
    uc.emu_start(names.base, third)
    assert uc.reg_read(names.pc) == third
    place = names.data + 0x60
    uc.hook_add(names.api.UC_HOOK_MEM_WRITE, lambda u, _kind, _at, _size, value, _data: value == 4 and u.emu_stop())
    uc.emu_start(names.base, end)
    assert uc.reg_read(names.counter) in {4, 5}
    assert uc.mem_read(place, names.word).strip(b"\0") == b"\4"


def test_a_context_holds_registers(names: Names, uc: Any) -> None:
    uc.emu_start(names.base, names.base + len(names.code), count=7)
    context, counter = uc.context_save(), uc.reg_read(names.counter)
    uc.reg_write(names.counter, 77)
    assert uc.reg_read(names.counter) == 77
    uc.context_restore(context)
    assert uc.reg_read(names.counter) == counter
    uc.emu_start(uc.reg_read(names.pc), names.base + len(names.code))
    assert uc.reg_read(names.counter) == 10


def test_mistakes_have_unicorns_numbers(names: Names, uc: Any) -> None:
    api = names.api
    with pytest.raises(api.UcError) as caught:
        uc.mem_read(names.data + 0x8000, 3)
    assert caught.value.errno == api.UC_ERR_READ_UNMAPPED
    with pytest.raises(api.UcError) as caught:
        uc.mem_write(names.data + 0x8000, b"abc")
    assert caught.value.errno == api.UC_ERR_WRITE_UNMAPPED
    with pytest.raises(api.UcError) as caught:
        uc.mem_map(names.base, 0x3000)
    assert caught.value.errno == api.UC_ERR_MAP
    with pytest.raises(api.UcError) as caught:
        uc.emu_start(names.base + 0x2700 * 6, 0)
    assert caught.value.errno == api.UC_ERR_FETCH_UNMAPPED
    uc.mem_write(names.base, names.illegal)
    with pytest.raises(api.UcError) as caught:
        uc.emu_start(names.base, names.base + 300)
    assert caught.value.errno == api.UC_ERR_INSN_INVALID
    elsewhere = names.base + 0x300
    uc.mem_write(elsewhere, names.far)
    with pytest.raises(api.UcError) as caught:
        uc.emu_start(elsewhere, elsewhere + len(names.far))
    assert caught.value.errno == api.UC_ERR_READ_UNMAPPED


def test_a_hook_may_answer_for_memory_that_is_not_mapped(names: Names, uc: Any) -> None:
    seen = []

    def answer(machine: Any, access: int, address: int, size: int, value: int, data: object) -> bool:
        del size, value, data
        seen.append(access)
        machine.mem_map(address & ~0xFFF if names.word == 4 else address, 0x3000)
        return True

    uc.hook_add(names.api.UC_HOOK_MEM_READ_UNMAPPED, answer)
    uc.mem_write(names.base, names.far)
    uc.emu_start(names.base, names.base + len(names.far))
    assert seen == [names.api.UC_MEM_READ_UNMAPPED]
    assert len(list(uc.mem_regions())) == 3


def test_a_timeout_ends_what_never_ends() -> None:
    chip = ours.Uc(ours.UC_ARCH_DSP56K, ours.UC_MODE_DSP56001)
    chip.mem_map(0, 0x300)
    chip.mem_write(0, assembled("        nop\n        jmp     <0\n"))
    chip.emu_start(0, 0x200 // 3 * 3, timeout=20_000)
    assert chip.dsp.instructions > 100


def test_the_constants_are_unicorns() -> None:
    own = {name for name in vars(constants) if name.startswith("UC_") and "DSP56" not in name}
    assert len(own) > 25
    assert {name: getattr(constants, name) for name in own} == {name: getattr(unicorn, name) for name in own}


def test_words_at_odd_addresses_and_in_part() -> None:
    chip = ours.Uc(ours.UC_ARCH_DSP56K, ours.UC_MODE_DSP56001)
    chip.mem_map(ours.address_of("Y", 4), 6)
    chip.mem_write(ours.address_of("Y", 4) + 1, b"\xaa\xbb\xcc")
    assert chip.dsp.y[4:6] == [0x00AABB, 0xCC0000]
    assert chip.mem_read(ours.address_of("Y", 4) + 2, 2) == b"\xbb\xcc"
    for wrong in (-1, 3 * 65536, 0x300000):
        with pytest.raises(ours.UcError, match="UC_ERR_ARG"):
            chip.mem_map(wrong, 3)
    with pytest.raises(ours.UcError, match="must be a multiple of 3, got 0x1"):
        chip.emu_start(1, 3)
    with pytest.raises(ours.UcError, match="must fit into 16 bits"):
        chip.reg_write(ours.UC_DSP56K_REG_R0, 0x10000)
    with pytest.raises(ours.UcError, match="unknown register"):
        chip.reg_read(0)
    for arch, mode, number in ((4, 0, ours.UC_ERR_ARCH), (ours.UC_ARCH_DSP56K, 4, ours.UC_ERR_MODE)):
        with pytest.raises(ours.UcError) as caught:
            ours.Uc(arch, mode)
        assert caught.value.errno == number
    chip.mem_unmap(ours.address_of("Y", 4), 3)
    assert [*chip.mem_regions()] == [(ours.address_of("Y", 5), ours.address_of("Y", 6) - 1, ours.UC_PROT_ALL)]
    with pytest.raises(ours.UcError, match="UC_ERR_MAP"):
        chip.mem_unmap(ours.address_of("Y", 4), 3)


def test_each_constant_is_the_register_of_its_name() -> None:
    prefix = "UC_DSP56K_REG_"
    numbers = {name.removeprefix(prefix).lower(): value for name, value in vars(constants).items() if prefix in name}
    uc = ours.Uc(ours.UC_ARCH_DSP56K, ours.UC_MODE_DSP56001)
    values = {name: place for place, name in enumerate(f"{bank}{number}" for bank in "rnm" for number in range(8))}
    for name, value in values.items():
        uc.reg_write(numbers[name], value)
    assert {name: uc.dsp.regs[name] for name in values} == values
    assert len({*numbers.values()}) == len(numbers)
