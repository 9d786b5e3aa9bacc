"""ASM56000-compatible assembler, linker and disassembler."""
