"""Faults on the card at random moments of every job: is each answer right, or an error? See fault-injection.md."""
