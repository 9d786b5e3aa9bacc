"""A page for every diagnostic of the assembler and the linker: its message, an example that causes it, and the remedy.

The TOML files of this package contain the facts that the messages do not, by code:

    cure       the remedy, a sentence or two
    example    a source that causes it; `{text * 100}` repeats the text a hundred times
    modules    for the linker, the sources of the modules; the first one is a.asm, the next b.asm
    control    the memory control file
    relative   true if the example is assembled in relative mode
    work, kept the budget of the example, if the default one would take long to spend

docs/reference/diagnostics is generated from them, and `dsp56k explain` shows them.
"""
