"""A follower: executes an example on the emulator and computes each instruction a second time, over a domain."""

from __future__ import annotations

from typing import NoReturn

from dsp56k.emu import Access, Dsp56001, Step
from dsp56k.isa import OperandValue, Part
from dsp56k.testing.proofs.data_alu import DataAlu
from dsp56k.testing.proofs.domain import (
    ADDRESS_BITS,
    ADDRESS_MASK,
    MAX_MODULO,
    Bit,
    Domain,
    UnsupportedError,
    Value,
    sign_extended,
    step_pointer,
)
from dsp56k.testing.proofs.limits import Limits
from dsp56k.testing.proofs.state import (
    ACCUMULATORS,
    ADDRESS_REGISTERS,
    FLAGS,
    INPUTS,
    WORD,
    WORD_MASK,
    State,
)
from dsp56k.testing.proofs.transfers import Side, Transfer, decoded, move_of

_ADDRESS = frozenset(ADDRESS_REGISTERS)
_PARTS = {f"{acc}{part}": (acc, WORD * part) for acc in ACCUMULATORS for part in range(3)}
_LONG_HALVES = {"X": ("X1", "X0"), "Y": ("Y1", "Y0"), "A10": ("A1", "A0"), "B10": ("B1", "B0")}
_FRACTIONS = frozenset((*INPUTS, *ACCUMULATORS))
"""Registers into which an immediate of 8 bits is loaded as a fraction (UM A-121)."""
_STEPS = {"PostInc": 1, "PreDec": -1, "PostDec": -1}
_EXTENSION = 8
_CHECKED = 16
"""Instructions after which the limits are checked: any number from 1 to 100 works."""
_PERIPHERALS = 0xFFC0
"""X addresses of the peripherals' registers begin here (UM 3-8)."""


