"""The inputs of mutations: the sources of tests/asm_cases, and small programs in every object format."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dsp56k.asm import assemble
from dsp56k.asm.formats import LibraryMember, coff_bytes, library_bytes, read_coff
from dsp56k.asm.link import Module, link
from dsp56k.cli.objects import object_files

CASES = Path(__file__).resolve().parents[1] / "asm_cases"

ABSOLUTE = """\
 page 80
prog ident 1,2 ; a program for every format
 section filter
 xdef taps
 org y:$10
taps dc 0.5,-0.25,$123456,'ab'
 endsec
 org x:$40,p:$200
gain dc 0.75
 bsc 9,$ff
 org l:$30
 dc $123456789abc
 symobj taps,gain
 cobj 'made by a test'
 org p:$40
begin move #gain,r0
 do #4,_end
 mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0
_end jsr <begin
ratio equ 1.5
 end begin
"""
MODULES = (
    " section main\n xref tail,taps\n xdef head\n org p:\nhead move #taps,r1\n jsr tail\n bset #3,x:<gain\n"
    " do #8,done\n move x:(r1)+,a\ndone\n jmp head\n org xl:\ngain dc 1,taps\n endsec\n end head\n",
    " section part\n xdef tail,taps\n org p:\ntail move #>tail+2,x0\n rts\n"
    " org y:\ntaps dsm 8\n dc tail,@cvi(3)\n endsec\n",
)
LATE = """\
 section over
 xref tail,taps
twice equ tail*2+1
 org l:
wide dc tail,-twice,$123456789abc
 org p:tail,y:
inner jmp inner
 dc *-inner,twice
 endsec
"""
"""Values that only the linker can resolve: an equate, long words and an overlay at an external address."""
BLOCKS = """\
_START BLOCKS 0001 0000 0000 DSP56000 3.00

_SECTION GLOBAL 0000 0000
_DATA R P 0000 $000000 {LABEL}@4#0
_BUFFER 0000 M 0006
_DATA B X 0000 $000002 {ring}@1#0
_OVERLAY 0000 P {LABEL}
_DATA O Y 0004 $0AF080 {inner}@4#0
_ENDSEC 0000 0000
_SYMBOL R 0000 0000
LABEL P GI $000001
_SYMBOL B 0000 0000
ring X GI $000000
_SYMBOL O 0000 0000
inner P GI $000001
_END
"""
"""A link file with a buffer and an overlay (ASM F.2.6, F.2.7)."""
LINK_FILE = """\
_START PROG 0001 0002
a link file of the manual's form
_SECTION GLOBAL 0000 0000
_SYMBOL R 0000 0000
rate N GF 0.5
count N GI 00000C
shown P GI 000001
_DATA R P 0000
$000000 {count}@0#0 {shown}@4#12 ({rate})@0#0
_COMMENT
one line
_SECTION tables 0001 0001
_SYMBOL R 0001 0001
here XL LI 000002
_DATA R XLI 0002
$000001 ({count}-$000C)@0#0 {here}@1#6
_BLOCKDATA R XLI 0005 0003 $0000FF
_BLOCKDATA R XL 0008 0002 {taps}
_ENDSEC 0001
_ENDSEC 0000
_XREF 0001
taps
_END {shown}@4#0
"""
CONTROL = """\
; a board
START head
BASE P:$100,XL:$20
SECTION main PI:$180,Y:$400
SECTION part
SECSIZE part P:$40
SYMBOL count $12
RESERVE P:$300..$310
MEMORY P:$7FF
MAP OPT NOCONST
MAP PAGE 60,20,1,1,2
SECSIZE main P:120.0
SECTION main X:$20
IDENT whole $1 1+1 ; a comment
"""


@dataclass(frozen=True)
class ObjectSeed:
    """A file that is mutated: its name, its bytes, and whether its form is text."""

    name: str
    data: bytes
    text: bool


@cache
def sources() -> tuple[str, ...]:
    """The sources: every case, and those of the object files."""
    paths = sorted(path for folder in CASES.iterdir() if folder.is_dir() for path in folder.glob("*.asm"))
    return (*(path.read_text("latin-1") for path in paths), ABSOLUTE, *MODULES)


@cache
def modules() -> tuple[bytes, bytes]:
    """The two modules that are linked with one another."""
    main, part = (assemble(text, relative=True) for text in MODULES)
    assert main.ok, main.diagnostics
    assert part.ok, part.diagnostics
    return coff_bytes(main), coff_bytes(part)


def _whole() -> bytes:
    """Return a module from an incremental link of two others, one of which has values that only the linker resolves."""
    late = assemble(LATE, relative=True)
    assert late.ok, late.diagnostics
    parts = [Module(name, read_coff(name, data)) for name, data in zip("ab", modules(), strict=True)]
    return coff_bytes(link([Module("late", late), *parts], incremental=True).obj)


@cache
def objects() -> tuple[ObjectSeed, ...]:
    """One file of each format, by the project's own writers."""
    program = assemble(ABSOLUTE, options=("S",))
    assert program.ok, program.diagnostics
    main, part = modules()
    members = [LibraryMember("main.cln", main, 7), LibraryMember("part.cln", part, 8)]
    seeds = [
        ObjectSeed("main.cln", main, text=False),
        ObjectSeed("whole.cln", _whole(), text=False),
        ObjectSeed("blocks.lnk", BLOCKS.encode(), text=True),
        ObjectSeed("both.lib", library_bytes(members), text=False),
        ObjectSeed("prog.lnk", LINK_FILE.encode(), text=True),
        ObjectSeed("board.ctl", CONTROL.encode(), text=True),
    ]
    for form, text in (("cld", False), ("lod", True), ("elf", False), ("s", True), ("hex", True), ("p56", False)):
        [data] = object_files(program, Path(f"prog.{form}"), form).values()
        seeds.append(ObjectSeed(f"prog.{form}", data, text))
    planes = object_files(program, Path("prog.p0"), "planes")
    seeds.append(ObjectSeed("prog.p0", planes[Path("prog.p0")], text=True))
    return tuple(seeds)


@cache
def texts() -> tuple[str, ...]:
    """The files whose form is text: lines of one get into another."""
    return tuple(seed.data.decode("latin-1") for seed in objects() if seed.text)
