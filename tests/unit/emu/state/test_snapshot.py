"""Snapshots: whole, checked, restorable elsewhere."""

import contextlib
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from dsp56k.emu import Dsp56001, EmulatorError, SnapshotError
from shared.emu_programs import checksum, chip

PROGRAM = """
        org p:0
        do #20,done
        move r0,x:(r1)+
        rep #5
        move (r0)+
        movem r0,p:$1000
        move r0,y:$2000
done
        jmp *
"""


def state(dsp: Dsp56001) -> tuple[object, ...]:
    return (
        dsp.regs.as_dict(),
        list(dsp.stack),
        dsp.x[:0xFFC0],
        dsp.y[:],
        dsp.p[:],
        dsp.clocks,
        dsp.total_clocks,
        dsp.instructions,
        [dsp.host.peek(offset) for offset in range(8)],
    )


@pytest.mark.parametrize("executed", [0, 3, 4, 5, 60])
def test_a_restored_chip_goes_on_the_same(executed: int) -> None:
    dsp = chip(PROGRAM, bcr=0x1111)
    for _ in range(executed):
        dsp.step()
    saved = dsp.snapshot()
    other = Dsp56001(mode=3)
    other.x[0x300] = 5
    other.restore(saved)
    assert state(other) == state(dsp)
    for _ in range(30):
        dsp.step()
        other.step()
    assert state(other) == state(dsp)
    assert other.snapshot() == dsp.snapshot()


def test_a_pending_address_register_and_interrupt_survive() -> None:
    dsp = chip(" org p:8\n move (r7)+\n nop\n org p:$40\n move #$30,r0\n move x:(r0)+,x0\n dup 8\n nop\n endm")
    dsp.regs.sr = 0
    dsp.x[0xFFFF] = 7
    dsp.regs.pc = 0x40
    dsp.lines.irqa.drive(True)
    dsp.step()
    other = Dsp56001()
    other.restore(dsp.snapshot())
    for _ in range(6):
        dsp.step()
        other.step()
        assert state(other) == state(dsp)
    assert other.regs.r7 == 1


@pytest.mark.parametrize(("clocks", "read"), [(6, 0), (46, 0x555555)])
@pytest.mark.parametrize("stepped", [0, 1, 3])
@pytest.mark.parametrize("halts", [True, False])
def test_counted_iterations_of_a_jump_to_itself_complete_an_address_register(
    clocks: int, read: int, stepped: int, halts: bool
) -> None:
    """The AGU sees R2 late: a read at the address of the jump uses its old value only if the jump was not executed."""
    alone, dsp = (chip(" org p:$40\n nop\n nop\n move #5,r2\n jmp *") for _ in range(2))
    for each in (alone, dsp):
        each.regs.pc, each.x[5] = 0x40, 0x555555
    while alone.clocks < clocks:
        alone.step()
    for _ in range(stepped):
        dsp.step()
    if halts:
        dsp.run()
    dsp.advance(clocks)
    assert dsp.snapshot() == alone.snapshot()
    dsp.p[0x43] = 0x56E200  # move x:(r2),a
    dsp.step()
    assert dsp.regs.a1 == read


def test_damage_is_noticed_and_changes_nothing() -> None:
    dsp = chip(PROGRAM)
    saved = dsp.snapshot()
    before = state(dsp)
    damaged = [
        (b"", "too short"),
        (saved[:-1], "length"),
        (saved + b"\0", "length"),
        (b"X" + saved[1:], "begin"),
        (saved[:8] + b"\x63" + saved[9:], "got 99"),
        (saved[:40] + bytes([saved[40] ^ 1]) + saved[41:], "checksum"),
    ]
    for wrong, message in damaged:
        with pytest.raises(SnapshotError, match=message):
            dsp.restore(wrong)
    assert state(dsp) == before


