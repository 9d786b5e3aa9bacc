"""A plain-Python DSP56001, written from the User's Manual (UM) to judge the engines; slow and meant to be read."""
