"""Figures of studies: what is drawn (`content`), and one module for each kind of drawing."""
