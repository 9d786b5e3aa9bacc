"""Commands that start the debugger's front ends, and the full-screen front end."""
