"""The long comparison of `dsp56k sleigh` with the project: text of first words, then random instructions and programs.

campaign.py --stride 1                 compares the text of all 2^24 first words (half an hour)
campaign.py --stride 0 --cases 1000000 --seed 1
                                       compares the effects of 1,000,000 cases and no text
campaign.py --stride 0 --only program/17 --seed 1
                                       repeats one case

Each difference is printed with the command that repeats it; the exit code is 1 if there is one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from differential.campaign import cases, one_case
from differential.pcode.compare import PcodeJudge, text_differences
from differential.pcode.processor import compile_language, new_context
from differential.programs.encodings import FAMILIES

KINDS = (*FAMILIES, "program", "self_modifying")
SHOWN = 20
_CHUNK = 1 << 16
_PROGRESS_CASES = 10_000


def main() -> int:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stride", type=int, default=1, help="distance of two first words; 0 compares no text")
    parser.add_argument("--cases", type=int, default=0, help="how many random cases to compare")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", metavar="FAMILY/NUMBER", help="one case")
    options = parser.parse_args()
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        arch = compile_language(Path(folder))
        if options.stride:
            words = range(0, 1 << 24, options.stride)
            context = new_context(arch, "default")
            for start in range(0, len(words), _CHUNK):
                found += text_differences(context, words[start : start + _CHUNK])
            sys.stdout.write(f"{len(words)} first words, {len(found)} differ\n")
        judge = PcodeJudge(arch)
        chosen = [(family, int(number)) for family, _, number in [(options.only or "").partition("/")] if number]
        for index, (family, number) in enumerate(chosen or islice(cases(KINDS), options.cases)):
            if index and index % _PROGRESS_CASES == 0:
                sys.stderr.write(f"{judge.compared} cases compared, {len(found)} differ\n")
            lines = judge.differences(one_case(Random(f"{options.seed}/{family}/{number}"), family))
            if lines:
                found.append(f"--only {family}/{number} --seed {options.seed}: {'; '.join(lines)}")
        sys.stdout.write(f"{judge.compared} cases compared, {judge.instructions} instructions\n")
    sys.stdout.write("".join(f"{line}\n" for line in found[:SHOWN]))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
