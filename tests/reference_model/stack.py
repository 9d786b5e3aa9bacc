"""The system stack and its pointer (UM 6-15 to 6-18)."""

from reference_model.registers import Registers
from reference_model.words import MASK16

STACK_ERROR, UNDERFLOW = 0x10, 0x20


class Stack:
    """Fifteen locations of SSH:SSL. Location 0 is not implemented (UM 6-16): words that are pushed there are lost."""

    def __init__(self, registers: Registers) -> None:
        self.locations: list[tuple[int, int]] = [(0, 0)] * 16
        self.error_raised = False
        """Set by the transition of the stack error flag from 0 to 1, which requests the level 3 interrupt (UM 6-17)."""
        self._registers = registers

    @property
    def top(self) -> int:
        """The location that SP points to."""
        return self._registers["sp"] & 15

    @property
    def ssh(self) -> int:
        """The upper half of the top of the stack; looking does not pull."""
        return self.locations[self.top][0]

    @property
    def ssl(self) -> int:
        """The lower half of the top of the stack."""
        return self.locations[self.top][1]

    def write_ssh(self, value: int) -> None:
        """Replace the top's upper half. Location 0 does not exist."""
        if self.top:
            self.locations[self.top] = (value & MASK16, self.ssl)

    def write_ssl(self, value: int) -> None:
        """Replace the top's lower half; SP does not move and there is no stack error even at SP = 0 (UM 6-17, 6-18)."""
        if self.top:
            self.locations[self.top] = (self.ssh, value & MASK16)

    def write_pointer(self, value: int) -> None:
        """A move to SP; one that sets SE from 0 to 1 raises the exception (UM 6-17)."""
        before = self._registers["sp"]
        self._registers["sp"] = value
        if value & STACK_ERROR and not before & STACK_ERROR:
            self.error_raised = True

    def _move(self, step: int) -> None:
        pointer = self._registers["sp"]
        places = (pointer & 15) + step
        if pointer & STACK_ERROR:
            # SE is sticky and latches UF; only the four pointer bits count on (UM 6-17).
            self._registers["sp"] = pointer & (STACK_ERROR | UNDERFLOW) | places & 15
        elif places < 0:
            self._registers["sp"] = UNDERFLOW | STACK_ERROR | places & 15
            self.error_raised = True
        elif places > 15:
            self._registers["sp"] = STACK_ERROR | places & 15
            self.error_raised = True
        else:
            # A forced UF without SE corrects itself at the next stack operation (UM 6-18).
            self._registers["sp"] = places

    def push_ssh(self, value: int) -> None:
        """Increment SP, then write SSH, as a move to SSH does (UM A-152). The location's SSL does not change."""
        self._move(1)
        self.write_ssh(value)

    def push(self, ssh: int, ssl: int) -> None:
        """SP+1, then write both halves (UM 6-17)."""
        self._move(1)
        self.write_ssh(ssh)
        self.write_ssl(ssl)

    def pull(self) -> tuple[int, int]:
        """Read both halves, then SP-1 (UM 6-17)."""
        halves = self.ssh, self.ssl
        self._move(-1)
        return halves
