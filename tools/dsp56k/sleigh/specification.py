"""The SLEIGH specification of the DSP56001 and the DSP56002, written from the instruction tables."""

from __future__ import annotations

from importlib.resources import files

from dsp56k.isa import DSP56002, DSP56002_ROWS
from dsp56k.sleigh.constructors import Constructors

_LOOP_END = [
    f"loop_{name}: reloc is second16 [ reloc = second16 {offset}; ] {{ export *[const]:2 reloc; }}"
    for name, offset in (("exit", "+ 1"), ("last", "+ 0"), ("before", "- 1"))
]


def specification() -> str:
    """Return the text that all languages include."""
    semantics = files("dsp56k.sleigh").joinpath("semantics.sinc").read_text(encoding="utf-8")
    made = Constructors(semantics)
    alu, moves, control = list(made.alu()), list(made.moves()), list(made.control())
    of_dsp56002 = list(made.control(DSP56002_ROWS))
    wrappers = _wrappers(made)
    lines = [
        semantics.rstrip(),
        "",
        *made.fields.definitions(),
        "define token second_word (24) second24=(0,23) second16=(0,15);",
        "",
        "following: reloc is epsilon [ reloc = inst_next; ] { export *[const]:2 reloc; }",
        *_LOOP_END,
        *made.tables.lines,
        *alu,
        "",
        *wrappers,
        "with : phase=2 {",
        *moves,
        *control,
        f"@ifdef {DSP56002}",
        *of_dsp56002,
        "@endif",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _wrappers(made: Constructors) -> list[str]:
    """Return the constructors that end a loop or repeat an instruction, around the instruction itself."""
    plain = "instruction [ phase=1; ] { build instruction; }"
    lines = [
        "start: reloc is first [ reloc = first + 0; ] { export *[P]:3 reloc; }",
        "start2: reloc is first2 [ reloc = first2 + 0; ] { export *[P]:3 reloc; }",
        f":^instruction is phase=0 & ends=0 & {plain}",
        *_loop_end("ends=1", "start"),
    ]
    # The last word of a loop may be the second of an instruction; which ones have two words is in the first.
    for pattern, starts_loop in dict.fromkeys(made.two_words()):
        if starts_loop:
            # The comparison with LA begins with the first instruction of the loop.
            lines.append(f":^instruction is phase=0 & ends=1 & {pattern} & {plain}")
            continue
        for ends in (0, 1):
            lines += _loop_end(f"ends={ends} & ends2=1 & {pattern}", "start2")
    repetition = "<again> build instruction; lc = lc - 1; if (lc != 0) goto <again>; lc = lctemp;"
    return [
        *lines,
        ":^instruction is phase=1 & repeat=0 & instruction [ phase=2; ] { build instruction; }",
        f":^instruction is phase=1 & repeat=1 & instruction [ phase=2; ] {{ {repetition} }}",
    ]


def _loop_end(condition: str, start: str) -> list[str]:
    """Return the constructor of the last instruction of a loop."""
    return [
        f":^instruction is phase=0 & {condition} & {start} & following & instruction [ phase=1; ] {{",
        "  build instruction;",
        "@ifdef LOOP_FLAG",
        "  if (((mr & 0x80) == 0) || ((la + 1) != following)) goto <out>;",
        "@endif",
        "  lc = lc - 1;",
        f"  if (lc != 0) goto {start};",
        "  end_loop();",
        "@ifdef LOOP_FLAG",
        "  <out>",
        "@endif",
        "}",
    ]
