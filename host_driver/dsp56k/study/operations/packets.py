"""Packets with separate keys, IVs and authentication codes; correct results come from pycryptodome.

Sizes are those of a payload, of which a call has `COUNT` packets; or numbers of packets of a mix. The mix is the common
one of the Internet: of twelve packets seven have 64 bytes, four 576 and one 1518. Packets with the null cipher (RFC
2410) move the same bytes, so no cipher can be faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsp56k.host.algorithm_calls import Measured, in_sequence
from dsp56k.host.packets import Packet, PacketDriver
from dsp56k.host.software import DES_BLOCK, HostSoftware
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure, unkeyed
from dsp56k.study.operations.workload import Workload

COUNT = 4
"""Packets of one size in a call."""
MIX = (64, 576, 64, 64, 576, 64, 1518, 64, 576, 64, 64, 576)
_MEAN = round(sum(MIX) / len(MIX))


def _sizes(size: int) -> list[int]:
    return [size] * COUNT


def _mixed(count: int) -> list[int]:
    return [MIX[place % len(MIX)] for place in range(count)]


def _case(work: Workload, sizes: list[int]) -> Case:
    packets = work.packets(sizes)
    return Case((packets,), [each.right for each in packets])


def _null_case(work: Workload, size: int) -> Case:
    packets = work.packets(_sizes(size))
    return Case((packets,), [each.prefix + each.text + bytes(DES_BLOCK) for each in packets])


def _by_card(side: PacketDriver, case: Case, loaded: bool) -> Called:
    return side.make(*case.arguments)


def _by_software(side: HostSoftware, packets: list[Packet]) -> Measured[list[bytes]]:
    """Process packets by the PC's software: DES and the authentication code. Assembling the packet is not timed."""
    value, calls = [], []
    for packet in packets:
        text = side.call("des_cbc_encrypt", packet.cipher_key, packet.iv, packet.text)
        code = side.call("des_mac", packet.code_key, packet.prefix + text.value, DES_BLOCK)
        value.append(packet.prefix + text.value + code.value)
        calls += [text, code]
    return in_sequence(value, *calls)


def _load(side: PacketDriver, case: Case) -> None:
    side.load(*case.arguments)


def _packets(name: str, case: Callable[[Workload, int], Case], commands: str = "packets", **more: Any) -> Operation:
    """Return an operation on packets of one size, unless `more` says otherwise."""
    law: dict[str, Any] = {"unit": "bytes", "block_bytes": DES_BLOCK, "bytes_of": lambda _, size: sum(_sizes(size))}
    needs = {"driver.program": frozenset(("packets",)), "firmware.commands": frozenset((commands,))}
    card = Procedure(_by_card, _load)
    return Operation(name, case=case, packets=card, needs=needs, counts_on_card=True, **{**law, **more})


PACKETS = (
    _packets("packets", lambda work, size: _case(work, _sizes(size)), software=unkeyed(_by_software)),
    _packets("packets-null", _null_case, "packets_null"),
    _packets(
        "packets-mixed",
        lambda work, count: _case(work, _mixed(count)),
        software=unkeyed(_by_software),
        unit="operations",
        block_bytes=1,
        bytes_each=_MEAN,
        bytes_of=lambda _, count: sum(_mixed(count)),
    ),
)
