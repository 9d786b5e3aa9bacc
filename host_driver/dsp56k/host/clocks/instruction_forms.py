"""From a decoded x86 instruction to its clocks in the table, and to its bus cycles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

from capstone import x86_const as x86

from dsp56k.host.clocks.processor_rules import NO_HAZARDS, SEGMENTS, EarlyOut, Hazards, Instruction, Repeat, Rules
from dsp56k.host.clocks.table import Row


class Flow(Enum):
    """End of an instruction: it determines the accounting of the next block."""

    NEXT = auto()
    CONDITIONAL = auto()
    JUMP = auto()
    REPEAT = auto()
    REPEAT_WHILE = auto()


@dataclass(frozen=True, slots=True)
class Timing:
    """The time of one instruction of a program.

    Attributes:
        address, size: its address and its length in bytes.
        text: disassembled text, with linear addresses of targets.
        row: name of its form in the table.
        flow: how it ends.
        clocks: not taken, for a conditional branch; of the start, for a repeated string instruction; without m, for
            a jump.
        taken: clocks of the taken branch, without m.
        has_target_term: True if m of the instruction jumped to is added.
        refills: True if the prefetch queue is filled again where the branch is not taken, as by a LOOP of the 386.
        item: clocks of each repetition.
        first_items: of the first ones, where they differ.
        reads, writes: data bus cycles, per item if repeated.
        port_read, port_write: whether its reads or its writes go to a port.
        components: its m as a branch target.
        decoding: the bytes that the decoder takes in each of its clocks.
        count: the register that counts its repetitions, `cx` or `ecx`.
        by_cl: clocks for each bit of a shift by CL, in addition to `clocks`.
        unshifted: clocks that a shift by CL takes more, or less, where the count is 0.
        condition: of SETcc and SALC, as in the low four bits of SETcc's opcode.
        unless: clocks that it takes more, or less, where that does not hold.
        multiplier: the operand that decides the clocks of MUL and IMUL: ("reg", name) or ("mem", base, index,
            scale, displacement), with its width in bits and whether it is signed; None if the clocks are fixed.
        search: the operand that decides the clocks of BSF and BSR on a 386; None if they are fixed.
        hazards: causes of its stalls in a pipeline.
    """

    address: int
    size: int
    text: str
    row: str
    flow: Flow = Flow.NEXT
    clocks: int = 0
    taken: int = 0
    has_target_term: bool = False
    refills: bool = False
    item: int = 0
    first_items: tuple[int, ...] = ()
    reads: int = 0
    writes: int = 0
    port_read: bool = False
    port_write: bool = False
    components: int = 1
    decoding: tuple[int, ...] = (1,)
    count: str = ""
    by_cl: int = 0
    unshifted: int = 0
    condition: int = 0
    unless: int = 0
    multiplier: Multiplier | None = None
    search: Search | None = None
    hazards: Hazards = NO_HAZARDS

    @property
    def untaken(self) -> Timing:
        """The branch that `refills` as a jump to its own end."""
        return replace(self, taken=self.clocks)

    @property
    def is_call(self) -> bool:
        """True if it calls a function."""
        return self.row.startswith("call ")


@dataclass(frozen=True, slots=True)
class Multiplier:
    """The operand of a MUL or IMUL on which its clocks depend.

    `registers` are Unicorn-neutral register names: one register, or base and index of a memory operand. `mean` are the
    clocks that a block is charged, `early_out` gives the clocks of a certain operand. In real mode a memory operand has
    a `segment`; `offset_mask` has the bits that its offset has.
    """

    early_out: EarlyOut
    bits: int
    signed: bool
    in_memory: bool
    register: str = ""
    base: str = ""
    index: str = ""
    scale: int = 1
    displacement: int = 0
    mean: int = 0
    segment: str = ""
    offset_mask: int = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True)
class Search:
    """The operand of a BSF or BSR.

    Attributes:
        register: its name.
        bits: of the operand.
        each: clocks for each clear bit that is passed.
    """

    register: str
    bits: int
    each: int


class UnknownFormError(Exception):
    """The table has no such form; the loader raises an error with file and address."""


_ALU = frozenset({"add", "adc", "sub", "sbb", "and", "or", "xor"})
_SHIFTS = frozenset({"shl", "sal", "shr", "sar", "rol", "ror"})
_ROTATES = frozenset({"rcl", "rcr"})
_BIT_TESTS = frozenset({"bt", "bts", "btr", "btc"})
_BIT_SEARCHES = frozenset({"bsf", "bsr"})
_CONDITION = 0xF
_CARRY_SET = 2
"""The condition of SETB, on which SALC's clocks depend."""
_NO_STORE = -2
"""Difference of a 286's clocks for a shift of memory by 0, which has no store: note of `shl/shr/sar/rol/ror m|i`."""
SHIFT_MASK = 31
"""The bits of a count that shifts look at, from the 286 on."""
_FLAGS = frozenset({"clc", "stc", "cmc"})
_STRINGS = {
    # name: (reads, writes) of one item
    "movs": (1, 1),
    "stos": (0, 1),
    "lods": (1, 0),
    "scas": (1, 0),
    "cmps": (2, 0),
    "ins": (1, 1),
    "outs": (1, 1),
}
_MULTIPLICATIONS = ("mul", "imul")
_REP_PREFIXES = (0xF2, 0xF3)
_GROUP_3 = (0xF6, 0xF7)
"""Opcodes of TEST with a constant, in two encodings."""
_MOFFS = range(0xA0, 0xA4)
_OFFSETS = 0xFFFF
"""Mask of offsets in real mode, where a jump wraps at the end of the segment."""
_SEGMENT_PREFIXES = {0x26: "es", 0x2E: "cs", 0x36: "ss", 0x3E: "ds", 0x64: "fs", 0x65: "gs"}
_STACK_BASES = frozenset({"bp", "ebp", "esp"})


