"""What Unicorn calls while code runs: clocks that only the run shows, accesses to boards, signals."""
