"""What was measured and what is still to be: kept outcomes, and who runs the batches."""
