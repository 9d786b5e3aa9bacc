"""Constructors of instructions: one for each table row and choice of its registers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from dsp56k.isa import ALU_ROWS, CONTROL_ROWS, KINDS, MOVE_ROWS, REGISTERS, Operand, OperandValue, Row
from dsp56k.sleigh.operands import Tables, alu_source, quoted, read_long, read_register, write_long, write_register
from dsp56k.sleigh.patterns import Fields, values_of

_PLACEHOLDER = re.compile(r"\{\w+(?::\w+)?\}")
_FRACTION_REGISTERS = ("X0", "X1", "Y0", "Y1", "A", "B")
_SHORT_FORMS = ("data_reg", "ctrl_reg")
_CALL = "call_from(following); call {};"
_ABSOLUTE = ("Absolute", 0)
_FLOW = ("jump", "call")
# Marks for the ends of the loop: its last word, and the word before for an instruction of two words.
_LOOP_MARKS = (
    "[ ends = 1; ends2 = 1; first = inst_start + 2; first2 = inst_start + 2; globalset(loop_last, ends); "
    "globalset(loop_last, first); globalset(loop_before, ends2); globalset(loop_before, first2); ]"
)
_REPEAT_MARK = "[ repeat = 1; globalset(inst_next, repeat); ]"
# Symbols of the second word, and the patterns that define them.
_SECOND_WORD = {"second24": "second24", "target": "target", "loop_exit": "loop_exit & loop_last & loop_before"}

Choice = dict[Operand, tuple[int, int, OperandValue]]


@dataclass
class Side:
    """One side of a comma in an instruction's text.

    `kind` is "register", "memory", "long", "address", "number", "bit", "target" or "product"; `value` is the register,
    the p-code of the product, or the symbol of the others in the pattern; `operand` is None if the constructor fixes
    the registers.
    """

    kind: str
    display: str
    value: str
    operand: Operand | None = None


class Constructors:
    """All constructors of the instruction set; their fields and tables follow from the encodings."""

    def __init__(self, semantics: str) -> None:
        self.fields = Fields()
        self.tables = Tables(self.fields)
        self._macros = frozenset(re.findall(r"^macro (\w+)\(", semantics, re.MULTILINE))

    def alu(self) -> Iterator[str]:
        """Yield the tables of operations with parallel moves: mnemonic, operands, and p-code.

        The display of the last one is the operands and the blanks before a move.
        """
        for row in ALU_ROWS:
            for choice in _choices(row):
                mask, word = _fixed_bits(row, choice)
                pattern = self.fields.fixed(mask, word)
                text = row.syntax
                for operand in row.operands:
                    text = _PLACEHOLDER.sub(str(choice[operand][2]), text, count=1)
                text = text.lower()
                yield f"mnemonic: {quoted(row.mnemonic.lower())} is {pattern} {{ }}"
                yield f"operands: {quoted(text)} is {pattern} {{ }}"
                yield f"alu: {quoted(text and text + '  ')} is {pattern} {{ {_operation(row, choice)} }}"

    def moves(self) -> Iterator[str]:
        """Yield the instructions with parallel moves."""
        for row in MOVE_ROWS:
            for choice in _choices(row, self._in_tables(row)):
                fields = self._sides(row, choice)
                display = "^".join(["alu", *_displays(fields)]) if fields else "operands"
                body = _transfers(fields, "build alu;")
                tables = ["mnemonic", "alu"] if fields else ["mnemonic", "alu", "operands"]
                yield f":^mnemonic {display} is {self._pattern(row, choice, fields, tables)} {{ {body} }}"
        empty = next(row for row in MOVE_ROWS if not row.syntax)
        field = self.fields.name(23, 0)
        # Legal for the chip and without a name in assembly language.
        word = f"{self.fields.fixed(empty.mask, empty.value)} & {self.fields.fixed(0xFF, 0)}"
        yield f":dc {field} is {word} & {field} {{ }}"

    def control(self, rows: Sequence[Row] = CONTROL_ROWS) -> Iterator[str]:
        """Yield the instructions without parallel moves."""
        for row in rows:
            for choice in _choices(row, self._in_tables(row)):
                yield from self._control(row, choice)

    def two_words(self) -> Iterator[tuple[str, bool]]:
        """Yield the pattern of each encoding that makes an instruction of two words, and True if it starts a loop."""
        for row in (*MOVE_ROWS, *CONTROL_ROWS):
            if row.words > 1:
                yield self.fields.fixed(row.mask, row.value), row.sequence == "loop"
            for operand in row.operands:
                for mask, word, value in values_of(row, operand) if operand.kind.cls == "ea" else ():
                    if value == _ABSOLUTE and not (word ^ row.value) & mask & row.mask:
                        yield self.fields.fixed(row.mask | mask, row.value | word), False

    def _control(self, row: Row, choice: Choice) -> Iterator[str]:
        fields = self._sides(row, choice)
        sides = [side for one in fields for side in one]
        condition = next((one for one in row.operands if one.kind.cls == "condition"), None)
        mnemonic, table = quoted(row.mnemonic.lower()), ""
        more = ["following"] if row.sequence in ("call", "loop") else []
        if condition is not None:
            table = self.tables.condition(row, condition)
            mnemonic = f"{quoted(_PLACEHOLDER.sub('', row.mnemonic).lower())}^{table}"
            more.append(table)
        display = "^".join(_displays(fields))
        body, actions = self._effect(row, sides, fields, table)
        if row.sequence in _FLOW and sides[0].kind == "address":
            target = self.tables.absolute_target()
            flow = _flow(row, table, target, direct=True)
            yield f":{mnemonic} {target} is {self._absolute(row, choice, more)} {{ {flow} }}"
        pattern = self._pattern(row, choice, fields, more)
        yield f":{mnemonic} {display} is {pattern} {actions} {{ {body} }}"

    def _absolute(self, row: Row, choice: Choice, more: Sequence[str]) -> str:
        """Return the pattern of a jump to an absolute address."""
        mask, word = _fixed_bits(row, choice)
        for bits, value, meaning in (one for operand in row.operands for one in values_of(row, operand)):
            if meaning == _ABSOLUTE:
                mask, word = mask | bits, word | value
        first = " & ".join([self.fields.fixed(mask, word), *more])
        return f"{first}; {self.tables.absolute_target()}"

    def _effect(
        self, row: Row, sides: Sequence[Side], fields: Sequence[Sequence[Side]], condition: str
    ) -> tuple[str, str]:
        """Return the p-code and the context actions of an instruction without parallel moves."""
        macro = f"control_{row.op}"
        if not sides:
            return f"if (!{condition}) goto <over>; {macro}(); <over>" if condition else f"{macro}();", ""
        if sides[0].kind == "product":
            return f"{sides[0].value} {macro}({sides[1].value.lower()}, s);", ""
        if sides[0].kind == "bit":
            read = _read(sides[1], "w")
            if row.sequence == "next":
                write = _write(sides[1], "w") if row.modifies else ""
                return f"{read} {macro}(w, {sides[0].value}); {write}", ""
            flow = _flow(row, "v", sides[2].value, direct=True)
            return f"{read} local v:1; {macro}(v, w, {sides[0].value}); {flow}", ""
        if row.sequence == "loop":
            read = f"push(la, lc); {_read(sides[0], 'n')}"
            return f"{read} start_loop(n, loop_last, following);", _LOOP_MARKS
        if row.sequence == "repeat":
            return f"{_read(sides[0], 'n')} lctemp = lc; lc = n:2;", _REPEAT_MARK
        if row.sequence in _FLOW:
            return _flow(row, condition, sides[0].value, direct=sides[0].kind == "target"), ""
        if condition:
            transfers = " ".join(_copy(*one) for one in fields)
            return f"if (!{condition}) goto <over>; {transfers} <over>", ""
        if macro in self._macros:
            if sides[0].kind == "number":
                register, immediate = sides[1].value.lower(), f"local i:1 = {sides[0].value};"
                if register == "ccr":
                    return f"{immediate} {row.mnemonic.lower()}_ccr(i);", ""
                return f"local v:1; get_{register}(v); {immediate} {macro}(v, i); put_{register}(v);", ""
            return f"{macro}({', '.join(side.value.lower() for side in sides)});", ""
        if sides[0].kind == "address":
            return f"{sides[1].value.lower()} = {sides[0].value};", ""
        return _transfers(fields, ""), ""

    def _in_tables(self, row: Row) -> list[Operand]:
        """Return the registers that are in tables instead of separate constructors: sources that are not written."""
        registers = [one for one in row.operands if one.kind.cls == "register"]
        wide = [one for one in registers if one.kind.name in ("any_reg", "ctrl_reg", "data_reg")]
        if row.sequence in ("loop", "repeat", "jump", "call") or (_has_bit(row) and not row.modifies):
            return wide
        if len(wide) == 2:
            return wide[:1]
        numbered = [one for one in registers if one.kind.name == "rn_reg"]
        return numbered if len(numbered) == 2 else []

    def _sides(self, row: Row, choice: Choice) -> list[list[Side]]:
        """Return the sides of each field of an instruction's text."""
        skipped = len(_PLACEHOLDER.findall(row.mnemonic))
        operands = iter(row.operands[skipped:])
        return [
            [self._side(row, choice, text, operands) for text in field.split(",")]
            for field in row.syntax.split(" ")
            if field
        ]

    def _side(self, row: Row, choice: Choice, text: str, operands: Iterator[Operand]) -> Side:
        found = [next(operands) for _ in _PLACEHOLDER.findall(text)]
        if not found:
            return Side("register", quoted(text.lower()), text)
        operand = found[-1]
        cls = operand.kind.cls
        if cls == "register":
            if operand in choice:
                name = str(choice[operand][2])
                return Side("register", quoted(name.lower()), name)
            if operand.kind.name == "rn_reg":
                high, low = row.fields[operand.letters][0], row.fields[operand.letters][-1]
                name = self.fields.registers(high, low, "r", [f"r{at}" for at in range(8)])
            else:
                name = self.tables.source(row, operand)
            return Side("register", name, name, operand)
        if cls == "product":
            sign, factors = (str(choice[one][2]).lower() for one in found)
            signs = "uu" if row.op.endswith("uu") else "su"
            return Side("product", quoted(sign + factors), _product(factors, sign, signs))
        if cls == "unsigned":
            if operand.kind.name == "bit":
                name = self.tables.bit(row, operand)
                return Side("bit", f'"#"^{name}', name, operand)
            name = self.tables.number(row, operand)
            force = "<" if operand.kind.name == "imm8" and _has_short_form(row) else ""
            return Side("number", f"{quoted('#' + force)}^{name}", name, operand)
        if cls == "word":
            sign = "#>" if _has_short_form(row) else "#"
            return Side("number", f"{quoted(sign)}^second24", "second24", operand)
        if cls in ("target", "address"):
            name = self.tables.target(row, operand)
            return Side("target", name, name, operand)
        if cls == "loop_end":
            return Side("target", "loop_exit", "loop_exit", operand)
        if ":" not in _PLACEHOLDER.sub("", text):
            if row.sequence in _FLOW:
                # A jump to an absolute address is another constructor, because its target is known.
                operand = Operand(KINDS["ea_reg"], operand.letters)
            name = self.tables.address(row, operand, update=row.sequence != "next" or row.table == "move")
            return Side("address", name, name, operand)
        space = str(choice[found[0]][2]) if len(found) == 2 else text[0]
        if space == "L":
            name = self.tables.long_address(row, operand)
            return Side("long", f'"l:"^{name}', name, operand)
        name = self.tables.memory(space, row, operand)
        return Side("memory", name, name, operand)

    def _pattern(self, row: Row, choice: Choice, fields: Sequence[Sequence[Side]], more: Sequence[str]) -> str:
        """Return the pattern of a constructor: the first word, an effective address, the second word."""
        first, address, second = [self.fields.fixed(*_fixed_bits(row, choice)), *more], "", ""
        for side in (one for field in fields for one in field):
            if side.operand is None:
                continue
            hole = self.fields.legal(row, side.operand)
            if side.kind != "bit" and hole:
                first.append(hole)
            if "Absolute" in side.operand.kind.modes:
                address = side.value
            elif side.value in _SECOND_WORD:
                second = _SECOND_WORD[side.value]
            else:
                first.append(side.value)
        pattern = " & ".join(dict.fromkeys(first))
        if address:
            pattern = f"({pattern}) ... & {address}"
        return f"{pattern}; {second}" if second else pattern


