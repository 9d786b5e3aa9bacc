"""All peripherals of the chip on one machine."""

from __future__ import annotations

from reference_model.machine import Machine
from reference_model.peripherals.host_interface import HostInterface
from reference_model.peripherals.ports import Drive, PortB, PortC
from reference_model.peripherals.sci import Sci
from reference_model.peripherals.ssi import Ssi

HREQ_PIN = 1 << 13
"""HREQ at port B, asserted low (UM 10-28)."""


def plug_all(machine: Machine) -> HostInterface:
    """Plug the ports and the three interfaces; the host's side of the host interface is returned."""
    port_b, port_c, host = PortB(), PortC(), HostInterface()
    ssi = Ssi(port_c)

    def host_pins() -> Drive:
        return HREQ_PIN * host.selected, 0 if host.hreq else HREQ_PIN

    port_b.peripheral, port_c.peripheral = host_pins, ssi.pins
    machine.memory.peripherals.plugged = [port_b, port_c, host, ssi, Sci()]
    return host
