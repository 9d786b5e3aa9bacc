"""A second implementation of paths with secret bits, over the follower of the other domains.

The first one is `emu/crates/core/src/secrets`. Both must mark the same bits and find the same leaks.
"""

from __future__ import annotations

from dsp56k.emu import Access, Dsp56001, Step
from dsp56k.testing.proofs.data_alu import DataAlu
from dsp56k.testing.proofs.domain import ADDRESS_MASK, Bit, Value, sign_extended
from dsp56k.testing.proofs.follower import Follower
from dsp56k.testing.proofs.running import Location, word_at
from dsp56k.testing.proofs.state import ACCUMULATOR, ACCUMULATORS, WORD, State
from unit.testing.proofs.secret_bits import SecretBits, bounds_of, secret

MAX_CANDIDATES = 1 << 14
_INTERNAL = 0x100
_IO_PAGE = 0xFFC0
_INTERNAL_PROGRAM = 0x200


class _State(State):
    def set(self, name: str, value: Value) -> None:
        """Write a register; the bits above an accumulator are its sign, which can be public."""
        super().set(name, self.domain.sign_extend(value, ACCUMULATOR) if name in ACCUMULATORS else value)


class SecretFollower(Follower):
    """Follows a run with secret bits.

    Attributes:
        leak: the reason of the first leak.
        secret_addresses: number of accesses whose address depends on a secret.
    """

    domain_class = SecretBits

    def __init__(self, dsp: Dsp56001, *, data_addresses: bool = False) -> None:
        """Follow from the emulator's state. With `data_addresses`, an access at a secret address is a leak."""
        super().__init__(self.domain_class(), dsp)
        self.state = _State(self.domain, dsp)
        self.alu = DataAlu(self.state)
        self.secrets = self.domain_class()
        self._data_addresses = data_addresses
        self._overwritten: dict[tuple[str, int], int] = {}
        self.leak = ""
        self.secret_addresses = 0

    def note_overwritten(self) -> None:
        """Record the words that the next instruction overwrites."""
        self._overwritten = {
            (access.space, access.address): word_at(self.dsp, (access.space, access.address))
            for access in self.dsp.explain_cost().accesses
            if access.write
        }

    def execute(self, step: Step) -> None:
        """Compute an instruction that the emulator has executed."""
        super().execute(step)
        self.note_overwritten()

    def _found(self, reason: str) -> None:
        self.leak = self.leak or reason

    def branch(self, bit: Bit, *, taken: bool) -> None:
        """Note a leak: control flow depends on a secret."""
        self._found("a branch depends on a secret")

    def require_number(self, value: Value, use: str) -> None:
        """Note a leak: a count, a mode, a modifier or a target depends on a secret."""
        self._found(f"{use} depends on a secret")

    def _candidates(self, address: Value) -> list[int]:
        number, mask = address[0], self.secrets.mask_of(address)
        low, high = bounds_of(address)
        if high - low < MAX_CANDIDATES:
            return [each & ADDRESS_MASK for each in range(low, high + 1) if not (each ^ number) & ~mask & ADDRESS_MASK]
        mask &= ADDRESS_MASK
        if 1 << mask.bit_count() > MAX_CANDIDATES:
            self.refuse(f"an access has more than {MAX_CANDIDATES} possible addresses")
        return [each for each in range(ADDRESS_MASK + 1) if not (each ^ number) & ~mask & ADDRESS_MASK]

    def _check_addresses(self, space: str, candidates: list[int]) -> None:
        self.secret_addresses += 1
        regions = {self._region(space, address) for address in candidates}
        if self._data_addresses:
            self._found("an address depends on a secret")
        elif len(regions) > 1:
            self._found(f"an address depends on a secret and can be in {' and '.join(sorted(regions))} memory")

    def _region(self, space: str, address: int) -> str:
        if space == "P":
            return "internal" if address < _INTERNAL_PROGRAM else "external"
        if address < _INTERNAL:
            return "internal"
        return "I/O" if address >= _IO_PAGE else "external"

    def _either(self, value: Value, other: Value) -> Value:
        number, (low, high), (other_low, other_high) = self.secrets.number_of(value), bounds_of(value), bounds_of(other)
        assert number is not None
        differing = number ^ (self.secrets.number_of(other) or 0)
        mask = self.secrets.mask_of(value) | self.secrets.mask_of(other) | differing
        return secret(number, mask, WORD, min(low, other_low), max(high, other_high))

    def load_from(self, space: str, address: Value, access: Access) -> Value:
        """Return the union of the words at all possible addresses."""
        candidates = self._candidates(address)
        self._check_addresses(space, candidates)
        value = self.state.memory.get((space, access.address), sign_extended(access.value, WORD))
        for candidate in candidates:
            value = self._either(value, self._word(space, candidate))
        return value

    def _word(self, space: str, address: int) -> Value:
        value = self.state.memory.get((space, address))
        return sign_extended(word_at(self.dsp, (space, address)), WORD) if value is None else value

    def store_to(self, space: str, address: Value, access: Access, value: Value) -> None:
        """Store a word at one of several addresses: each of them may have it, or keep its own."""
        if space == "P":
            self.refuse("program memory is written at a secret address")
        candidates = self._candidates(address)
        self._check_addresses(space, candidates)
        for candidate in candidates:
            place = space, candidate
            if candidate == access.address:
                before = sign_extended(self._overwritten.get(place, access.value), WORD)
                own = self.state.memory.get(place, before)
                if isinstance(own, tuple):
                    own = secret(before, own[1], WORD, *own[2:])
                self.state.store(access, self._either(value, own))
                continue
            word = self._either(self._word(space, candidate), value)
            if isinstance(word, tuple):
                self.state.memory[place] = word


def mark_word(follower: SecretFollower, location: Location, mask: int) -> None:
    """Mark bits of a register or word as secret, in addition to those that are."""
    state, secrets = follower.state, follower.secrets
    if isinstance(location, tuple):
        before = state.memory.get(location, sign_extended(word_at(follower.dsp, location), WORD))
        width = WORD
    else:
        before = state.values.get(location, state.numbers[location])
        width = ACCUMULATOR if location in ACCUMULATORS else WORD if location[0] in "XY" else 64
    number = secrets.number_of(before) or 0
    value = secret(number, secrets.mask_of(before) & (1 << width) - 1 | mask, width)
    if isinstance(value, int):
        return
    if isinstance(location, tuple):
        state.memory[location] = value
    else:
        state.values[location] = value
