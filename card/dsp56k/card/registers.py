"""Every register of the card in one table: what docs/card.md prints and a driver's author needs.

The declarations stand in the chips' own files; only the host port, which belongs to the DSP, is declared here.
"""

from dsp56k.card.chips import address_generator, control, noise, wd20c03
from dsp56k.card.parts.register import Field, Register, Source, bit

MANUAL = Source.MANUAL

HOST_PORT = (
    Register(
        "ICR",
        "PC I/O +0",
        "r/w",
        0x00,
        "interrupt control",
        MANUAL,
        (
            bit("RREQ", 0, "HREQ when a word from the DSP waits", MANUAL),
            bit("TREQ", 1, "HREQ when a word to the DSP may be written", MANUAL),
            bit("HF0", 3, "flag to the DSP", MANUAL),
            bit("HF1", 4, "flag to the DSP", MANUAL),
            Field("HM", 6, 5, "DMA mode; host DMA is not wired on this card", MANUAL),
            bit("INIT", 7, "initialise the chosen direction; clears itself", MANUAL),
        ),
        "UM 10-18",
    ),
    Register(
        "CVR",
        "PC I/O +1",
        "r/w",
        0x12,
        "command vector",
        MANUAL,
        (
            Field("HV", 4, 0, "host vector: the DSP's interrupt address divided by two", MANUAL),
            bit("HC", 7, "host command: asks for the interrupt; clears as it is taken", MANUAL),
        ),
        "UM 10-23",
    ),
    Register(
        "ISR",
        "PC I/O +2",
        "r",
        0x06,
        "interrupt status; writes have no effect",
        MANUAL,
        (
            bit("RXDF", 0, "a word from the DSP waits", MANUAL),
            bit("TXDE", 1, "a word to the DSP may be written", MANUAL),
            bit("TRDY", 2, "both words to the DSP have been taken", MANUAL),
            bit("HF2", 3, "flag from the DSP", MANUAL),
            bit("HF3", 4, "flag from the DSP", MANUAL),
            bit("DMA", 6, "host DMA mode", MANUAL),
            bit("HREQ", 7, "the HREQ pin", MANUAL),
        ),
        "UM 10-24",
    ),
    Register(
        "IVR",
        "PC I/O +3",
        "r/w",
        0x0F,
        "interrupt vector; HACK is not wired on this card",
        MANUAL,
        (Field("IV", 7, 0, "vector", MANUAL),),
        "UM 10-26",
    ),
    Register("unused", "PC I/O +4", "r", 0x00, "reads $00; writes have no effect", MANUAL, page="UM 10-18"),
    Register(
        "RXH, TXH",
        "PC I/O +5",
        "r, w",
        None,
        "high byte from and to the DSP",
        MANUAL,
        (Field("BYTE", 7, 0, "bits 23-16", MANUAL),),
        "UM 10-26",
    ),
    Register(
        "RXM, TXM",
        "PC I/O +6",
        "r, w",
        None,
        "middle byte from and to the DSP",
        MANUAL,
        (Field("BYTE", 7, 0, "bits 15-8", MANUAL),),
        "UM 10-26",
    ),
    Register(
        "RXL, TXL",
        "PC I/O +7",
        "r, w",
        None,
        "low byte from and to the DSP; reading takes, writing sends the word",
        MANUAL,
        (Field("BYTE", 7, 0, "bits 7-0", MANUAL),),
        "UM 10-26",
    ),
)

PC_REGISTERS = tuple(
    sorted(
        (*HOST_PORT, *control.REGISTERS, *address_generator.REGISTERS),
        key=lambda register: (register.place, register.access),
    )
)
DSP_REGISTERS = (*wd20c03.REGISTERS, *noise.REGISTERS)
TABLE = (*PC_REGISTERS, *DSP_REGISTERS)
