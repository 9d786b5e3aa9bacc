"""Ciphers of the network processor's paper."""

from dsp56k.study.operations.ciphers.variants import VARIANTS
from dsp56k.study.operations.operation import Operation

CIPHERS: tuple[Operation, ...] = VARIANTS
