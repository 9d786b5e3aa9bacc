//! The interpreter: semantics of every operation of the instruction table, by subject.
//!
//! An entry has pointers to the functions that execute it. This module generates them from the exhaustive matches in
//! `data_alu`, `moves` and `control`: each handler is such a match with a constant operation, of which the compiler
//! retains one arm.

mod access_plan;
pub(crate) mod agu;
pub(crate) mod ccr;
mod control;
pub(crate) mod decode_cache;
mod execute;
mod internal_reads;
mod machine;
mod parallel;
pub(crate) mod registers;
mod restriction_filter;
mod watchpoint_filter;

use crate::decode::instruction::{DecodedInstruction, Exec, Handler};
use crate::decode::preserved_bits::PreservedBits;
use crate::interpreter::control::handlers::control_handler;
use crate::interpreter::internal_reads::{with_absolute, with_read, with_two_reads};
use crate::interpreter::parallel::parallel;

use crate::interpreter::watchpoint_filter::access_summary;
use crate::semantics::data_alu::DataAlu;
use crate::semantics::moves::Moves;
use crate::semantics::registers::File;
use crate::space::Space;
use crate::state::Core;
use dsp56k_isa::{AluOp, Mode, MoveOp, for_each_alu_op, for_each_mode};

/// Returns the instruction of two words with its handlers; `external` states for each word whether port A fetches it.
pub(crate) fn executable(words: [u32; 2], external: [bool; 2]) -> DecodedInstruction {
    let mut entry = DecodedInstruction::new(words[0], words[1], external);
    if matches!(entry.exec, Exec::Parallel | Exec::MoveOnly) {
        entry.moves = move_handler(&entry);
    }
    entry.access_summary = access_summary(&entry);
    entry.run = match entry.exec {
        Exec::Parallel => alu_handler(&entry),
        Exec::MoveOnly => entry.moves,
        Exec::Control => control_handler(&entry),
        Exec::Illegal | Exec::Undecoded => illegal,
    };
    entry
}

/// Executes ILLEGAL, and every word that is not an instruction.
fn illegal(core: &mut Core, _: &DecodedInstruction) {
    core.illegal_instruction();
}

/// Executes a data ALU instruction without a move.
#[inline(always)]
fn alone(core: &mut Core, e: &DecodedInstruction, op: AluOp) {
    let result = core.alu(op, e);
    if e.keep == PreservedBits::Nothing {
        core.alu.acc[usize::from(e.acc & 1)] = result;
    }
}

/// Executes an operation with one of the most frequent moves; the moves are inlined.
#[inline(always)]
fn joined(core: &mut Core, e: &DecodedInstruction, op: AluOp, mv: MoveOp, mode: Mode, file: File) {
    let result = core.alu(op, e);
    core.moves(mv, [mode; 2], file, e);
    core.store(e, result);
}

/// A handler for each operation: `how` with the operation, and with the other constants.
macro_rules! alu_handlers {
    ($chosen:expr, $how:ident, $known:tt; $($op:ident)*) => {
        match $chosen { $(AluOp::$op => alu_handlers!(@ $how, $op, $known)),* }
    };
    (@ $how:ident, $op:ident, ($($known:expr),*)) => {
        |core: &mut Core, e: &DecodedInstruction| $how(core, e, AluOp::$op $(, $known)*)
    };
}

/// A handler for each operation with one read into a data ALU input register.
macro_rules! read_handlers {
    ($e:expr, $mode:expr, $space:expr) => {
        match $mode {
            Mode::Absolute => for_each_alu_op!(alu_handlers!($e.alu, with_absolute, ($space))),
            Mode::Indirect => for_each_alu_op!(alu_handlers!($e.alu, with_read, ($space, Mode::Indirect))),
            Mode::PostInc => for_each_alu_op!(alu_handlers!($e.alu, with_read, ($space, Mode::PostInc))),
            Mode::PostDec => for_each_alu_op!(alu_handlers!($e.alu, with_read, ($space, Mode::PostDec))),
            _ => for_each_alu_op!(alu_handlers!($e.alu, parallel, ())),
        }
    };
}

