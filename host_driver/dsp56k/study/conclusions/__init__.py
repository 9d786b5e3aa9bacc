"""From points to conclusions: crossings, fits, verdicts."""
