"""Operands: tables for addresses, conditions and sources, and the p-code that reads and writes registers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dsp56k.isa import MODES, REGISTERS, Operand, Row
from dsp56k.sleigh.patterns import Fields, bits_of, values_of

# Notation of a number of each class in disassembled text: the force sign.
_FORCE = {"aa": "<", "pp": "<<"}
_STACK = ("SSH", "SSL")
_STATUS = ("SR", "MR", "CCR", "OMR")
_WORD = 24
_ADDRESS = 16
_ACCUMULATORS = ("A", "B")


def quoted(text: str) -> str:
    """Return literal text of a display section."""
    return f'"{text}"'


def read_register(name: str, to: str) -> str:
    """Return the p-code that reads a register as a move's source into a new local variable of 24 bits."""
    low, width = name.lower(), REGISTERS[name].width
    if name in _ACCUMULATORS:
        return f"local {to}:3; limited_word({to}, {low});"
    if name in _STACK or name in _STATUS:
        pop = " lower_sp();" if name == "SSH" else ""
        return f"local {to}q:{-(-width // 8)}; get_{low}({to}q);{pop} local {to}:3 = zext({to}q);"
    if width == _WORD:
        return f"local {to}:3 = {low};"
    # A2 and B2 are sign-extended on the bus (UM 7-4, 4-13).
    extend = "sext" if name in ("A2", "B2") else "zext"
    return f"local {to}:3 = {extend}({low});"


def write_register(name: str, value: str) -> str:
    """Return the p-code that writes 24 bits, a local variable, as a move does."""
    low, width = name.lower(), REGISTERS[name].width
    if name in _ACCUMULATORS:
        return f"{low} = sext({value}) << 24;"
    if name in _STACK:
        return f"local {value}p:2 = {value}:2; put_{low}({value}p);"
    if name in _STATUS:
        return f"local {value}p:{-(-width // 8)} = {value}:{-(-width // 8)}; put_{low}({value}p);"
    if name == "SP":
        return f"sp = {value}:1 & 0x3f;"
    return f"{low} = {value};" if width == _WORD else f"{low} = {value}:{-(-width // 8)};"


def read_long(name: str, high: str, low: str) -> str:
    """Return the p-code that reads a long operand into two new local variables (UM A-145 to A-147)."""
    if name in _ACCUMULATORS:
        return f"local {high}:3; local {low}:3; limited_long({high}, {low}, {name.lower()});"
    return " ".join(read_register(part, to) for part, to in zip(REGISTERS[name].parts, (high, low), strict=True))


def write_long(name: str, high: str, low: str) -> str:
    """Return the p-code that writes a long operand: A and B are extended, AB and BA load two words."""
    parts = [part.lower() for part in REGISTERS[name].parts]
    if name in _ACCUMULATORS:
        return f"{name.lower()} = (sext({high}) << 24) | zext({low});"
    if name in ("AB", "BA"):
        return f"{parts[0]} = sext({high}) << 24; {parts[1]} = sext({low}) << 24;"
    return f"{parts[0]} = {high}; {parts[1]} = {low};"


def alu_source(name: str) -> str:
    """Return the expression of an operation's source in 56 bits: words are extended with zeros below (UM 4-4)."""
    extended = name.lower() if name in _ACCUMULATORS else f"sext({name.lower()})"
    return f"{extended} << 24" if REGISTERS[name].width == _WORD else extended