def is_relative_branch(insn: Instruction) -> bool:
    """Return True if the operand of `insn` is a displacement, which Capstone shows as the target."""
    return bool(insn.group(x86.X86_GRP_BRANCH_RELATIVE))


def text_of(mnemonic: str, operands: str, base: int = 0) -> str:
    """Return the text of an instruction, with a linear target for a relative branch whose segment begins at `base`."""
    if base:
        return f"{mnemonic} {base + (int(operands, 0) & _OFFSETS):#x}"
    return f"{mnemonic} {operands}".strip()


def string_of(insn: Instruction) -> str:
    """Return the name of a string instruction without its size, "" for others."""
    name = str(insn.insn_name())[:-1]
    return name if name in _STRINGS and insn.opcode[0] != 0x0F else ""


def classify(insn: Instruction, table: dict[str, Row], rules: Rules) -> Timing:
    """Return the time of `insn` (a Capstone instruction with details), from `table` and `rules` of one processor.

    Raises UnknownFormError if the table has no such form, or the processor has no such instruction.
    """
    refusal = rules.refusal(insn)
    if refusal:
        raise UnknownFormError(refusal)
    name = insn.insn_name()
    prefix = insn.prefix[0] if insn.prefix[0] in _REP_PREFIXES else 0
    classes = _Operands(insn)
    if name == "test" and insn.opcode[0] in _GROUP_3 and insn.modrm >> 3 & 7 == 1:
        raise UnknownFormError(
            "the second encoding of TEST (/1), which Unicorn does not execute: use the first one (/0)"
        )
    string = string_of(insn)
    if string:
        return _string(insn, table, rules, string, prefix)
    if prefix:
        raise UnknownFormError("a REP prefix before an instruction that is not a string instruction")
    for rule in (_moves, _arithmetic, _shifts, _multiply, _branches, _ports, _others):
        form = rule(name, classes, insn)
        if form is not None:
            return _timing(insn, table, rules, form, classes)
    raise UnknownFormError("the clock table does not have this form")


class _Operands:
    """The operand classes of an instruction in the table's letters, and its memory operand."""

    def __init__(self, insn: Instruction) -> None:
        letters = {x86.X86_OP_REG: "r", x86.X86_OP_MEM: "m", x86.X86_OP_IMM: "i"}
        self.operands = list(insn.operands)
        self.letters: list[str] = []
        for operand in self.operands:
            if operand.type not in letters:
                raise UnknownFormError("an operand that is neither register, memory nor immediate")
            segment = operand.type == x86.X86_OP_REG and insn.reg_name(operand.reg) in SEGMENTS
            self.letters.append("sreg" if segment else letters[operand.type])
        self.form = "|".join(self.letters)
        memory = [operand for operand in self.operands if operand.type == x86.X86_OP_MEM]
        self.memory = memory[0] if memory else None


@dataclass(frozen=True, slots=True)
class _Form:
    """Name of a form, form of the taken branch, bus cycles and flow."""

    row: str
    reads: int = 0
    writes: int = 0
    flow: Flow = Flow.NEXT
    taken: str = ""
    io: bool = False


