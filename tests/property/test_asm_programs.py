"""Random programs: assembled, listed, disassembled, assembled again, with the same words each time."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.asm import assemble, disassemble, render_all
from dsp56k.asm.formats import listing_text
from dsp56k.testing.strategies import plain_instructions

CONDITIONS = ("eq", "ne", "cs", "cc", "ge", "lt", "gt", "le")

labels = st.integers(0, 7).map(lambda number: f"l{number}")
plain = st.one_of(
    st.builds(lambda instruction: f" {instruction}", plain_instructions()),
    st.builds(lambda label: f" jmp {label}", labels),
    st.builds(lambda condition, label: f" j{condition} {label}", st.sampled_from(CONDITIONS), labels),
    st.builds(lambda value: f" move #{value},x1", st.integers(-(1 << 23), (1 << 24) - 1)),
    st.builds(lambda address: f" move y:{address},b", st.integers(0, 0xFFFF)),
    st.builds(lambda bit, label: f" jset #{bit},x:<<$ffe9,{label}", st.integers(0, 23), labels),
    st.builds(lambda address: f" movep x:{address},x:<<$ffeb", st.integers(0, 0xFFBF)),
    st.sampled_from((" nop", " rts", " enddo", " lua (r1)+n1,n3", " movec sr,x0", " andi #$fe,ccr", " div y0,a")),
)
blocks = st.recursive(
    st.lists(plain, min_size=1, max_size=6),
    lambda inner: st.one_of(
        st.builds(lambda body: [" .if <eq>", *body, " .endi"], inner),
        st.builds(lambda body: [" .while x:(r1)+ <gt> #5", *body, " .endw"], inner),
        st.builds(lambda body: [" .repeat", *body, " .until b <le> y0 or <cs>"], inner),
        st.builds(lambda body: [" .for x:$20 = #1 to #10 by #2", *body, " .endf"], inner),
        st.builds(lambda count, body: [f" dup {count}", *body, " endm"], st.integers(0, 3), inner),
        st.builds(lambda first, second: first + second, inner, inner),
    ),
    max_leaves=5,
)
# A loop's body ends with a NOP, because not every instruction is allowed at its end.
programs = st.builds(
    lambda before, body, count: [
        " org p:$40",
        "l0",
        *before,
        "l1",
        f" do #{count},l2",
        *body,
        " nop",
        "l2",
        *(f"l{number} nop" for number in range(3, 8)),
    ],
    blocks,
    blocks,
    st.integers(1, 4095),
)

LISTED = re.compile(r"^\d+ +\+? +P:([0-9A-F]{4}) ([0-9A-F]{6})\b")
FURTHER = re.compile(r"^ +([0-9A-F]{6})$")


def listed_words(text: str) -> dict[int, int]:
    """The words that a listing shows, by address."""
    words: dict[int, int] = {}
    address = -1
    for line in text.split("\n"):
        if match := LISTED.match(line):
            address = int(match.group(1), 16)
            words[address] = int(match.group(2), 16)
        elif address >= 0 and (match := FURTHER.match(line)):
            address += 1
            words[address] = int(match.group(1), 16)
    return words


@settings(max_examples=150, deadline=None)
@given(programs)
def test_words_survive_listing_and_disassembly(program: list[str]) -> None:
    source = "\n".join(program) + "\n"
    obj = assemble(source, options=["MEX"])
    assert obj.ok, render_all(obj.diagnostics)
    words = {address: word for (_, address), word in obj.words.items()}
    assert listed_words(listing_text(obj, clocks=False)) == words

    again = [" org p:$40"]
    address = min(words)
    while address in words:
        text, size = disassemble(words[address], words.get(address + 1, 0))
        again.append(f" {text}")
        address += size
    second = assemble("\n".join(again) + "\n")
    assert second.ok, render_all(second.diagnostics)
    assert second.words == obj.words


@settings(max_examples=200, deadline=None)
@given(programs, st.data())
def test_broken_programs_end_in_diagnostics(program: list[str], data: st.DataObject) -> None:
    source = "\n".join(program)
    at = data.draw(st.integers(0, len(source)))
    junk = data.draw(st.text("<>#:()+-*'\"\\;,.@%$ \n\tabx0", max_size=6))
    obj = assemble(source[:at] + junk + source[at + data.draw(st.integers(0, 6)) :])
    assert obj.ok or any(entry.is_error for entry in obj.diagnostics)
