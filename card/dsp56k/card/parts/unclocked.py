"""What a device answers that has no clock of its own: nothing happens in it by itself."""

from dsp56k.emu.timeline import Time


class Unclocked:
    """The two methods of the device protocol that concern time, for a device that changes only when it is accessed."""

    def advance(self, now: Time) -> None:
        """Let time pass until `now`: no effect."""

    def next_event(self) -> Time | None:
        """When the device will change by itself: never."""
        return None
