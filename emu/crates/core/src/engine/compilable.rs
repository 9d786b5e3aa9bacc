//! Instructions that can be part of a region, and the registers that they write.

use crate::bits::sr;
use crate::decode::instruction::{DecodedInstruction, OperandLocation};
use crate::semantics::registers::{File, agu_index};
use dsp56k_isa::{ControlOp, Reg};

/// Address registers have numbers; from this one onwards they are modifiers, whose values are static state.
pub(super) const FIRST_MODIFIER_INDEX: u8 = 16;
/// The bits of CCR.
const CCR: u32 = 0xFF;

/// Returns the number of the address register that the parallel moves of an instruction write. The AGU uses its old
/// value in the next instruction (UM A-237).
pub(super) fn delayed_parallel_write(e: &DecodedInstruction) -> Option<u8> {
    let mut results = e.mv.properties().results.iter().map(|at| e.regs[*at]);
    results.find(|reg| File::of(*reg) == File::Address).map(agu_index)
}

/// Returns the number of the address register that an instruction without parallel moves writes with a delay.
pub(super) fn delayed_control_write(e: &DecodedInstruction) -> Option<u8> {
    let reg = match e.control {
        ControlOp::Lua => Some(e.regs[0]),
        ControlOp::Movec | ControlOp::Movem | ControlOp::Movep => destination(e),
        _ => None,
    };
    reg.filter(|reg| File::of(*reg) == File::Address).map(agu_index)
}

/// Returns true if an instruction without parallel moves can be a fallback: it changes neither the flow of control nor
/// anything that the region is specialised on.
pub(super) fn can_be_fallback(e: &DecodedInstruction) -> bool {
    match e.control {
        ControlOp::Lua => agu_index(e.regs[0]) < FIRST_MODIFIER_INDEX,
        ControlOp::Btst | ControlOp::Bset | ControlOp::Bclr | ControlOp::Bchg => {
            e.from == OperandLocation::Memory || is_data_register(e.regs[0])
        }
        ControlOp::Andi | ControlOp::Ori => e.regs[0] == Reg::CCR,
        ControlOp::Movec | ControlOp::Movem | ControlOp::Movep => {
            let pops = e.from == OperandLocation::Register && e.regs[0] == Reg::SSH;
            !pops && destination(e).is_none_or(|reg| reg == Reg::LC || is_data_register(reg))
        }
        _ => false,
    }
}

/// Returns true if MOVEM reads a word of P to a register that parallel moves can name.
pub(super) fn reads_program_word(e: &DecodedInstruction) -> bool {
    e.from == OperandLocation::Memory && is_data_register(e.regs[0])
}

/// Returns true if MOVEC reads SR, LC, LA, SP or a modifier to a register that parallel moves can name.
pub(super) fn reads_control_register(e: &DecodedInstruction) -> bool {
    let is_readable =
        matches!(e.regs[0], Reg::SR | Reg::LC | Reg::LA | Reg::SP) || File::of(e.regs[0]) == File::Address;
    (e.from, e.to) == (OperandLocation::Register, OperandLocation::Register)
        && is_readable
        && is_data_register(e.regs[1])
}

/// Returns the index of the modifier register to which MOVEC moves a value that is known at compile time: immediate
/// data or another modifier.
pub(super) fn known_modifier_move(e: &DecodedInstruction) -> Option<u8> {
    let is_modifier = |reg: &Reg| File::of(*reg) == File::Address && agu_index(*reg) >= FIRST_MODIFIER_INDEX;
    let is_known = match e.from {
        OperandLocation::Immediate => true,
        OperandLocation::Register => is_modifier(&e.regs[0]),
        OperandLocation::Memory | OperandLocation::Address | OperandLocation::None => false,
    };
    (e.control == ControlOp::Movec && is_known).then(|| destination(e)).flatten().filter(is_modifier).map(agu_index)
}

/// Returns true if ANDI or ORI changes C only.
pub(super) fn changes_carry_only(e: &DecodedInstruction) -> bool {
    let changed = if e.control == ControlOp::Andi { !e.data } else { e.data };
    e.regs[0] == Reg::CCR && changed & CCR == u32::from(sr::C)
}

/// Returns true for registers that parallel moves can name, except modifiers.
pub(super) fn is_data_register(reg: Reg) -> bool {
    match File::of(reg) {
        File::Input | File::Accumulator | File::Middle => true,
        File::Address => agu_index(reg) < FIRST_MODIFIER_INDEX,
        File::Other => matches!(reg, Reg::A0 | Reg::A2 | Reg::B0 | Reg::B2),
    }
}

/// Returns the register that a control instruction moves to.
fn destination(e: &DecodedInstruction) -> Option<Reg> {
    match (e.from, e.to) {
        (_, OperandLocation::Memory) => None,
        (OperandLocation::Register, _) => Some(e.regs[1]),
        _ => Some(e.regs[0]),
    }
}
