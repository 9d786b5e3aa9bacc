"""Interrupts of the core and the IRQ pins: arbitration, entry to a vector, fast and long forms (UM 8-8 to 8-27)."""

from typing import TYPE_CHECKING

from reference_model.instructions import loops
from reference_model.instructions.decode import Instruction

if TYPE_CHECKING:
    from reference_model.machine import Machine

#: Vectors of level 3 and of the pins (Table 8-2).
VECTORS = {"illegal": 0x3E, "nmi": 0x1E, "stack error": 0x02, "trace": 0x04, "swi": 0x06, "irqa": 0x08, "irqb": 0x0A}
#: Position of the pins' fields in the IPR: level code in two bits, then the trigger bit (UM 8-17).
FIELDS = {"irqa": 0, "irqb": 3}
#: The maskable sources, highest priority first (Table 8-6), and the bit of their level in the IPR (Figure 8-5).
MASKABLE = {
    **FIELDS,
    **dict.fromkeys(("host command", "host receive", "host transmit"), 10),
    **dict.fromkeys(("ssi receive exception", "ssi receive", "ssi transmit exception", "ssi transmit"), 12),
    **dict.fromkeys(("sci receive exception", "sci receive", "sci transmit", "sci idle line", "sci timer"), 14),
}
LATENCY = 4
"""Words that execute between the recognition of a request and the first vector word (UM 8-21, Figure 8-6)."""
TRACE, LOOP_FLAG, SCALING, MASK = 0x2000, 0x8000, 0x0C00, 0x0300
TRACE_CLOCKS = 6
"""Three NOP cycles after a traced instruction (UM 8-16)."""
#: One-word instructions that are aborted and fetched again when the first vector word follows them (UM 8-17).
ABORTED = ("illegal", "rep", "stop", "wait", "reset", "rti", "rts", "jcc", "jmp", "jscc", "jsr")


class Line:
    """An IRQ pin; asserted is low."""

    def __init__(self) -> None:
        self.asserted = False
        self.latched = False
        """A negative edge that was not served yet."""


