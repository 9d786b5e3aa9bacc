"""Callbacks of Unicorn while code runs: data-dependent clocks, accesses to boards, signals."""
