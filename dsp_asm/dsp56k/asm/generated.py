"""Lines that the assembler writes by itself: the instructions of structured control (ASM chapter 7) and of OPT RP.

Which mnemonic does what stands in `assembler.toml`, by role; the lines are then assembled as a source's are.
"""

from __future__ import annotations

from dsp56k.isa.tables import load

_MNEMONICS: dict[str, str] = {role: name.lower() for role, name in load("assembler.toml")["generated"].items()}


def instruction(role: str, operands: str = "") -> str:
    """The line of an instruction with a role: move, compare, begin_loop and so on."""
    return _line(_MNEMONICS[role], operands)


def jump(condition: str, target: str) -> str:
    """The line of a jump; the condition "" is always true."""
    if not condition:
        return instruction("jump", target)
    return _line(_MNEMONICS["jump_if"].replace("{cc}", condition.lower()), target)


def _line(mnemonic: str, operands: str) -> str:
    return f"{'':<8}{mnemonic:<8}{operands}".rstrip()
