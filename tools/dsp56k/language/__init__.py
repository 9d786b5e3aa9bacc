"""The language of the assembler for editors and for `dsp56k explain`.

`catalogue` has a page for every diagnostic. `tokenizer` splits a line into tokens, `analysis` assembles the documents
of an editor, and `analysis_worker` does so in a thread. `queries`, `completion`, `formatting` and `semantic_tokens`
answer the requests of an editor. The protocol itself is implemented in `dsp56k.cli.language.server`.
"""
