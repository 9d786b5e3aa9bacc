//! Table rows and kinds of operand.

use crate::Result;
use crate::emit::{camel, optional};
use crate::schema::{Kind, Row, Table};
use crate::syntax::operands;
use std::collections::BTreeMap;

/// Returns the class of a kind, which decodes its code, as a Rust expression.
pub fn class(kind: &Kind) -> Result<String> {
    let max = kind.max.unwrap_or(0);
    let base = kind.base.unwrap_or(0);
    Ok(match kind.class.as_str() {
        "register" => format!("Class::Register(&[{}])", optional("Reg", &kind.values)),
        "product" => {
            let pairs: Vec<_> = kind
                .values
                .iter()
                .map(|pair| {
                    let (a, b) = pair.split_once(',').unwrap_or((pair, pair));
                    format!("(Reg::{a}, Reg::{b})")
                })
                .collect();
            format!("Class::Product(&[{}])", pairs.join(", "))
        }
        "sign" => "Class::Sign".into(),
        "space" => "Class::Space".into(),
        "condition" => "Class::Condition".into(),
        "ea" => format!("Class::Ea(&[{}])", optional("Mode", &kind.modes)),
        "other_ea" => format!("Class::OtherEa(&[{}])", optional("Mode", &kind.modes)),
        "unsigned" => format!("Class::Unsigned {{ max: {max} }}"),
        "aa" => format!("Class::AbsoluteShort {{ base: {base} }}"),
        "pp" => format!("Class::IoShort {{ base: {base} }}"),
        "address" => "Class::Address".into(),
        "word" => "Class::Word".into(),
        "target" => "Class::Target".into(),
        "loop_end" => "Class::LoopEnd".into(),
        other => return Err(format!("fields.toml: unknown class {other:?}").into()),
    })
}

/// Returns one table row as a Rust expression. `shift` moves the 16 bits of a move to bits 23-8.
pub fn row(table: &Table, row: &Row, ops: &str, shift: u32, kinds: &BTreeMap<String, Kind>) -> Result<String> {
    let bits: Vec<char> = row.bits.chars().filter(|c| *c != ' ').collect();
    let fault = |why: &str| format!("table row {} {:?}: {why}", row.op, row.bits);
    let width = bits.len() as u32;
    if width + shift > 24 || ![8, 16, 24].contains(&width) {
        return Err(fault("a pattern has 8, 16 or 24 bits").into());
    }
    let (mut mask, mut value) = (0u32, 0u32);
    let mut fields: BTreeMap<char, Vec<u32>> = BTreeMap::new();
    for (index, letter) in bits.iter().enumerate() {
        let bit = width - 1 - index as u32 + shift;
        match letter {
            '0' | '1' => {
                mask |= 1 << bit;
                value |= u32::from(*letter == '1') << bit;
            }
            'x' => {}
            letter => fields.entry(*letter).or_default().push(bit),
        }
    }
    let mut list = Vec::new();
    for (kind, letters, in_memory) in operands(&row.mnemonic).into_iter().chain(operands(&row.syntax)) {
        if !kinds.contains_key(&kind) {
            return Err(fault(&format!("unknown kind {kind}")).into());
        }
        if let Some(letter) = letters.chars().find(|letter| !fields.contains_key(letter)) {
            return Err(fault(&format!("no letter {letter} in the pattern")).into());
        }
        let kind = camel(&kind);
        list.push(format!("Operand {{ kind: Kind::{kind}, letters: {letters:?}, in_memory: {in_memory} }}"));
    }
    let fields: Vec<_> = fields.iter().map(|(letter, at)| format!("({letter:?}, &{at:?})")).collect();
    let cycles = row.cycles.as_ref().or(table.cycles.as_ref()).ok_or_else(|| fault("no cycles"))?;
    let clocks: u8 = cycles.split('+').next().and_then(|term| term.parse().ok()).unwrap_or(0);
    Ok(format!(
        "Row {{ op: {ops}::{}, mnemonic: {:?}, bits: {:?}, syntax: {:?}, mask: {mask:#x}, value: {value:#x}, words: {}, clocks: {clocks}, \
         cycles: {cycles:?}, page: {:?}, operands: &[{}], fields: &[{}] }}",
        row.op,
        row.mnemonic,
        row.bits,
        row.syntax,
        row.words.or(table.words).ok_or_else(|| fault("no words"))?,
        row.page,
        list.join(", "),
        fields.join(", ")
    ))
}
