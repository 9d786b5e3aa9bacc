"""The instruction words, from the bit patterns of UM A.9 (A-238 to A-260), not from the project's own tables."""

from dataclasses import dataclass, field
from functools import lru_cache

from reference_model.registers import REGISTER_BY_CODE

#: Whole words of A.9.3: pattern, name. A letter's bits, most significant first, make the field of that letter.
CONTROL = (
    ("0000 0000 0000 0000 0000 0000", "nop"),
    ("0000 0000 0000 0000 0000 0100", "rti"),
    ("0000 0000 0000 0000 0000 0101", "illegal"),
    ("0000 0000 0000 0000 0000 0110", "swi"),
    ("0000 0000 0000 0000 0000 1100", "rts"),
    ("0000 0000 0000 0000 1000 0100", "reset"),
    ("0000 0000 0000 0000 1000 0110", "wait"),
    ("0000 0000 0000 0000 1000 0111", "stop"),
    ("0000 0000 0000 0000 1000 1100", "enddo"),
    ("0000 0000 iiii iiii 1011 10EE", "andi"),
    ("0000 0000 iiii iiii 1111 10EE", "ori"),
    ("0000 0001 1000 0000 01JJ d000", "div"),
    ("0000 0001 1101 1RRR 0001 d101", "norm"),
    ("0000 0010 CCCC 0000 0JJJ d000", "tcc"),
    ("0000 0011 CCCC 0ttt 0JJJ dTTT", "tcc_pair"),
    ("0000 0100 010M MRRR 0001 dddd", "lua"),
    ("0000 0100 W1ee eeee 101d dddd", "movec_register"),
    ("0000 0101 W1MM MRRR 0s1d dddd", "movec_ea"),
    ("0000 0101 W0aa aaaa 0s1d dddd", "movec_aa"),
    ("0000 0101 iiii iiii 101d dddd", "movec_immediate"),
    ("0000 0110 01MM MRRR 0s00 0000", "do_ea"),
    ("0000 0110 00aa aaaa 0s00 0000", "do_aa"),
    ("0000 0110 iiii iiii 1000 hhhh", "do_immediate"),
    ("0000 0110 11dd dddd 0000 0000", "do_register"),
    ("0000 0110 01MM MRRR 0s10 0000", "rep_ea"),
    ("0000 0110 00aa aaaa 0s10 0000", "rep_aa"),
    ("0000 0110 iiii iiii 1010 hhhh", "rep_immediate"),
    ("0000 0110 11dd dddd 0010 0000", "rep_register"),
    ("0000 0111 W1MM MRRR 10dd dddd", "movem_ea"),
    ("0000 0111 W0aa aaaa 00dd dddd", "movem_aa"),
    ("0000 100S W1MM MRRR 1spp pppp", "movep_memory"),
    ("0000 100S W1MM MRRR 01pp pppp", "movep_program"),
    ("0000 100S W1dd dddd 00pp pppp", "movep_register"),
    ("0000 1010 11MM MRRR 1000 0000", "jmp_ea"),
    ("0000 1011 11MM MRRR 1000 0000", "jsr_ea"),
    ("0000 1010 11MM MRRR 1010 CCCC", "jcc_ea"),
    ("0000 1011 11MM MRRR 1010 CCCC", "jscc_ea"),
    ("0000 1100 0000 aaaa aaaa aaaa", "jmp"),
    ("0000 1101 0000 aaaa aaaa aaaa", "jsr"),
    ("0000 1110 CCCC aaaa aaaa aaaa", "jcc"),
    ("0000 1111 CCCC aaaa aaaa aaaa", "jscc"),
    *(
        (f"0000 101{group} {where} {selector}", f"{name}_{form}")
        for group, selectors in (
            (0, (("0s0b bbbb", "bclr"), ("0s1b bbbb", "bset"), ("1s0b bbbb", "jclr"), ("1s1b bbbb", "jset"))),
            (1, (("0s0b bbbb", "bchg"), ("0s1b bbbb", "btst"), ("1s0b bbbb", "jsclr"), ("1s1b bbbb", "jsset"))),
        )
        for selector, name in selectors
        for where, form in (("00aa aaaa", "aa"), ("01MM MRRR", "ea"), ("10pp pppp", "pp"))
    ),
    *(
        (f"0000 101{group} 11dd dddd {selector}", f"{name}_register")
        for group, selectors in (
            (0, (("010b bbbb", "bclr"), ("011b bbbb", "bset"), ("000b bbbb", "jclr"), ("001b bbbb", "jset"))),
            (1, (("010b bbbb", "bchg"), ("011b bbbb", "btst"), ("000b bbbb", "jsclr"), ("001b bbbb", "jsset"))),
        )
        for selector, name in selectors
    ),
)

#: Bits 23-8 of the parallel instructions (A.9.2). The more special patterns come first.
MOVES = (
    ("0010 0000 0000 0000", "none"),
    ("0010 0000 010M MRRR", "update"),
    ("0010 00ee eeed dddd", "register"),
    ("001d dddd iiii iiii", "immediate"),
    ("0100 L0LL W1MM MRRR", "long_ea"),
    ("0100 L0LL W0aa aaaa", "long_aa"),
    ("01dd sddd W1MM MRRR", "memory_ea"),
    ("01dd sddd W0aa aaaa", "memory_aa"),
    ("0001 ffdF W0MM MRRR", "x_and_register"),
    ("0001 deff W1MM MRRR", "register_and_y"),
    ("0000 100d s0MM MRRR", "class_two"),
    ("1wmm eeff WrrM MRRR", "x_and_y"),
)

