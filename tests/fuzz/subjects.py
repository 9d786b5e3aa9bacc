"""The readers of mutated input, and the properties that must be true.

Only the project's own errors are raised, no file is written after an error, and written files can be read. Each
function returns the steps that were done with the input, none if it was refused.
"""

from __future__ import annotations

import contextlib
import io
import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from dsp56k.asm import disassemble
from dsp56k.asm.assembler import assemble
from dsp56k.asm.budget import MAX_KEPT, MAX_WORK
from dsp56k.asm.budget import Budget as AssemblyBudget
from dsp56k.asm.diagnostics.sarif import sarif_log
from dsp56k.asm.link import read_memory_file
from dsp56k.cli.motorola import asm56000, cldlod, dsplib, dsplnk, srec
from dsp56k.cli.motorola.commands import UsageError
from dsp56k.cli.objects import FileError, object_files, read_input, read_object_file
from dsp56k.cli.toolchain.roundtrip_disassembly import exact
from dsp56k.emu import Dsp56001, Symbols
from dsp56k.emu.loader import Program, read_object
from dsp56k.isa.errors import Dsp56kError
from dsp56k.objects import Budget
from dsp56k.objects import module as objects
from fuzz import corpus

SHARE = 32
"""Divisor of the limits. They are tested in the product; their normal size would only take time."""
CLOCKS = 1_000
"""Oscillator clocks for which a loaded program runs."""
DISASSEMBLY, SHORT = 0.25, 2_000
"""Probability that a program is disassembled to source, and the limit of its words."""
DISASSEMBLED = 24
"""Words of a program that are disassembled."""
Files = dict[str, bytes]
Steps = tuple[str, ...]
ASSEMBLER = (
    ("-b",), ("-b", "-lm.lst", "-oMEX,CRE,MU,LOC,CC,S"), ("-a", "-b", "-q"), ("-a", "-bm.lod", "-l", "-oSO,CEX,IL,XR"),
    ("-a", "-g", "-bm.elf", "-oRP,INTR,U"), ("-b", "-g", "-z", "-d", "COUNT", "3"), ("-a", "-v", "-oIC,NOMD,NL"),
)  # fmt: skip


class WrittenAfterError(AssertionError):
    """A command failed and left files."""


@contextlib.contextmanager
def low_limits() -> Iterator[None]:
    """Lower the limits of an assembly and those of an object file to a SHARE."""
    defaults = AssemblyBudget.__init__.__defaults__, Budget.__init__.__defaults__
    AssemblyBudget.__init__.__defaults__ = MAX_WORK // SHARE, MAX_KEPT // SHARE
    Budget.__init__.__defaults__ = (SHARE,)
    try:
        yield
    finally:
        AssemblyBudget.__init__.__defaults__, Budget.__init__.__defaults__ = defaults


def _command(body: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> tuple[bool, str]:
    """Return True if a Motorola command succeeds, and its output; it must not write a file if it fails."""
    before = set(Path().iterdir())
    output = io.StringIO()
    done = False
    with (
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(io.StringIO()),
        contextlib.suppress(UsageError, Dsp56kError, OSError),
    ):
        done = body(arguments) == 0
    if not done and (left := set(Path().iterdir()) - before):
        raise WrittenAfterError(f"{body.__module__} {' '.join(arguments)}: {', '.join(map(str, left))}")
    return done, output.getvalue()


def source(files: Files, random: Random) -> Steps:
    """Assemble m.asm by a command line; link, convert and read the output again."""
    options = random.choice(ASSEMBLER)
    done, _ = _command(asm56000.assemble_command, [*options, "m.asm"])
    if random.random() < 0.1:
        obj = assemble(files["m.asm"].decode("latin-1"), relative=random.random() < 0.5)
        sarif_log(obj.diagnostics)
    if not done:
        return ()
    for path in sorted(Path().glob("m.c??")):
        _read(path)
    if Path("m.cln").exists() and _command(dsplnk.link_command, ["-bl.cld", "-m", "m.cln"])[0]:
        made, text = _command(cldlod.convert, ["l.cld"])
        assert made
        assert text.startswith("_START")
        return "assembled", "linked"
    return ("assembled",)


def _read(path: Path) -> None:
    """Read a file that the project has written."""
    obj = read_object_file(path)
    if obj.relocation is None:
        Dsp56001().load(path)


def written(name: str, random: Random, dsp: Dsp56001) -> Steps:
    """Read a file of an object format with everything that takes it."""
    path = Path(name)
    suffix = path.suffix
    obj: objects.Module | None = None
    steps: list[str] = []
    with contextlib.suppress(Dsp56kError, OSError):
        if suffix == ".ctl":
            read_memory_file(path)
        elif suffix == ".lib":
            read_input(path)
        else:
            obj = read_object_file(path)
        steps.append("read")
    if suffix in (".cln", ".lnk", ".lib", ".ctl"):
        steps += ["linked"] * _link(path, random)
    else:
        steps += ["loaded"] * _load(path, random, dsp)
    if suffix == ".cld":
        _command(cldlod.convert, [name])
        _command(srec.convert, [random.choice(("-bs", "-m", "-r")), name])
    if obj is not None:
        _convert(obj, random)
    return tuple(steps)


def _link(path: Path, random: Random) -> bool:
    """Link a module, a library or by a memory control file, with a sound module, to a program or to one module."""
    main, part = corpus.modules()
    Path("part.cln").write_bytes(part)
    made = Path(random.choice(("l.cld", "l.cld", "l.cln")))
    line = [f"-b{made}", "-m", *(["-i"] if made.suffix == ".cln" else [])]
    if path.suffix == ".ctl":
        Path("main.cln").write_bytes(main)
        line += [f"-r{path}", "main.cln", "part.cln"]
    elif path.suffix == ".lib":
        line += ["part.cln", "-l", path.stem, "-u", "head"]
        for words in (["-l", path.stem], ["-u", path.stem, "part.cln"]):
            _command(dsplib.library_command, words)
    else:
        line += [str(path), "part.cln"]
    done, _ = _command(dsplnk.link_command, line)
    if done:
        _read(made)
    return done


def _source_again(program: Program) -> None:
    """Write a short program as source, which must assemble to the same words."""
    if sum(len(block.words) for block in program.blocks) > SHORT:
        return
    symbols = Symbols()
    symbols.add(program)
    found = exact(program.blocks, symbols, program.start)
    assert not found.left
    obj = assemble("".join(f"{line.source}\n" for line in found.lines))
    assert obj.ok, obj.diagnostics
    image = {(block.space, block.address + at): word for block in program.blocks for at, word in enumerate(block.words)}
    assert obj.words == image
    assert program.start in (None, obj.start)


def _load(path: Path, random: Random, dsp: Dsp56001) -> bool:
    """Load a program into the emulator and start it."""
    with contextlib.suppress(Dsp56kError):
        dsp.reset()
        dsp.load(path)
        dsp.run(max_clocks=CLOCKS)
        if random.random() < DISASSEMBLY:
            _source_again(read_object(path))
        return True
    return False


def _convert(obj: objects.Module, random: Random) -> None:
    """Write an object file in another format and read that, and disassemble a little."""
    words = list(obj.words.values())[:DISASSEMBLED]
    for word, following in itertools.pairwise([*words, 0]):
        disassemble(word, following)
    form = random.choice(("lod", "cld", "elf", "s", "hex", "p56", "planes", "cln"))
    with contextlib.suppress(FileError):
        for path, content in object_files(obj, Path(f"c.{form}"), form).items():
            path.write_bytes(content)
            if form != "planes":
                read_object_file(path)
