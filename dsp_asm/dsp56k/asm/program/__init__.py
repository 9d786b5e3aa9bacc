"""What a pass builds: symbols, location counters, words."""
