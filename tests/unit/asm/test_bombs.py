"""Small sources with large output: each ends in one clear error, in little time and memory.

Every source runs in a separate process, whose limits the kernel enforces.
"""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

SPENT = {"A0106", "A0107", "A0113", "A0115"}
"""Nested too deep, too much work, too much to report, too much memory."""

# Most of them have a share of the budget, in as little time and memory.
PROGRAM = """
import json, sys
from dsp56k.asm import assemble_file, render_all, sarif_log
from dsp56k.asm.budget import MAX_KEPT, MAX_WORK, Budget
share, relative = int(sys.argv[2]), len(sys.argv) > 3
Budget.__init__.__defaults__ = MAX_WORK // share, MAX_KEPT // share
obj = assemble_file(sys.argv[1], relative=relative)
text, log = render_all(obj.diagnostics), json.dumps(sarif_log(obj.diagnostics))
print(obj.diagnostics[-1].code, len(obj.diagnostics), len(text), len(log))
"""


def run(path: Path, *, share: int, relative: bool = False) -> tuple[str, int, int, int]:
    """Assemble under limits: the last code, the number of diagnostics, characters of them as text and as SARIF."""
    megabytes, seconds = (1000, 30) if share == 1 else (250, 2)

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    command = [sys.executable, "-c", PROGRAM, str(path), str(share), *(["relative"] if relative else [])]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited, check=False)
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr[-500:]}"
    code, *counts = done.stdout.split()
    entries, characters, sarif = map(int, counts)
    return code, entries, characters, sarif


def dup(count: int, *body: str, before: str = "") -> str:
    """A repetition."""
    lines = "".join(f" {line}\n" if line[:1] != "|" else f"{line[1:]}\n" for line in body)
    return f"{before} dup {count}\n{lines} endm\n"


