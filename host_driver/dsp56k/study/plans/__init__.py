"""Plans: a study file with its components resolved, and the calls to measure."""
