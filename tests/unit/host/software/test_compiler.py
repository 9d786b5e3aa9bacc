"""Programs from C and NASM sources: their code, their errors, and files that no source may read."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from dsp56k.host import CompileError, HostError, Machine, ProgramError, compile_c, compiler, load_machines
from dsp56k.host.compiler import tools
from shared.x86.compilers import missing

CRC = """
#include <stdint.h>
uint32_t crc32(const uint8_t *data, uint32_t length)
{
    uint32_t crc = 0xFFFFFFFF;
    while (length--) {
        crc ^= *data++;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
    }
    return ~crc;
}
"""
TWICE = "global twice\nsection .text\ntwice: mov eax, [esp + 4]\n add eax, eax\n ret\n"

pytestmark = pytest.mark.skipif(bool(missing()), reason=str(missing()))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "temporary").mkdir()
    (tmp_path / "own").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path / "own")
    return tmp_path


@pytest.fixture(autouse=True)
def nothing_is_left(folder: Path) -> object:
    yield
    assert not list((folder / "temporary").iterdir())


def source(name: str, text: str) -> str:
    Path(name).write_text(text)
    return name


def test_c_and_assembler_are_one_program() -> None:
    main = source("main.c", '#include "twice.h"\nint four_times(int x) { return twice(twice(x)); }\n')
    source("twice.h", "int twice(int);\n")
    program = compile_c(main, source("twice.asm", TWICE))
    assert set(program.symbols) == {"four_times", "twice"}
    assert Machine().load(program).call("four_times", 5).value == 20


def test_the_compiler_knows_the_processor() -> None:
    swap = source("swap.c", "unsigned swap(unsigned x) { return __builtin_bswap32(x); }\n")
    results = {}
    for name in ("386-20", "486-50"):
        program = compile_c(swap, machine=name)
        loaded = Machine(name).load(program)
        results[name] = (
            loaded.call("swap", 0x12345678).value,
            any("bswap" in one.text for one in loaded.pc.instructions.values()),
        )
    assert results == {"386-20": (0x78563412, False), "486-50": (0x78563412, True)}
    with pytest.raises(ProgramError, match=r"swap\.c: instruction at 0x10000\d, `bswap eax`: "):
        Machine("386-20").load(compile_c(swap, machine="486-50"))


def test_real_mode() -> None:
    text = 'cpu = "i386"\nmode = "real16"\nclock_hz = 20_000_000\nmemory = { model = "manual" }\n'
    row = load_machines(source("mine.toml", f"[mine]\n{text}"))["mine"]
    body = "mov bp, sp\nles di, [bp + 4]\nmov ax, [es:di]\nadd ax, [bp + 8]\nxor dx, dx\npop bp\nret\n"
    program = compile_c(source("f.asm", f"bits 16\nglobal f\nsection .text\nf: push bp\n{body}"), machine=row)
    assert Machine(row).load(program).call("f", b"\x05\x01", 7).value == 0x10C
    with pytest.raises(CompileError, match=r"^crc\.c: cannot compile C to 16-bit code, which mine runs"):
        compile_c(source("crc.c", CRC), machine=row)


def test_levels_and_macros() -> None:
    crc = source("crc.c", CRC)
    clocks = [Machine().load(compile_c(crc, optimize=level)).call("crc32", b"abc", 3).clocks for level in ("0", "2")]
    assert clocks[0] > 2 * clocks[1]
    value = source("value.c", "int value(void) { return VALUE; }\n")
    assert Machine().load(compile_c(value, defines={"VALUE": 77})).call("value").value == 77
    both = source("value.asm", "global value\nsection .text\nvalue: mov eax, VALUE\n ret\n")
    assert Machine().load(compile_c(both, defines={"VALUE": 78})).call("value").value == 78


def test_the_same_sources_make_the_same_program() -> None:
    text = "const char *when(void) { return __DATE__ __TIME__; }\n"
    assert compile_c(source("when.c", text)) == compile_c("when.c")


@pytest.mark.parametrize("name", ["o-@.c", "a b$#'\"\\.c", "ä.c", os.fsdecode(b"\xff.c")])
def test_names_that_are_hard_on_tools(name: str) -> None:
    Path("sub dir#$").mkdir()
    for path in (Path(name), Path("sub dir#$") / name, Path(name).absolute()):
        path.write_text(CRC)
        assert Machine().load(compile_c(path)).call("crc32", b"hello world", 11).value == 0x0D4A1185


@pytest.mark.parametrize("name", ["-O3.c", "@x.c", "@x.asm", "-x.asm"])
def test_names_that_tools_could_take_for_options(name: str) -> None:
    for path in (Path(name), Path("sub") / name, Path(name).absolute()):
        path.parent.mkdir(exist_ok=True)
        path.write_text(CRC)
        with pytest.raises(CompileError, match=rf"^'.*{name}': the name of a source must not begin with '{name[0]}'"):
            compile_c(path)


@pytest.fixture
def plugin(folder: Path) -> Path:
    """Return a shared library that writes the file `executed` next to it when a process loads it."""
    code = '__attribute__((constructor)) static void load(void) { fclose(fopen(PATH, "w")); }\n'
    (folder / "plugin.c").write_text(f"#include <stdio.h>\n{code}")
    library = folder / "plugin.so"
    marker = f'-DPATH="{folder / "executed"}"'
    subprocess.run(["gcc", marker, "-shared", "-fPIC", folder / "plugin.c", "-o", library], check=True)
    return library


@pytest.mark.parametrize("sandboxed", [True, False])
def test_no_file_of_a_source_s_folder_is_read_as_options(
    folder: Path, plugin: Path, sandboxed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """gcc's passes replace `@NAME` by the options in NAME; the refusal of such names is not what protects here."""
    monkeypatch.setattr(compiler, "_source", lambda path: path)
    if not sandboxed:
        monkeypatch.setattr(tools, "_sandbox", lambda _: ())
    for name in ("x.c", "x", "dump", "dump.c", "1.o", "1.d", "source-1/x.c"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(f"y -fplugin={plugin}\n")
    Path("sub").mkdir()
    for path in (Path("@x.c"), Path("sub/@x.c"), Path("sub/@x.c").absolute(), Path("@dump.c")):
        path.write_text(CRC)
        assert Machine().load(compile_c(path)).call("crc32", b"hello world", 11).value == 0x0D4A1185
        assert not (folder / "executed").exists(), path


def test_a_tool_cannot_write_outside_of_its_directory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not tools._sandbox(folder):
        pytest.skip("no bubblewrap here, or it is not permitted")
    false = folder / "bin" / "gcc"
    false.parent.mkdir()
    false.write_text(f"#!/bin/sh\necho >inside && echo made in $PWD && echo >{folder}/outside\n")
    false.chmod(0o755)
    monkeypatch.setenv("PATH", f"{false.parent}:{os.environ['PATH']}")
    with pytest.raises(CompileError) as caught:
        tools.run_tool("gcc", [], folder / "own", "a.c")
    assert f"made in {folder}/own" in caught.value.fields["output"]
    assert Path("inside").exists()
    assert not (folder / "outside").exists()


def test_a_precompiled_header_beside_a_source_is_not_loaded() -> None:
    """It is a memory image that gcc maps and trusts."""
    options = [*compiler._GCC_OPTIONS.read_text().split(), "-march=i386", "-mtune=i386", "-O2", "-w", "-nostdinc"]
    source("value.h", "enum { VALUE = 1 };\n")
    subprocess.run(["gcc", *options, "-fmax-errors=20", "value.h", "-o", "value.h.gch"], check=True)
    source("value.h", "enum { VALUE = 2 };\n")
    program = compile_c(source("a.c", '#include "value.h"\nint value(void) { return VALUE; }\n'))
    assert Machine().load(program).call("value").value == 2


@pytest.mark.parametrize("path", [".", "", "bin"])
def test_no_tool_is_found_by_a_relative_path(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gcc", "bin/gcc", "cc1", "bin/cc1", "bwrap", "bin/bwrap"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("#!/bin/sh\ntouch executed\n")
        Path(name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{path}:{os.environ['PATH']}")
    compile_c(source("a.c", "int f(void) { return 1; }\n"))
    assert not Path("executed").exists()


def test_a_source_is_named_as_the_caller_names_it() -> None:
    Path("sub").mkdir()
    for name in ("a.c", "sub/a.c", str(Path("sub/a.c").absolute())):
        program = compile_c(source(name, f'int same = sizeof __FILE__ == sizeof "{name}";\n'))
        assert Machine().load(program).pc.read(program.symbols["same"], 1) == b"\x01"
        source(name, '#include "b.h"\n')
        Path(name).with_name("b.h").write_text("int 3;\n")
        with pytest.raises(CompileError, match=rf"^{Path(name).with_name('b.h')}:1:"):
            compile_c(name)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.c", "int f(void)\n{ retrun 1; }\nint g(void) { return x; }\n", r"^a\.c:2:3: .*retrun.* \(and 2 more\)$"),
        ("a.c", "int f(void) { return 1 }\n", r"^a\.c:1:23: expected ';' before '}' token$"),
        ("a.c", "#include <string.h>\n", r"^a\.c:1:10: string\.h: No such file"),
        (
            "a.c",
            "void *memcpy(void *, void *, int);\nvoid f(char *a) { memcpy(a, a, 1); }\n",
            "`memcpy` is not defined",
        ),
        ("a.c", "long long f(long long a) { return 100 / a; }\n", "`__divdi3` is not defined in the sources"),
        ("a.c", "float f(float x) { return x * x + g(x); }\n", "`__addsf3`, .*, `g` are not defined in the sources"),
        ("a.c", "int big[1 << 26] = {1};\n", r"^a\.c: gcc: .*[Ff]ile size limit"),
        (
            "a.c",
            "char big[600000];\nchar *f(void) { return big; }\n",
            r"^a\.c: segment .* the address range of programs",
        ),
        ("a.c", "", r"^a\.c: nothing to load"),
        ("a.asm", "f: foo eax\n", r"^a\.asm:1: parser: instruction expected"),
        ("a.asm", "%define name 'x'\n%include name\n", r"^a\.asm:2: the name of an included file must be in quotes"),
        ("a.asm", "%include 'none.inc'\n", r"^a\.asm:1: unable to open include file `none\.inc'"),
        ("a.py", "import os\n", r"^a\.py: neither C \(\.c\) nor NASM \(\.asm\)$"),
        ("a.o", "", r"^a\.o: neither C"),
    ],
)
def test_sources_that_cannot_be_programs(name: str, text: str, message: str) -> None:
    with pytest.raises((CompileError, ProgramError), match=message) as caught:
        compile_c(source(name, text))
    assert caught.value.fields["path"] == name
    assert len(str(caught.value)) < 300


def test_what_an_assembler_source_may_do() -> None:
    Path("parts").mkdir()
    source("parts/size.inc", "SIZE equ 5\n%include 'more.inc'\n")
    source("parts/more.inc", "%macro give 1\nmov eax, %1\n%endmacro\n")
    Path("parts/table.bin").write_bytes(b"\x07\0\0\0")
    text = "%include 'size.inc'\nglobal f, table\nsection .text\nf:\n%if SIZE > 4\ngive SIZE\n%endif\nret\n"
    program = compile_c(source("parts/f.asm", text + "section .data\ntable: incbin 'table.bin'\n"))
    loaded = Machine().load(program)
    assert loaded.call("f").value == 5
    assert loaded.pc.read(program.symbols["table"], 1) == b"\x07"


def test_functions_of_one_name() -> None:
    with pytest.raises(CompileError, match="`twice` is defined twice"):
        compile_c(source("a.asm", TWICE), source("b.asm", TWICE))


def test_what_a_compiler_said_is_bounded() -> None:
    text = "\n".join(f"int f{n} = {'x' * 500}{n};" for n in range(1000))
    with pytest.raises(CompileError) as caught:
        compile_c(source("a.c", text))
    assert 0 < len(caught.value.fields["output"]) <= 1 << 16
    assert caught.value.fields["tool"] == "gcc"


@pytest.mark.parametrize(
    ("name", "text", "read"),
    [
        ("a.c", '#include "/etc/passwd"\n', "/etc/passwd"),
        ("a.c", '#include "link.h"\n', "link.h"),
        ("a.c", '#include "../above.h"\n', "../above.h"),
        ("a.c", '__asm__(".incbin \\"/etc/passwd\\"");\n', "/etc/passwd"),
        ("a.c", '__asm__(".include \\"../above.h\\"");\n', "../above.h"),
        ("a.asm", 'f: incbin "/etc/passwd"\n', "/etc/passwd"),
        ("a.asm", '%include "../above.h"\n', "../above.h"),
        ("a.asm", " %  \\\nINCLUDE '../above.h'\n", "../above.h"),
        ("a.asm", '%include "b.inc"\n', "../above.h"),
        ("a.asm", "%macro all 0\n%include '../above.h'\n%endmacro\nall\n", "../above.h"),
    ],
)
def test_a_source_reads_nothing_outside_of_its_folder(folder: Path, name: str, text: str, read: str) -> None:
    (folder / "above.h").write_text("\n")
    Path("link.h").symlink_to("/etc/passwd")
    Path("b.inc").write_text("%include '../above.h'\n%include 'b.inc'\n")
    with pytest.raises(CompileError) as caught:
        compile_c(source(name, text))
    assert str(caught.value) == f"{name}: includes {read}, which is not in a directory of the sources"
    assert "root:" not in str(caught.value.fields)


def test_settings_of_the_user_change_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "more.h").write_text("#define VALUE 1\n")
    text = source("a.c", '#include "more.h"\nint f(void) { return VALUE; }\n')
    for name in ("CPATH", "C_INCLUDE_PATH"):
        monkeypatch.setenv(name, str(folder / "elsewhere"))
    monkeypatch.setenv("NASMENV", "-DVALUE=5")
    with pytest.raises(CompileError, match=r"more\.h: No such file"):
        compile_c(text)
    with pytest.raises(CompileError, match=r"a\.asm:1: non-constant argument"):
        compile_c(source("a.asm", "f: times VALUE nop\n"))


