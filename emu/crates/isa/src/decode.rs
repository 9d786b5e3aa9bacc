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

/// Where the row of a word stands in `CONTROL_ROWS`.
fn control_at(word: u32) -> Option<usize> {
    let candidates = &index().control[(word >> 16 & 0xFF) as usize];
    candidates.iter().map(|at| usize::from(*at)).find(|at| CONTROL_ROWS[*at].matches(word))
}

/// Where the rows of a word stand in `MOVE_ROWS` and `ALU_ROWS`.
fn parallel_at(word: u32) -> Option<(usize, usize)> {
    let index = index();
    let alu = usize::from(index.alu[(word & 0xFF) as usize]?);
    let candidates = &index.moves[(word >> 16 & 0xFF) as usize];
    Some((candidates.iter().map(|at| usize::from(*at)).find(|at| MOVE_ROWS[*at].matches(word))?, alu))
}

/// The row or rows of a 24-bit instruction word; `None` if the word is illegal on the DSP56001.
pub fn decode(word: u32) -> Option<Decoded> {
    if let Some(at) = control_at(word) {
        return Some(Decoded::Control(&CONTROL_ROWS[at]));
    }
    let (mv, alu) = parallel_at(word)?;
    Some(Decoded::Parallel { mv: &MOVE_ROWS[mv], alu: &ALU_ROWS[alu] })
}

/// The rows of a word by their places in the tables, from 1: the control row's, or move << 16 | ALU << 8; 0 if illegal.
/// A decoder in another language is compared with this over all words.
pub fn row_numbers(word: u32) -> u32 {
    if let Some(at) = control_at(word) {
        return at as u32 + 1;
    }
    parallel_at(word).map_or(0, |(mv, alu)| (mv as u32 + 1) << 16 | (alu as u32 + 1) << 8)
}
