from pathlib import Path

import pytest

from dsp56k.study.errors import StudyError
from dsp56k.study.published import Published, published_of
from dsp56k.study.schema import SizesTable, StudyFile
from dsp56k.study.toml_reader import MAX_FILE_BYTES, Document, parse_document, read, read_document, shown_keys

STUDY = '''schema = "dsp56k-study/1"
title = "PC against card"
about = """
[run]
title = 3
"""

[[run]]
name = "good"
where = "pc"
machine = "386-20"
program = "good"
[[run]]
name = "card"
where = "card"
machine = "386-20"
set = { "board.dsp_clock_hz" = 27_000_000 }

[[job]]
operation = "des-cbc-encrypt"
sizes = { from = 8, to = 64, factor = 2 }

[[job]]
operation = "md2"
sizes = [
    8,
    16,
]

[vary]
"machine.memory.wait_states" = [0, 1, 2]

[figure]
kind = "curves"
'''


def refusal(text: str) -> StudyError:
    with pytest.raises(StudyError) as caught:
        parse_document(text, "f.toml").convert(StudyFile)
    return caught.value


def test_a_study_is_read_whole() -> None:
    study = parse_document(STUDY, "f.toml").convert(StudyFile)
    assert [run.name for run in study.run] == ["good", "card"]
    assert study.job[0].sizes == SizesTable(start=8, to=64, factor=2)
    assert study.job[1].sizes == (8, 16)
    assert study.vary == {"machine.memory.wait_states": (0, 1, 2)}
    assert study.run[1].set == {"board.dsp_clock_hz": 27_000_000}
    assert study.seed == 1990


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "reason"),
    [
        (
            'where = "card"',
            'where = "cart"',
            15,
            "[run 2] where",
            "must be one of card, dsp, pc",
        ),
        ('name = "card"\n', "", 13, "[run 2] name", "missing"),
        (
            'name = "card"',
            'name = "card"\nspeed = 3',
            15,
            "[run 2] speed",
            "unknown key",
        ),
        ('name = "card"', "name = 3", 14, "[run 2] name", "expected str, got int"),
        ('title = "PC against card"', 'title = ""', 2, "title", "expected str of length >= 1"),
        ("from = 8", 'from = "8"', 21, "[job 1.sizes] from", "expected int, got str"),
        ("factor = 2", "factor = 1", 21, "[job 1.sizes] factor", "expected int >= 2"),
        ("factor = 2", "by = 2", 21, "[job 1.sizes] by", "unknown key"),
        ("    16,", "    -16,", 25, "[job 2.sizes 2]", "expected int >= 0"),
        (
            "[0, 1, 2]",
            "[0, [1]]",
            31,
            '[vary."machine.memory.wait_states" 2]',
            "expected bool | int | float | str, got array",
        ),
        ("27_000_000", "[]", 17, '[run 2.set] "board.dsp_clock_hz"', "expected bool | int | float | str, got array"),
        (
            'kind = "curves"',
            'kind = "pie"',
            34,
            "[figure] kind",
            "must be one of bars, curves, map",
        ),
        ("27_000_000", "nan", 17, '[run 2.set] "board.dsp_clock_hz"', "must be finite, got nan"),
        ("[0, 1, 2]", "[0, -inf]", 31, '[vary."machine.memory.wait_states" 2]', "must be finite, got -inf"),
        ('schema = "dsp56k-study/1"', 'schema = "dsp56k-study/9"', 1, "schema", "must be one of dsp56k-study/1"),
        ('schema = "dsp56k-study/1"\n', "", None, "schema", "missing"),
        ('"md2"', '"md2', 24, "", "invalid TOML: Illegal character '\\n'"),
        ("[vary]", "[vary]\n[vary]", 31, "", "invalid TOML: Cannot declare ('vary',) twice"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_key(old: str, new: str, line: int | None, key: str, reason: str) -> None:
    assert old in STUDY
    error = refusal(STUDY.replace(old, new))
    assert (error.fields["path"], error.fields["line"], error.fields["key"]) == ("f.toml", line, key)
    place = "f.toml" if line is None else f"f.toml:{line}"
    assert str(error).startswith(f"{place}: {key}: " if key else f"{place}: ")
    assert reason in str(error)
    assert "Traceback" not in str(error)


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = 1" + "0" * 5000, "=", "\x00", "[[a]]\n[a]"])
def test_no_toml_is_one_error(text: str) -> None:
    assert str(refusal(text)).startswith("f.toml")


def test_a_file_has_a_bounded_size_and_is_text(tmp_path: Path) -> None:
    file = tmp_path / "large.toml"
    file.write_bytes(b"#" * (MAX_FILE_BYTES + 1))
    with pytest.raises(StudyError, match=r"large\.toml: larger than 1048576 bytes"):
        read_document(file)
    file.write_bytes(b"a = '\xff'")
    with pytest.raises(StudyError, match="not text in UTF-8"):
        read_document(file)
    with pytest.raises(StudyError, match=r"none\.toml: No such file"):
        read_document(tmp_path / "none.toml")
    with pytest.raises(StudyError, match="Is a directory"):
        read_document(tmp_path)
    file.write_text(STUDY)
    study, document = read(file, StudyFile)
    assert study.title == "PC against card"
    assert document.path == str(file)


def test_a_value_inside_a_line_is_at_the_line_of_its_key() -> None:
    document = parse_document(STUDY, "f.toml")
    assert document.line_of(("run", 1, "set", "board.dsp_clock_hz")) == 17
    assert document.line_of(("job", 1)) == 23
    assert document.line_of(("job",)) == 19
    assert document.line_of(("nothing",)) is None
    error = document.refused(("run", 0, "machine"), "there is none")
    assert str(error) == "f.toml:11: [run 1] machine: there is none"


def test_ways_to_values_in_words() -> None:
    assert shown_keys(()) == ""
    assert shown_keys(("seed",)) == "seed"
    assert shown_keys(("run", 0, "set", "a.b")) == '[run 1.set] "a.b"'
    assert shown_keys(("job", 1)) == "[job 2]"


def test_published_numbers_are_read() -> None:
    text = '[s1-des]\nseed = "S1"\nplace = "section 6"\nquote = "350K bits/s"\nvalue = 350000\nunit = "bit/s"\n'
    (entry,) = published_of(parse_document(text, "p.toml")).values()
    assert entry == Published(seed="S1", place="section 6", quote="350K bits/s", value=350000, unit="bit/s")
    with pytest.raises(StudyError, match=r"p\.toml:5: \[s1-des\] value: expected float \| null, got str"):
        published_of(parse_document(text.replace("350000", '"350K"'), "p.toml"))


def test_the_document_is_as_it_was_after_an_error() -> None:
    text = STUDY.replace("[0, 1, 2]", "[0, [1]]\nb = [1]")
    document: Document = parse_document(text, "f.toml")
    with pytest.raises(StudyError):
        document.convert(StudyFile)
    assert document.tables["vary"] == {"machine.memory.wait_states": [0, [1]], "b": [1]}