SHARE = 100
MANY = 1_000_000
LONG = "y" * 3900
ONES = ",".join("1" * 1900)
COUNT = "n set 0\n"
BOMBS = {
    # Words.
    "bsc": dup(MANY, "bsc 65535,1"),
    "bsb": dup(MANY, "bsb 32768,$123456"),
    "bsm": dup(MANY, "org y:", "bsm 32768,$123456"),
    "bsc in L": dup(MANY, "org l:", "bsc 65535,$123456789abc"),
    "dc of a string": dup(MANY, f"dc '{LONG}'"),
    "dcb": dup(MANY, f"dcb '{LONG}'"),
    "dc listed": dup(MANY, f"dc {ONES}", before=" opt mex,cex\n"),
    "runs": dup(MANY, "org p:$100", "nop", "org p:$200", "nop"),
    # Terms.
    "terms": dup(MANY, "if 1" + "+1" * 1990, "endif"),
    "dc": dup(MANY, f"dc {ONES}"),
    "function": dup(MANY, f"if @max({ONES})", "endif"),
    "functions": dup(MANY, "dc " + ",".join("@sin(1)" for _ in range(480))),
    "operand": dup(MANY, "move #1" + "+1" * 1900 + ",x0"),
    "equates": dup(MANY, "|_a equ 1" + "+1" * 1900),
    "unknown in @exp": dup(MANY, "dc @exp(nowhere)", before="".join(f"s{i} equ 1\n" for i in range(9000)) + " dc f\n")
    + "f equ 1\n",
    "page": dup(MANY, "page 80,66,0,0,1" + "+0" * 1500, "tabs 8", "lstcol 16"),
    "doubling link expressions": dup(MANY, "|n set n+x_", "dc n", before=" xref x_\nn set x_\n"),
    # Messages.
    "msg": dup(MANY, f"msg 'x','{LONG}'"),
    "warn": dup(MANY, f"warn 'x','{LONG}'"),
    "fail": dup(MANY, f"fail 'x','{LONG}'"),
    "other warnings": dup(MANY, "warn n", "|n set n+1", before=COUNT),
    "the same warning": dup(MANY, "|a_ org x:0"),
    "messages to the listing": dup(MANY, "prctl 'x'"),
    "cobj": dup(MANY, f"cobj '{LONG}'"),
    "recursion": "m macro\n m\n foo\n endm\n m\n",
    "recursion with bodies": "m macro\n if n<490\nn set n+1\n m\n foo\n foo ?n\n endif\n endm\n"
    + dup(MANY, "|n set 0", "m", before=COUNT),
    "misspelled": "".join(f"symbol_{i} equ 1\n" for i in range(5000))
    + "".join(f" dc simbol_{i}x\n" for i in range(3000)),
    "errors before a forward reference": " dc fwd\n" + dup(MANY, "cmp x:>5,a,-(r3)  x:(r0)+,x0") + "fwd equ 1\n",
    "doubtful errors": dup(MANY, "cmp x:>fwd,a,-(r3)  x:(r0)+,x0") + "fwd equ 1\n",
    # Expansions.
    "listing": dup(MANY, "m n", "|n set n+1", before=" opt mex\n" + COUNT + "m macro a_\n dc ?a_\n endm\n"),
    "new lines": dup(MANY, "m n", "|n set n+1", before=COUNT + "m macro a_\n move x:>?a_,x0 y:(r4)+,y0\n endm\n"),
    "new labels": dup(MANY, "m n", "|n set n+1", before=COUNT + "m macro a_\nl\\?a_ nop\n jmp l\\?a_\n endm\n"),
    "dupf": " dupf i_,1,1000000\n" * 400 + " nop\n" + " endm\n" * 400,
    "dupa": dup(MANY, f"dupa i_,{ONES}", "dc i_", "endm"),
    "dupc": dup(MANY, f"dupc i_,'{LONG}'", "dc 'i_'", "endm"),
    "dup in dup": " dup 1000\n" * 100 + " nop\n" + " endm\n" * 100,
    "bodies": dup(MANY, "dupa i_,1", *["dc i_+i_+i_+i_"] * 500, "endm"),
    "long arguments": "m macro a_\n dc '"
    + "a_" * 1
    + "' ;"
    + " a_" * 1300
    + "\n endm\n"
    + dup(MANY, f"m '{LONG[:3000]}'"),
    "many arguments": dup(MANY, f"m {ONES}", before="m macro\n nop\n endm\n"),
    "macros": dup(MANY, "m n", "|n set n+1", before=COUNT + "m macro a_\nx\\?a_ macro\n nop\n endm\n endm\n"),
    "exitm": dup(MANY, "m", before="m macro\n exitm\n endm\n"),
    "skipped": dup(MANY, "if 0", "nop", "else", "endif"),
    "comment": dup(MANY, "comment !", LONG, "!"),
    "structured": dup(MANY, ".while <eq>", ".if a <gt> x0 or <cs>", ".break", ".endi", ".endw"),
    "set": dup(MANY, "|n set n+1", "|k = k+n&15", before=COUNT + "k = 0\n"),
    # DEFINE.
    "define": "".join(f" define d{i} '{' '.join([f'd{i + 1}'] * 3)}'\n" for i in range(7))
    + " define d7 'z'\n"
    + dup(MANY, "define q_ 'x'", "; d0", "undef q_"),
    "define in sections": "".join(f" define d{i} 'x'\n" for i in range(3000))
    + dup(MANY, "section s", "define e 'x'", "; y", "endsec"),
    # Names.
    "xdef": " section s\n" + "".join(f" xdef {','.join(f'n{i}_{j}' for j in range(200))}\n" for i in range(500)),
    "xref": " section s\n" + dup(MANY, f"xref {','.join(f'n{j}' for j in range(750))}") + " endsec\n",
    "symobj": "".join(f" symobj {','.join(f'n{i}_{j}' for j in range(200))}\n" for i in range(500)),
    "rdirect": dup(MANY, f"rdirect {','.join(['dc'] * 1200)}"),
    "sections": dup(MANY, "m n", "|n set n+1", before=COUNT + "m macro a_\n section s\\?a_\n endsec\n endm\n"),
    "sections that stay open": dup(MANY, "m n", "|n set n+1", before=COUNT + "m macro a_\n section s\\?a_\n endm\n"),
    "ifs that stay open": " if 1\n" * 100_000,
    "cross reference": dup(MANY, "|_a dc n+n+n,n,n,n,n", "|b_ set n", before=" opt cre,mu,loc\n" + COUNT),
    "loops in loops": "".join(f" do #2,${65000 - i:x}\n" for i in range(8000)) + dup(MANY, "nop"),
    # Files.
    "include": dup(MANY, "include 'nowhere'"),
    "includes": dup(MANY, "m n", "|n set n+1", before=COUNT + "m macro a_\n include '/usr/bin/x\\?a_'\n endm\n"),
    "maclib": dup(MANY, "maclib '.'"),
    "libraries": dup(100, "maclib '/usr/bin'")
    + dup(MANY, "m n", "|n set n+1", before=COUNT + "m macro a_\n x\\?a_\n endm\n"),
}


@pytest.mark.parametrize("source", BOMBS.values(), ids=BOMBS)
def test_it_ends(source: str, tmp_path: Path) -> None:
    path = tmp_path / "bomb.asm"
    path.write_text(source)
    code, entries, characters, sarif = run(path, share=SHARE, relative="link" in source)
    assert code in SPENT
    assert entries <= 20_010
    assert characters < 25_000_000
    assert sarif < 25_000_000


@pytest.mark.parametrize("name", ["bsc", "terms", "listing"])
def test_it_ends_with_the_whole_budget(name: str, tmp_path: Path) -> None:
    path = tmp_path / "bomb.asm"
    path.write_text(BOMBS[name])
    assert run(path, share=1)[0] in SPENT