class Interrupts:
    """The pending requests, and the progress of an accepted one."""

    def __init__(self, machine: "Machine") -> None:
        self._machine = machine
        self.lines = {"irqa": Line(), "irqb": Line()}
        self.nmi_latched = False
        self.doubtful = False
        """A long interrupt was reprogrammed after its acceptance, where the manual is silent; a reset keeps this."""
        self.clear()

    def clear(self) -> None:
        """Set the state after a reset: nothing pending, the pins inactive."""
        for line in self.lines.values():
            line.asserted = line.latched = False
        self.nmi_latched = self.trace_latched = self.swi_latched = False
        self.coming: str | None = None
        self.words_left = self._level = 0
        self.source: str | None = None
        """The source whose vector is executing."""
        self.vector = self.position = 0
        """The address of that vector, and the number of its words that have executed."""
        self.empty_cycles = 0
        """Cycles before the vector's first word in which an aborted word leaves the pipeline empty (UM 8-17)."""

    def _code(self, source: str) -> int:
        """The field of a maskable source in the IPR; of a peripheral only its lower two bits count."""
        return self._machine.memory.ipr >> MASKABLE[source] & 7

    def _present_level(self, source: str | None) -> int:
        """The mask that a long interrupt of a source sets: one above its level, at most 3."""
        return self._code(source) & 3 if source in MASKABLE else 3

    def drive(self, pin: str, asserted: bool) -> None:
        """Change a pin."""
        line = self.lines[pin]
        if asserted and not line.asserted and self._detects_edges(pin):
            line.latched = True
        line.asserted = asserted

    def request_nmi(self) -> None:
        """The transition of IRQB to 10 V (UM 8-12)."""
        self.nmi_latched = True

    def _pending(self) -> set[str]:
        """The maskable sources that request an interrupt, enabled at their peripheral or not disabled by the IPR."""
        pins = {pin for pin, line in self.lines.items() if (line.latched if self._code(pin) & 4 else line.asserted)}
        return pins | self._machine.memory.peripherals.requests()

    def _detects_edges(self, pin: str) -> bool:
        """A request that is disabled or sensitive to levels keeps its edge latch reset (UM 8-11)."""
        code = self._code(pin)
        return bool(code & 3) and bool(code & 4)

    def _candidate(self) -> str | None:
        """The request that wins arbitration (UM 8-18, 8-19)."""
        if self.nmi_latched:
            return "nmi"
        if self._machine.stack.error_raised:
            return "stack error"
        if self.trace_latched:
            return "trace"
        if self.swi_latched:
            return "swi"
        status = self._machine.file["sr"]
        if status & TRACE:
            return None
        pending = self._pending()
        admitted = [name for name in MASKABLE if name in pending and self._code(name) & 3 > status >> 8 & 3]
        return max(admitted, key=self._present_level) if admitted else None

    def forget_requests(self) -> None:
        """Clear requests of pins and an accepted one, as STOP does; a stack error stays pending (UM 8-39)."""
        for line in self.lines.values():
            line.latched = False
        self.nmi_latched = False
        self.coming = None

    def pending(self) -> bool:
        """Return True if arbitration would accept a request."""
        return self._candidate() is not None

    def accept(self) -> bool:
        """Arbitrate; True if a request is accepted."""
        self.coming = self._candidate()
        self._level = self._present_level(self.coming)
        return self.coming is not None

    def serve_accepted(self) -> None:
        """The next step executes the vector's first word."""
        if self.coming is not None:
            self.enter(self.coming)

    def vector_word(self, instruction: Instruction | None) -> int | None:
        """The address of the vector word that executes next; None if the program goes on with `instruction`."""
        for pin, line in self.lines.items():
            if not self._detects_edges(pin):
                line.latched = False
        repeating = self._machine.repetition is not None
        self.empty_cycles = 0
        # Under a REP arbitration begins again where its last repetition is decoded (Figure 8-11).
        if self.source is None and self.coming is None and (not repeating or self._machine.file["lc"] in (1, 2)):
            self.accept()
            self.words_left = LATENCY
        if self.coming is not None and not repeating and self._gives_way(instruction):
            self.empty_cycles = self.words_left
            if self.words_left:
                loops.fetched_in_vain(self._machine)
            self.enter(self.coming)
        return None if self.source is None else self.vector + self.position

    def _gives_way(self, instruction: Instruction | None) -> bool:
        """Return True if the vector's first word replaces this instruction or its second word, or aborts it."""
        words = 1 if instruction is None else instruction.words
        # UM 8-17 does not list the illegal instruction; UM 8-12 has it "refetched".
        aborted = instruction is None or instruction.name.partition("_")[0] in ABORTED
        return words > self.words_left or (self.words_left == 1 and aborted)

    def enter(self, source: str) -> None:
        """Fetch the vector; the acknowledge clears the request's latch (UM 8-19)."""
        self.coming, self.source, self.position = None, source, 0
        if source in VECTORS:
            self.vector = VECTORS[source]
        if source == "nmi":
            self.nmi_latched = False
        elif source == "stack error":
            self._machine.stack.error_raised = False
        elif source == "trace":
            self.trace_latched = False
        elif source == "swi":
            self.swi_latched = False
        elif source in self.lines:
            self.lines[source].latched = False
        elif source in MASKABLE:
            self._acknowledge(source)

    def software(self) -> None:
        """SWI requests an exception, which is arbitrated at once: an NMI or a stack error comes first (Table 8-6).

        Under trace it is ignored (UM 8-19).
        """
        if not self._machine.file["sr"] & TRACE:
            self.swi_latched = True
            self.enter(self._candidate() or "swi")

    def traced(self, name: str) -> int:
        """A traced instruction is over; the clocks of the three NOPs that flush the pipeline (UM 8-16).

        They are those of the latency: a request of an NMI or a stack error that was recognized before the instruction
        wins where they end, and the trace exception stays pending (Table 8-6). WAIT and STOP empty the pipeline
        themselves; an illegal instruction's own exception comes first.
        """
        self.trace_latched = True
        if self.source is not None:
            return 0
        if name == "stop":
            self.forget_requests()
        asleep = name in ("wait", "stop")
        recognized = self._candidate() if asleep else self.coming
        self.enter(recognized if recognized in ("nmi", "stack error") else "trace")
        return 0 if asleep else TRACE_CLOCKS

    def _acknowledge(self, source: str) -> None:
        """Serve an accepted request that was withdrawn meanwhile, at its original vector (UM 8-11, 10-24)."""
        for peripheral in self._machine.memory.peripherals:
            if source in peripheral.vectors:
                self.vector = peripheral.vectors[source]
                peripheral.acknowledged(source)

    def executed(self, words: int, bubble: int) -> None:
        """Words of the program that left the pipeline, and the cycles in which a change of flow refilled it."""
        if self.coming is not None:
            self.words_left = max(0, self.words_left - words - bubble)

    def repeat_begun(self) -> None:
        """Reject the accepted request, because a REP was executed (UM 8-18, i% in Figure 8-11).

        If it repeats once, the last repetition is decoded in the REP's second cycle, where arbitration begins again.
        """
        if self.coming is None:
            return
        self.coming = self._candidate() if self._machine.file["lc"] == 1 else None
        self.words_left = LATENCY - 1
        self._level = self._present_level(self.coming)

    def vector_executed(self, words: int, left: bool) -> None:
        """After a vector's instruction: the other word, or back to the program (UM 8-20)."""
        self.position += words
        if left or self.position >= 2:
            self.source = None

    def called(self) -> None:
        """A call in a vector forms a long interrupt: LF, T and scaling are cleared, the mask is raised (UM 8-19)."""
        if self.source is None:
            return
        level = self._present_level(self.source)
        self.doubtful = self.doubtful or (self.source in MASKABLE and level != self._level)
        file = self._machine.file
        file["sr"] = file["sr"] & ~(LOOP_FLAG | TRACE | SCALING | MASK) | level << 8
