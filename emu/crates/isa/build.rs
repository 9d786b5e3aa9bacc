//! Turns the TOML rows in emu/dsp56k/isa into the Rust tables of this crate: enums of operations, registers and operand
//! kinds, and the rows themselves. A wrong row stops the build with a sentence that names it.

#![allow(clippy::disallowed_methods, reason = "Cargo hands a build script its paths in the environment")]

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

#[derive(Deserialize)]
struct Registers {
    registers: Vec<Register>,
}

#[derive(Deserialize)]
struct Register {
    name: String,
    width: u8,
    write: Option<u32>,
}

#[derive(Deserialize)]
struct Fields {
    kind: BTreeMap<String, Kind>,
    mode: Vec<Mode>,
}

#[derive(Deserialize)]
struct Kind {
    class: String,
    #[serde(default)]
    values: Vec<String>,
    #[serde(default)]
    modes: Vec<String>,
    max: Option<u32>,
    base: Option<u32>,
}

#[derive(Deserialize)]
struct Mode {
    name: String,
    words: u8,
    clocks: u8,
}

#[derive(Deserialize)]
struct Table {
    words: Option<u8>,
    cycles: Option<String>,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    op: String,
    #[serde(default)]
    mnemonic: String,
    bits: String,
    syntax: String,
    words: Option<u8>,
    cycles: Option<String>,
    page: String,
}

/// `PostDecN` from `PostDecN`, `EaReg` from `ea_reg`, `X0` from `X0`.
fn camel(name: &str) -> String {
    name.split('_').map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = Vec::new();
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

fn enumeration(out: &mut String, doc: &str, name: &str, variants: &[String]) {
    let _ = writeln!(
        out,
        "/// {doc}\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[repr(u8)]\npub enum {name} {{ {} }}",
        variants.join(", ")
    );
}

fn optional(prefix: &str, values: &[String]) -> String {
    values
        .iter()
        .map(|value| match value.as_str() {
            "" => "None".to_string(),
            name => format!("Some({prefix}::{name})"),
        })
        .collect::<Vec<_>>()
        .join(", ")
}

fn class(kind: &Kind) -> Result<String> {
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

/// The operands of a syntax or mnemonic template: (kind, letters).
fn operands(template: &str) -> Vec<(String, String)> {
    template
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(inside, _)| {
            let (kind, letters) = inside.split_once(':').unwrap_or((inside, ""));
            (kind.to_string(), letters.to_string())
        })
        .collect()
}

/// One row as a Rust expression. `shift` moves a move row's 16 bits to bits 23-8.
fn row(table: &Table, row: &Row, ops: &str, shift: u32, kinds: &BTreeMap<String, Kind>) -> Result<String> {
    let bits: Vec<char> = row.bits.chars().filter(|c| *c != ' ').collect();
    let fault = |why: &str| format!("row {} {:?}: {why}", row.op, row.bits);
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
    for (kind, letters) in operands(&row.mnemonic).into_iter().chain(operands(&row.syntax)) {
        if !kinds.contains_key(&kind) {
            return Err(fault(&format!("unknown kind {kind}")).into());
        }
        if let Some(letter) = letters.chars().find(|letter| !fields.contains_key(letter)) {
            return Err(fault(&format!("no letter {letter} in the pattern")).into());
        }
        list.push(format!("Operand {{ kind: Kind::{}, letters: {letters:?} }}", camel(&kind)));
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

fn main() -> Result<()> {
    let data: PathBuf = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../dsp56k/isa");
    let read = |name: &str| -> Result<String> {
        let path = data.join(name);
        println!("cargo:rerun-if-changed={}", path.display());
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()).into())
    };
    let registers: Registers = toml::from_str(&read("registers.toml")?)?;
    let fields: Fields = toml::from_str(&read("fields.toml")?)?;
    let mut out = String::from("// Made by build.rs from emu/dsp56k/isa/*.toml.\n");

    let names: Vec<_> = registers.registers.iter().map(|r| r.name.clone()).collect();
    enumeration(&mut out, "A register of the DSP56001, or a pair that a long move takes as one.", "Reg", &names);
    let info: Vec<_> = registers
        .registers
        .iter()
        .map(|r| {
            let all = if r.width == 56 { 0xFF_FFFF } else { (1u64 << r.width) - 1 } as u32;
            format!("RegInfo {{ name: {:?}, width: {}, write: {:#x} }}", r.name, r.width, r.write.unwrap_or(all))
        })
        .collect();
    let _ = writeln!(out, "static REGISTERS: [RegInfo; {}] = [{}];", info.len(), info.join(", "));

    let modes: Vec<_> = fields.mode.iter().map(|m| m.name.clone()).collect();
    enumeration(&mut out, "An addressing mode (Table A-13, UM A-231).", "Mode", &modes);
    let costs: Vec<_> = fields.mode.iter().map(|m| format!("({}, {})", m.words, m.clocks)).collect();
    let _ = writeln!(out, "static MODES: [(u8, u8); {}] = [{}];", costs.len(), costs.join(", "));

    let conditions = &fields.kind.get("cc").ok_or("fields.toml: no kind cc")?.values;
    enumeration(
        &mut out,
        "A condition of `Jcc`, `JScc` and `Tcc`, in the order of its code (UM A-240).",
        "Condition",
        conditions,
    );
    let all: Vec<_> = conditions.iter().map(|name| format!("Condition::{name}")).collect();
    let _ = writeln!(out, "static CONDITIONS: [Condition; {}] = [{}];", all.len(), all.join(", "));

    let kinds: Vec<_> = fields.kind.keys().map(|name| camel(name)).collect();
    enumeration(&mut out, "A kind of operand (fields.toml).", "Kind", &kinds);
    let classes = fields.kind.values().map(class).collect::<Result<Vec<_>>>()?;
    let _ = writeln!(out, "static CLASSES: [Class; {}] = [{}];", classes.len(), classes.join(", "));

    for (file, doc, ops, name, shift) in [
        ("alu.toml", "The operation of an instruction that allows parallel moves.", "AluOp", "ALU_ROWS", 0),
        ("moves.toml", "The parallel move of an instruction.", "MoveOp", "MOVE_ROWS", 8),
        ("control.toml", "An instruction without parallel moves.", "ControlOp", "CONTROL_ROWS", 0),
    ] {
        let table: Table = toml::from_str(&read(file)?)?;
        let variants = unique(table.rows.iter().map(|row| row.op.clone()));
        enumeration(&mut out, doc, ops, &variants);
        let rows = table
            .rows
            .iter()
            .map(|r| row(&table, r, ops, shift, &fields.kind).map_err(|why| format!("{file}: {why}").into()))
            .collect::<Result<Vec<_>>>()?;
        let _ = writeln!(
            out,
            "/// The rows of {file}, in its order.\npub static {name}: [Row<{ops}>; {}] = [\n{}\n];",
            rows.len(),
            rows.join(",\n")
        );
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("tables.rs"), out)?;
    Ok(())
}
