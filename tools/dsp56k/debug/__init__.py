"""The debugger: breakpoints, steps forward and backward, recordings.

Its front ends are a console and a debug adapter for editors, which `dsp56k debug` and `dsp56k dap` start. From Python,
`Debugger.open` opens a session, and `serve` lets editors attach to a chip that a script runs.
"""

from dsp56k.debug.breakpoints import Kind, Place, Point, Points
from dsp56k.debug.call_stack import Frame
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.external_inputs import Action
from dsp56k.debug.program import Loaded
from dsp56k.debug.recordings import Recording
from dsp56k.debug.server import Service, serve
from dsp56k.debug.stop_events import Cause, Event

__all__ = [
    "Action",
    "Cause",
    "DebugError",
    "Debugger",
    "Event",
    "Frame",
    "Kind",
    "Loaded",
    "Place",
    "Point",
    "Points",
    "Recording",
    "Service",
    "serve",
]