def _moves(name: str, ops: _Operands, insn: Instruction) -> _Form | None:
    form, read = ops.form, 1 if ops.letters[-1:] == ["m"] else 0
    write = 1 if ops.letters[:1] == ["m"] else 0
    if name == "mov":
        if insn.opcode[0] in _MOFFS:
            return _Form("mov acc|moffs", reads=1) if read else _Form("mov moffs|acc", writes=1)
        return _Form(f"mov {form}", read, write)
    if name in ("movzx", "movsx"):
        return _Form(f"movzx/movsx {form}", read)
    if name == "lea":
        return _Form("lea r|m")
    if name == "xchg":
        return _Form("xchg r|m", 1, 1) if ops.memory else _Form("xchg r|r")
    if name == "xlatb":
        return _Form("xlat", 1)
    if name == "push":
        return _Form(f"push {form}", 1 if ops.memory else 0, 1)
    if name == "pop":
        return _Form(f"pop {form}", 1, 1 if ops.memory else 0)
    if name in ("lds", "les"):
        return _Form("lds/les r|m", 2)
    if name in ("pushal", "pushaw"):
        return _Form("pusha", writes=8)
    if name in ("popal", "popaw"):
        return _Form("popa", reads=8)
    if name in ("pushfd", "pushf"):
        return _Form("pushf", writes=1)
    if name in ("popfd", "popf"):
        return _Form("popf", reads=1)
    return None


def _arithmetic(name: str, ops: _Operands, insn: Instruction) -> _Form | None:
    form, memory, store = ops.form, int(ops.memory is not None), int(ops.letters[:1] == ["m"])
    if name in _ALU:
        return _Form(f"alu {form}", memory, store)
    if name == "cmp":
        return _Form(f"cmp {form}", memory)
    if name == "test":
        # TEST has one encoding for both orders of register and memory.
        return _Form("test r|m" if form == "m|r" else f"test {form}", memory)
    if name in ("inc", "dec"):
        return _Form(f"inc/dec {form}", memory, store)
    if name in ("not", "neg"):
        return _Form(f"not/neg {form}", memory, store)
    return None


def _shifts(name: str, ops: _Operands, insn: Instruction) -> _Form | None:
    memory = int(ops.memory is not None)
    if name in _SHIFTS or name in _ROTATES:
        family = "shl/shr/sar/rol/ror" if name in _SHIFTS else "rcl/rcr"
        by = "1" if insn.opcode[0] in (0xD0, 0xD1) else "cl" if insn.opcode[0] in (0xD2, 0xD3) else "i"
        return _Form(f"{family} {ops.letters[0]}|{by}", memory, memory)
    if name in ("shld", "shrd"):
        by = "i" if ops.letters[-1] == "i" else "cl"
        return _Form(f"shld/shrd {ops.letters[0]}|r|{by}", memory, memory)
    return None


def _multiply(name: str, ops: _Operands, insn: Instruction) -> _Form | None:
    bits = ops.operands[0].size * 8 if ops.operands else 0
    memory = int(ops.memory is not None)
    if name in _MULTIPLICATIONS and len(ops.operands) == 1:
        return _Form(f"mul/imul {ops.letters[0]}{bits}", memory)
    if name == "imul" and len(ops.operands) == 2:
        return _Form(f"imul r{bits}|{ops.letters[1]}{bits}", memory)
    if name == "imul":
        return _Form(f"imul r|{ops.letters[1]}|i{bits}", memory)
    if name in ("div", "idiv"):
        return _Form(f"{name} {ops.letters[0]}{bits}", memory)
    return None


