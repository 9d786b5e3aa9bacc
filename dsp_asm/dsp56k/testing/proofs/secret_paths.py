"""Follower of secret bits: finds clock cycles and control flow of a path that can depend on a secret."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsp56k.emu import Access, Dsp56001
from dsp56k.testing.proofs.domain import ADDRESS_MASK, Bit, Value, sign_extended
from dsp56k.testing.proofs.follower import Follower
from dsp56k.testing.proofs.running import Location, word_at
from dsp56k.testing.proofs.secret_bits import SecretBits, bounds_of, secret
from dsp56k.testing.proofs.state import ACCUMULATOR, ACCUMULATORS, WORD, WORD_MASK, Origin
from dsp56k.testing.source_locations import InstructionLocation

MAX_CANDIDATES = 1 << 14
"""Addresses that one access is analysed for. A table of the whole memory is too large to be one."""
MAX_CHAIN = 6
"""Instructions of a chain that are shown."""
_INTERNAL = 0x100
_DATA_ROM = 0x200
_DATA_ROM_ENABLED = 1 << 2
"""DE of the operating mode register: X and Y:$100 to $1FF are the data ROMs (UM 3-5)."""
_IO_PAGE = 0xFFC0
_INTERNAL_PROGRAM = 0x200


@dataclass(frozen=True)
class Leak:
    """The first instruction at which clock cycles or control flow can depend on a secret."""

    reason: str
    pc: int


class SecretPath(Follower):
    """Follows a run with secret bits.

    Attributes:
        leak: the first leak.
        used: declassified addresses at which something depends on a secret.
        secret_addresses: number of accesses whose address depends on a secret.
        is_declassified: returns True for an address that may depend on a secret.
    """

    def __init__(self, dsp: Dsp56001, declassified: frozenset[int], data_addresses: bool) -> None:
        """Follow from the emulator's state.

        Args:
            dsp: the emulator.
            declassified: addresses of instructions that may depend on a secret.
            data_addresses: an access at a secret address is a leak, whatever it costs.
        """
        super().__init__(SecretBits(), dsp)
        self.secrets = SecretBits()
        self.is_declassified: Callable[[int], bool] = declassified.__contains__
        self._data_addresses = data_addresses
        self.leak: Leak | None = None
        self._chain: Origin | None = None
        self.used: set[int] = set()
        self.secret_addresses = 0

    def _found(self, reason: str) -> None:
        pc = self.state.pc
        if self.is_declassified(pc):
            self.used.add(pc)
        elif self.leak is None:
            self.leak = Leak(reason, pc)
            self._chain = self.state.source

    def branch(self, bit: Bit, *, taken: bool) -> None:
        """Note a leak: control flow depends on a secret."""
        self._found("a branch depends on a secret")

    def require_number(self, value: Value, use: str) -> None:
        """Note a leak: a count, a mode, a modifier or a target depends on a secret."""
        self._found(f"{use} depends on a secret")

    def _candidates(self, address: Value) -> list[int]:
        """Return the addresses that an access can have."""
        number, mask = address[0], self.secrets.mask_of(address)
        low, high = bounds_of(address)
        if high - low < MAX_CANDIDATES:
            return [each & ADDRESS_MASK for each in range(low, high + 1) if not (each ^ number) & ~mask & ADDRESS_MASK]
        mask &= ADDRESS_MASK
        if 1 << mask.bit_count() > MAX_CANDIDATES:
            self.refuse(f"an access has more than {MAX_CANDIDATES} possible addresses")
        fixed, candidates, subset = number & ADDRESS_MASK & ~mask, [], mask
        while True:
            candidates.append(fixed | subset)
            if not subset:
                return candidates
            subset = subset - 1 & mask

    def _check_addresses(self, space: str, candidates: list[int]) -> None:
        """Note a leak if the candidates of an access do not take the same clock cycles."""
        self.secret_addresses += 1
        regions = {self._region(space, address) for address in candidates}
        if self._data_addresses:
            self._found("an address depends on a secret")
        elif len(regions) > 1:
            names = " and ".join(sorted(regions))
            self._found(f"an address depends on a secret and can be in {names} memory")

    def _region(self, space: str, address: int) -> str:
        if space == "P":
            return "internal" if address < _INTERNAL_PROGRAM else "external"
        has_rom = self.state.numbers["OMR"] & _DATA_ROM_ENABLED
        if address < (_DATA_ROM if has_rom else _INTERNAL):
            return "internal"
        return "I/O" if address >= _IO_PAGE else "external"

    def load_from(self, space: str, address: Value, access: Access) -> Value:
        """Return the union of the words at all possible addresses."""
        candidates = self._candidates(address)
        self._check_addresses(space, candidates)
        number = sign_extended(access.value, WORD)
        mask = 0
        for candidate in candidates:
            other = self._word(space, candidate)
            mask |= self.secrets.mask_of(other) | number ^ (other[0] if isinstance(other, tuple) else other)
        return secret(number, mask, WORD)

    def _word(self, space: str, address: int) -> Value:
        value = self.state.memory.get((space, address))
        return sign_extended(word_at(self.dsp, (space, address)), WORD) if value is None else value

    def store_to(self, space: str, address: Value, access: Access, value: Value) -> None:
        """Store a word at one of several addresses: each of them may have it, or keep its own."""
        if space == "P":
            self.refuse("program memory is written at a secret address")
        candidates = self._candidates(address)
        self._check_addresses(space, candidates)
        number = self.secrets.number_of(value) or 0
        mask = self.secrets.mask_of(value)
        for candidate in candidates:
            if candidate == access.address:
                continue
            old = self._word(space, candidate)
            was = self.secrets.number_of(old) or 0
            word = secret(was, self.secrets.mask_of(old) | mask | was ^ number, WORD)
            if not isinstance(word, int):
                self.state.memory[space, candidate] = word
        # The trace does not have the previous word, so all bits may differ.
        self.state.store(access, secret(number, WORD_MASK, WORD))

    def chain_texts(self, location_at: Callable[[int], InstructionLocation]) -> tuple[str, ...]:
        """Return the operand from which the leak comes, and the last instructions that have passed it on."""
        places: list[str] = []
        origin = self._chain
        while origin is not None:
            place = origin.place
            places.append(f"operand {place}" if isinstance(place, str) else str(location_at(place)))
            origin = origin.before
        if not places:
            return ()
        operand, *passed = reversed(places)
        return (operand, *passed[-MAX_CHAIN:])


def mark_word(follower: SecretPath, location: Location, mask: int) -> None:
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
