"""The language of the assembler, explained to people and to editors: `catalogue` has a page for every diagnostic."""
