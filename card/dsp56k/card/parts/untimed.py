"""The device protocol's methods for a device without a clock: nothing in it happens by itself."""

from dsp56k.emu.timeline import Time


class UntimedDevice:
    """The two methods of the device protocol that concern time, for a device that changes only when it is accessed."""

    def advance(self, now: Time) -> None:
        """Let time pass until `now`: no effect."""

    def next_event(self) -> Time | None:
        """Return the time of the device's next change: None, it never changes by itself."""
        return None
