"""The console of the debugger. Importing it registers the commands."""

# The order of the modules is that of the help.
# isort: off
from dsp56k.debug.console import state_commands
from dsp56k.debug.console import inspect_commands
from dsp56k.debug.console import run_commands
from dsp56k.debug.console import breakpoint_commands
# isort: on

__all__ = ["breakpoint_commands", "inspect_commands", "run_commands", "state_commands"]
