"""Compare proofs of mutants of a Montgomery kernel with random operands.

    tests/proofs/proof_mutants.py --count 200 --tests 100000 --digits 3 --seed 1

A mutant has one inverted bit in one word, and is still an instruction with parallel moves. A proved mutant must be
right for all random operands. A refuted mutant should be wrong for some. The exit code is 1 if a proof is false.
"""

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from dsp56k.emu import Dsp56001, StopReason
from dsp56k.isa import decode
from dsp56k.lib.digits import from_octets, to_octets
from dsp56k.lib.kernels.program import kernel_program

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from proofs.kernels import BASE, DIGIT, KernelProof, prove_kernel

BACK = 0x0040
"""P address that the kernel returns to; nothing is stored there."""
MAX_CLOCKS = 100_000
TESTS_OF_A_MODULUS = 50


class Kernel:
    """A chip with a kernel, whose words can be changed."""

    def __init__(self, digits: int, *, square: bool) -> None:
        self.digits, self.square = digits, square
        program = kernel_program(digits, square=square)
        self.dsp = Dsp56001()
        self.dsp.load_words(program.words)
        self.symbols = {name: int(value) for name, value in program.symbols.items()}
        self.start = self.dsp.snapshot()

    def put(self, space: str, name: str, number: int) -> None:
        """Write the digits of a number."""
        memory = self.dsp.x if space == "x" else self.dsp.y
        memory.set_octets(self.symbols[f"mp_{name}"], to_octets(number, self.digits))

    def use(self, modulus: int) -> None:
        """Write the constants of a modulus."""
        w = pow(2 * BASE, -1, modulus)
        self.put("x", "xm", w - modulus if w > modulus // 2 else w)
        self.put("x", "xh", (1 - modulus) // 2)
        for name, word in (("pinv", pow(modulus, -1, BASE)), ("half", 1 << 11), ("cnt", 1)):
            self.dsp.x[self.symbols[f"mp_{name}"]] = word

    def is_right(self, a: int, b: int, modulus: int) -> bool:
        """Return True if the result is 2 A B / R or A^2 / R modulo N, and at most 1.01 N."""
        dsp = self.dsp
        self.put("x", "xv", a)
        self.put("y", "yt", b)
        dsp.regs.pc = self.symbols["kernel_square" if self.square else "kernel_product"]
        dsp.regs.sp = 1
        dsp.stack[1] = (BACK, dsp.regs.sr)
        if dsp.run(until=BACK, max_clocks=MAX_CLOCKS).reason is not StopReason.BREAKPOINT:
            return False
        result = from_octets(dsp.x.octets(self.symbols["mp_xv"], self.digits))
        product = a * a if self.square else 2 * a * b
        return not ((result << DIGIT * self.digits) - product) % modulus and 100 * abs(result) <= 101 * modulus


def odd_modulus(digits: int, chance: random.Random) -> int:
    """Return an odd modulus below R / 2^8, often with many equal bits."""
    bits = DIGIT * digits - 8
    number = chance.choice((chance.getrandbits(bits), (1 << bits) - chance.getrandbits(12), chance.getrandbits(12)))
    return number | 1 << bits - 1 | 1


def count_right(kernel: Kernel, tests: int, chance: random.Random) -> int:
    """Return the number of tests before the first wrong result, or all."""
    modulus = 1
    for number in range(tests):
        if not number % TESTS_OF_A_MODULUS:
            modulus = odd_modulus(kernel.digits, chance)
            kernel.use(modulus)
        ends = (0, 1, -1, modulus - 1, 1 - modulus)
        a, b = (chance.choice(ends) if chance.random() < 0.1 else chance.randrange(-modulus, modulus) for _ in "ab")
        if not kernel.is_right(a, b, modulus):
            return number
    return tests


def mutant_of(words: dict[int, int], chance: random.Random) -> tuple[int, int]:
    """Return an address and a word with another bit that is an instruction with parallel moves."""
    while True:
        address = chance.choice(sorted(words))
        word = words[address] ^ 1 << chance.randrange(24)
        decoded = decode(word)
        if decoded is not None and len(decoded.parts) == 2 and decoded.words == 1:
            return address, word


def main() -> int:
    """Prove or refute mutants, and test each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="mutants (default 200)")
    parser.add_argument("--tests", type=int, default=100_000, help="random operands of a mutant (default 100000)")
    parser.add_argument("--digits", type=int, default=3, help="digits of the kernel (default 3)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found: Counter[str] = Counter()
    for number in range(arguments.count):
        chance = random.Random(f"{arguments.seed} {number}")
        square = bool(number % 2)
        program = kernel_program(arguments.digits, square=square)
        original = prove_kernel(program, arguments.digits, square=square)
        assert isinstance(original, KernelProof), original
        address, word = mutant_of(dict(original.words), chance)
        proof = prove_kernel(program, arguments.digits, square=square, patch=(address, word))
        kernel = Kernel(arguments.digits, square=square)
        kernel.dsp.p[address] = word
        right = count_right(kernel, arguments.tests, chance)
        verdict = "proved" if proof else "refuted"
        outcome = "right" if right == arguments.tests else "wrong"
        found[f"{verdict}, {outcome}"] += 1
        if (verdict, outcome) in (("proved", "wrong"), ("refuted", "right")):
            kind = "square" if square else "product"
            sys.stdout.write(
                f"{kind}, P:${address:04X} ${word:06X}: {verdict}, {right} random operands are right: {proof}\n"
            )
        sys.stdout.flush()
    sys.stdout.write("; ".join(f"{name}: {count}" for name, count in sorted(found.items())) + "\n")
    return int(found["proved, wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
