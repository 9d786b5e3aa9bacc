"""The native counter against the plain one, block by block."""

import gc
import signal
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest
import unicorn

from dsp56k.host._pc import EdgeCounter
from dsp56k.host.clocks import NativeCounter
from dsp56k.host.errors import ClockLimitError, MachineFaultError
from dsp56k.host.pc import DATA, PC
from dsp56k.host.program import Program, builtin_program
from dsp56k.host.software import GRADES
from reference_model.pc.accounting import BOTH, PCS, AccountingName, PlainCounter
from shared.x86.code import Board, program

STRINGS = program(
    "fc",
    "be 00 00 20 00",  # mov esi, 200000h
    "bf 00 10 20 00",  # mov edi, 201000h
    "b9 25 00 00 00",
    "f3 a4",  # rep movsb
    "b9 10 00 00 00",
    "be 00 00 20 00",
    "bf 00 10 20 00",
    "c6 05 05 10 20 00 77",  # the sixth byte differs
    "f3 a6",  # repe cmpsb
    "b8 05 00 00 00",
    "48",
    "75 fd",  # jnz
    "c3",
)
KINDS: dict[AccountingName, type] = {"native": NativeCounter, "plain": PlainCounter}


class Log:
    """The values of a machine's counter after every block."""

    def __init__(self, code: Program, counting: AccountingName, **parameters: Any) -> None:
        self.pc = PCS[counting](code, **parameters)
        assert type(self.pc._counter) is KINDS[counting]
        self.blocks: list[tuple[int, int, int]] = []
        # Hooks run in the order they were set in: this one finds the block counted.
        self.pc._uc.hook_add(unicorn.UC_HOOK_BLOCK, self._block)

    def _block(self, uc: Any, address: int, size: int, _: object) -> None:
        counter = self.pc._counter
        self.blocks.append((address, counter.clocks, counter.node.number))


def both(code: Program, run: Callable[[PC], object], **parameters: Any) -> None:
    native, plain = Log(code, "native", **parameters), Log(code, "plain", **parameters)
    native.pc.write(DATA.start, bytes(range(256)) * 16)
    plain.pc.write(DATA.start, bytes(range(256)) * 16)
    assert run(native.pc) == run(plain.pc)
    assert len(native.blocks) > 20
    assert native.blocks == plain.blocks
    assert native.pc.clocks == plain.pc.clocks
    assert native.pc.profile() == plain.pc.profile()


I486 = {"cpu": "i486", "memory": "pipeline", "byte_rules": True}


@pytest.mark.parametrize("memory", [{"memory": "manual"}, {"wait_states": 0}, {"wait_states": 2}, I486])
def test_blocks_and_strings(memory: dict[str, Any]) -> None:
    both(STRINGS, lambda pc: (pc.run("f"), pc.run("f")), **memory)


def test_more_edges_than_are_kept_at_hand() -> None:
    jumps = program(*["eb 00"] * 5000, "c3")  # each jmp to the next
    both(jumps, lambda pc: [pc.run("f") for _ in range(3)])


def test_stores_beside_code_and_elsewhere() -> None:
    code = program(
        "b9 00 01 00 00",
        "bf 00 00 20 00",
        "88 8f 00 0f 10 00",  # mov [edi+100f00h], cl: far from code
        "fe 05 80 f0 10 00",  # inc byte [10f080h]
        "88 0f",  # mov [edi], cl
        "89 4f 7d",  # mov [edi+7dh], ecx
        "47",
        "e2 ec",
        "a0 80 f0 10 00",
        "c3",
    )
    both(code, lambda pc: (pc.run("f").value & 0xFF, pc.read(DATA.start, 1024), pc.run("f").value & 0xFF))