def test_another_process_restores_it(tmp_path: Path) -> None:
    dsp = chip(PROGRAM)
    dsp.run(max_instructions=50)
    (tmp_path / "state").write_bytes(dsp.snapshot())
    script = (
        "import sys, pathlib; from dsp56k.emu import Dsp56001; dsp = Dsp56001(); "
        "dsp.restore(pathlib.Path(sys.argv[1]).read_bytes()); dsp.run(); print(dsp.regs.r0, dsp.clocks)"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "state")], capture_output=True, text=True, check=True
    )
    dsp.run()
    assert result.stdout.split() == [str(dsp.regs.r0), str(dsp.clocks)]


DEVICE = """
import sys, pathlib
from dsp56k.emu import Dsp56001

class Counter:
    def __init__(self, count):
        self.count = count
    def read(self, offset, now):
        self.count += 1
        return self.count
    def write(self, offset, value, now):
        pass

dsp = Dsp56001()
dsp.port_a.map_device("Y", 0xFFC0, 0xFFC0, Counter(int(sys.argv[2])))
dsp.breakpoints.add(0x1FF)
dsp.restore(pathlib.Path(sys.argv[1]).read_bytes())
dsp.run()
print(*dsp.x[:20], dsp.clocks)
"""


def test_another_process_restores_it_beside_devices_of_its_own(tmp_path: Path) -> None:
    class Counter:
        count = 0

        def read(self, offset: int, now: int) -> int:
            self.count += 1
            return self.count

        def write(self, offset: int, value: int, now: int) -> None: ...

    device = Counter()
    dsp = chip(" org p:0\n do #20,e\n movep y:$ffc0,x:(r0)+\ne jmp *", bcr=0x0002)
    dsp.port_a.map_device("Y", 0xFFC0, 0xFFC0, device)
    dsp.watchpoints.add("X", 0x200)
    dsp.run(max_instructions=8)
    (tmp_path / "state").write_bytes(dsp.snapshot())
    command = [sys.executable, "-c", DEVICE, str(tmp_path / "state"), str(device.count)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    dsp.run()
    assert result.stdout.split() == [str(word) for word in [*dsp.x[:20], dsp.clocks]]
    assert dsp.x[:20] == list(range(1, 21))


def test_a_chip_whose_run_ended_with_an_error_can_be_saved_and_explained() -> None:
    # The SSI's bit clock goes on while the instruction waits for a device that fails.
    dsp = chip(
        " org p:0\n movep #0,x:$ffec\n movep #$1020,x:$ffed\n movep #$1e0,x:$ffe1\n nop\n move y:$2000,a", bcr=0x0F00
    )

    class Broken:
        def read(self, offset: int, now: int) -> int:
            raise KeyError(offset)

        def write(self, offset: int, value: int, now: int) -> None: ...

    dsp.port_a.map_device("Y", 0x2000, 0x2000, Broken())
    for _ in range(40):
        with pytest.raises(KeyError):
            dsp.run()
        other = Dsp56001()
        other.restore(dsp.snapshot())
        assert other.regs.as_dict() == dsp.regs.as_dict()
        dsp.explain_cost()
        dsp.regs.pc = 7


def test_a_forged_snapshot_is_refused_or_is_a_chip() -> None:
    dsp = chip(PROGRAM)
    dsp.run(max_instructions=20)
    dsp.lines.br.drive(True, dsp.clocks + 100)
    saved = dsp.snapshot()[:-8]
    assert saved + checksum(saved) == dsp.snapshot()
    random = Random(5)
    # Everything except memory is at both ends.
    places = [*range(20, 400), *range(len(saved) - 800, len(saved))]
    refused = 0
    for _ in range(400):
        forged = bytearray(saved)
        at = random.choice(places)
        for change in range(at, min(at + random.choice([1, 8]), len(saved))):
            forged[change] = random.choice([0xFF, random.getrandbits(8)])
        other = Dsp56001()
        try:
            other.restore(bytes(forged) + checksum(forged))
        except SnapshotError:
            refused += 1
            continue
        other.explain_cost()
        with contextlib.suppress(EmulatorError):
            other.run(max_clocks=1000, max_instructions=1000)
        other.snapshot()
    assert 0 < refused < 400
