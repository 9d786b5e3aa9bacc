"""Converting a program from format to format and back keeps its words and its symbols."""

import itertools
import tempfile
from pathlib import Path

from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.asm.formats import lod_text, read_lod
from dsp56k.asm.objectfile import Ident, ObjectFile, Run, SymbolRecord
from dsp56k.cli.main import main

WORDS = st.lists(st.integers(0, 0xFFFFFF), min_size=1, max_size=40)
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,30}", fullmatch=True)
VALUES = st.one_of(
    st.tuples(st.sampled_from("XYPLN"), st.integers(0, 0xFFFF)),
    st.tuples(st.just("N"), st.integers(0, 0xFFFF_FFFF_FFFF)),
    # LOD holds six digits behind the point.
    st.tuples(st.just("N"), st.floats(-1000, 1000).map(lambda value: float(f"{value:.6E}"))),
)


@st.composite
def programs(draw: st.DrawFn) -> ObjectFile:
    runs = []
    for space in draw(st.lists(st.sampled_from("PXYL"), max_size=5)):
        words = draw(WORDS)
        words = words[: len(words) // 2 * 2] or [1, 2] if space == "L" else words
        address = draw(st.integers(0, 0xFFFF - len(words)))
        runs.append(Run(space, address, space, address, "", words))
    symbols = draw(st.dictionaries(NAMES, VALUES, max_size=8))
    table = [SymbolRecord(name, value, space, "equ", "", None, False) for name, (space, value) in symbols.items()]
    return ObjectFile(Ident("PROGRAM"), [*runs], table, [], draw(st.integers(0, 0xFFFF)))


@settings(max_examples=40)
@given(programs())
def test_lod_to_coff_to_elf_to_lod(program: ObjectFile) -> None:
    with tempfile.TemporaryDirectory() as folder:
        names = [str(Path(folder) / name) for name in ("a.lod", "b.cld", "c.elf", "d.lod")]
        Path(names[0]).write_text(lod_text(program))
        for source, target in itertools.pairwise(names):
            result = CliRunner().invoke(main, ["convert", source, target])
            assert result.exit_code == 0, result.output
        back = read_lod(names[3], Path(names[3]).read_bytes())
    first = read_lod(names[0], lod_text(program).encode())
    assert back.words == first.words == program.words
    assert {s.name: (s.space, s.value) for s in back.symbol_table} == {
        s.name: (s.space, s.value) for s in first.symbol_table
    }
    assert back.start == program.start
