"""The language of the assembler, explained to people and to editors.

`catalogue` has a page for every diagnostic. `lines` takes a line apart, `analysis` assembles what an editor holds,
`background` does so in a thread; `answers`, `completion`, `formatting` and `colours` say what an editor asks. The
protocol that it asks in is the command line's business.
"""
