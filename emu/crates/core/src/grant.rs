//! BR and BG: the bus is granted between instructions, and the DSP stalls before one that needs port A (UM 9-15, 9-16).

use crate::bits::omr;
use crate::core::{Core, Sleep, attention};
use crate::memory::{Region, Space};
use crate::predecode::{Entry, Exec, Place};
use dsp56k_isa::{ControlOp, Mode};

impl Core {
    /// Port A belongs to the board. STOP and the WT/BS mode do not grant it (UM 8-40, 9-14).
    pub(crate) fn bus_is_away(&self) -> bool {
        self.attention & attention::BUS != 0 && self.omr & omr::EA == 0 && self.sleep != Sleep::Stop
    }

    /// Whether executing an instruction would use port A.
    pub(crate) fn needs_port_a(&self, e: &Entry) -> bool {
        let external = |space, address| self.memory.region(space, address) == Region::External;
        let operand = |i: usize, space| {
            let ea = e.ea[i];
            let address =
                if ea.mode == Mode::Absolute { ea.address } else { self.address_and_update(ea.mode, ea.rn).0 };
            external(space, address)
        };
        if e.external {
            return true;
        }
        match e.exec {
            Exec::Control if e.flow => self.flow_needs_port_a(e, operand, external),
            Exec::Control if e.control == ControlOp::Lua => false,
            Exec::Control => {
                (e.from == Place::Memory && operand(0, e.ea[0].space))
                    || (e.to == Place::Memory
                        && operand(
                            usize::from(e.from == Place::Memory),
                            e.ea[usize::from(e.from == Place::Memory)].space,
                        ))
            }
            Exec::MoveOnly | Exec::Parallel => e.move_spaces().iter().any(|&(space, i)| operand(i, space)),
            Exec::Illegal | Exec::Undecoded => false,
        }
    }

    fn flow_needs_port_a(
        &self,
        e: &Entry,
        operand: impl Fn(usize, Space) -> bool,
        external: impl Fn(Space, u16) -> bool,
    ) -> bool {
        match e.control {
            ControlOp::Rts | ControlOp::Rti => external(Space::P, self.ssh[self.top()]),
            ControlOp::Jmp | ControlOp::Jsr | ControlOp::Jcc | ControlOp::Jscc => {
                if e.from == Place::Memory {
                    operand(0, Space::P)
                } else {
                    external(Space::P, e.target)
                }
            }
            _ => external(Space::P, e.target) || (e.from == Place::Memory && operand(0, e.ea[0].space)),
        }
    }
}
