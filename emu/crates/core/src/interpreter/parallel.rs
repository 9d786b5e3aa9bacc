//! A data ALU instruction with a constant operation.

use crate::decode::instruction::DecodedInstruction;
use crate::semantics::data_alu::DataAlu;
use crate::semantics::moves::Moves;
use crate::state::Core;
use dsp56k_isa::AluOp;

/// Executes a data ALU instruction with a constant operation: the operation, the moves, then the result. The result is
/// written last because moves read the previous accumulator (UM A-11).
#[inline(always)]
pub(super) fn parallel(core: &mut Core, e: &DecodedInstruction, op: AluOp) {
    let result = core.alu(op, e);
    (e.moves)(core, e);
    core.store(e, result);
}
