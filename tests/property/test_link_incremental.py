"""Modules linked in two steps, in whatever groups, come out as if they had been linked at once."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.asm import ObjectFile, assemble
from dsp56k.asm.formats import coff_bytes, read_coff
from dsp56k.asm.link import MemoryControl, Module, link
from dsp56k.asm.link.memory import Counter

STATEMENTS = (
    "        org     p:\n{0}c nop\n        jmp     {1}c\n        move    #{2}d,r0\n",
    "        org     x:\n{0}d dc      {1}c,{2}d+1,{1}d-{2}d\n",
    "        org     y:\n        dc      {0}d\n{0}r dsm     4\n        dc      {0}r\n",
    "        org     l:\n        dc      {1}c,{2}d+1\n",
    "        org     p:{1}c,y:\n{0}o jmp     {0}o\n",
)


@st.composite
def sources(draw: st.DrawFn) -> list[str]:
    """A few modules whose sections have names in common and whose labels refer to one another's."""
    count = draw(st.integers(2, 4))
    texts = []
    for number in range(count):
        text = (
            f"        section keys global\n        org     p:\nk{number}c nop\n"
            f"        org     x:\nk{number}d ds 3\n        endsec\n"
        )
        for section in draw(st.lists(st.sampled_from(["one", "two", ""]), min_size=1, max_size=2, unique=True)):
            body = "".join(
                statement.format(f"m{number}{section}", *(f"k{draw(st.integers(0, count - 1))}" for _ in range(2)))
                for statement in draw(st.lists(st.sampled_from(STATEMENTS), max_size=4, unique=True))
            )
            text += f"        section {section} global\n{body}        endsec\n" if section else body
        texts.append(text)
    return texts


def outcome(obj: ObjectFile) -> object:
    symbols = sorted((s.name, s.section, s.space, s.value) for s in obj.symbol_table)
    codes = [diagnostic.code for diagnostic in obj.diagnostics]
    runs = [(run.space, run.address, run.run_space, run.run_address, run.words, run.lines) for run in obj.runs]
    return obj.words, symbols, codes, runs, obj.start


@settings(max_examples=60)
@given(sources(), st.data())
def test_two_steps_give_what_one_gives(texts: list[str], data: st.DataObject) -> None:
    modules = [Module(f"m{n}", assemble(text, relative=True)) for n, text in enumerate(texts)]
    assert all(module.obj.ok for module in modules), [module.obj for module in modules]
    bases: dict[Counter, int] = {("P", ""): data.draw(st.integers(0, 99)), ("Y", ""): data.draw(st.integers(0, 99))}
    first = data.draw(st.integers(0, len(modules) - 1))
    last = data.draw(st.integers(first + 1, len(modules)))
    group = link(modules[first:last], incremental=True)
    assert group.obj.ok
    group_module = Module("group", read_coff("group.cln", coff_bytes(group.obj)))
    stepwise = link([*modules[:first], group_module, *modules[last:]], MemoryControl(bases=dict(bases)))
    assert outcome(stepwise.obj) == outcome(link(modules, MemoryControl(bases=dict(bases))).obj)