@pytest.mark.parametrize("counting", BOTH)
def test_a_restored_pc_runs_as_before(counting: AccountingName) -> None:
    pc = PCS[counting](STRINGS)
    pc.run("f")
    state, first = pc.state(), pc.run("f")
    memory, clocks = pc.read(DATA.start, 1024), pc.clocks
    pc.write(DATA.start, bytes(range(256)))
    pc.restore(state)
    assert pc.clocks == clocks - first.clocks
    assert (pc.run("f"), pc.read(DATA.start, 1024), pc.clocks) == (first, memory, clocks)


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("multiply", ["mean", "exact"])
@pytest.mark.parametrize("machine", [{}, I486], ids=["386", "486"])
def test_the_host_software(grade: str, multiply: str, machine: dict[str, Any]) -> None:
    code = builtin_program(f"software-{grade}")
    at = DATA.start
    both(code, lambda pc: pc.run("md2", at, 100, at + 0x1000), multiply=multiply, **machine)
    both(code, lambda pc: pc.run("des_cbc_encrypt", at, at + 8, at + 16, at + 0x1000, 9), multiply=multiply, **machine)
    arguments = (at + 0x1000, at + 0x100, 1, at + 0x41, 1, at + 0x81, 4)
    both(code, lambda pc: pc.run("rsa_power", *arguments), multiply=multiply, **machine)


@pytest.mark.parametrize(
    "code",
    [
        ("f7 e1", "mul ecx"),
        ("f6 e1", "mul cl"),
        ("66 f7 e9", "imul cx"),
        ("f7 2c 8d fc ff 1f 00", "imul dword [ecx*4 + 1ffffch]"),
        ("0f af c1", "imul eax, ecx"),
    ],
)
@pytest.mark.parametrize("machine", [{}, I486], ids=["386", "486"])
def test_exact_multiplications(code: tuple[str, str], machine: dict[str, Any]) -> None:
    multiplication = program("8b 4c 24 04", code[0], *["eb 00"] * 20, "c3")
    values = [0, 1, 2, 3, 4, 5, 127, 128, 129, 255]
    if "ecx*4" not in code[1]:
        values += [0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x10000, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFF]
    both(multiplication, lambda pc: [pc.run("f", value).clocks for value in values], multiply="exact", **machine)


@pytest.mark.parametrize("functions", [(0, 1), (1, 0)])
def test_a_function_of_unicorn_at_address_0_is_an_error(functions: tuple[int, int]) -> None:
    counter = EdgeCounter(lambda *_: (0, 0, True), lambda: None, lambda _: None)
    with pytest.raises(ValueError, match="no functions"):
        counter.alignment(1, 4, [], (0, 0, *functions))


def test_failures_of_both_are_the_same() -> None:
    messages = []
    for counting in KINDS:
        with pytest.raises(ClockLimitError, match="still running after its limit of clocks") as limit:
            PCS[counting](program("eb fe")).run("f", limit=5000)
        with pytest.raises(MachineFaultError, match="which is not its code") as fault:
            PCS[counting](program("e9 00 10 00 00")).run("f")
        messages.append((str(limit.value), limit.value.fields["clocks"], str(fault.value)))
    assert messages[0] == messages[1]


@pytest.mark.parametrize("counting", KINDS)
def test_a_machine_is_freed(counting: AccountingName) -> None:
    pc = PCS[counting](STRINGS, multiply="exact")
    pc.run("f")
    gone = weakref.ref(pc)
    del pc
    gc.collect()
    assert gone() is None


def test_a_board_may_come_between_two_runs() -> None:
    pc = PC(program("a0 00 00 0d 00", "a0 00 00 0d 00", "c3"))  # mov al, [0d0000h], twice
    with pytest.raises(MachineFaultError, match="UC_ERR_READ_UNMAPPED"):
        pc.run("f")
    board = Board([0x12, 0x34])
    pc.isa_bus.attach_memory(0xD_0000, 0x1000, board)
    before = pc.now
    assert pc.run("f").value & 0xFF == 0x34
    (_, first), (_, second) = board.reads
    assert before < first < second <= pc.now


def test_a_limit_beyond_all_clocks() -> None:
    assert PC(program("c3")).run("f", limit=10**30).clocks > 0


@pytest.mark.timeout(30)
def test_an_endless_loop_in_native_code_can_be_interrupted() -> None:
    pc = PC(program("eb fe"))
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        pc.run("f", limit=1 << 50)
    timer.join()