def _branches(name: str, ops: _Operands, insn: Instruction) -> _Form | None:
    if name in ("jcxz", "jecxz"):
        return _Form("jcxz/jecxz not taken", flow=Flow.CONDITIONAL, taken="jcxz/jecxz taken")
    if name == "loop":
        return _Form("loop not taken", flow=Flow.CONDITIONAL, taken="loop taken")
    if name in ("loope", "loopne"):
        return _Form("loope/loopne not taken", flow=Flow.CONDITIONAL, taken="loope/loopne taken")
    if name == "jmp":
        kind = "rel" if ops.form == "i" else ops.form
        return _Form(f"jmp {kind}", int(ops.memory is not None), flow=Flow.JUMP)
    if name.startswith("j"):
        return _Form("jcc not taken", flow=Flow.CONDITIONAL, taken="jcc taken")
    if name == "call":
        kind = "rel" if ops.form == "i" else ops.form
        return _Form(f"call {kind}", int(ops.memory is not None), 1, flow=Flow.JUMP)
    if name == "lcall":
        return _Form("call m far" if ops.memory else "call far", 2 if ops.memory else 0, 2, flow=Flow.JUMP)
    if name == "ljmp":
        return _Form("jmp m far" if ops.memory else "jmp far", 2 if ops.memory else 0, flow=Flow.JUMP)
    if name == "retf":
        return _Form("ret far i" if ops.letters else "ret far", 2, flow=Flow.JUMP)
    if name == "int":
        # The vector or the gate is two words of the processor's width.
        return _Form("int n", 2, 3, flow=Flow.JUMP)
    if name in ("iret", "iretd"):
        return _Form("iret", 3, flow=Flow.JUMP)
    if name == "ret":
        return _Form("ret i" if ops.letters else "ret", 1, flow=Flow.JUMP)
    return None


def _ports(name: str, ops: _Operands, insn: Instruction) -> _Form | None:
    if name == "in":
        return _Form("in al|i" if insn.opcode[0] in (0xE4, 0xE5) else "in al|dx", reads=1, io=True)
    if name == "out":
        return _Form("out i|al" if insn.opcode[0] in (0xE6, 0xE7) else "out dx|al", writes=1, io=True)
    return None


_PLAIN = {
    "cwde": "cbw/cwde",
    "cbw": "cbw/cwde",
    "cdq": "cwd/cdq",
    "cwd": "cwd/cdq",
    "nop": "nop",
    "cld": "cld/std",
    "std": "cld/std",
    "cli": "cli",
    "sti": "sti",
    "lahf": "lahf",
    "sahf": "sahf",
    "hlt": "hlt",
    "aaa": "aaa/aas",
    "aas": "aaa/aas",
    "daa": "daa/das",
    "das": "daa/das",
    "aam": "aam",
    "aad": "aad",
    "salc": "salc",
    "into": "into not taken",
}


def _others(name: str, ops: _Operands, insn: Instruction) -> _Form | None:
    if name in _FLAGS:
        return _Form("clc/stc/cmc")
    if name == "nop" and insn.opcode[0] != 0x90:
        return None  # 0F 1F: a later processor's
    if name in _PLAIN:
        return _Form(_PLAIN[name])
    if name.startswith("set"):
        return _Form(f"setcc {ops.letters[0]}", writes=int(ops.memory is not None))
    if name in _BIT_TESTS:
        memory = int(ops.memory is not None)
        family = "bt" if name == "bt" else "bts/btr/btc"
        return _Form(f"{family} {ops.form}", memory, memory if name != "bt" else 0)
    if name in _BIT_SEARCHES and not ops.memory:
        return _Form(f"{name} r|r")
    if name == "bound":
        return _Form("bound in range", reads=2)
    if name == "enter" and ops.operands[1].imm == 0:
        return _Form("enter i|0", writes=1)
    if name == "leave":
        return _Form("leave", reads=1)
    if name == "bswap":
        return _Form("bswap r")
    return None


def _row(table: dict[str, Row], form: str) -> Row:
    row = table.get(form)
    if row is None:
        raise UnknownFormError(f"the clock table has no form `{form}`")
    return row


