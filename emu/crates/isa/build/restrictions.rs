//! Restricted sequences of instructions.

use crate::Result;
use crate::schema::{Rule, Table, Uses};

/// Returns the rules as Rust expressions; `control` has the table rows whose columns they name.
pub fn rules(rules: &[Rule], control: &Table, registers: &[String]) -> Result<Vec<String>> {
    let mut said: Option<(&str, &str)> = None;
    let mut list = Vec::new();
    for rule in rules {
        said = rule.page.as_deref().zip(rule.sentence.as_deref()).or(said);
        let (page, sentence) = said.ok_or("the first rule has no sentence")?;
        let fault = |why: String| format!("{sentence:?}: {why}");
        let given = [rule.at.is_some(), rule.after.is_some(), rule.vector, rule.in_loop.is_some(), rule.pointer];
        if given.into_iter().filter(|given| *given).count() > 1 {
            return Err(fault("a rule must have at most one position".into()).into());
        }
        let position = if let Some(at) = &rule.at {
            format!("Where::NearLoopEnd(&{at:?})")
        } else if let Some(before) = &rule.after {
            format!("Where::After({})", uses(before, &[], registers).map_err(fault)?)
        } else {
            let position = match rule.in_loop.as_deref() {
                Some("call") => "CallToLoopEnd",
                Some("nested") => "NestedLoop",
                Some(other) => return Err(fault(format!("unknown loop {other:?}")).into()),
                None if rule.vector => "FastInterrupt",
                None if rule.pointer => "Pointer",
                None => "Anywhere",
            };
            format!("Where::{position}")
        };
        let columns: Vec<_> =
            control.rows.iter().filter(|row| has_columns(rule, row.sequence.as_str(), control)).collect();
        let ops: Vec<_> = columns.into_iter().map(|row| row.op.clone()).collect();
        let forbidden = uses(&rule.uses, &ops, registers).map_err(fault)?;
        let words = rule.words.map_or("None".into(), |words| format!("Some({words})"));
        list.push(format!(
            "Rule {{ position: {position}, forbidden: {forbidden}, words: {words}, page: {page:?}, sentence: {sentence:?} }}"
        ));
    }
    Ok(list)
}

/// Returns true if a sequence has one of the columns that a rule forbids.
fn has_columns(rule: &Rule, sequence: &str, control: &Table) -> bool {
    let Some(row) = control.sequence.get(sequence) else { return false };
    rule.repeat == Some(row.repeat) || rule.loop_end == Some(row.loop_end)
}

fn uses(uses: &Uses, more: &[String], registers: &[String]) -> std::result::Result<String, String> {
    let mut ops = uses.ops.clone();
    ops.extend_from_slice(more);
    let lists = [
        ("writes", &uses.writes),
        ("reads", &uses.reads),
        ("moves_to", &uses.moves_to),
        ("moves_from", &uses.moves_from),
        ("jumps_on", &uses.jumps_on),
        ("twice", &uses.twice),
        ("counts", &uses.counts),
    ];
    let mut fields =
        vec![format!("ops: {}", bits("ControlOp", &ops)), format!("but: {}", bits("ControlOp", &uses.but))];
    for (key, list) in lists {
        if let Some(name) = list.iter().find(|name| !registers.contains(name)) {
            return Err(format!("{key}: no register {name}"));
        }
        fields.push(format!("{key}: {}", bits("Reg", list)));
    }
    Ok(format!("Uses {{ {} }}", fields.join(", ")))
}

/// Returns the bits of an enum's values.
fn bits(kind: &str, values: &[String]) -> String {
    let bits: Vec<_> = values.iter().map(|value| format!("(1 << {kind}::{value} as u32)")).collect();
    if bits.is_empty() { "0".into() } else { bits.join(" | ") }
}
