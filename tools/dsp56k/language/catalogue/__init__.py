"""A page for every diagnostic of the assembler and the linker: its message, an example that causes it, and a cure.

The tables beside this module hold what the messages do not say, by code:

    cure       what to do, a sentence or two
    example    a source that causes it; `{text * 100}` stands for the text a hundred times
    modules    for the linker, the sources of the modules; the first one is a.asm, the next b.asm
    control    and the memory control file
    relative   whether the example is assembled in relative mode
    work, kept the budget of the example, where a whole one takes long to spend

docs/reference/diagnostics is made of them, and `dsp56k explain` shows them.
"""