def _timing(insn: Instruction, table: dict[str, Row], rules: Rules, form: _Form, ops: _Operands) -> Timing:
    row = _row(table, form.row)
    clocks, extra = row.clocks.base, rules.surcharge(insn, table)
    multiplier, search, by_cl, unshifted = None, None, 0, 0
    if row.clocks.range is not None and insn.insn_name() in _MULTIPLICATIONS:
        multiplier = _multiplier(insn, rules, ops)
        clocks = multiplier.mean
        if ops.letters[-1] == "i":
            constant = _signed(ops.operands[-1].imm, 8 * ops.operands[0].size)
            clocks, multiplier = rules.early_out.clocks(constant, in_memory=ops.memory is not None), None
    elif row.clocks.per_item and insn.insn_name() in _SHIFTS | _ROTATES:
        unshifted = _NO_STORE if ops.memory is not None else 0
        if ops.letters[-1] == "i":
            count = ops.operands[-1].imm & SHIFT_MASK
            clocks += row.clocks.per_item * count if count else unshifted
            form = form if count else replace(form, writes=0)
        else:
            by_cl = row.clocks.per_item
    elif row.clocks.per_item and insn.insn_name() in _BIT_SEARCHES:
        search = Search(insn.reg_name(ops.operands[1].reg), 8 * ops.operands[1].size, row.clocks.per_item)
    elif row.clocks.range is not None:
        clocks = sum(row.clocks.range) // 2
    elif row.clocks.per_item:
        raise UnknownFormError(
            f"the clocks of `{form.row}` depend on its operands, which the timing model does not cover"
        )
    taken = _row(table, form.taken) if form.taken else None
    if form.flow is Flow.CONDITIONAL and ops.operands[0].imm == insn.address + insn.size:
        raise UnknownFormError(
            "a conditional branch to the next instruction: the timing model cannot determine if it is taken"
        )
    return Timing(
        address=insn.address,
        size=insn.size,
        text=text_of(insn.mnemonic, insn.op_str),
        row=row.form,
        flow=form.flow,
        clocks=clocks + extra,
        taken=taken.clocks.base + extra if taken else 0,
        has_target_term=(taken or row).clocks.target,
        refills=taken is not None and row.clocks.target,
        reads=form.reads,
        writes=form.writes,
        port_read=form.io and form.reads > 0,
        port_write=form.io and form.writes > 0,
        components=rules.components(insn),
        decoding=rules.decoding(insn),
        by_cl=by_cl,
        unshifted=unshifted if by_cl else 0,
        condition=_CARRY_SET if form.row == "salc" else insn.opcode[1] & _CONDITION,
        unless=rules.unless(row),
        multiplier=multiplier,
        search=search,
        hazards=rules.hazards(insn),
    )


def _signed(constant: int, bits: int) -> int:
    """Return a constant as a number of `bits` bits with a sign; Capstone gives a complete one without."""
    sign = 1 << bits - 1
    return (constant & 2 * sign - 1 ^ sign) - sign


def _multiplier(insn: Instruction, rules: Rules, ops: _Operands) -> Multiplier:
    """Return the operand that decides: the source (the last register or memory operand)."""
    operand, early_out = ops.operands[-1], rules.early_out
    signed = insn.insn_name() == "imul"
    bits = operand.size * 8
    in_memory = operand.type == x86.X86_OP_MEM
    mean = early_out.mean(bits, signed=signed, in_memory=in_memory)
    if not in_memory:
        name = insn.reg_name(operand.reg) if operand.type == x86.X86_OP_REG else ""
        return Multiplier(early_out, bits, signed, in_memory, register=name, mean=mean)
    mem = operand.mem
    index = "" if mem.index in (0, x86.X86_REG_EIZ) else insn.reg_name(mem.index)
    base = insn.reg_name(mem.base) if mem.base else ""
    mask = 0xFFFF if insn.addr_size == 2 else 0xFFFF_FFFF
    segment = _segment(insn, base) if rules.segmented else ""
    return Multiplier(early_out, bits, signed, in_memory, "", base, index, mem.scale, mem.disp, mean, segment, mask)


def _segment(insn: Instruction, base: str) -> str:
    """Return the segment of a memory operand: a prefix selects it, or its base does."""
    prefixed = _SEGMENT_PREFIXES.get(insn.prefix[1])
    return prefixed or ("ss" if base in _STACK_BASES else "ds")


def _string(insn: Instruction, table: dict[str, Row], rules: Rules, string: str, prefix: int) -> Timing:
    reads, writes = _STRINGS[string]
    if prefix == 0:
        row, flow = _row(table, string), Flow.NEXT
    elif string in ("scas", "cmps"):
        row, flow = _row(table, f"repe/repne {string}"), Flow.REPEAT_WHILE
    else:
        row, flow = _row(table, f"rep {string}"), Flow.REPEAT
    repeat = rules.repeat(row) if prefix else Repeat(row.clocks.base, (), 0)
    return Timing(
        address=insn.address,
        size=insn.size,
        text=text_of(insn.mnemonic, insn.op_str),
        row=row.form,
        flow=flow,
        clocks=repeat.start + rules.surcharge(insn, table),
        item=repeat.each,
        first_items=repeat.first,
        reads=reads,
        writes=writes,
        port_read=string == "ins",
        port_write=string == "outs",
        components=rules.components(insn),
        decoding=rules.decoding(insn),
        count="cx" if insn.addr_size == 2 else "ecx",
        hazards=rules.hazards(insn),
    )
