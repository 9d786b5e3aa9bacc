"""The specification of `dsp56k sleigh` by pypcode: text against the disassembler, p-code against the emulator."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from differential.cases import SPACES, Case
from differential.programs.encodings import FAMILIES, case, case_of, state
from differential.programs.sequences import program
from dsp56k.asm import assemble
from dsp56k.isa import DSP56002, ROWS, decode
from dsp56k.lib.library_runner import RETURN, Machine
from reference_model.memory import IO_PAGE
from reference_model.registers import WIDTH

pytest.importorskip("pypcode")

if TYPE_CHECKING:
    from pathlib import Path

    import pypcode

    from differential.pcode.compare import PcodeJudge

STRIDE = 5003
"""A prime, so that the sample of 3,354 words has words of every encoding."""
SAMPLE = 2
PROGRAMS = 4
OPERATIONS = [0x200000 | low for low in range(256) if decode(0x200000 | low)]
"""Each operation on each register, without a move."""
CONDITIONS = [0x020000 | code << 12 for code in range(16)]
"""TFR B,A under each condition."""
CMP_B_A = 0x200005
STATES = 8
"""States of each condition: a rule of three flags that is wrong for one combination passes one time in three."""


@pytest.fixture(scope="module")
def arch(tmp_path_factory: pytest.TempPathFactory) -> pypcode.Arch:
    from differential.pcode.processor import compile_language

    return compile_language(tmp_path_factory.mktemp("sleigh"))


@pytest.fixture(scope="module")
def judge(arch: pypcode.Arch) -> PcodeJudge:
    from differential.pcode.compare import PcodeJudge

    return PcodeJudge(arch)


def test_text_is_that_of_the_disassembler(arch: pypcode.Arch) -> None:
    from differential.pcode.compare import text_differences
    from differential.pcode.processor import new_context

    words = [*range(0, 1 << 24, STRIDE), *(row.value | 0x200000 * (row.table == "alu") for row in ROWS)]
    assert text_differences(new_context(arch, "default"), words) == []


def test_exact_p_code_does_what_the_emulator_does(judge: PcodeJudge) -> None:
    before = judge.compared
    for family in FAMILIES:
        for number in range(SAMPLE):
            assert judge.differences(case(Random(f"{family}/{number}"), family)) == [], (family, number)
    assert judge.compared - before > len(FAMILIES) * SAMPLE * 3 // 4


@pytest.mark.parametrize(("words", "count"), [(OPERATIONS, 1), (CONDITIONS, STATES)], ids=["operations", "conditions"])
def test_each_operation_and_condition(judge: PcodeJudge, words: list[int], count: int) -> None:
    before = judge.compared
    for word in words:
        for number in range(count):
            assert judge.differences(case_of(Random(f"{word}/{number}"), word)) == [], (f"{word:06X}", number)
    assert judge.compared - before == len(words) * count


def test_default_p_code_does_what_the_emulator_does_in_plain_states(judge: PcodeJudge) -> None:
    before = judge.compared
    for family in FAMILIES:
        assert judge.default_differences(case(Random(f"{family}/default"), family)) == [], family
    assert judge.compared - before > len(FAMILIES) // 2


def test_programs_with_loops_repetitions_and_calls_end_in_the_same_state(judge: PcodeJudge) -> None:
    before = judge.compared
    numbers = iter(range(1000))
    while judge.compared - before < PROGRAMS:
        number = next(numbers)
        assert judge.differences(program(Random(f"pcode/{number}"))) == [], number


@pytest.mark.parametrize("last", ["tst a", "move x:$3456,x0", "move #>$123456,x0", "jclr #3,x:$10,next\nnext"])
def test_a_loop_ends_with_an_instruction_of_one_or_two_words(arch: pypcode.Arch, last: str) -> None:
    from differential.pcode.compare import PcodeJudge

    judge = PcodeJudge(arch)  # without the marks of other loops, which may end this one
    program = assemble(f" org p:$80\n do #3,end\n nop\n {last}\nend\n")
    words = tuple(program.words["P", address] for address in range(0x80, 0x80 + len(program.words)))
    registers = state(Random(1)) | {"pc": 0x80, "sp": 0, "sr": 0}
    assert judge.differences(Case(words, registers, steps=40, until=0x80 + len(words))) == []
    assert judge.compared == 1


@pytest.mark.parametrize("passes", [1, 2])
def test_a_do_in_the_last_word_of_a_loop_is_not_compared_with_its_own_last_word(judge: PcodeJudge, passes: int) -> None:
    """The last word of the inner loop is the second word of its DO."""
    outer, inner = (0x060380, 0x0083), (0x060080 | passes << 8, 0x0084)
    registers = state(Random(passes)) | {"pc": 0x80, "sp": 0, "sr": 0}
    before = judge.compared
    assert judge.differences(Case((*outer, 0, *inner, 0, 0, 0), registers, steps=6)) == []
    assert judge.compared == before + 1


def test_operations_have_the_forms_that_a_decompiler_recognises(arch: pypcode.Arch) -> None:
    """No operation extends an accumulator beyond its seven bytes, and CMP is the comparison of two of these."""
    from differential.pcode.processor import new_context, octets

    for variant in ("default", "exact"):
        context = new_context(arch, variant)
        for word in OPERATIONS:
            operations = context.translate(octets(word), 0, max_instructions=1).ops
            nodes = [node for one in operations for node in (*one.inputs, *([one.output] if one.output else []))]
            assert max(node.size for node in nodes if node.space.name != "const") <= 7, (variant, f"{word:06X}")
        compared = context.translate(octets(CMP_B_A), 0, max_instructions=1).ops
        forms = [
            one.opcode.name  # type: ignore[attr-defined]  # the stub lacks the members of enumerations
            for one in compared
            if one.output and [node.size for node in one.inputs] == [7, 7]
        ]
        assert forms[:3] == ["INT_LESS", "INT_SBORROW", "INT_SUB"]
        assert set(forms[3:]) >= {"INT_SLESS", "INT_EQUAL"}


X0_Y1 = 0x4
"""The code of the factors X0,Y1."""
PRODUCT_SIGNS = {0x012680: (1, 0), 0x0126C0: (0, 0), 0x012780: (1, 0), 0x0127C0: (0, 0)}
"""MACSU, MACUU, MPYSU and MPYUU: which of their two factors are signed."""


def test_p_code_of_the_dsp56002_is_integer_arithmetic(tmp_path: Path) -> None:
    from differential.pcode.processor import Processor, compile_language, new_context

    context = new_context(compile_language(tmp_path, DSP56002), "exact", DSP56002)
    random = Random(56002)
    operands = [0, 1, 0x7FFFFF, 0x800000, 0xFFFFFF, *(random.getrandbits(24) for _ in range(4))]
    chip = Processor(context, {space: [0] * (1 << 16) for space in "PXY"})

    def result(word: int, **registers: int) -> tuple[int, int]:
        """Return A and CCR after an instruction at P:0."""
        chip.memory["P"][0] = word
        for name, value in {"pc": 0, "sr": 0, **registers}.items():
            chip[name] = value
        chip.step()
        return chip["a"], chip["sr"] & 0x7F

    for left, right in product(operands, repeat=2):
        accumulator = random.getrandbits(56)
        for word, signs in PRODUCT_SIGNS.items():
            factors = [
                value - (1 << 24) * (is_signed and value >> 23)
                for is_signed, value in zip(signs, (left, right), strict=True)
            ]
            for minus in (0, 0x10):
                before = accumulator if word < 0x012700 else 0
                wanted = before + (-2 if minus else 2) * factors[0] * factors[1]
                found, _ = result(word | minus | X0_Y1, a=accumulator, x0=left, y1=right)
                assert found == wanted % (1 << 56), (hex(word), minus, left, right)
    for word, step in ((0x000008, 1), (0x00000A, -1)):
        for before in (0, 1, (1 << 56) - 1, (1 << 55) - 1, 1 << 55, 0x800000):
            found, ccr = result(word, a=before)
            assert found == (before + step) % (1 << 56)
            assert ccr & 1 == (not 0 <= before + step < 1 << 56)
            assert ccr >> 1 & 1 == (before + step * (step > 0) == 1 << 55)
            assert ccr >> 2 & 1 == (found == 0)
            assert ccr >> 3 & 1 == found >> 55


class Beside:
    """A routine of the library on the emulator and on p-code."""

    def __init__(self, arch: pypcode.Arch, machine: Machine) -> None:
        self.arch, self.machine = arch, machine

    def call(self, routine: str, **registers: int) -> None:
        """Run a subroutine on both, and compare registers and memory."""
        from differential.pcode.processor import Processor, new_context

        dsp = self.machine.dsp
        for name, value in registers.items():
            dsp.regs[name] = value
        chip = Processor(new_context(self.arch, "exact"), {space.upper(): self._memory(space) for space in SPACES})
        for name in WIDTH:
            chip[name] = dsp.regs[name]
        chip["pc"], chip["sp"], chip.stack[1] = self.machine.symbols[routine], 1, RETURN << 16 | dsp.regs.sr
        while chip["pc"] != RETURN:
            chip.step()
        self.machine.call(routine)
        assert {name: chip[name] for name in WIDTH} == {name: dsp.regs[name] for name in WIDTH}
        for space in SPACES:
            after = self._memory(space)
            assert [chip.word(space.upper(), address) for address in range(len(after))] == after

    def _memory(self, space: str) -> list[int]:
        memory = {"x": self.machine.dsp.x, "y": self.machine.dsp.y, "p": self.machine.dsp.p}[space]
        words: list[int] = np.asarray(memory, dtype=np.uint32)[:IO_PAGE].tolist()
        return words


def test_a_filter_in_a_modulo_buffer(arch: pypcode.Arch) -> None:
    machine, random = Machine("fixed_point.asm"), Random(1)
    machine.put("y", 0x20, [random.getrandbits(24) for _ in range(8)])
    machine.put("x", 0x40, [random.getrandbits(24) for _ in range(12)])
    buffer = {"r0": 0x20, "m0": 7, "r4": 0x20, "m4": 7, "n7": 7}
    Beside(arch, machine).call("fx_fir_block", r1=0x40, r2=0x60, n6=12, **buffer)


def test_a_transform_with_scaling_and_nested_loops(arch: pypcode.Arch) -> None:
    machine, random = Machine("fixed_point.asm", FFT_POINTS=8), Random(2)
    for space in "xy":
        machine.put(space, 0x40, [random.getrandbits(24) for _ in range(8)])
    Beside(arch, machine).call("fx_fft", r0=0x40)


def test_a_power_by_montgomery_products(arch: pypcode.Arch) -> None:
    """The longest program: RSA of two digits, 5,090 instructions."""
    machine = Machine()
    machine.put("x", "rsa_data", [0x345679, 0x123456, 3, 0])
    machine.dsp.regs.x0 = 2
    machine.call("rsa_load")
    machine.put("x", "rsa_data", [0x777777, 0x111111])
    Beside(arch, machine).call("rsa_public")
    low, high = machine.get("x", "rsa_data", 2)
    assert high << 24 | low == pow(0x111111777777, 3, 0x123456345679)
