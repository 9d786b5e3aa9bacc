//! The interpreter: semantics of every row of the instruction set, by subject.
//!
//! An entry holds pointers to the functions that execute it. They are made here from the exhaustive matches in `alu`,
//! `moves` and `control`: each handler is such a match with its operation known, so that the compiler keeps one arm.

pub(crate) mod agu;
mod alu;
mod bit_ops;
mod ccr;
mod control;
mod limiter;
mod loops;
mod moves;

use crate::core::Core;
use crate::predecode::{Entry, Handler, Keep};
use dsp56k_isa::{AluOp, ControlOp, Mode, MoveOp, Reg};

/// A data ALU instruction with its operation known: the operation, the moves, then the result. The result waits because
/// moves read what stood in the accumulator before (UM A-11).
#[inline(always)]
fn parallel(core: &mut Core, e: &Entry, op: AluOp) {
    let result = core.alu(op, e);
    (e.moves)(core, e);
    let acc = usize::from(e.acc & 1);
    if e.keep == Keep::Nothing {
        core.acc[acc] = result;
    } else {
        let kept = e.keep.bits();
        core.acc[acc] = (result & !kept) | (core.acc[acc] & kept);
    }
}

/// ILLEGAL, and every word that is no instruction.
pub(crate) fn illegal(core: &mut Core, _: &Entry) {
    core.illegal_instruction();
}

/// A data ALU instruction without a move.
#[inline(always)]
fn alone(core: &mut Core, e: &Entry, op: AluOp) {
    let result = core.alu(op, e);
    if e.keep == Keep::Nothing {
        core.acc[usize::from(e.acc & 1)] = result;
    }
}

/// The inner step of filters and long products: X:(Rn)+ and Y:(Rn)+ read into input registers beside an operation, in
/// one piece. Nothing here reads an accumulator but the operation, so its result need not wait.
#[inline(always)]
fn streaming(core: &mut Core, e: &Entry, op: AluOp) {
    core.acc[usize::from(e.acc & 1)] = core.alu(op, e);
    core.stream_inputs(e);
}

macro_rules! alu_handlers {
    ($how:ident, $chosen:expr) => {
        alu_handlers!($how, $chosen; Move Abs Adc Add Addl Addr And Asl Asr Clr Cmp Cmpm Eor Lsl Lsr Mac Macr Mpy Mpyr Neg
            Not Or Rnd Rol Ror Sbc Sub Subl Subr Tfr Tst)
    };
    ($how:ident, $chosen:expr; $($op:ident)*) => {
        match $chosen { $(AluOp::$op => |core: &mut Core, e: &Entry| $how(core, e, AluOp::$op)),* }
    };
}

/// The handler of a data ALU instruction.
pub(crate) fn alu_handler(e: &Entry) -> Handler {
    let streams = e.ea.iter().all(|ea| ea.mode == Mode::PostInc)
        && e.keep == Keep::Nothing
        && e.regs[..2].iter().all(|reg| matches!(reg, Reg::X0 | Reg::X1 | Reg::Y0 | Reg::Y1));
    match e.mv {
        MoveOp::None => alu_handlers!(alone, e.alu),
        MoveOp::ReadXReadY if streams => alu_handlers!(streaming, e.alu),
        _ => alu_handlers!(parallel, e.alu),
    }
}

macro_rules! control_handlers {
    ($chosen:expr; $($op:ident)*) => {
        match $chosen { $(ControlOp::$op => |core: &mut Core, e: &Entry| core.control(ControlOp::$op, e)),* }
    };
}

/// The handler of an instruction without parallel moves.
pub(crate) fn control_handler(e: &Entry) -> Handler {
    control_handlers!(e.control; Nop Rti Illegal Swi Rts Reset Wait Stop Enddo Andi Ori Div Norm Tcc Lua Movec Do Rep
        Movem Movep Bclr Bset Bchg Btst Jclr Jset Jsclr Jsset Jmp Jsr Jcc Jscc)
}

/// A handler for each addressing mode of one operation with one effective address.
macro_rules! by_mode {
    ($chosen:expr, $op:ident: $($mode:ident)*) => {
        match $chosen { $(Mode::$mode => |core: &mut Core, e: &Entry| core.moves(MoveOp::$op, [Mode::$mode; 2], e)),* }
    };
}

macro_rules! move_handlers {
    ($e:expr; one address: $($one:ident)*; two addresses: $($two:ident)*; other: $($other:ident)*) => {
        match $e.mv {
            $(MoveOp::$one => by_mode!($e.ea[0].mode, $one:
                PostDecN PostIncN PostDec PostInc Indirect Indexed Absolute PreDec),)*
            $(MoveOp::$two if $e.ea[0].mode == $e.ea[1].mode => by_mode!($e.ea[0].mode, $two:
                PostDecN PostIncN PostDec PostInc Indirect Indexed Absolute PreDec),)*
            $(MoveOp::$two => |core, e| core.moves(MoveOp::$two, [e.ea[0].mode, e.ea[1].mode], e),)*
            $(MoveOp::$other => |core, e| core.moves(MoveOp::$other, [e.ea[0].mode; 2], e),)*
        }
    };
}

/// The handler of a parallel move, with the addressing mode known where that pays.
pub(crate) fn move_handler(e: &Entry) -> Handler {
    move_handlers!(e;
        one address: ReadX WriteX ReadY WriteY ReadL WriteL;
        two addresses: ReadXReadY ReadXWriteY WriteXReadY WriteXWriteY;
        other: None Immediate Register Update LongImmediate ReadXRegister WriteXRegister LongImmediateXRegister
            WriteXFromX0 RegisterReadY RegisterWriteY RegisterLongImmediateY WriteYFromY0)
}
