"""Writes isa: a page for each instruction, a page of the parallel moves and an index, from the tables of dsp56k.isa.

With --check nothing is written: exit code 1 if a page differs, is missing or is left over.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from dsp56k import isa
from dsp56k.isa.toml_files import load
from dsp56k.system.grid import columns, markdown
from encoding_examples import worked
from generated_files import update_directory
from wrap_documents import wrapped

FOLDER = Path(__file__).parents[2] / "docs" / "reference" / "isa"
WARNING = "<!-- Made by tools/documents/isa_pages.py from emu/dsp56k/isa/*.toml: change those, then run it. -->"
FLAGS = "LEUNZVC"
FLAG_WORDS = {
    "-": "unchanged",
    "*": "standard definition (UM A-11); L is set by limiting or overflow and never cleared",
    "?": "special, see the manual's page",
    "0": "cleared",
    "1": "set",
}
NAMES = {
    "acc": "D",
    "other": "S",
    "long": "S",
    "word": "S",
    "add_src": "S",
    "tfr_src": "S",
    "sign": "(±)",
    "product": "S1,S2",
    "space": "(X|Y)",
    "ea_reg": "ea",
    "ea_update": "ea",
    "eax": "eax",
    "eay": "eay",
    "bit": "n",
    "imm8": "xx",
    "imm12": "xxx",
    "imm24": "xxxxxx",
    "abs12": "xxx",
    "target": "xxxx",
    "loop_end": "expr",
    "status": "D",
    "any_reg": "R",
    "ctrl_reg": "C",
    "data_reg": "D",
    "rn_reg": "Rn",
    "agu_reg": "D",
    "x_reg": "D1",
    "y_reg": "D2",
    "x_input": "X0/X1",
    "y_input": "Y0/Y1",
    "long_reg": "D",
}


def operands(row: isa.Row) -> str:
    """Return the syntax as the manual writes it: kinds instead of letters."""
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda match: NAMES.get(match[1], match[1]), row.syntax)


"""Names of the kinds of operands in the tables of forms."""


def values(row: isa.Row) -> list[str]:
    """Return a line for each register operand: the registers that its letters name."""
    lines = []
    for operand in row.operands:
        if operand.kind.cls in ("register", "product") and operand.letters:
            names = [f"{code:0{_width(row, operand)}b} {name}" for code, name in enumerate(operand.kind.values) if name]
            line = f"- `{operand.letters}` ({NAMES.get(operand.kind.name, operand.kind.name)}): {', '.join(names)}"
            lines.append(line)
    return lines


def _width(row: isa.Row, operand: isa.Operand) -> int:
    return sum(len(row.fields[letter]) for letter in operand.letters)


def forms(rows: list[isa.Row], *, parallel: bool) -> list[str]:
    """Return the table of encodings and the meaning of the letters."""
    cells = []
    for row in rows:
        name = row.family if row.mnemonic else row.op
        syntax = f"{name} {operands(row)}".strip().replace("|", "\\|")
        moves = " (parallel move)" if parallel else ""
        words = f"{row.words}+mv" if parallel else f"{row.words}+ea" if "ea" in row.cycles else str(row.words)
        cells.append((f"`{syntax}`{moves}", f"`{row.bits}`", words, row.cycles, f"UM {row.page}"))
    lines = markdown(columns("syntax", "bits", "words:", "clocks", "page"), cells)
    seen = dict.fromkeys(line for row in rows for line in values(row))
    return [*lines, "", *seen, ""] if seen else [*lines, ""]


def flags(rows: list[isa.Row]) -> list[str]:
    """Return the condition codes of every distinct pattern among the encodings."""
    cells = []
    patterns = dict.fromkeys(row.ccr for row in rows)
    for pattern in patterns:
        which = [f"`{operands(row)}`".replace("|", "\\|") for row in rows if row.ccr == pattern]
        cells.append(("all" if len(patterns) == 1 else ", ".join(dict.fromkeys(which)), *pattern))
    lines = markdown(columns("form", *FLAGS), cells)
    used = dict.fromkeys("".join(patterns))
    return [*lines, "", *(f"- `{sign}` {FLAG_WORDS[sign]}" for sign in used), ""]


def place(row: isa.Row) -> list[str]:
    """Return the positions at which an instruction is allowed, if there are restrictions."""
    sequence = isa.SEQUENCES[row.sequence]
    found = [
        (sequence.flow, "It changes flow, so that the pipe is filled again (UM A-231)."),
        (not sequence.repeat, "REP must not repeat it (UM A-238)."),
        (not sequence.loop_end, "It must not begin at the last address of a DO loop (UM A-233)."),
        (
            sequence.aborted,
            "Fetched just before a vector it is aborted, and fetched again (UM 8-12, 8-17).",
        ),
    ]
    lines = [f"- {sentence}" for applies, sentence in found if applies]
    return ["## Allowed positions", "", *lines, "", "See [restricted sequences](restrictions.md).", ""] if lines else []


def restrictions() -> str:
    """Return the instruction-sequence restrictions, with the messages of the assembler."""
    lines = [
        WARNING,
        "",
        "# Restricted sequences",
        "",
        "The manual forbids these sequences. The chip executes them as",
        "[hardware-ambiguities.md](../hardware-ambiguities.md) describes, or optionally",
        "[refuses them](../emulator.md#restricted-sequences); the assembler encodes them and",
        "[reports them](../assembler.md#restricted-sequences).",
        "",
    ]
    said: dict[str, tuple[str, list[str]]] = {}
    sentence = ""
    for rule in load("restrictions.toml")["rule"]:
        sentence = rule.get("sentence", sentence)
        _, diagnostics = said.setdefault(sentence, (rule.get("page", ""), []))
        if "assembler" in rule:
            silent = ", ".join(op.upper() for op in rule.get("silent", ()))
            diagnostics.append(rule["assembler"] + (f", not for {silent}" if silent else ""))
    rows = [(text, f"UM {page}", ", ".join(found) or "none") for text, (page, found) in said.items()]
    lines += markdown(columns("forbidden", "page", "diagnostic"), rows)
    return "\n".join([*lines, ""])


def interrupts() -> str:
    """Return the sources of interrupts in the order of their priority."""
    table, ipr = load("interrupts.toml"), isa.IO_REGISTERS["IPR"]
    lines = [
        WARNING,
        "",
        "# Interrupts",
        "",
        "Of several requests at one level the first of this table is served (UM 8-18).",
        "",
    ]
    rows = []
    for source in table["sources"]:
        vector = f"P:${source['vector']:04X}" if "vector" in source else "the host's (UM 10-23)"
        field = source.get("priority")
        level = f"IPR.{field}, bits {ipr[field].low + 1}-{ipr[field].low}" if field else "3"
        rows.append((source["text"], vector, level))
    lines += markdown(columns("source", "vector", "level"), rows)
    return "\n".join([*lines, ""])


def memory_map() -> str:
    """Return regions and internal peripheral registers."""
    memory = load("memory.toml")
    lines = [WARNING, "", "# Memory map", "", "All else is external memory.", ""]
    rows = [
        (row["space"], f"${row['first']:04X}-${row['last']:04X}", row["kind"], row["when"], f"UM {row['page']}")
        for row in memory["region"]
    ]
    lines += markdown(columns("space", "addresses", "what", "when", "page"), rows)
    lines += ["", "[Peripheral registers](io-registers.md) has the registers from X:$FFC0 up."]
    return "\n".join([*lines, ""])


_ACCESS = {"r": "read", "w": "write", "rw": "read, write"}


def _fields(register: isa.IoRegister) -> list[str]:
    """Return the table of the fields of a register."""
    if not register.fields:
        return []
    rows = []
    for field in register.fields:
        meanings = "; ".join(f"{value}: {text}" for value, text in enumerate(field.values) if text)
        text = field.text + (f". {meanings}" if meanings else "")
        rows.append((field.span, field.name, text, f"UM {field.page}"))
    return ["", *markdown(columns("bits", "field", "meaning", "page"), rows)]


def io_registers() -> str:
    """Return the page of the peripheral registers and of the host's registers."""
    lines = [
        WARNING,
        "",
        "# Peripheral registers",
        "",
        "The DSP reads and writes these registers in X data memory. Bits that are not listed read as 0. The assembler",
        "comes with [equates](../assembler.md#peripheral-registers) for the registers and their bits, and the",
        "[debugger](../../guides/debug.md#peripheral-registers) shows the fields by name.",
        "",
    ]
    rows = []
    for register in isa.IO_REGISTERS.values():
        reset = "unchanged" if register.reset is None else f"${register.reset:X}"
        access = _ACCESS[register.access]
        rows.append((f"X:${register.address:04X}", register.name, access, reset, register.title, f"UM {register.page}"))
    lines += markdown(columns("address", "register", "access", "reset", "purpose", "page"), rows)
    spans = (
        f"X:${first:04X}" + (f"-${last:04X}" if last > first else "") for first, last in load("memory.toml")["reserved"]
    )
    lines += ["", f"The addresses {', '.join(spans)} are reserved (UM 10-5)."]
    for register in isa.IO_REGISTERS.values():
        if register.fields:
            lines += ["", f"## {register.name}", "", f"X:${register.address:04X}: {register.title}", *_fields(register)]
    lines += [
        "",
        "## The host's registers",
        "",
        "A host processor sees these bytes at the host interface (UM 10-18).",
        "",
    ]
    rows = []
    for register in isa.HOST_REGISTERS.values():
        reset = "unchanged" if register.reset is None else f"${register.reset:02X}"
        access, page = _ACCESS[register.access], f"UM {register.page}"
        rows.append((str(register.address), register.name, access, reset, register.text, page))
    lines += markdown(columns("offset", "register", "access", "reset", "purpose", "page"), rows)
    for register in isa.HOST_REGISTERS.values():
        if register.fields:
            lines += ["", f"### {register.name}", "", f"Offset {register.address}: {register.text}", *_fields(register)]
    return "\n".join([*lines, ""])