def _choices(row: Row, in_tables: Sequence[Operand] = ()) -> Iterator[Choice]:
    """Yield each combination of the registers that constructors fix."""
    fixed = ("register", "space", "product", "sign")
    chosen = list(dict.fromkeys(one for one in row.operands if one.kind.cls in fixed and one not in in_tables))
    for combination in product(*(values_of(row, operand) for operand in chosen)):
        mask = word = 0
        for bits, value, _ in combination:
            if (word ^ value) & mask & bits:
                break
            mask, word = mask | bits, word | value
        else:
            yield dict(zip(chosen, combination, strict=True))


def _fixed_bits(row: Row, choice: Choice) -> tuple[int, int]:
    mask, word = row.mask, row.value
    for bits, value, _ in choice.values():
        mask, word = mask | bits, word | value
    return mask, word


def _displays(fields: Sequence[Sequence[Side]]) -> list[str]:
    text = '^" "^'.join('^","^'.join(side.display for side in field) for field in fields)
    return [text] if text else []


def _operation(row: Row, choice: Choice) -> str:
    """Return the p-code of an operation with parallel moves: its source, then the macro of the operation."""
    values = [str(choice[operand][2]) for operand in row.operands]
    macro = f"alu_{row.op}"
    if not values:
        return f"{macro}();"
    *sources, destination = values
    arguments = [destination.lower(), f"{destination.lower()}1"]
    before = ""
    if sources and row.operands[0].kind.cls == "sign":
        sign, factors = sources
        before = f"{_product(factors.lower(), sign)} "
        arguments.append("s")
    elif sources and row.operands[0].kind.name == "word":
        arguments.append(sources[0].lower())
    elif sources:
        before = f"local s:7 = {alu_source(sources[0])}; "
        arguments.append("s")
    return f"{before}{macro}({', '.join(arguments)});"


