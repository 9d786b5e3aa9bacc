"""What tests of the debugger share."""
