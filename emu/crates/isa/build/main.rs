//! Generates the Rust tables of this crate from the TOML tables in emu/dsp56k/isa: enums of operations, registers and
//! operand kinds, the table rows themselves, and properties that they imply. An invalid table row stops the build with
//! an error that names it.

#![allow(clippy::disallowed_methods, reason = "Cargo hands a build script its paths in the environment")]
#![allow(clippy::print_stdout, reason = "and reads its output")]

mod emit;
mod interrupts;
mod io;
mod properties;
mod restrictions;
mod rows;
mod schema;
mod syntax;

use emit::{camel, enumeration, for_each, table, unique};
use schema::{Fields, Interrupts, Memory, Registers, Restrictions, Table};
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::{env, fs};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Loads a TOML file of emu/dsp56k/isa.
fn load<T: DeserializeOwned>(name: &str) -> Result<T> {
    let path: PathBuf = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../dsp56k/isa").join(name);
    println!("cargo:rerun-if-changed={}", path.display());
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    toml::from_str(&text).map_err(|error| format!("{name}: {error}").into())
}

fn main() -> Result<()> {
    let registers: Registers = load("registers.toml")?;
    let fields: Fields = load("fields.toml")?;
    let control: Table = load("control.toml")?;
    let mut out = String::from("// Made by build/main.rs from emu/dsp56k/isa/*.toml.\n");
    let names = register_tables(&mut out, &registers);
    operand_tables(&mut out, &fields)?;
    row_tables(&mut out, &fields, &control)?;

    let restrictions: Restrictions = load("restrictions.toml")?;
    let rules =
        restrictions::rules(&restrictions.rule, &control, &names).map_err(|why| format!("restrictions.toml: {why}"))?;
    table(
        &mut out,
        "Restricted sequences of instructions, in the order in which they are looked for.",
        "pub ",
        "RULES",
        "Rule",
        &rules,
    );
    let interrupts: Interrupts = load("interrupts.toml")?;
    let memory: Memory = load("memory.toml")?;
    io::tables(&mut out, &memory).map_err(|why| format!("memory.toml: {why}"))?;
    interrupts::tables(&mut out, &interrupts, &memory).map_err(|why| format!("interrupts.toml: {why}"))?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("tables.rs"), out)?;
    Ok(())
}

/// Writes the registers, and returns their names.
fn register_tables(out: &mut String, registers: &Registers) -> Vec<String> {
    let names: Vec<_> = registers.registers.iter().map(|r| r.name.clone()).collect();
    enumeration(out, "A register of the DSP56001, or a pair that a long move takes as one.", "Reg", &names);
    let info: Vec<_> = registers
        .registers
        .iter()
        .map(|r| {
            let all = if r.width == 56 { 0xFF_FFFF } else { (1u64 << r.width) - 1 } as u32;
            format!(
                "RegInfo {{ name: {:?}, width: {}, write: {:#x}, only_operand: {} }}",
                r.name,
                r.width,
                r.write.unwrap_or(all),
                r.only_operand
            )
        })
        .collect();
    table(out, "", "", "REGISTERS", "RegInfo", &info);
    names
}

/// Writes the addressing modes, conditions and kinds of operand.
fn operand_tables(out: &mut String, fields: &Fields) -> Result<()> {
    let modes: Vec<_> = fields.mode.iter().map(|m| m.name.clone()).collect();
    enumeration(out, "An addressing mode (Table A-13, UM A-231).", "Mode", &modes);
    for_each(out, "Calls a macro with every addressing mode.", "mode", &modes);
    let costs: Vec<_> = fields.mode.iter().map(|m| format!("({}, {})", m.words, m.clocks)).collect();
    table(out, "", "", "MODES", "(u8, u8)", &costs);

    let conditions = &fields.kind.get("cc").ok_or("fields.toml: no kind cc")?.values;
    enumeration(
        out,
        "A condition of `Jcc`, `JScc` and `Tcc`, in the order of its code (UM A-240).",
        "Condition",
        conditions,
    );
    for_each(out, "Calls a macro with every condition.", "condition", conditions);

    let kinds: Vec<_> = fields.kind.keys().map(|name| camel(name)).collect();
    enumeration(out, "A kind of operand (fields.toml).", "Kind", &kinds);
    let classes = fields.kind.values().map(rows::class).collect::<Result<Vec<_>>>()?;
    table(out, "", "", "CLASSES", "Class", &classes);
    Ok(())
}

/// Writes the three tables with their operations and the operations' properties.
fn row_tables(out: &mut String, fields: &Fields, control: &Table) -> Result<()> {
    let (alu, moves): (Table, Table) = (load("alu.toml")?, load("moves.toml")?);
    let sequences: Vec<_> = control.sequence.keys().map(|name| camel(name)).collect();
    enumeration(
        out,
        "The effect of an instruction on the sequence of instructions (`[sequence]` of control.toml).",
        "Sequence",
        &sequences,
    );
    let traits: Vec<_> = control.sequence.values().map(properties::sequence).collect();
    table(out, "", "", "SEQUENCES", "SequenceProperties", &traits);
    for (file, table_of, doc, ops, each, name, shift) in [
        (
            "alu.toml",
            &alu,
            "The operation of an instruction that allows parallel moves.",
            "AluOp",
            "alu_op",
            "ALU_ROWS",
            0,
        ),
        ("moves.toml", &moves, "The parallel move of an instruction.", "MoveOp", "move_op", "MOVE_ROWS", 8),
        (
            "control.toml",
            control,
            "An instruction without parallel moves.",
            "ControlOp",
            "control_op",
            "CONTROL_ROWS",
            0,
        ),
    ] {
        let variants = unique(table_of.rows.iter().map(|row| row.op.clone()));
        enumeration(out, doc, ops, &variants);
        // Moves have their handlers in groups, by their number of addresses.
        if ops != "MoveOp" {
            for_each(out, &format!("Calls a macro with every `{ops}`."), each, &variants);
        }
        let found = table_of.rows.iter().map(|r| rows::row(table_of, r, ops, shift, &fields.kind));
        let rows = found.collect::<Result<Vec<_>>>().map_err(|why| format!("{file}: {why}"))?;
        table(out, &format!("The table of {file}, in its order."), "pub ", name, &format!("Row<{ops}>"), &rows);
        let (of, made) = match ops {
            "AluOp" => ("bool", properties::of_each(table_of, &variants, |row| Ok(properties::alu(row).to_string()))),
            "MoveOp" => (
                "MoveProperties",
                properties::of_each(table_of, &variants, |row| properties::parallel_move(row, &fields.kind)),
            ),
            _ => (
                "ControlProperties",
                properties::of_each(table_of, &variants, |row| properties::control(row, &control.sequence)),
            ),
        };
        let made = made.map_err(|why| format!("{file}: {why}"))?;
        table(out, "", "", &format!("{}_PROPERTIES", each.to_uppercase()), of, &made);
    }
    Ok(())
}
