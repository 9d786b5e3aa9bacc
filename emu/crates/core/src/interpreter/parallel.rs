//! A data ALU instruction whose operation is known.

use crate::decode::instruction::DecodedInstruction;
use crate::semantics::data_alu::DataAlu;
use crate::semantics::moves::Moves;
use crate::state::Core;
use dsp56k_isa::AluOp;

/// A data ALU instruction with its operation known: the operation, the moves, then the result. The result waits because
/// moves read what stood in the accumulator before (UM A-11).
#[inline(always)]
pub(super) fn parallel(core: &mut Core, e: &DecodedInstruction, op: AluOp) {
    let result = core.alu(op, e);
    (e.moves)(core, e);
    core.store(e, result);
}