def pages() -> dict[str, str]:
    """Return every page by its file name."""
    made = {}
    index = [
        WARNING,
        "",
        "# The instruction set",
        "",
        "[Parallel moves](parallel-moves.md), [restricted sequences](restrictions.md), [interrupts](interrupts.md),",
        "[memory map](memory-map.md), [peripheral registers](io-registers.md)",
        "",
        "`dsp56k isa mac` shows the encodings of an instruction at a terminal. `dsp56k isa --json` prints all tables",
        "for other programs; [instruction-set.schema.json](instruction-set.schema.json) describes their form.",
        "With `--chip DSP56002` they include the instructions that the DSP56002 adds ([Assembler",
        "reference](../assembler.md#programs-for-the-dsp56002)).",
        "",
    ]
    listed = []
    for entry in load("instructions.toml")["instructions"]:
        name = entry["mnemonic"]
        rows = [row for row in isa.ROWS if row.family == name]
        parallel = rows[0].table == "alu"
        text = [WARNING, "", f"# {name}: {entry['title']}", "", f"`{entry['operation']}`", ""]
        if parallel:
            text += ["Allows a [parallel move](parallel-moves.md), whose cost is the term mv.", ""]
        text += ["## Forms", "", *forms(rows, parallel=parallel), *worked(name, rows), *place(rows[0])]
        text += ["## Condition codes", "", *flags(rows)]
        made[f"{name}.md"] = "\n".join(text)
        clocks = ", ".join(dict.fromkeys(row.cycles for row in rows))
        listed.append((f"[{name}]({name}.md)", entry["title"], clocks))
    index += markdown(columns("instruction", "does", "clocks"), listed)
    moves = [WARNING, "", "# Parallel moves", "", "Bits 23-8 of an instruction whose low byte is an ALU operation."]
    moves += ["Clocks are the term mv.", "", *forms(list(isa.MOVE_ROWS), parallel=False)]
    moves += worked("moves", isa.MOVE_ROWS)
    made["parallel-moves.md"] = "\n".join(moves)
    made |= {
        "memory-map.md": memory_map(),
        "io-registers.md": io_registers(),
        "restrictions.md": restrictions(),
        "interrupts.md": interrupts(),
    }
    timing = load("timing.toml")
    symbols = timing["symbol"]
    index += ["", "Terms of the clock formulae, in oscillator clocks:", ""]
    index += [f"- `{name}`: {symbol['meaning']} (UM {symbol['page']})" for name, symbol in symbols.items()]
    index += ["", "Charges that the tables leave open ([hardware-ambiguities.md](../hardware-ambiguities.md)):", ""]
    index += [
        f"- `{name}`: {charge['value']}, {charge['meaning']} (UM {charge['page']})"
        for name, charge in timing["charge"].items()
    ]
    made["README.md"] = "\n".join([*index, ""])
    return {name: wrapped(text) for name, text in made.items()}


def main() -> int:
    """Return 0 if the pages are fresh or were written."""
    return update_directory(FOLDER, pages(), "tools/documents/isa_pages.py", __doc__)


if __name__ == "__main__":
    sys.exit(main())
