"""The DSP56001 put together: fetch, execute, end of loop, one instruction a step."""

from collections.abc import Iterable, Iterator, MutableMapping
from typing import NamedTuple

from reference_model.instructions import alu, bits, control, loops, moves
from reference_model.instructions.agu import Address, AddressUnit
from reference_model.instructions.decode import Instruction, decode
from reference_model.instructions.timing import Cost
from reference_model.interrupts import TRACE, Interrupts
from reference_model.memory import Memory
from reference_model.peripherals.peripheral import Peripheral, Reset, Unmodelled
from reference_model.registers import Registers
from reference_model.sleep import Kind, Sleep
from reference_model.stack import Stack
from reference_model.words import MASK16

BIT_INSTRUCTIONS = ("bchg", "bclr", "bset", "btst")
BIT_JUMPS = ("jclr", "jset", "jsclr", "jsset")
JUMPS = ("jmp", "jsr", "jcc", "jscc")
SLEEPING = {"wait": Kind.WAIT, "stop": Kind.STOP}
ILLEGAL = Instruction("illegal")


class Word(NamedTuple):
    """A program word, and whether it was fetched through port A."""

    content: int
    external: bool


class RegisterView(MutableMapping[str, int]):
    """Registers as a tester sets and reads them: all at once effective, none with a side effect."""

    def __init__(self, machine: "Machine") -> None:
        self._machine = machine

    def __getitem__(self, name: str) -> int:
        if name in ("ssh", "ssl"):
            return self._machine.stack.ssh if name == "ssh" else self._machine.stack.ssl
        return self._machine.file[name]

    def __setitem__(self, name: str, value: int) -> None:
        if name == "ssh":
            self._machine.stack.write_ssh(value)
        elif name == "ssl":
            self._machine.stack.write_ssl(value)
        else:
            self._machine.file[name] = value
            if name == "omr":
                self._machine.memory.omr = self._machine.file["omr"]

    def __delitem__(self, name: str) -> None:
        raise TypeError("a register cannot be removed")

    def __iter__(self) -> Iterator[str]:
        return iter(self._machine.file)

    def __len__(self) -> int:
        return len(self._machine.file)


