//! Handlers of instructions without parallel moves. Each has the operation as a constant, and the condition or the
//! location of the operand where that is profitable.

use crate::decode::instruction::{DecodedInstruction, Handler, OperandLocation};
use crate::semantics::Machine;
use crate::semantics::conditions::Conditions;
use crate::space::Space;
use crate::state::Core;
use dsp56k_isa::{Condition, ControlOp, Mode, for_each_condition, for_each_control_op};

macro_rules! control_handlers {
    ($chosen:expr; $($op:ident)*) => {
        match $chosen { $(ControlOp::$op => |core: &mut Core, e: &DecodedInstruction| core.control(ControlOp::$op, e)),* }
    };
}

/// A handler for each condition: `then` with the jump's target if the condition is true.
macro_rules! by_condition {
    ($chosen:expr, $then:ident; $($condition:ident)*) => {
        match $chosen {
            $(Condition::$condition => |core: &mut Core, e: &DecodedInstruction| {
                if core.holds(Condition::$condition) {
                    core.$then(e.target);
                }
            }),*
        }
    };
}

/// The location of a bit instruction's operand.
enum Operand {
    X,
    Y,
    Other,
}

impl Operand {
    fn of(e: &DecodedInstruction) -> Self {
        match e.ea[0].space {
            Space::X if e.from == OperandLocation::Memory && e.ea[0].mode == Mode::Absolute => Self::X,
            Space::Y if e.from == OperandLocation::Memory && e.ea[0].mode == Mode::Absolute => Self::Y,
            _ => Self::Other,
        }
    }
}

/// A handler for each location of a tested operand: `then` with the bit.
macro_rules! tested {
    ($e:expr, $then:expr) => {
        match Operand::of($e) {
            Operand::X => |core: &mut Core, e: &DecodedInstruction| {
                let word = core.read_x(e.ea[0].address);
                $then(core, e, word >> e.bit & 1 != 0);
            },
            Operand::Y => |core: &mut Core, e: &DecodedInstruction| {
                let word = core.read_y(e.ea[0].address);
                $then(core, e, word >> e.bit & 1 != 0);
            },
            Operand::Other => |core: &mut Core, e: &DecodedInstruction| {
                let word = core.source_word(e);
                $then(core, e, word >> e.bit & 1 != 0);
            },
        }
    };
}

#[inline(always)]
fn jump_if_clear(core: &mut Core, e: &DecodedInstruction, bit: bool) {
    if !bit {
        core.jump(e.target);
    }
}

#[inline(always)]
fn jump_if_set(core: &mut Core, e: &DecodedInstruction, bit: bool) {
    if bit {
        core.jump(e.target);
    }
}

/// Returns the handler of an instruction without parallel moves.
pub(crate) fn control_handler(e: &DecodedInstruction) -> Handler {
    let direct = e.from != OperandLocation::Address;
    match e.control {
        ControlOp::Jmp if direct => |core, e| core.jump(e.target),
        ControlOp::Jsr if direct => |core, e| core.call(e.target),
        ControlOp::Jcc if direct => for_each_condition!(by_condition!(e.condition, jump)),
        ControlOp::Jscc if direct => for_each_condition!(by_condition!(e.condition, call)),
        ControlOp::Jclr => tested!(e, jump_if_clear),
        ControlOp::Jset => tested!(e, jump_if_set),
        ControlOp::Btst => tested!(e, |core: &mut Core, _: &DecodedInstruction, bit| core.set_c(bit)),
        _ => for_each_control_op!(control_handlers!(e.control)),
    }
}
