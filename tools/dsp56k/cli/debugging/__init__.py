"""What starts the heads of the debugger, and the screen."""
