"""Other people's programs on both engines: a host sends them words at any time, and the machines stay the same.

foreign.py trex_dsp=F030TREX/TREX/dsp/trex_dsp.asm ym2151=F030MXDRV/src/dsp/ym2151.asm --clocks 100000000

The sources are those of github.com/AnimaInCorpore/F030TREX and F030MXDRV (docs/records/compatibility.md). Included
files are in their directory or in directories named by --include: ioequ.inc of F030TREX/src, and the tables that
F030MXDRV's Makefile makes from ymfm's (envtabs.inc, ymtables.inc).
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from differential.cases import generate
from differential.engines.compare import same, state
from dsp56k.asm import assemble_file
from dsp56k.emu import Dsp56001

TXDE, RXDF = 2, 1
SLICES = (20, 20, 50, 50, 400, 5_000)
GENERATED_ANEW = 1 / 500
"""Number of starts of the JIT's chip without compiled code."""


def _fractions(random: Random, count: int) -> list[int]:
    return [random.randrange(-0x400000, 0x400000) & 0xFFFFFF for _ in range(count)]


def trex(random: Random) -> Iterator[int]:
    """Return commands of T-Rex's renderer: normals, vertices, triangles, then frames and the objects to draw."""
    normals, vertices, triangles, lights = 3 * 3610, 40, 30, 20
    yield from (0, 7, normals // 3, *_fractions(random, normals), 1, vertices, *_fractions(random, 3 * vertices))
    yield from (8, triangles)
    for _ in range(triangles):
        yield from (random.randrange(vertices) << 12 | random.randrange(vertices) for _ in range(3))
    while True:
        matrix = (random.choice((0x3FFFFF, 0x200000, 0, 0xC00000)) for _ in range(9))
        place = random.randrange(100), random.randrange(100), random.randrange(200, 4000)
        yield from (2, *matrix, *place, *(random.randrange(9) for _ in range(3)), 200, 160, 100, 16)
        yield from _fractions(random, lights)
        count = random.randint(1, triangles)
        yield from (10, random.choice((1, 2)), 4, count, 0, *(random.getrandbits(24) for _ in range(2 * count)), 6, 5)


def synthesizer(random: Random) -> Iterator[int]:
    """Return commands of MXDRV's YM2151: tables, registers, samples, queries, measurements."""
    yield from (0x010000, 0x0A0000, *(random.getrandbits(24) for _ in range(329)), 0x030000)
    while True:
        for register in (0x08, 0x20, 0x28, 0x30, 0x40, 0x60, 0x80, 0xA0, 0xC0, 0xE0):
            yield 2 << 16 | register + random.randrange(8) << 8 | random.getrandbits(8)
        yield from (command << 16 | random.randrange(32) for command in random.choices(range(4, 10), k=40))
        yield random.choice((0x100000, 0x140000, 0x150000))


HOSTS: dict[str, Callable[[Random], Iterator[int]]] = {"trex_dsp": trex, "ym2151": synthesizer}


def serve(dsp: Dsp56001, words: Iterator[int], replies: list[int]) -> None:
    """Receive a reply if there is one, and send a word if the register is free."""
    if dsp.host.read(2) & RXDF:
        high, middle, low = (dsp.host.read(offset) for offset in (5, 6, 7))
        replies.append(high << 16 | middle << 8 | low)
    if dsp.host.read(2) & TXDE:
        word = next(words)
        for offset, byte in zip((5, 6, 7), word.to_bytes(3, "big"), strict=True):
            dsp.host.write(offset, byte)


def compare(name: str, path: Path, include: list[str], clocks: int, seed: int) -> bool:
    """Run a program on both engines; whether they stay the same."""
    program = assemble_file(path, include_paths=include)
    random = Random(seed)
    chips = Dsp56001(engine="interpreter"), Dsp56001(engine="jit")
    hosts = [HOSTS[name](Random(seed)) for _ in chips]
    replies: tuple[list[int], list[int]] = [], []
    for dsp in chips:
        dsp.load_words(program.words)
        dsp.regs.pc = 0
    generate(chips[1])
    for number in itertools.count():
        budget = random.choice(SLICES)
        for dsp, host, told in zip(chips, hosts, replies, strict=True):
            dsp.run(max_clocks=budget)
            serve(dsp, host, told)
        if replies[0] != replies[1] or not same(*chips):
            first, second = (state(dsp) for dsp in chips)
            differ = [f"{key} {first[key]:x} {second[key]:x}" for key in first if first[key] != second[key]]
            sys.stdout.write(f"{name}: slice {number} ends differently: {' '.join(differ)}\n")
            return False
        if random.random() < GENERATED_ANEW:
            generate(chips[1])
        if chips[0].clocks >= clocks:
            break
    sys.stdout.write(
        f"{name}: {chips[0].instructions} instructions in {number + 1} slices, {len(replies[0])} replies:"
        " the same on both engines\n"
    )
    return True


def main() -> int:
    """Run the programs; the exit code is 1 if any differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="+", metavar="NAME=PATH", help=f"one of {', '.join(HOSTS)}, and its source")
    parser.add_argument("--include", action="append", default=[], help="a folder of what the sources include")
    parser.add_argument("--clocks", type=int, default=20_000_000, help="of each program (default 20,000,000)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    named = [one.partition("=") for one in options.program]
    alike = [compare(name, Path(path), options.include, options.clocks, options.seed) for name, _, path in named]
    return int(not all(alike))


if __name__ == "__main__":
    sys.exit(main())