#: The multiplier's inputs by QQQ (Table A-28); X1*X1 and Y1*Y1 do not exist.
_PRODUCTS = ("x0 x0", "y0 y0", "x1 x0", "y1 y0", "x0 y1", "y0 x0", "x1 y0", "y1 x1")
#: Letters by the range of their legal codes. For other letters all codes are legal.
_CODES_BELOW = {"b": 24, "E": 3}
#: Instructions whose memory operand may not be an absolute address or immediate data (Tables A-13, A-26 and the pages).
_INDIRECT_ONLY = ("do_ea", "rep_ea", "jclr_ea", "jset_ea", "jsclr_ea", "jsset_ea", "class_two")
#: Instructions that take immediate data when they read their operand (W = 1).
_IMMEDIATE_IF_READ = ("movec_ea", "movep_memory", "memory_ea", "x_and_register", "register_and_y")
_TWO_WORDS = ("do_", "jclr_", "jset_", "jsclr_", "jsset_")


@dataclass(frozen=True)
class Instruction:
    """A decoded word: the name of its pattern, the letters' values, and for parallel instructions the ALU operation."""

    name: str
    fields: dict[str, int] = field(default_factory=dict)
    words: int = 1
    alu: "AluOperation | None" = None


@dataclass(frozen=True)
class AluOperation:
    """The low byte of a parallel instruction; a product has two sources and the letters kkk."""

    name: str
    source: str
    destination: str
    kkk: int = 0


def _fixed(pattern: str) -> tuple[int, int, str]:
    """The bits that a pattern prescribes as mask and value, and the pattern without spaces."""
    bits = pattern.replace(" ", "")
    mask = "".join("01"[digit in "01"] for digit in bits)
    return int(mask, 2), int("".join(digit if digit in "01" else "0" for digit in bits), 2), bits


_CONTROL = tuple((*_fixed(pattern), name) for pattern, name in CONTROL)
_MOVES = tuple((*_fixed(pattern), name) for pattern, name in MOVES)


def _find(table: tuple[tuple[int, int, str, str], ...], word: int) -> tuple[str, dict[str, int]] | None:
    """The first pattern that a word matches with legal codes: its name and its letters' values."""
    for mask, value, bits, name in table:
        if word & mask != value:
            continue
        found: dict[str, int] = {}
        for place, letter in enumerate(bits, start=1):
            if letter not in "01":
                found[letter] = found.get(letter, 0) << 1 | word >> len(bits) - place & 1
        if _legal(name, bits, found):
            return name, found
    return None


def _legal(name: str, pattern: str, found: dict[str, int]) -> bool:
    """Return True if the letters have codes that the instruction's page lists."""
    if any(found.get(letter, 0) >= limit for letter, limit in _CODES_BELOW.items()):
        return False
    if found.get("M") == 6:
        absolute = found["R"] == 0 and name not in _INDIRECT_ONLY
        immediate = found["R"] == 4 and name in _IMMEDIATE_IF_READ and found["W"] == 1
        if not (absolute or immediate):
            return False
    if name in ("tcc", "tcc_pair"):
        return found["J"] == 0 or found["J"] >= 4
    if name in ("register", "immediate", "memory_ea", "memory_aa"):
        return found["d"] >= 4 and found.get("e", 4) >= 4
    if name.startswith("movec"):
        return found["d"] | 0x20 in REGISTER_BY_CODE and found.get("e", 4) in REGISTER_BY_CODE
    if pattern.count("d") == 6:
        return found["d"] in REGISTER_BY_CODE
    return True


def _alu(byte: int) -> AluOperation | None:
    """The operation code of Tables A-27 to A-31."""
    d, kkk = byte >> 3 & 1, byte & 7
    destination, other = ("a", "b") if d == 0 else ("b", "a")
    if byte & 0x80:
        return AluOperation("multiply", _PRODUCTS[byte >> 4 & 7], destination, kkk)
    jjj = byte >> 4 & 7
    if byte == 0:
        return AluOperation("move", "", destination)
    table = {
        0: ("", "tfr", "addr", "tst", "", "cmp", "subr", "cmpm"),
        1: ("add", "rnd", "addl", "clr", "sub", "", "subl", "not"),
        2: ("add", "adc", "asr", "lsr", "sub", "sbc", "abs", "ror"),
        3: ("add", "adc", "asl", "lsl", "sub", "sbc", "neg", "rol"),
    }.get(jjj, ("add", "tfr", "or", "eor", "sub", "cmp", "and", "cmpm"))
    if not table[kkk]:
        return None
    source = (other, other, "x", "y", "x0", "y0", "x1", "y1")[jjj]
    return AluOperation(table[kkk], source, destination)


def _extra_words(name: str, found: dict[str, int]) -> int:
    """One for an absolute address, immediate data or a target; bit jumps and DO always have their target."""
    if name.startswith(_TWO_WORDS):
        return 1
    return int(found.get("M") == 6)


@lru_cache(maxsize=1 << 16)
def decode(word: int) -> Instruction | None:
    """Return the instruction of a first word; None for an illegal instruction (UM 8-12)."""
    control = _find(_CONTROL, word)
    if control is not None:
        name, found = control
        return Instruction(name, found, 1 + _extra_words(name, found))
    operation, move = _alu(word & 0xFF), _find(_MOVES, word >> 8)
    if operation is None or move is None:
        return None
    name, found = move
    return Instruction(name, found, 1 + _extra_words(name, found), operation)