def test_files_that_are_no_sources() -> None:
    Path("folder.c").mkdir()
    Path("zero.c").symlink_to("/dev/zero")
    os.mkfifo("fifo.c")
    for name in ("folder.c", "zero.c", "fifo.c"):
        with pytest.raises(CompileError, match=f"^{name}: a directory or a device, not a file$"):
            compile_c(name)
    with pytest.raises(CompileError, match=r"^none\.c: No such file"):
        compile_c("none.c")
    with pytest.raises(CompileError, match="larger than"):
        compile_c(source("large.c", " " * ((1 << 20) + 1)))
    with pytest.raises(CompileError, match="expected a source to compile, got none"):
        compile_c()


def test_wrong_settings() -> None:
    crc = source("crc.c", CRC)
    with pytest.raises(CompileError, match="optimize must be one of 0, 1, 2, 3, s, got 'fast'"):
        compile_c(crc, optimize="fast")  # type: ignore[arg-type]  # the invalid argument
    with pytest.raises(CompileError, match="expected the name of a macro, got 'A B'"):
        compile_c(crc, defines={"A B": 1})
    for value in ("1\n%include '/etc/passwd'", "\0"):
        with pytest.raises(CompileError, match="value of macro A must be printable characters, got "):
            compile_c(crc, defines={"A": value})
    with pytest.raises(HostError, match="unknown machine 'pc'"):
        compile_c(crc, machine="pc")


