"""Addresses of the chips on this board. All of them are our decision: the paper gives no addresses (card.md)."""

HOST_PORT = range(8)
"""The DSP's host port: I/O ports, from the card's base."""
CONTROL = range(8, 16)
"""Control and status registers: I/O ports, from the card's base."""
GENERATOR = range(9, 11)
"""The address generator, between them."""
DES = range(0xFFC0, 0xFFC2)
"""The DES chip: the DSP's Y memory, external I/O page."""
NOISE = range(0xFFC2, 0xFFC3)
"""The noise circuit's comparator, there too."""
MASTER = range(0xFFC4, 0xFFC7)
"""The bus master, there too."""

FIFO_PORTS = range(16, 20)
"""On the boards with FIFOs: I/O ports, from the card's base."""
PUMP = range(0xFFC8, 0xFFCC)
"""The pump, in Y."""
FIFO_INPUT = range(0xFFCC, 0xFFCD)
FIFO_PARAMETERS = range(0xFFCD, 0xFFCE)
"""The parameter FIFO as the DSP reads it, in Y."""
FIFO_END = range(0xFFCE, 0xFFD0)
"""On the board with two FIFOs: the DSP's end of both, in Y."""
FRAMER = range(0xFFD0, 0xFFD4)
"""On the board with a line: its framer, in Y."""
FAST = 0x00C0
"""Distance below these addresses at which DES chip, pump and parameter FIFO respond again, with few wait states."""
