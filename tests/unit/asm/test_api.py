"""The assembler's Python interface; it starts fast, and does not import other packages."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dsp56k import asm
from dsp56k.asm import ArgumentError, assemble, assemble_file, assemble_files, disassemble
from dsp56k.isa.errors import Dsp56kError


def test_words_and_symbols() -> None:
    obj = assemble(" org p:$40\nstart move #>5,x0\n org l:$10\n dc $123456789ABC\n")
    assert obj.ok
    assert obj.words == {("P", 0x40): 0x44F400, ("P", 0x41): 5, ("X", 0x10): 0x123456, ("Y", 0x10): 0x789ABC}
    assert obj.symbols == {"start": 0x40}
    assert obj.start == 0x40


def test_defines_and_options() -> None:
    obj = assemble(" if POINTS==16\n dc POINTS,'AB'\n endif\n", defines={"POINTS": "16"}, options=["nops"])
    assert list(obj.words.values()) == [16, 0x41, 0x42]


def test_bad_define_and_option_are_diagnosed() -> None:
    assert [entry.code for entry in assemble(" nop\n", defines={"_x": "1", "1": "2"}).diagnostics] == ["A0205"]
    assert [entry.code for entry in assemble(" nop\n", options=["strange"]).diagnostics] == ["A0533"]


def test_include_paths(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "part.asm").write_text(f" dc '{name[0]}'\n")
    obj = assemble(" include 'part'\n", include_paths=[tmp_path / "first", tmp_path / "second"])
    # The folders are searched in reverse order (ASM 1.4, -I).
    assert obj.words == {("P", 0): ord("s")}


def test_macro_library_in_other_case(tmp_path: Path) -> None:
    (tmp_path / "Macros").mkdir()
    (tmp_path / "Macros" / "HALT.ASM").write_text("halt macro\n jmp *\n endm\n")
    (tmp_path / "main.asm").write_text(" maclib 'MACROS\\'\n halt\n")
    assert assemble_file(tmp_path / "main.asm").words == {("P", 0): 0x0C0000}


def test_file_without_extension_and_in_other_case(tmp_path: Path) -> None:
    (tmp_path / "PROG.ASM").write_text(" nop\n")
    assert assemble_file(tmp_path / "prog").words == {("P", 0): 0}


def test_overlay_is_loaded_elsewhere() -> None:
    obj = assemble(" org p:$10,y:$8000\nhere nop\n")
    assert obj.words == {("Y", 0x8000): 0}
    assert (obj.runs[0].run_space, obj.runs[0].run_address) == ("P", 0x10)
    assert obj.symbols["here"] == 0x10


def test_symbols_of_sections() -> None:
    obj = assemble("a_ equ 1\n section s_\n xdef b_\na_ equ 2\nb_ equ 3\nc_ equ 4\n endsec\n")
    assert obj.symbols == {"a_": 1, "b_": 3, "c_": 4}


def test_passes_agree_about_set_symbols() -> None:
    obj = assemble("n set 0\n dup 3\n dc n\nn set n+1\n endm\n jmp later\nlater nop\n")
    assert [obj.words["P", at] for at in range(3)] == [0, 1, 2]


def test_it_imports_without_heavy_packages() -> None:
    code = (
        "import sys; from dsp56k.asm import assemble; assemble(' nop')\n"
        "print([name for name in ('numpy', 'click', 'rich', 'unicorn', 'dsp56k.emu') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_several_files_are_one_source(tmp_path: Path) -> None:
    """They go on where the one before has ended, and END ends them all (ASM 1.4; chapter 6, END)."""
    texts = (" org p:$40\nstart nop\n", " jmp start\n foo\n", " clr a\n end start\n", " nop\n")
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.asm").write_text(text)
    obj = assemble_files([tmp_path / str(number) for number in range(len(texts))])
    assert obj.words == {("P", 0x40): 0, ("P", 0x41): 0x0C0040, ("P", 0x42): 0x200013}
    assert obj.ident.name == "0"
    (entry,) = obj.diagnostics
    assert entry.code == "A0201"
    assert entry.span is not None
    assert (Path(entry.span.file).name, entry.span.line, entry.chain) == ("1.asm", 2, ())
    assert assemble_files([tmp_path / "0", tmp_path / "none"]).diagnostics[0].code == "A0101"


def test_every_public_name_is_there() -> None:
    """Names are imported at their first use, so a missing one would not be noticed before."""
    code = "import dsp56k.asm as a; print(all(callable(getattr(a, name)) for name in a.__all__), hasattr(a, 'other'))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["True", "False"]


def test_results_say_what_they_are() -> None:
    assert repr(assemble(" org p:$40\nstart jmp start\n", name="a.asm")) == (
        "<program a: words 1, symbols 1, start P:$0040, errors 0, warnings 0>"
    )
    assert repr(assemble(" foo\n", relative=True)) == "<module source: words 0, symbols 0, errors 1, warnings 0>"
    (diagnostic,) = assemble(" foo\n").diagnostics
    assert str(diagnostic) == "source.asm:1:2: error[A0201]: Unrecognized mnemonic foo"


def test_one_string_is_no_list() -> None:
    for name in ("include_paths", "maclib_paths", "options"):
        with pytest.raises(ArgumentError, match=f"{name} must be a list"):
            assemble(" nop\n", **{name: "cre"})  # type: ignore[arg-type]  # the invalid argument
    with pytest.raises(ArgumentError, match="got bytes; assemble_file reads files"):
        assemble(b" nop\n")  # type: ignore[arg-type]  # the invalid argument


untyped: Any = asm
"""Type errors that mypy would find."""


@pytest.mark.parametrize(
    "call",
    [
        lambda: untyped.assemble(None),
        lambda: untyped.assemble(" nop\n", name=7),
        lambda: untyped.assemble(" nop\n", include_paths=7),
        lambda: untyped.assemble(" nop\n", include_paths=[7]),
        lambda: untyped.assemble(" nop\n", options=[7]),
        lambda: untyped.assemble(" nop\n", defines=["A"]),
        lambda: untyped.assemble(" nop\n", defines={7: "A"}),
        lambda: untyped.assemble(" nop\n", defines={"A": None}),
        lambda: untyped.assemble(" nop\n", defines={"A": 10**5000}),
        lambda: untyped.assemble_file(7),
        lambda: untyped.assemble_file(b"a.asm"),
        lambda: untyped.assemble_files("a.asm"),
        lambda: untyped.assemble_files([]),
        lambda: untyped.disassemble(1.5),
        lambda: untyped.disassemble("0"),
        lambda: untyped.disassemble(0x0AF080, None),
    ],
)
def test_wrong_arguments_are_errors_of_one_root(call: Callable[[], object]) -> None:
    with pytest.raises(Dsp56kError) as error:
        call()
    assert isinstance(error.value, ArgumentError)
    assert len(str(error.value)) < 200


def test_numpy_numbers_are_numbers() -> None:
    assert disassemble(np.uint32(0x0AF080), np.int64(0x1234)) == disassemble(0x0AF080, 0x1234)
    assert assemble(" dc N\n", defines={"N": np.int16(-2)}).words == {("P", 0): 0xFFFFFE}


def test_numbers_of_defines_have_64_bits() -> None:
    assert [entry.code for entry in assemble(" dc N\n", defines={"N": 2**64 - 1}).diagnostics] == ["A0308"]
    with pytest.raises(ArgumentError, match="at most 64 bits"):
        assemble(" dc N\n", defines={"N": 2**64})


def test_numbers_of_thousands_of_digits() -> None:
    digits = "9" * 4000
    for text in (digits, "$" + digits, "%" + "1" * 4000):
        assert [entry.code for entry in assemble(f" dc {text}\n").diagnostics] == ["A0308"]
    assert [entry.code for entry in assemble(f" dc {digits}e9\n").diagnostics] == ["A0313"]
    assert disassemble(10**5000)[1] in (1, 2)


def test_a_name_with_a_nul_is_no_file() -> None:
    assert [entry.code for entry in assemble_file("a\0b").diagnostics] == ["A0101"]