def _product(factors: str, sign: str, signs: str = "ss") -> str:
    """Return the p-code of a product `s`, shifted left once (UM 4-4, 4-11); `signs` are s or u by factor."""
    words = zip("st", signs, factors.split(","), strict=True)
    read = " ".join(f"local {to}:7 = {'zext' if one == 'u' else 'sext'}({factor});" for to, one, factor in words)
    return f"{read} s = (s * t) << 1;{' s = -s;' if sign else ''}"


def _read(side: Side, to: str) -> str:
    """Return the p-code that reads a side into a new local variable of 24 bits."""
    if side.kind == "register" and side.operand is None:
        return read_register(side.value, to)
    build = f"build {side.value}; " if side.kind == "register" else ""
    return f"{build}local {to}:3 = {side.value};"


def _write(side: Side, value: str) -> str:
    if side.kind == "register":
        return write_register(side.value, value)
    return f"{side.value} = {value};"


def _copy(source: Side, destination: Side) -> str:
    """Return the p-code of a transfer between registers that neither scales nor limits."""
    if destination.operand is not None:
        return f"{destination.value} = {source.value};"
    low = source.value.lower()
    value = low if REGISTERS[source.value].width == REGISTERS[destination.value].width else f"sext({low}) << 24"
    return f"{destination.value.lower()} = {value};"


