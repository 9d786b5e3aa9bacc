"""What goes wrong beyond a line of source."""

from dsp56k.isa.errors import Dsp56kError


class AssemblyError(Dsp56kError):
    """A source did not assemble; field `diagnostics`."""
