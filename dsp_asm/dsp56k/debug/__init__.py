"""The engine of debugging: breakpoints, steps forward and backward, recordings.

`dsp56k debug` and `dsp56k dap` are its heads; `Debugger.open` begins a session.
"""

from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.events import Cause, Event
from dsp56k.debug.frames import Frame
from dsp56k.debug.outside import Action
from dsp56k.debug.points import Kind, Place, Point, Points
from dsp56k.debug.program import Loaded
from dsp56k.debug.recordings import Recording

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
]
