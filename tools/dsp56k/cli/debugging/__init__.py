"""The heads of the debugger: a console, and an adapter for editors."""
