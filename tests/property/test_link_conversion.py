"""Converting a program from format to format and back keeps its words, its symbols, its name and its comments."""

import itertools
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.asm.formats import coff_bytes, elf_bytes, lod_text, read_coff, read_elf, read_lod
from dsp56k.asm.object_file import ObjectFile
from dsp56k.cli.main import main
from dsp56k.objects import module as objects
from dsp56k.objects.module import Ident, ObjectComment, Run, SymbolRecord
from dsp56k.objects.word_sizes import NO_SPACE, MappingLetter, Space

Writer = Callable[[ObjectFile], bytes]
Reader = Callable[[str, bytes], ObjectFile]
SPACES: tuple[Space, ...] = ("P", "X", "Y", "L")
MAPPINGS: tuple[MappingLetter, ...] = ("", "I", "E", "B")
WORDS = st.lists(st.integers(0, 0xFFFFFF), min_size=1, max_size=40)
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,30}", fullmatch=True)
COMMENTS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=20).map(str.strip)
VALUES = st.one_of(
    st.tuples(st.sampled_from([*SPACES, NO_SPACE]), st.integers(0, 0xFFFFFF)),
    st.tuples(st.just(NO_SPACE), st.integers(0, 0xFFFF_FFFF_FFFF)),
    # LOD holds six digits after the point.
    st.tuples(st.just(NO_SPACE), st.floats(-1000, 1000).map(lambda value: float(f"{value:.6E}"))),
)


@st.composite
def programs(draw: st.DrawFn) -> ObjectFile:
    """Blocks of all spaces and mappings, comments among them, symbols of which several may have one name."""
    records: list[Run | ObjectComment] = []
    for space in draw(st.lists(st.sampled_from(SPACES), max_size=5)):
        if draw(st.booleans()):
            records.append(ObjectComment(draw(COMMENTS)))
        words = draw(WORDS)
        words = words[: len(words) // 2 * 2] or [1, 2] if space == "L" else words
        address = draw(st.integers(0, 0xFFFF - len(words)))
        mapping = draw(st.sampled_from(MAPPINGS if space == "P" else MAPPINGS[:-1]))
        records.append(Run(space, address, space, address, mapping, words))
    symbols = draw(st.lists(st.tuples(NAMES, VALUES), max_size=8))
    table = [SymbolRecord(name, value, space, "equ", "", None, False) for name, (space, value) in symbols]
    number = st.integers(0, 0xFFFF)
    ident = Ident(draw(NAMES), draw(number), draw(number), draw(COMMENTS))
    return ObjectFile(ident, records, table, draw(st.none() | number))


def facts(obj: objects.Module) -> object:
    """Return the properties that a format must preserve; the order of symbols may change."""
    symbols = Counter((symbol.name, symbol.space, symbol.value) for symbol in obj.symbol_table)
    ident = (obj.ident.name, obj.ident.version, obj.ident.revision, obj.ident.comment)
    records = [
        record.text
        if isinstance(record, ObjectComment)
        else (record.space, record.mapping, record.address, record.words)
        for record in obj.records
    ]
    return symbols, ident, records, obj.start


@settings(max_examples=60)
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
    assert facts(back) == facts(first) == facts(program)


@settings(max_examples=60)
@given(programs(), st.sampled_from([(coff_bytes, read_coff), (elf_bytes, read_elf)]), st.data())
def test_overlays_and_lines_stay(program: ObjectFile, formats: tuple[Writer, Reader], data: st.DataObject) -> None:
    write, read = formats
    for run in program.runs:
        if data.draw(st.booleans()):
            run.run_space = "L" if run.space == "L" else data.draw(st.sampled_from("PXY"))
            run.run_address = data.draw(st.integers(0, 0xFFFF - len(run.words)))
        step = 2 if run.space == "L" else 1
        starts = data.draw(st.lists(st.integers(0, len(run.words) // step - 1), unique=True).map(sorted))
        run.lines = [(at * step, data.draw(st.sampled_from(["a.asm", "b.asm"])), at + 1) for at in starts]
    back = read("a", write(program))
    places = [(run.run_space, run.run_address) for run in program.runs]
    assert [(run.run_space, run.run_address) for run in back.runs] == places
    if read is read_coff:
        assert [run.lines for run in back.runs] == [run.lines for run in program.runs]
