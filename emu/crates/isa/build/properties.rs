//! Properties of operations, from the tables. All entries of an operation must agree.

use crate::Result;
use crate::emit::camel;
use crate::schema::{Kind, Row, Sequence, Table};
use crate::syntax::{Role, memory, operands, written};
use std::collections::BTreeMap;

/// Returns one entry for each operation, in the order of `ops`, which `property` computes from its table rows.
pub fn of_each(table: &Table, ops: &[String], property: impl Fn(&Row) -> Result<String>) -> Result<Vec<String>> {
    ops.iter()
        .map(|op| {
            let mut found = table.rows.iter().filter(|row| row.op == *op).map(&property);
            let first = found.next().ok_or_else(|| format!("{op}: no table row"))??;
            for other in found {
                if other? != first {
                    return Err(format!("{op}: its table rows have different properties").into());
                }
            }
            Ok(first)
        })
        .collect()
}

/// Returns true if an ALU operation has a result for its accumulator.
pub fn alu(row: &Row) -> bool {
    !row.compares && !row.syntax.is_empty()
}

/// Returns a control operation's `ControlProperties`.
pub fn control(row: &Row, sequences: &BTreeMap<String, Sequence>) -> Result<String> {
    let fault = |why: &str| format!("table row {} {:?}: {why}", row.op, row.bits);
    let sequence = sequences.get(&row.sequence).ok_or_else(|| fault("no such sequence"))?;
    let cycles = row.cycles.as_deref().unwrap_or_default();
    if sequence.flow != cycles.split('+').any(|term| term == "2ap" || term == "rx") {
        return Err(fault("what changes flow has 2ap or rx among its cycles, and nothing else has").into());
    }
    let tests_bit = operands(&row.syntax).iter().any(|(kind, ..)| kind == "bit");
    let decision = match row.taken {
        Some(bit) if bit <= 1 && tests_bit && sequence.flow => format!("Decision::Bit {{ taken: {} }}", bit == 1),
        None if tests_bit && sequence.flow => return Err(fault("is it taken on 0 or on 1?").into()),
        None if row.mnemonic.contains("{cc:") => "Decision::Condition".into(),
        None => "Decision::Always".into(),
        Some(_) => return Err(fault("taken is 0 or 1, and for a change of flow on a bit").into()),
    };
    if row.modifies && !tests_bit {
        return Err(fault("only an instruction with a bit number modifies").into());
    }
    Ok(format!(
        "ControlProperties {{ sequence: Sequence::{}, decision: {decision}, modifies: {}, updates: {} }}",
        camel(&row.sequence),
        row.modifies,
        row.updates
    ))
}

/// Returns a parallel move's `MoveProperties`.
pub fn parallel_move(row: &Row, kinds: &BTreeMap<String, Kind>) -> Result<String> {
    let (mut transfers, mut results) = (Vec::new(), Vec::new());
    let (mut registers, mut addresses) = (0, 0);
    for operand in written(&row.syntax) {
        let write = operand.role == Role::Destination;
        let halves = match memory(operand.text) {
            Some('L') => "XY",
            Some('X') => "X",
            Some('Y') => "Y",
            None => "",
            Some(_) => return Err(format!("table row {} {:?}: a move has X, Y or L memory", row.op, row.bits).into()),
        };
        for half in halves.chars() {
            transfers.push(format!("Transfer {{ memory: Memory::{half}, address: {addresses}, write: {write} }}"));
        }
        for (kind, ..) in operands(operand.text) {
            match kinds.get(&kind).map(|kind| kind.class.as_str()) {
                Some("register") => {
                    if write {
                        results.push(registers.to_string());
                    }
                    registers += 1;
                }
                Some("ea" | "other_ea" | "aa") => addresses += 1,
                _ => {}
            }
        }
    }
    Ok(format!("MoveProperties {{ transfers: &[{}], results: &[{}] }}", transfers.join(", "), results.join(", ")))
}

/// Returns an entry of `[sequence]` as `SequenceProperties`.
pub fn sequence(row: &Sequence) -> String {
    format!(
        "SequenceProperties {{ flow: {}, repeat: {}, loop_end: {}, aborted: {} }}",
        row.flow, row.repeat, row.loop_end, row.aborted
    )
}
