"""Measurement: cached outcomes, and the executors of batches."""
