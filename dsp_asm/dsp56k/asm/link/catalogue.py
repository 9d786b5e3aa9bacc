"""What the linker has to say: codes and wording, Motorola's where its linker has the message (ASM, linker A)."""

from __future__ import annotations

from dsp56k.asm.diagnostics.model import Kind, Severity

UNRESOLVED = Kind("L0101", Severity.ERROR, "Unresolved external reference: {name} (in section {section})")
MULTIPLE = Kind("L0102", Severity.WARNING, "Duplicate symbol: {name} of {second} is ignored, {first} defines it")
EXPRESSION = Kind("L0103", Severity.ERROR, "Link expression {text} of {place}: {reason}")
FIELD_SIZE = Kind("L0104", Severity.ERROR, "Result ${value:X} of {text} at {place} does not fit into {bits} bits")
SPACES = Kind("L0105", Severity.WARNING, "{left} memory space used where {right} is expected, in {text} at {place}")
NO_ROOM = Kind(
    "L0106", Severity.ERROR, "Location counter overflow: {section} {space}:${address:04X}, limit ${limit:04X}"
)
START = Kind("L0107", Severity.ERROR, "Start address ${value:X} is not in program memory")
TOO_MANY = Kind("L0108", Severity.MESSAGE, "More than {limit} {name}; the rest is not shown")
LOCAL_TWICE = Kind(
    "L0109", Severity.ERROR, "Duplicate local symbol: {name} of section {section}, in {first} and {second}"
)
FRACTION = Kind("L0110", Severity.WARNING, "Expression value outside fractional domain: {text} at {place}")

MEMORY_SECTION = Kind("L0201", Severity.ERROR, "Section not found: the memory control file names {name}")
MEMORY_SYMBOL = Kind("L0202", Severity.ERROR, "Symbol already defined: {name} of a SYMBOL record")
MEMORY_ORDER = Kind("L0203", Severity.WARNING, "Section already set as absolute: {name}")
