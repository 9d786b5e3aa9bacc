"""Figures of studies: their data (`figure_data`), and one module for each kind of drawing."""