class Tables:
    """The tables of operands; each is written once for the bits that it reads."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.lines: list[str] = []
        self._names: set[str] = set()

    def _table(self, name: str, constructors: Callable[[], Iterable[str]]) -> str:
        if name not in self._names:
            self._names.add(name)
            self.lines += [f"{name}: {line}" for line in constructors()]
        return name

    def number(self, row: Row, operand: Operand) -> str:
        """Return the field of a number, or a table if its bits are not adjacent."""
        bits = bits_of(row, operand)
        cut = next((at for at in range(1, len(bits)) if bits[at] != bits[at - 1] - 1), 0)
        if not cut:
            return self.fields.of(bits)
        high, low = self.fields.of(bits[:cut]), self.fields.of(bits[cut:])
        action = f"[ number = ({high} << {len(bits) - cut}) | {low}; ]"
        body = "{ export *[const]:3 number; }"
        return self._table(f"{high}_{low}", lambda: [f"number is {high} & {low} {action} {body}"])

    def condition(self, row: Row, operand: Operand) -> str:
        """Return the table of a condition, which exports 1 if it holds."""

        def constructors() -> Iterable[str]:
            for mask, word, value in values_of(row, operand):
                body = f"local v:1; condition_{value}(v); export v;"
                yield f"{quoted(str(value).lower())} is {self.fields.fixed(mask, word)} {{ {body} }}"

        return self._table(f"cc_{self.number(row, operand)}", constructors)

    def bit(self, row: Row, operand: Operand) -> str:
        """Return the table of a bit's number, which exports its mask."""

        def constructors() -> Iterable[str]:
            for mask, word, value in values_of(row, operand):
                bit = 1 << int(str(value))
                yield f"{quoted(str(value))} is {self.fields.fixed(mask, word)} {{ export 0x{bit:x}:3; }}"

        return self._table(f"bit_{self.number(row, operand)}", constructors)

    def source(self, row: Row, operand: Operand) -> str:
        """Return the table of a register as a move's source, which exports 24 bits."""

        def constructors() -> Iterable[str]:
            for mask, word, value in values_of(row, operand):
                body = read_register(str(value), "w")
                yield f"{quoted(str(value).lower())} is {self.fields.fixed(mask, word)} {{ {body} export w; }}"

        return self._table(f"{operand.kind.name}_{self.number(row, operand)}", constructors)

    def address(self, row: Row, operand: Operand, *, update: bool = True) -> str:
        """Return the table of an effective address, which exports it and updates its address register.

        Without `update` it exports the updated address and leaves the register.
        """
        bits = bits_of(row, operand)
        other = operand.kind.cls == "other_ea"
        mode_bits = row.fields[operand.letters[0]]
        low = row.fields[operand.letters[-1]]
        prefix = operand.kind.name if update else "updated"
        name = f"{prefix}_{'_'.join(str(bit) for bit in (mode_bits[0], mode_bits[-1], low[0], low[-1]))}"
        banks = (0, 1) if other else (None,)

        def constructors() -> Iterable[str]:
            for code, mode in enumerate(operand.kind.modes):
                if not mode:
                    continue
                fixed = sum((code >> at & 1) << bit for at, bit in enumerate(reversed(mode_bits)))
                for bank in banks:
                    mask, word, first = sum(1 << bit for bit in mode_bits), fixed, 0
                    if bank is not None:
                        bank_bit = bits[len(mode_bits)]
                        mask, word, first = mask | 1 << bank_bit, word | bank << bank_bit, 0 if bank else 4
                    yield self._address(mode, (mask, word), (low[0], low[-1], first), update)

        return self._table(name, constructors)

    def _address(self, mode: str, fixed: tuple[int, int], register: tuple[int, int, int], update: bool) -> str:
        high, low, first = register
        count = 1 << high - low + 1
        if mode == "Absolute":
            # The constructors of instructions exclude the codes with another register than R0.
            return f'">"^second16 is {self.fields.fixed(*fixed)}; second16 {{ export *[const]:2 second16; }}'
        suffix = f"{first}_" if count < 8 else ""
        r, n, m = (
            self.fields.registers(high, low, f"{letter}{suffix}", [f"{letter}{first + at}" for at in range(count)])
            for letter in "rnm"
        )
        text = MODES[mode].text.lower().replace("rr", f'"^{r}^"').replace("nr", f'"^{n}^"')
        display = f'"{text}"'.replace('^""', "")
        back = "Dec" in mode
        distance = n if mode in ("PostDecN", "PostIncN", "Indexed") else "1"
        body = ["local t:2;"]
        if mode != "Indirect":
            if distance == "1":
                body.append("local d:2 = 1;")
                distance = "d"
            body.append(f"{'step_back' if back else 'step'}(t, {r}, {distance}, {m});")
        if not update:
            body.append("export t;")
        elif mode == "Indirect":
            body = [f"local t:2 = {r};", "export t;"]
        elif mode == "Indexed":
            body.append("export t;")
        elif mode == "PreDec":
            body.append(f"{r} = t; export t;")
        else:
            body.append(f"local e:2 = {r}; {r} = t; export e;")
        fields = " & ".join(dict.fromkeys(field for field in (r, n, m) if field in " ".join([display, *body])))
        return f"{display} is {self.fields.fixed(*fixed)} & {fields} {{ {' '.join(body)} }}"

    def memory(self, space: str, row: Row, operand: Operand) -> str:
        """Return the table of a word of memory, which exports the word."""
        cls = operand.kind.cls
        if cls in ("ea", "other_ea"):
            inner = self.address(row, operand)
            text, pattern, actions, pointer = inner, inner, "", inner
        else:
            field = self.number(row, operand)
            inner = f"{cls}_{field}"
            text = f"{quoted(_FORCE[cls])}^reloc"
            pattern, actions, pointer = field, f"[ reloc = {operand.kind.base:#x} + {field}; ]", "reloc"
        display = f"{quoted(space.lower() + ':')}^{text}"
        body = f"{{ export *[{space}]:3 {pointer}; }}"
        return self._table(f"{space.lower()}_{inner}", lambda: [f"{display} is {pattern} {actions} {body}"])

    def long_address(self, row: Row, operand: Operand) -> str:
        """Return the table of an address in L memory, which exports the address."""
        if operand.kind.cls == "ea":
            return self.address(row, operand)
        field = self.number(row, operand)
        return self._table(
            f"l_{field}",
            lambda: [f"{quoted(_FORCE[operand.kind.cls])}^{field} is {field} {{ export *[const]:2 {field}; }}"],
        )

    def target(self, row: Row, operand: Operand) -> str:
        """Return the table of a jump's target, which exports the instruction there."""
        if operand.kind.cls == "address":
            field = self.number(row, operand)
            return self._table(
                f"target_{field}",
                lambda: [f'"<"^reloc is {field} [ reloc = {field} + 0; ] {{ export *[P]:3 reloc; }}'],
            )
        return self._table("target", lambda: ["second16 is second16 { export *[P]:3 second16; }"])

    def absolute_target(self) -> str:
        """Return the table of a jump's target that is an absolute address."""
        return self._table("target_absolute", lambda: ['">"^second16 is second16 { export *[P]:3 second16; }'])
