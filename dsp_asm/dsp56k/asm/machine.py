"""The machine as the language sees it: widths of words and addresses, memory spaces and location counters."""

WORD_BITS = 24
WORD_MASK = 0xFF_FFFF
LONG_MASK = 0xFFFF_FFFF_FFFF
"""A long word, of L memory, has 48 bits."""
TOP = 0x1_0000
"""Just behind the last address: addresses have 16 bits."""
NO_SPACE = "N"
"""The memory space of what belongs to none."""
SPACE_CODES = {NO_SPACE: 0, "X": 1, "Y": 2, "L": 3, "P": 4}
"""The memory spaces as @MSP and link expressions number them (ASM 3.8, F.4.2.3)."""
COUNTER_CODES = {"": 0, "L": 1, "H": 2}
"""The location counters as @CTR and link expressions number them (ASM 3.8, F.4.2.5): default, L, H."""
