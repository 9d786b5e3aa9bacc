"""Unrolled Montgomery kernels for any number of digits: `kernel_source` writes a product's or a square's assembly.

`products` puts the multiplications of digits in order, `schedule` searches for the order of instructions with the loads
beside them, `pointers` for the address registers that make the accesses; `source` writes it down.
"""

from dsp56k.lib.kernels.program import kernel_program as kernel_program
from dsp56k.lib.kernels.source import kernel_source as kernel_source
