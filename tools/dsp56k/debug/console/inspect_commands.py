"""Commands that inspect the program."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from dsp56k.debug.console import formatting
from dsp56k.debug.console.console import Console, command
from dsp56k.debug.console.state_commands import assign
from dsp56k.debug.disassembly import disassembly, disassembly_before
from dsp56k.debug.errors import DebugError
from dsp56k.debug.expressions import PERIPHERALS, peripheral
from dsp56k.emu.registers import NAMES
from dsp56k.system.text import described

_LINES, _WORDS, _AROUND = 10, 32, 5
_WHERE = re.compile(
    r"(?P<space>[xyp])\s*:?\s*(?P<first>[^\s-]+)?(?:\s*-\s*(?:(?P=space):)?(?P<last>\S+))?", re.IGNORECASE
)


@command("where", "", "Show where the program is stopped, and the cost of the next instruction.")
def _where(console: Console, _: str) -> None:
    console.where()


@command(
    "registers r dr dspreg",
    "[NAME ...|io] [NAME=EXPRESSION]",
    "Show registers, changed ones with an asterisk, or set one; `io` shows the peripheral registers.",
)
def _registers(console: Console, rest: str) -> None:
    if "=" in rest:
        assign(console, rest)
        return
    names = rest.lower().split()
    dsp = console.session.dsp
    if names == ["io"]:
        console.show(formatting.peripherals(dsp, PERIPHERALS.values()))
        return
    for name in names:
        if name not in NAMES and name.upper() not in PERIPHERALS:
            raise DebugError(f"the DSP56001 has no register {described(name)}", field="register", value=name)
    own = [name for name in names if name in NAMES]
    if own or not names:
        console.show(formatting.registers(dsp, console.session.previous, own))
    console.show(formatting.peripherals(dsp, (PERIPHERALS[name.upper()] for name in names if name not in NAMES)))


@command("disasm d dd dspdisasm", "[LOCATION[-LAST]]", "Disassemble from PC or a location; without one, continue.")
def _disasm(console: Console, rest: str) -> None:
    session = console.session
    first, _, last = rest.partition("-")
    start = session.places(first)[0] if first else console.disasm_next
    if start is None:
        start = session.dsp.regs.pc
        console.show(formatting.listing(session, disassembly_before(session.dsp, session.loaded, start, 2)))
    lines = disassembly(session.dsp, session.loaded, start, _LINES)
    if last:
        end = session.places(last)[0]
        following = disassembly(session.dsp, session.loaded, start, end + 1 - start)
        lines = [line for line in following if line.address <= end]
    console.show(formatting.listing(session, lines))
    console.disasm_next = lines[-1].address + len(lines[-1].words) & 0xFFFF if lines else None


@command("memory m dm dspmemdump", "[X|Y|P ADDRESS[-LAST]]", "Show words of memory; without an address, continue.")
def _memory(console: Console, rest: str) -> None:
    space, first = console.memory_next
    last = None
    if rest:
        match = _WHERE.fullmatch(rest)
        if match is None or match["first"] is None:
            raise DebugError(f"expected X|Y|P ADDRESS[-LAST], got {described(rest)}", field="place", value=rest)
        space, first = match["space"].upper(), console.session.address(match["first"])
        last = console.session.address(match["last"]) if match["last"] else None
    last = min(first + _WORDS - 1, 0xFFFF) if last is None else last
    if not 0 <= first <= last <= 0xFFFF:
        raise DebugError(
            f"the range must be within $0000 to $FFFF and must not be empty, got {space}:${first:X} to ${last:X}",
            field="place",
            value=rest,
        )
    console.show(formatting.memory(console.session.dsp, space, first, last))
    console.memory_shown, console.memory_next = (space, first), (space, last + 1 & 0xFFFF)


@command("list l", "[LOCATION]", "Show source lines around the next instruction or a location.")
def _list(console: Console, rest: str) -> None:
    session = console.session
    address = session.places(rest)[0] if rest else session.dsp.regs.pc
    source = session.loaded.lines.get(address)
    if source is None:
        raise DebugError(f"P:${address:04X} has no source line", field="place", value=rest)
    if session.loaded.source(source.file) is None:
        raise DebugError(f"cannot find the source file {source.file}", field="file", value=source.file)
    console.note(source.file)
    console.show(formatting.source_lines(session, source.file, max(source.line - _AROUND, 1), source.line + _AROUND))


@command("stack bt", "", "Show the call stack and the system stack.")
def _stack(console: Console, _: str) -> None:
    console.show(formatting.stack(console.session))


@command(
    "print p evaluate e", "EXPRESSION", "Show the value of an expression in hexadecimal, decimal and as a fraction."
)
def _print(console: Console, rest: str) -> None:
    value = console.session.evaluate(rest)
    text = f"{_hexadecimal(value)}  {value}"
    if 0 <= value < 1 << 24:
        text += f"  {((value ^ 0x800000) - 0x800000) / (1 << 23):+.7f}"
    register = peripheral(rest.strip(), console.session.dsp)
    if register is not None:
        text += f"  {register.decoded(value)}".rstrip()
    console.print_line(text)


@command("cost explain", "[LOCATION]", "Show the cost of an instruction by component.")
def _cost(console: Console, rest: str) -> None:
    address = console.session.places(rest)[0] if rest else None
    console.print_line(str(console.session.dsp.explain_cost(address)))


@command("symbols dspsymbols", "[PATTERN]", "Show the symbols of the program.")
def _symbols(console: Console, rest: str) -> None:
    symbols = console.session.dsp.symbols
    for name, value in sorted(symbols.items(), key=lambda item: (symbols.space_of(item[0]), item[1])):
        if not rest or fnmatchcase(name.lower(), rest.lower()):
            space = symbols.space_of(name)
            console.print_line(f"{'' if space == 'N' else space + ':'}{_hexadecimal(value, 4)}  {name}")


def _hexadecimal(value: int, digits: int = 1) -> str:
    return f"{'-' if value < 0 else ''}${abs(value):0{digits}X}"
