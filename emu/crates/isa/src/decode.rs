//! The decoder: the one row, or pair of rows, that a word belongs to.

use crate::{ALU_ROWS, AluOp, CONTROL_ROWS, ControlOp, MOVE_ROWS, MoveOp, Row};
use std::sync::OnceLock;

/// What a word is. A word that is neither is an illegal instruction.
#[derive(Clone, Copy, Debug)]
pub enum Decoded {
    Control(&'static Row<ControlOp>),
    Parallel { mv: &'static Row<MoveOp>, alu: &'static Row<AluOp> },
}

/// Row indices by the bits that tell most: moves and control rows by the top byte, ALU rows by the low byte.
struct Index {
    control: [Vec<u8>; 256],
    moves: [Vec<u8>; 256],
    alu: [Option<u8>; 256],
}

fn by_top_byte<O>(rows: &[Row<O>]) -> [Vec<u8>; 256] {
    std::array::from_fn(|top| {
        let agrees = |row: &Row<O>| ((top as u32) << 16 ^ row.value) & row.mask & 0xFF_0000 == 0;
        rows.iter().enumerate().filter(|(_, row)| agrees(row)).map(|(index, _)| index as u8).collect()
    })
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| Index {
        control: by_top_byte(&CONTROL_ROWS),
        moves: by_top_byte(&MOVE_ROWS),
        alu: std::array::from_fn(|low| ALU_ROWS.iter().position(|row| row.matches(low as u32)).map(|at| at as u8)),
    })
}

/// The row or rows of a 24-bit instruction word; `None` if the word is illegal on the DSP56001.
pub fn decode(word: u32) -> Option<Decoded> {
    let index = index();
    let top = (word >> 16 & 0xFF) as usize;
    let control = index.control[top].iter().map(|at| &CONTROL_ROWS[usize::from(*at)]);
    if let Some(row) = control.into_iter().find(|row| row.matches(word)) {
        return Some(Decoded::Control(row));
    }
    let alu = &ALU_ROWS[usize::from(index.alu[(word & 0xFF) as usize]?)];
    let mv = index.moves[top].iter().map(|at| &MOVE_ROWS[usize::from(*at)]).find(|row| row.matches(word))?;
    Some(Decoded::Parallel { mv, alu })
}