/// Returns the handler of a data ALU instruction.
fn alu_handler(e: &DecodedInstruction) -> Handler {
    let file = File::of(e.regs[0]);
    match (e.mv, e.ea[0].mode) {
        (MoveOp::None, _) => for_each_alu_op!(alu_handlers!(e.alu, alone, ())),
        (MoveOp::ReadXReadY, Mode::PostInc) if e.streams && e.ea[1].mode == Mode::PostInc => {
            for_each_alu_op!(alu_handlers!(e.alu, with_two_reads, (true)))
        }
        (MoveOp::ReadXReadY, _) if e.streams => for_each_alu_op!(alu_handlers!(e.alu, with_two_reads, (false))),
        (MoveOp::ReadX, mode) if file == File::Input => read_handlers!(e, mode, Space::X),
        (MoveOp::ReadY, mode) if file == File::Input => read_handlers!(e, mode, Space::Y),
        (MoveOp::Register, _) if file == File::Middle => {
            for_each_alu_op!(alu_handlers!(e.alu, joined, (MoveOp::Register, Mode::Indirect, File::Middle)))
        }
        _ => for_each_alu_op!(alu_handlers!(e.alu, parallel, ())),
    }
}

/// A handler for each addressing mode and file of registers of one operation with one effective address.
macro_rules! by_mode {
    ($chosen:expr, $file:expr, $op:ident; $($mode:ident)*) => {
        match $chosen { $(Mode::$mode => by_file!($file, $op, $mode: Input Accumulator Middle Address Other)),* }
    };
}

macro_rules! by_file {
    ($chosen:expr, $op:ident, $mode:ident: $($file:ident)*) => {
        match $chosen {
            $(File::$file => |core: &mut Core, e: &DecodedInstruction| {
                core.moves(MoveOp::$op, [Mode::$mode; 2], File::$file, e);
            }),*
        }
    };
}

macro_rules! move_handlers {
    ($e:expr, $file:expr; one address: $($one:ident)*; long: $($long:ident)*; two addresses: $($two:ident)*;
     no address: $($none:ident)*; other: $($other:ident)*) => {
        match $e.mv {
            $(MoveOp::$one => for_each_mode!(by_mode!($e.ea[0].mode, $file, $one)),)*
            $(MoveOp::$long => |core, e| core.moves(MoveOp::$long, [e.ea[0].mode; 2], File::Other, e),)*
            $(MoveOp::$two if $e.ea[0].mode == Mode::PostInc && $e.ea[1].mode == Mode::PostInc => {
                |core, e| core.moves(MoveOp::$two, [Mode::PostInc; 2], File::Other, e)
            })*
            $(MoveOp::$two => |core, e| core.moves(MoveOp::$two, [e.ea[0].mode, e.ea[1].mode], File::Other, e),)*
            $(MoveOp::$none => by_file!($file, $none, Indirect: Input Accumulator Middle Address Other),)*
            $(MoveOp::$other => |core, e| core.moves(MoveOp::$other, [e.ea[0].mode; 2], File::Other, e),)*
        }
    };
}

/// Returns the handler of a parallel move. Its addressing mode and register file are constants where that is
/// profitable.
fn move_handler(e: &DecodedInstruction) -> Handler {
    let file = File::of(e.regs[0]);
    move_handlers!(e, file;
        one address: ReadX WriteX ReadY WriteY;
        long: ReadL WriteL;
        two addresses: ReadXReadY ReadXWriteY WriteXReadY WriteXWriteY;
        no address: Immediate LongImmediate Register;
        other: None Update ReadXRegister WriteXRegister LongImmediateXRegister
            WriteXFromX0 RegisterReadY RegisterWriteY RegisterLongImmediateY WriteYFromY0)
}
