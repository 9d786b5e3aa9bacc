"""Unrolled Montgomery kernels for any number of digits: `kernel_source` writes a product's or a square's assembly.

`products` puts the multiplications of digits in order, `schedule` searches for the order of instructions and parallel
loads, `address_registers` for the address registers that make the accesses; `source` writes it down. `searched` has the
outcomes of all searches, `generate` writes the files of the library's own sizes. `program` assembles a kernel, if
`proved` has its proof. `slice_rounds` makes the round of bitsliced DES.
"""

from dsp56k.lib.kernels.source import kernel_source as kernel_source
