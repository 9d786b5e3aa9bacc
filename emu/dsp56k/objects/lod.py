"""Motorola's LOD format: text records _START, _DATA, _BLOCKDATA, _SYMBOL, _END, _COMMENT (ASM appendix G).

Words and addresses are hexadecimal. `_DATA <space> <address>` is followed by words up to the next record;
`_BLOCKDATA <space> <address> <count> <word>` repeats one; `_SYMBOL <space>` is followed by `name type value` lines,
`_SYMBOL` alone by `name space type value`. An L block holds pairs of words, the X half first. A letter after the space
says where on the board the memory lies.
"""

RECORDS = frozenset({"_START", "_DATA", "_BLOCKDATA", "_SYMBOL", "_COMMENT", "_END"})
"""A symbol may begin with an underline, too."""
