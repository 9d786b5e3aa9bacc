"""What Unicorn calls while code runs: clocks that only the run can tell, accesses to boards, signals."""