@pytest.mark.parametrize(("tool", "name", "text"), [("gcc", "a.c", "int f;\n"), ("nasm", "a.asm", TWICE)])
def test_a_compiler_is_missing(tool: str, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CompileError, match=rf"^{name}: {tool} is not installed \(Debian: apt install {tool}\)$"):
        compile_c(source(name, text))


def test_a_compiler_that_never_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = folder / "bin" / "gcc"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nsleep 1000 &\nwait\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(tools, "MAX_SECONDS", 1)
    with pytest.raises(CompileError, match=r"^a\.c: gcc must finish within 1 seconds, but did not$"):
        compile_c(source("a.c", "int f;\n"))


def test_an_interruption_ends_the_compiler_and_leaves_nothing(folder: Path) -> None:
    slow = folder / "bin" / "gcc"
    slow.parent.mkdir()
    slow.write_text(f"#!/bin/sh\ntouch {folder}/begun\nsleep 1000 &\nwait\n")
    slow.chmod(0o755)
    script = "from dsp56k.host import compile_c\ncompile_c('a.c')\n"
    source("a.c", "int f;\n")
    environment = os.environ | {
        "PATH": f"{slow.parent}:{os.environ['PATH']}",
        "TMPDIR": str(folder / "temporary"),
    }
    process = subprocess.Popen([sys.executable, "-c", script], env=environment, stderr=subprocess.PIPE)
    for _ in range(2000):
        if (folder / "begun").exists():
            break
        time.sleep(0.01)
    timer = threading.Timer(0.1, process.send_signal, [2])
    timer.start()
    _, errors = process.communicate(timeout=60)
    timer.join()
    assert b"KeyboardInterrupt" in errors
