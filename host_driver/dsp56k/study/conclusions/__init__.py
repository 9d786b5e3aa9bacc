"""Evaluation of measurements: crossover points, fits, assessments."""
