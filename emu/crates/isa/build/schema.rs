//! The columns of the TOML files that Rust reads; the comments at their top define each one.

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub struct Registers {
    pub registers: Vec<Register>,
}

#[derive(Deserialize)]
pub struct Register {
    pub name: String,
    pub width: u8,
    pub write: Option<u32>,
    #[serde(default)]
    pub only_operand: bool,
}

#[derive(Deserialize)]
pub struct Fields {
    pub kind: BTreeMap<String, Kind>,
    pub mode: Vec<Mode>,
}

#[derive(Deserialize)]
pub struct Kind {
    pub class: String,
    #[serde(default)]
    pub values: Vec<String>,
    #[serde(default)]
    pub modes: Vec<String>,
    pub max: Option<u32>,
    pub base: Option<u32>,
}

#[derive(Deserialize)]
pub struct Mode {
    pub name: String,
    pub words: u8,
    pub clocks: u8,
}

#[derive(Deserialize)]
pub struct Table {
    pub words: Option<u8>,
    pub cycles: Option<String>,
    pub rows: Vec<Row>,
    #[serde(default)]
    pub sequence: BTreeMap<String, Sequence>,
}

#[derive(Deserialize)]
pub struct Row {
    pub op: String,
    #[serde(default)]
    pub mnemonic: String,
    pub bits: String,
    pub syntax: String,
    pub words: Option<u8>,
    pub cycles: Option<String>,
    pub page: String,
    #[serde(default)]
    pub compares: bool,
    #[serde(default = "next")]
    pub sequence: String,
    pub taken: Option<u8>,
    #[serde(default)]
    pub modifies: bool,
    #[serde(default = "yes")]
    pub updates: bool,
}

fn next() -> String {
    "next".into()
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
pub struct Sequence {
    pub flow: bool,
    pub repeat: bool,
    pub loop_end: bool,
    pub aborted: bool,
}

#[derive(Deserialize)]
pub struct Restrictions {
    pub rule: Vec<Rule>,
}

#[derive(Deserialize)]
pub struct Rule {
    pub at: Option<Vec<u16>>,
    pub after: Option<Uses>,
    #[serde(default)]
    pub vector: bool,
    #[serde(rename = "loop")]
    pub in_loop: Option<String>,
    #[serde(default)]
    pub pointer: bool,
    pub words: Option<u8>,
    pub repeat: Option<bool>,
    pub loop_end: Option<bool>,
    #[serde(flatten)]
    pub uses: Uses,
    pub page: Option<String>,
    pub sentence: Option<String>,
}

#[derive(Deserialize)]
pub struct Uses {
    #[serde(default)]
    pub ops: Vec<String>,
    #[serde(default)]
    pub but: Vec<String>,
    #[serde(default)]
    pub writes: Vec<String>,
    #[serde(default)]
    pub reads: Vec<String>,
    #[serde(default)]
    pub moves_to: Vec<String>,
    #[serde(default)]
    pub moves_from: Vec<String>,
    #[serde(default)]
    pub jumps_on: Vec<String>,
    #[serde(default)]
    pub twice: Vec<String>,
    #[serde(default)]
    pub counts: Vec<String>,
}

#[derive(Deserialize)]
pub struct Interrupts {
    pub sources: Vec<Source>,
    pub vectors: Vectors,
}

#[derive(Deserialize)]
pub struct Vectors {
    pub last: u16,
}

#[derive(Deserialize)]
pub struct Source {
    pub name: String,
    pub vector: Option<u16>,
    pub priority: Option<String>,
    pub text: String,
}

#[derive(Deserialize)]
pub struct Memory {
    pub region: Vec<Region>,
    pub reserved: Vec<[u16; 2]>,
    pub register: Vec<IoRegister>,
    pub host_register: Vec<HostRegister>,
}

#[derive(Deserialize)]
pub struct Region {
    pub space: String,
    pub first: u16,
    pub last: u16,
    pub kind: String,
}

#[derive(Deserialize)]
pub struct IoRegister {
    pub name: String,
    pub address: u16,
    pub access: String,
    pub reset: Option<u32>,
    pub text: String,
    pub page: String,
    #[serde(default)]
    pub fields: Vec<Field>,
}

#[derive(Deserialize)]
pub struct HostRegister {
    pub name: String,
    pub offset: u8,
    pub access: String,
    pub reset: Option<u32>,
    pub text: String,
    pub page: String,
    #[serde(default)]
    pub fields: Vec<Field>,
}

#[derive(Deserialize)]
pub struct Field {
    pub name: String,
    pub bits: Vec<u32>,
    pub text: String,
    #[serde(default)]
    pub each: bool,
    #[serde(default)]
    pub values: Vec<String>,
}
