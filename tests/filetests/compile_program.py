"""Runs a program that starts at P:$40 with everything compiled: compile_program.py SOURCE DIRECTORY.

It is a separate process, because chips of one process share compiled code, and shared code is not dumped.
"""

import sys
from pathlib import Path

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

CLOCKS = 200_000
dsp = Dsp56001(engine="interpreter")
if not dsp._chip.generate(1, sys.argv[2]):
    sys.exit("this machine lets no generated code run")
program = assemble(Path(sys.argv[1]).read_text(encoding="utf-8"))
if not program.ok:
    sys.exit("\n".join(map(str, program.diagnostics)))
dsp.load_words(program.words)
for memory in (dsp.x, dsp.y):
    memory[0:256] = [0x123456 * number & 0xFFFFFF for number in range(256)]
dsp.x[0xFFFE] = 0
dsp.regs.pc = 0x40
dsp.run(max_clocks=CLOCKS)
