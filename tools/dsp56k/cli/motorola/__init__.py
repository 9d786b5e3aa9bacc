"""The commands asm56000, dsplnk, dsplib, cldlod and srec with Motorola's options."""