class Follower:
    """Follows a run. Subclasses decide how to continue if control flow or an address depends on an unknown value.

    Attributes:
        state: registers, flags and memory before the next instruction.
        instructions: instructions followed.
        limits: time and memory, None for no limit.
    """

    def __init__(self, domain: Domain, dsp: Dsp56001) -> None:
        """Follow from the emulator's state.

        Raises:
            UnsupportedError: the chip is on a board, where one word of RAM can have addresses in several spaces.
        """
        refuse_board(dsp)
        self.domain = domain
        self.dsp = dsp
        self.state = State(domain, dsp)
        self.alu = DataAlu(self.state)
        self.instructions = 0
        self.limits: Limits | None = None

    @property
    def pc(self) -> int:
        """Address of the instruction that was followed last."""
        return self.state.pc

    # ---- decisions of an analysis ----

    def branch(self, bit: Bit, *, taken: bool) -> None:
        """Continue after a branch on an unknown bit, which the example has taken or not."""
        self.refuse("control flow depends on a value of an operand")

    def require_number(self, value: Value, use: str) -> None:
        """Continue after the use of an unknown value as a count, a mode, a modifier, or the target of a jump."""
        self.refuse(f"{use} depends on a value of an operand")

    def load_from(self, space: str, address: Value, access: Access) -> Value:
        """Return the word that is read at an unknown address."""
        self.refuse("an address depends on a value of an operand")

    def store_to(self, space: str, address: Value, access: Access, value: Value) -> None:
        """Write a word to an unknown address."""
        self.refuse("an address depends on a value of an operand")

    def refuse(self, reason: str) -> NoReturn:
        """End the analysis.

        Raises:
            UnsupportedError: always, with the reason.
        """
        raise UnsupportedError(reason)

    # ---- execution ----

    def follow(self, back: int, max_clocks: int) -> None:
        """Follow a subroutine until it returns to the address `back`.

        Raises:
            UnsupportedError: the domain cannot follow an instruction, the subroutine does not return, or a limit is
                exceeded.
        """
        self.state.numbers = self.state.read_numbers()
        for step in self.dsp.trace(until=back, max_clocks=max_clocks, stack_errors=True):
            if self.limits is not None and not self.instructions % _CHECKED:
                self.limits.check()
            self.execute(step)
        if self.dsp.regs.pc != back:
            self.refuse(f"the routine has not returned after {max_clocks} clock cycles")

    def execute(self, step: Step) -> None:
        """Compute an instruction that the emulator has executed."""
        instruction = decoded(step.words[0])
        if instruction is None:
            self.refuse(f"${step.words[0]:06X} is not an instruction")
        self.state.pc = step.address
        self.state.begin(step.accesses)
        if len(instruction.parts) == 1:
            self._control(instruction.parts[0], step)
        else:
            self._parallel(instruction.parts[1], step)
        self.state.end()
        self.instructions += 1

    def _parallel(self, part: Part, step: Step) -> None:
        source = destination = ""
        negative = False
        for value, operand in zip(part.values, part.row.operands, strict=True):
            if operand.kind.cls == "sign":
                negative = value == "-"
            else:
                source, destination = destination, str(value)
        result = self.alu.execute(part.row.op, source, destination, negative=negative)
        written = self._move(step)
        if result is None:
            return
        kept = [name for name in written if name[0] == destination or name in ("AB", "BA")]
        if any(name in ACCUMULATORS or name in ("AB", "BA") for name in kept):
            return
        # A move writes a part of the same accumulator: that part is the move's, the others are the operation's.
        value = self.state.get(destination)
        for name in kept:
            for half in _LONG_HALVES.get(name, (name,)):
                lowest = _PARTS[half][1]
                result = self._with_part(result, self.domain.right(value, lowest), half)
        self.state.set(destination, result)

    def _with_part(self, value: Value, word: Value, part: str) -> Value:
        lowest = _PARTS[part][1]
        domain = self.domain
        if lowest < 2 * WORD:
            return self.alu.with_part(value, word, lowest)
        low = domain.masked(value, (1 << lowest) - 1)
        return domain.or_(low, domain.left(domain.sign_extend(word, _EXTENSION), lowest))

    # ---- moves ----

    def _move(self, step: Step) -> list[str]:
        """Execute the transfers of a move. Returns the written registers."""
        transfers = move_of(step.words[0])
        if not transfers:
            self._update_pointers(decoded_values(step.words[0]))
        pending: list[tuple[Transfer, Value, Value]] = []
        for transfer in transfers:
            source, destination = transfer.source, transfer.destination
            addresses = [self._address(side, step) for side in (source, destination)]
            if transfer.is_long:
                value: Value = self._read_long(source, addresses[0])
            else:
                value = self._read(source, destination, addresses[0], step)
            pending.append((transfer, addresses[1], value))
        for transfer, address, value in pending:
            if transfer.is_long:
                self._write_long(transfer.destination, address, value)
            else:
                self._write(transfer.destination, address, value)
        written = (transfer.destination for transfer in transfers)
        return [str(side.value) for side in written if side.sort == "register"]

    def _address(self, side: Side, step: Step) -> Value:
        """Return the address of an operand in memory and update its pointer."""
        if side.sort != "memory":
            return 0
        return self._effective_address(side.value, step)

    def _effective_address(self, operand: OperandValue | None, step: Step) -> Value:
        if not isinstance(operand, tuple):
            return operand
        mode, number = operand
        if mode == "Absolute":
            return step.words[1] & ADDRESS_MASK
        return self._updated(mode, number)

    def _updated(self, mode: str, number: int, *, writes: bool = True) -> Value:
        """Return the address of a mode; if it does not write, the updated pointer (LUA)."""
        state, domain = self.state, self.domain
        r, n, m = (state.pointer(f"{bank}{number}") for bank in "RNM")
        if type(m) is not int:
            self.require_number(m, "the modifier of a pointer")
            m = state.numbers[f"M{number}"]
        register = f"R{number}"
        distance = n if mode in ("PostIncN", "PostDecN", "Indexed") else abs(_STEPS.get(mode, 0))
        back = mode in ("PostDecN", "PostDec", "PreDec")
        if mode == "Indirect":
            return r
        if type(r) is int and type(distance) is int:
            moved: Value = step_pointer(r, distance, m, back=back)
        elif m <= MAX_MODULO:
            moved = domain.step_pointer(r, distance, m, back=back)
        else:
            # The interval of a sum stays within the addresses if a large offset is a negative one.
            distance = domain.sign_extend(distance, ADDRESS_BITS)
            moved = domain.subtract(r, distance) if back else domain.add(r, distance)
            moved = domain.masked(moved, ADDRESS_MASK)
        if mode == "Indexed" or not writes:
            return moved
        state.set(register, moved)
        return moved if mode == "PreDec" else r

    def _update_pointers(self, values: tuple[OperandValue, ...]) -> None:
        for value in values:
            if isinstance(value, tuple):
                self._updated(*value)

    def _load(self, space: str, address: Value) -> Value:
        access = self.state.access(space, write=False)
        if type(address) is not int:
            return self.load_from(space, address, access)
        return self.state.load(access)

    def _store(self, space: str, address: Value, value: Value) -> None:
        access = self.state.access(space, write=True)
        if type(address) is not int:
            self.store_to(space, address, access, value)
        elif type(value) is not int and space == "P":
            self.refuse("a value of an operand is written to program memory")
        elif type(value) is not int and space == "X" and address >= _PERIPHERALS:
            self.require_number(value, "a register of a peripheral")
        else:
            self.state.store(access, value)

    def _read(self, side: Side, destination: Side, address: Value, step: Step) -> Value:
        if side.sort == "memory":
            return self._load(side.space, address)
        if side.sort == "register":
            return self.read_register(str(side.value))
        if side.value is None:
            return sign_extended(step.words[1], WORD)
        assert isinstance(side.value, int)
        return sign_extended(side.value << 16, WORD) if destination.value in _FRACTIONS else side.value

    def read_register(self, name: str) -> Value:
        """Return a register as the source of a 24-bit move."""
        state, domain = self.state, self.domain
        if name in ACCUMULATORS:
            return self.alu.limited_word(name)
        if name in INPUTS or name in _ADDRESS:
            return state.get(name)
        if name in _PARTS:
            register, lowest = _PARTS[name]
            return domain.sign_extend(domain.right(state.get(register), lowest), WORD)
        if name == "SR":
            return state.status(state.numbers["SR"], state.unknown_flags())
        if name == "SSL":
            return state.status(state.numbers["SSL"], state.stack.get(state.numbers["SP"] & 15, {}))
        return state.numbers[name]

    def _write(self, side: Side, address: Value, value: Value) -> None:
        if side.sort == "memory":
            self._store(side.space, address, value)
        else:
            self.write_register(str(side.value), value)

    def write_register(self, name: str, value: Value, *, delayed: bool = True) -> None:
        """Write a register as the destination of a 24-bit move."""
        state, domain = self.state, self.domain
        if name in ACCUMULATORS:
            self.state.set(name, domain.left(domain.sign_extend(value, WORD), WORD))
        elif name in INPUTS:
            self.state.set(name, domain.sign_extend(value, WORD))
        elif name in _PARTS:
            register = _PARTS[name][0]
            self.state.set(register, self._with_part(state.get(register), value, name))
        elif name in _ADDRESS:
            address = domain.masked(value, ADDRESS_MASK)
            if delayed:
                state.set_address_register(name, address)
            else:
                state.set(name, address)
        elif name == "SR":
            if type(domain.masked(value, 0xFF00)) is not int:
                self.require_number(value, "the mode register")
            state.set_status(value)
        elif type(value) is not int:
            self.require_number(value, f"register {name}")

    def _read_long(self, side: Side, address: Value) -> tuple[Value, Value]:
        domain = self.domain
        if side.sort == "memory":
            return self._load("X", address), self._load("Y", address)
        name = str(side.value)
        if name in ACCUMULATORS:
            long = self.alu.limited_long(name)
            return domain.sign_extend(domain.right(long, WORD), WORD), domain.sign_extend(long, WORD)
        if name in ("AB", "BA"):
            return self.alu.limited_word(name[0]), self.alu.limited_word(name[1])
        high, low = _LONG_HALVES[name]
        return self.read_register(high), self.read_register(low)

    def _write_long(self, side: Side, address: Value, words: tuple[Value, Value]) -> None:
        domain, (high, low) = self.domain, words
        if side.sort == "memory":
            self._store("X", address, high)
            self._store("Y", address, low)
            return
        name = str(side.value)
        if name in ACCUMULATORS:
            self.state.set(name, domain.or_(domain.left(high, WORD), domain.masked(low, WORD_MASK)))
        else:
            halves = (name[0], name[1]) if name in ("AB", "BA") else _LONG_HALVES[name]
            for half, word in zip(halves, words, strict=True):
                self.write_register(half, word)

    # ---- control ----

    def _control(self, part: Part, step: Step) -> None:
        operation = part.row.op
        operands = {operand.kind.cls: value for value, operand in zip(part.values, part.row.operands, strict=True)}
        match operation:
            case "Movec" | "Movem" | "Movep":
                self._move(step)
            case "Jmp" | "Jsr" | "Jcc" | "Jscc":
                self._jump(operation, operands, step)
            case "Bclr" | "Bset" | "Bchg" | "Btst" | "Jclr" | "Jset" | "Jsclr" | "Jsset":
                self._bit_operation(operation, part, step)
            case "Do" | "Rep":
                self._loop(operation, part, step)
            case "Rti":
                self._return_from_interrupt()
            case "Andi" | "Ori":
                self._change_status(operation, part)
            case "Tcc":
                self._transfer_if(part)
            case "Lua":
                self._load_updated_address(part)
            case "Div":
                self.alu.divide(str(part.values[0]), str(part.values[1]))
            case "Norm":
                self.alu.normalize(str(part.values[0]), str(part.values[1]))
                self.state.delayed.pop(str(part.values[0]), None)

    def _jump(self, operation: str, operands: dict[str, OperandValue], step: Step) -> None:
        next_pc = step.address + len(step.words) & ADDRESS_MASK
        taken = operation in ("Jmp", "Jsr") or self.dsp.regs.pc != next_pc
        operand = operands.get("ea")
        if isinstance(operand, tuple):
            target = self._effective_address(operand, step)
            if taken and type(target) is not int:
                self.require_number(target, "the target of a jump")
        if operation in ("Jcc", "Jscc"):
            self._decide(self.alu.condition(str(operands["condition"])), taken=taken)
        if taken and operation in ("Jsr", "Jscc"):
            self._push_status()

    def _decide(self, bit: Bit, *, taken: bool) -> None:
        if type(bit) is not int:
            self.branch(bit, taken=taken)

    def _push_status(self) -> None:
        """Record SR in the stack location that the instruction has pushed."""
        self.state.stack[self.dsp.regs.sp & 15] = self.state.unknown_flags()

    def _operand_of_control(self, part: Part, step: Step) -> tuple[Side, Value, Value]:
        """Return the operand of a bit operation, DO or REP: its side, its address and its value."""
        space, side = "", Side("immediate", "", 0)
        for value, operand in zip(part.values, part.row.operands, strict=True):
            match operand.kind.cls:
                case "space":
                    space = str(value)
                case "aa" | "pp" | "ea" if space:
                    side = Side("memory", space, value)
                case "register":
                    side = Side("register", "", value)
        if side.sort == "memory":
            address = self._effective_address(side.value, step)
            return side, address, self._load(side.space, address)
        if side.sort == "register":
            return side, 0, self.read_register(str(side.value))
        return side, 0, 0

    def _bit_operation(self, operation: str, part: Part, step: Step) -> None:
        domain = self.domain
        number = next(
            int(str(value))
            for value, operand in zip(part.values, part.row.operands, strict=True)
            if operand.kind.name == "bit"
        )
        side, address, word = self._operand_of_control(part, step)
        bit = domain.bit(word, number)
        if operation in ("Jclr", "Jset", "Jsclr", "Jsset"):
            taken = self.dsp.regs.pc != step.address + len(step.words) & ADDRESS_MASK
            self._decide(bit if operation in ("Jset", "Jsset") else domain.not_bit(bit), taken=taken)
            if taken and operation in ("Jsclr", "Jsset"):
                self._push_status()
            return
        is_status = side.sort == "register" and side.value == "SR"
        if operation == "Btst" or not is_status:
            self.state.set_flag("C", bit)
        if operation == "Btst":
            return
        mask = 1 << number
        changed = (
            domain.or_(word, mask)
            if operation == "Bset"
            else domain.masked(word, ~mask)
            if operation == "Bclr"
            else domain.xor(word, mask)
        )
        changed = domain.sign_extend(changed, WORD)
        if side.sort == "memory":
            self._store(side.space, address, changed)
        else:
            name = str(side.value)
            self.write_register(name, changed, delayed=False)
            self.state.delayed.pop(name, None)

    def _loop(self, operation: str, part: Part, step: Step) -> None:
        _, _, count = self._operand_of_control(part, step)
        if type(count) is not int:
            self.require_number(count, f"the count of {operation.upper()}")
        if operation == "Do":
            self.state.stack.pop(self.dsp.regs.sp - 1 & 15, None)
            self._push_status()

    def _return_from_interrupt(self) -> None:
        flags = self.state.stack.pop(self.state.numbers["SP"] & 15, {})
        for name in FLAGS:
            self.state.values.pop(name, None)
        self.state.values.update(flags)

    def _change_status(self, operation: str, part: Part) -> None:
        mask, register = int(str(part.values[0])), str(part.values[1])
        if register == "CCR":
            for number, name in enumerate(FLAGS):
                if bool(mask >> number & 1) == (operation == "Ori"):
                    self.state.set_flag(name, int(operation == "Ori"))

    def _transfer_if(self, part: Part) -> None:
        domain, state = self.domain, self.state
        condition, source, destination, *pair = (str(value) for value in part.values)
        bit = self.alu.condition(condition)
        value = domain.choose(bit, self.alu.operand(source), state.get(destination))
        self.state.set(destination, value)
        if pair:
            before = state.get(pair[1])
            moved = domain.choose(bit, state.get(pair[0]), before)
            if bit != 0 or type(bit) is not int:
                state.set_address_register(pair[1], moved)

    def _load_updated_address(self, part: Part) -> None:
        mode, number = next(value for value in part.values if isinstance(value, tuple))
        destination = str(part.values[-1])
        self.state.set_address_register(destination, self._updated(mode, number, writes=False))


def decoded_values(word: int) -> tuple[OperandValue, ...]:
    """Return the operands of the first part of an instruction word."""
    instruction = decoded(word)
    return instruction.parts[0].values if instruction else ()


def refuse_board(dsp: Dsp56001) -> None:
    """Refuse a chip whose board can have one word of RAM at several addresses.

    Raises:
        UnsupportedError: the chip is on a board.
    """
    if dsp.board is not None:
        raise UnsupportedError(f"the RAM of board {dsp.board.name} can have one word at several addresses")
