"""Ghidra's decompiler on routines of the library, with the languages that `dsp56k sleigh` writes.

decompiler.py PYTHON                   decompiles every routine that has a header, in the default variant
decompiler.py PYTHON --variant exact   in the exact variant, where unrolled kernels exceed the limit
decompiler.py PYTHON --folder /tmp/c   also writes the text, a file for each program and variant

PYTHON is an interpreter of at least 3.13 with the package flatline. The exit code is 1 if a routine has no text within
the limit of flatline_worker.py, or if the example of docs/guides/ghidra.md has another text than the guide shows.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from differential.pcode.processor import compile_language, octets
from dsp56k.asm import assemble
from dsp56k.lib import SOURCES
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.source_headers import headers_of
from dsp56k.sleigh.language import VARIANTS

PROGRAMS: dict[str, tuple[tuple[str, ...], dict[str, int]]] = {
    "monitor": (
        ("monitor.asm", "opcodes.asm"),
        {"CODE_EXTERNAL": 0, "DES_PACE": 0, "MD2_PACE": 0, "GENERAL_LOOPS": 0}
        | {"BATCHES": 0, "START_CHECKS": 7, "USER_CODE": 0},
    ),
    "bignum": (("bignum.asm",), {}),
    "fixed_point": (("fixed_point.asm",), {}),
    "md2_pair": (("md2_pair.asm",), {}),
    "sha1": (("digests/sha1.asm",), {}),
    "aes": (("ciphers/aes.asm",), {}),
    "bitsliced_des": (("des/slice_search.asm",), {}),
}
"""DES, MD2, RSA and the card's firmware; big numbers; filters and transforms; digests and ciphers."""
GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guides" / "ghidra.md"
LANGUAGES = "Ghidra/Processors/DSP56001/data/languages"
WORDS = 1 << 16
"""The size of P memory. Words that no program stores are NOP."""


def main() -> int:
    """Decompile the routines and the guide's example."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python", metavar="PYTHON", help="an interpreter that has flatline")
    parser.add_argument("--program", choices=PROGRAMS, action="append", help="only this one [all]")
    parser.add_argument("--variant", choices=VARIANTS, default="default", help="[default]")
    parser.add_argument("--folder", type=Path, help="where to write the text")
    options = parser.parse_args()
    failures = []
    with tempfile.TemporaryDirectory() as runtime:
        compile_language(Path(runtime) / LANGUAGES)
        for name in options.program or PROGRAMS:
            variant, (files, defines) = options.variant, PROGRAMS[name]
            program = assembled(*files, **defines)
            routines = {label: int(program.symbols[label]) for label in routines_of(program.symbols)}
            found = list(decompiled(options.python, runtime, variant, program.words, routines))
            failures += [f"{name} {variant} {label}: {one['error']}" for label, one in found if one["error"]]
            sys.stdout.write(f"{summary(f'{name} {variant}', [one for _, one in found])}\n")
            sys.stdout.flush()
            if options.folder:
                text = "".join(f"// {label}\n{one.get('text', '')}\n" for label, one in found)
                (options.folder / f"{name}_{variant}.c").write_text(text)
        failures += guide_differences(options.python, runtime)
    sys.stdout.write("".join(f"{line}\n" for line in failures))
    return int(bool(failures))


def routines_of(symbols: Mapping[str, object]) -> list[str]:
    """Return the labels that have a header in the library's sources."""
    sources = (path.read_text(encoding="ascii") for path in sorted(SOURCES.rglob("*.asm")))
    return [label for label in sorted({label for text in sources for label in headers_of(text)}) if label in symbols]


def decompiled(
    python: str, runtime: str, variant: str, words: Mapping[tuple[str, int], int], routines: Mapping[str, int]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the answers of flatline_worker.py to the routines that are in P memory."""
    code = {address: word for (space, address), word in words.items() if space == "P"}
    here = {label: address for label, address in routines.items() if address in code}
    request = {
        "runtime": runtime,
        "language": f"DSP56001:LE:24:{variant}",
        "image": octets(*(code.get(address, 0) for address in range(WORDS))).hex(),
        "addresses": list(here.values()),
    }
    worker = Path(__file__).with_name("flatline_worker.py")
    done = subprocess.run([python, worker], input=json.dumps(request), capture_output=True, text=True, check=True)
    yield from zip(here, map(json.loads, done.stdout.splitlines()), strict=True)


def summary(title: str, results: list[dict[str, Any]]) -> str:
    """Return a line of counts: functions, failures, seconds, and warnings by their first words."""
    seconds = [one["seconds"] for one in results]
    warnings = Counter(
        " ".join(re.sub(r"\b(WARNING|0x)\S*", "", line).split()[:3])
        for one in results
        for line in one.get("warnings", ())
    )
    failed = sum(bool(one["error"]) for one in results)
    return (
        f"{title}: {len(results)} functions, {failed} failed, {sum(seconds):.1f} s, slowest {max(seconds):.1f} s, "
        f"warnings {dict(warnings)}"
    )


def guide_differences(python: str, runtime: str) -> list[str]:
    """Return a line if the guide's example has another text than the guide shows."""
    guide = GUIDE.read_text(encoding="utf-8")
    source, shown = (re.findall(rf"^```{language}\n(.*?)^```", guide, re.M | re.S)[0] for language in ("asm \\S+", "c"))
    program = assemble(source)
    ((_, one),) = decompiled(python, runtime, "default", program.words, {"start": int(program.symbols["start"])})
    if re.sub(r"\s+", " ", one["text"]).strip() == re.sub(r"\s+", " ", shown).strip():
        return []
    return [f"{GUIDE.name} shows another text than\n{one['text']}"]


if __name__ == "__main__":
    sys.exit(main())
