"""Watching and stopping a program: breakpoints, watchpoints, hooks and traces."""
