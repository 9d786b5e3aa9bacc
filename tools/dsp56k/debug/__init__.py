"""The engine of debugging: breakpoints, steps forward and backward, recordings.

Its heads are a console and an adapter for editors, as `dsp56k debug` and `dsp56k dap` start them; `Debugger.open`
begins a session, and `serve` lets editors attach to a chip that a script runs.
"""

from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.events import Cause, Event
from dsp56k.debug.frames import Frame
from dsp56k.debug.outside import Action
from dsp56k.debug.points import Kind, Place, Point, Points
from dsp56k.debug.program import Loaded
from dsp56k.debug.recordings import Recording
from dsp56k.debug.serving import Service, serve

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
