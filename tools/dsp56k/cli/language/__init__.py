"""Help with the assembler's language: pages of diagnostics, and the language server."""
