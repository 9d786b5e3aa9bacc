"""`python tools/smoke_test_wheel.py`: test a wheel without extras: assemble, include, run, call a routine."""

import subprocess
import sys

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from dsp56k.isa import IO_REGISTERS
from dsp56k.lib import md2, montgomery_square, tables

dsp = Dsp56001()
dsp.load(assemble("  org p:$40\nstart move #0.5,x0\n  mpy x0,x0,a\n  jmp *\n  end start\n"))
assert (dsp.run().clocks, dsp.regs.a) == (4, 0x20_0000_0000_00)
assert assemble("  include 'ioequ.inc'\n").symbols["M_HSR"] == IO_REGISTERS["HSR"].address
# RFC 1319, A.5.
assert md2(b"abc").value.hex() == "da853b0d3f88d99b30283a69e6ded6bb"
kernels = [path.name for path in tables.SOURCES.glob("*/kernels/*.asm")]
assert len(kernels) == 7, kernels
assert montgomery_square(3, 2**248 - 1, digits=11).clocks < 700
subprocess.run([sys.executable, "-m", "dsp56k", "--version"], check=True)