class Machine:
    """One chip with RAM behind every external address. `clocks` counts oscillator clocks, `instructions` steps."""

    def __init__(self, mode: int = 0) -> None:
        self.file = Registers()
        self.stack = Stack(self.file)
        self.memory = Memory()
        self.agu = AddressUnit(self.file)
        self.regs = RegisterView(self)
        self.x, self.y, self.p = (self.memory.view(space) for space in "xyp")
        self.clocks = self.instructions = 0
        self.cost = Cost(self.memory, [], 0)
        self._prefetched: tuple[int, list[Word]] | None = None
        self.next_pc = self.extension = 0
        self.in_sequence = True
        """True if the next instruction follows this one or a call, False after a jump to it."""
        self.repetition: loops.Repetition | None = None
        self.interrupts = Interrupts(self)
        self.sleep: Sleep | None = None
        self.held = False
        """True if the RESET pin is low."""
        self.reset(mode)

    def reset(self, mode: int) -> None:
        """The state that the RESET pin leaves (UM 8-28 to 8-31)."""
        self.regs["omr"] = mode
        self.regs["sr"] = 0x0300
        self.regs["sp"] = 0
        for number in range(8):
            self.regs[f"m{number}"] = 0xFFFF
        self.memory.bcr, self.memory.ipr = 0xFFFF, 0
        self.regs["pc"] = 0xE000 if mode == 2 else 0
        self.forget()
        self.memory.peripherals.advance(0)
        self.memory.peripherals.reset(Reset.HARDWARE)
        self.clocks = self.instructions = 0

    def hold_reset(self, held: bool, mode: int = 0) -> None:
        """Drive the RESET pin; the mode pins are read when it goes up. The IRQ pins keep their levels (UM 8-28)."""
        levels = {pin: line.asserted for pin, line in self.interrupts.lines.items()}
        doubtful = self.interrupts.doubtful
        if held:
            self.memory.bcr, self.memory.ipr = 0xFFFF, 0
            self.memory.peripherals.reset(Reset.HARDWARE)
        elif self.held:
            self.reset(mode)
            for pin, asserted in levels.items():
                self.interrupts.lines[pin].asserted = asserted
            self.interrupts.doubtful = doubtful
        self.held = held

    def advance(self, to: int) -> None:
        """Run whole instructions while `clocks` is below a count; asleep or in reset, time passes up to it."""
        while self.clocks < to:
            if self.held:
                self.clocks = to
            elif self.sleep is None or self.sleep.advance(to):
                self.step()

    def step(self) -> int:
        """Execute one instruction, or one repetition under REP; its clocks are returned.

        Asleep or in reset, one instruction cycle passes; a step in which the end of the sleep is certain goes on to it.

        Raises:
            Unmodelled: the instruction needs a part of the chip that is left out; the machine is then unusable.
        """
        began = self.clocks
        if self.held:
            self.clocks += 2
            return 2
        if self.sleep is not None and not self.sleep.advance((self.sleep.certain_end or began + 1) + 1):
            return self.clocks - began
        pc, omr_before, repeated = self.file["pc"], self.file["omr"], self.repetition
        traced = self.file["sr"] & TRACE
        self.memory.peripherals.advance(self.clocks)
        vector = self.interrupts.vector_word(decode(self.memory.read("p", pc)))
        self.memory.peripherals.later(2 * self.interrupts.empty_cycles)
        words = self._fetch(pc if vector is None else vector)
        # The word after REP is fetched once and stays in the instruction register (UM A-185).
        fetched = repeated is None or repeated.word is None
        if repeated is not None:
            repeated.word = words[0].content if repeated.word is None else repeated.word
        instruction = decode(words[0].content if repeated is None else repeated.word or 0) or ILLEGAL
        words = words[: instruction.words]
        self.extension = words[-1].content if instruction.words == 2 else 0
        fetches = [word.external for word in words] if fetched else []
        jumping = instruction.name.partition("_")[0] in BIT_JUMPS
        self.cost = Cost(self.memory, fetches, instruction.words, jumping)
        # PC does not change while a vector executes (UM 8-19).
        self.next_pc = pc + instruction.words & MASK16 if vector is None else pc
        self.in_sequence = True
        self._execute(instruction)
        self.agu.end_instruction()
        clocks = self.cost.clocks + 2 * self.interrupts.empty_cycles
        if vector is not None:
            self._after_vector_word(instruction, vector)
        elif repeated is not None and repeated.goes_on(self):
            if not self.in_sequence:
                raise Unmodelled("a repeated change of flow, which UM A-186 forbids")
            self.next_pc = pc
            self.interrupts.executed(instruction.words, self.cost.bubble)
        else:
            self.repetition = None if repeated is not None else self.repetition
            if self.repetition is None:
                loops.end_of_pass(self)
            if self.repetition is None:
                self.interrupts.executed(instruction.words, self.cost.bubble)
            else:
                self.interrupts.repeat_begun()
            if traced and self.repetition is None:
                clocks += self.interrupts.traced(instruction.name)
        self.file["pc"] = self.next_pc
        if self.memory.omr != omr_before:
            # Addresses are formed one stage early, and words fetched two: after a change of OMR the next instruction
            # still sees the old map, and the one after it was fetched through it (UM 8-2, 8-3, cases 1 and 3).
            self._prefetched = self.next_pc, self._fetch(self.next_pc)
            self.memory.omr = omr_before
        self.clocks += clocks
        self.instructions += 1
        if instruction.name in SLEEPING:
            self.sleep = Sleep(self, SLEEPING[instruction.name])
        return self.clocks - began

    def _fetch(self, address: int) -> list[Word]:
        """The word at an address and the one after it."""
        prefetched, self._prefetched = self._prefetched, None
        if prefetched is not None and prefetched[0] == address:
            return prefetched[1]
        places = (address, address + 1 & MASK16)
        return [Word(self.memory.read("p", place), self.memory.place("p", place) == "external") for place in places]

    def plug(self, peripheral: Peripheral) -> None:
        """Put a peripheral onto the X I/O page."""
        self.memory.peripherals.plugged.append(peripheral)

    def forget(self) -> None:
        """Cancel pending effects between instructions, because the state is set from outside."""
        self.repetition = self._prefetched = self.sleep = None
        self.held = False
        self.stack.error_raised = False
        self.agu.forget()
        self.interrupts.clear()

    def _after_vector_word(self, instruction: Instruction, vector: int) -> None:
        """The vector is left after its second word or by a change of flow; a REP in it is not modelled."""
        if self.repetition is not None:
            raise Unmodelled("REP in a vector")
        if instruction.name == "illegal":
            return
        if self.interrupts.source is not None and self.interrupts.vector + self.interrupts.position == vector:
            self.interrupts.vector_executed(instruction.words, left=not self.in_sequence)

    def run(self, until: int | None = None, max_instructions: int = 1_000_000) -> None:
        """Step until PC is `until`, tested before every instruction but the first, or the budget is used up."""
        for count in range(max_instructions):
            if count and self.file["pc"] == until and self.repetition is None and self.interrupts.source is None:
                return
            self.step()

    def effective_address(self, fields: dict[str, int]) -> Address:
        """The operand of MMM RRR, its ea clocks charged (Table A-13)."""
        address = self.agu.effective(fields["M"], fields["R"], self.extension)
        self.cost.ea += address.clocks
        return address

    @staticmethod
    def complete(writes: Iterable[moves.Write]) -> None:
        """Carry out writes that waited for all sources to be read."""
        for write in writes:
            write()

    def write_exempt_from_delay(self, name: str, value: int) -> None:
        """A register write by an instruction that is not of the move type (list in UM A-237)."""
        if name[0] in "rnm":
            self.file[name] = value
        else:
            moves.write(self, name, value)

    def _parallel(self, instruction: Instruction) -> None:
        """A data ALU operation with its moves: sources of both, then the result, then the destinations (UM A-11)."""
        self.cost.base = 2
        writes = moves.parallel(self, instruction.name, instruction.fields)
        operation = instruction.alu
        assert operation is not None
        if operation.name == "multiply":
            result: int | None = alu.multiply(self.file, operation.source, operation.destination, operation.kkk)
        else:
            inputs = alu.Operation(self.file, operation.source, operation.destination)
            result = alu.NAMED[operation.name](inputs)
        if result is not None:
            self.file[operation.destination] = result
        self.complete(writes)

    def _execute(self, instruction: Instruction) -> None:
        name, fields = instruction.name, instruction.fields
        stem, _, form = name.partition("_")
        if instruction.alu is not None:
            self._parallel(instruction)
        elif stem in BIT_INSTRUCTIONS:
            bits.execute(self, stem, form, fields)
        elif stem in BIT_JUMPS:
            control.bit_jump(self, stem, form, fields)
        elif stem in JUMPS:
            control.jump(self, stem, fields)
        elif stem in ("movec", "movem", "movep"):
            getattr(moves, stem)(self, form, fields)
        elif stem in ("do", "rep"):
            getattr(loops, stem)(self, form, fields)
        elif stem in ("andi", "ori"):
            control.immediate_logic(self, stem, fields)
        elif stem == "tcc":
            control.tcc(self, fields)
        elif name == "lua":
            moves.lua(self, fields)
        elif name in ("div", "norm"):
            self._accumulator_step(name, fields)
        elif name == "enddo":
            loops.enddo(self)
        elif name in ("rti", "rts"):
            getattr(control, name)(self)
        else:
            control.illegal(self) if name == "illegal" else control.plain(self, name)

    def _accumulator_step(self, name: str, fields: dict[str, int]) -> None:
        """DIV and NORM, 2 clocks each (Table A-6)."""
        self.cost.base = 2
        destination = "ab"[fields["d"]]
        if name == "div":
            alu.div(self.file, ("x0", "y0", "x1", "y1")[fields["J"]], destination)
        else:
            alu.norm(self.file, f"r{fields['R']}", destination)
