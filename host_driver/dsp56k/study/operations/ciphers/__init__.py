"""Ciphers of the network processor's paper: in variants on a DSP, and as jobs of the card and of a PC."""

from dsp56k.study.operations.ciphers.jobs import JOBS
from dsp56k.study.operations.ciphers.variants import VARIANTS
from dsp56k.study.operations.operation import Operation

CIPHERS: tuple[Operation, ...] = (*VARIANTS, *JOBS)