def _transfers(fields: Sequence[Sequence[Side]], operation: str) -> str:
    """Return the p-code of transfers: sources and stores, the operation, then the destinations in registers."""
    before, after = [], []
    for at, (source, *rest) in enumerate(fields):
        if not rest:
            continue
        destination, value = rest[0], f"v{at}"
        if source.kind == "long":
            before.append(f"local h:3 = *[X]:3 {source.value}; local l:3 = *[Y]:3 {source.value};")
            after.append(write_long(destination.value, "h", "l"))
        elif destination.kind == "long":
            before.append(read_long(source.value, "h", "l"))
            before.append(f"*[X]:3 {destination.value} = h; *[Y]:3 {destination.value} = l;")
        else:
            before.append(_read(source, value))
            if _is_fraction(source, destination):
                before.append(f"{value} = {value} << 16;")
            (after if destination.kind == "register" else before).append(_write(destination, value))
    return " ".join([*before, operation, *after])


def _is_fraction(source: Side, destination: Side) -> bool:
    """Return True if a short immediate is a signed fraction in the top byte (UM 7-13)."""
    is_parallel = source.operand is not None and source.operand.kind.name == "imm8"
    return is_parallel and destination.value in _FRACTION_REGISTERS


def _flow(row: Row, condition: str, target: str, *, direct: bool) -> str:
    """Return the p-code of a jump or call, which may have a condition."""
    target = target if direct else f"[{target}]"
    if row.sequence == "call":
        call = _CALL.format(target)
        return f"if (!{condition}) goto <over>; {call} <over>" if condition else call
    if condition and direct:
        return f"if ({condition}) goto {target};"
    return f"if (!{condition}) goto <over>; goto {target}; <over>" if condition else f"goto {target};"


def _has_bit(row: Row) -> bool:
    return any(operand.kind.name == "bit" for operand in row.operands)


def _has_short_form(row: Row) -> bool:
    """Return True if an immediate may be short or long: the instruction loads a register."""
    return any(operand.kind.name in _SHORT_FORMS for operand in row.operands)
