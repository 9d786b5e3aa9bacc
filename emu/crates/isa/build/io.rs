//! The memory map and the registers of memory.toml: checks, constants, and the registers at each address.

use crate::Result;
use crate::emit::{enumeration, table};
use crate::schema::{Field, HostRegister, IoRegister, Memory, Region};
use std::fmt::Write as _;

/// Bits of a word, and of a byte at the host's side.
const WORD_BITS: u32 = 24;
const BYTE_BITS: u32 = 8;

impl Field {
    pub fn high(&self) -> u32 {
        self.bits[0]
    }

    pub fn low(&self) -> u32 {
        self.bits[self.bits.len() - 1]
    }

    fn mask(&self) -> u32 {
        (1 << (self.high() + 1)) - (1 << self.low())
    }
}

/// Returns the mask of the bits of a register.
fn mask_of(fields: &[Field], bits: u32) -> u32 {
    if fields.is_empty() { (1 << bits) - 1 } else { fields.iter().map(Field::mask).sum() }
}

/// Returns the only region of a kind in a memory space.
fn region<'a>(memory: &'a Memory, space: &str, kind: &str) -> Result<&'a Region> {
    let mut found = memory.region.iter().filter(|region| region.space == space && region.kind == kind);
    match (found.next(), found.next()) {
        (Some(region), None) if region.first <= region.last => Ok(region),
        _ => Err(format!("{space} memory must have one region of kind {kind}").into()),
    }
}

/// Checks all that does not depend on the manual: a register whose address, bits or reset value cannot be right.
pub fn check(memory: &Memory) -> Result<()> {
    let page = region(memory, "X", "peripheral")?;
    for (kind, other) in [("ram", "ram"), ("rom", "rom"), ("peripheral", "external_io")] {
        let (x, y) = (region(memory, "X", kind)?, region(memory, "Y", other)?);
        if (x.first, x.last) != (y.first, y.last) {
            return Err(format!("the regions {kind} of X and {other} of Y must be equal").into());
        }
    }
    let registers = &memory.register;
    for register in registers {
        check_register(&register.name, &register.access, register.reset, &register.fields, WORD_BITS)?;
    }
    for register in &memory.host_register {
        check_register(&register.name, &register.access, register.reset, &register.fields, BYTE_BITS)?;
        if register.offset > 7 {
            return Err(format!("{}: offset must be 0 to 7, got {}", register.name, register.offset).into());
        }
    }
    for (number, register) in registers.iter().enumerate() {
        if registers[..number].iter().any(|other| other.name == register.name) {
            return Err(format!("{}: two registers have this name", register.name).into());
        }
    }
    for pair in registers.windows(2) {
        let shared = pair[0].address == pair[1].address && pair[0].access == "r" && pair[1].access == "w";
        if pair[0].address <= pair[1].address && !shared {
            return Err(format!(
                "{}: its address must be lower than that of {}, got ${:04X}",
                pair[1].name, pair[0].name, pair[1].address
            )
            .into());
        }
    }
    for address in page.first..=page.last {
        let owner = registers.iter().find(|register| register.address == address);
        let is_reserved = memory.reserved.iter().any(|[first, last]| (*first..=*last).contains(&address));
        match owner {
            Some(register) if is_reserved => {
                return Err(format!("{}: address ${address:04X} is reserved", register.name).into());
            }
            None if !is_reserved => return Err(format!("address ${address:04X} has no register").into()),
            _ => {}
        }
    }
    match registers.iter().find(|register| register.address < page.first || register.address > page.last) {
        Some(register) => {
            Err(format!("{}: address ${:04X} is outside of the page", register.name, register.address).into())
        }
        None => Ok(()),
    }
}

fn check_register(name: &str, access: &str, reset: Option<u32>, fields: &[Field], bits: u32) -> Result<()> {
    if !["r", "w", "rw"].contains(&access) {
        return Err(format!("{name}: access must be r, w or rw, got {access}").into());
    }
    let mut above = bits;
    for field in fields {
        let is_range = matches!(field.bits[..], [_]) || matches!(field.bits[..], [high, low] if high > low);
        if !is_range || field.high() >= above {
            return Err(
                format!("{name}.{}: its bits must be below bit {above}, got {:?}", field.name, field.bits).into()
            );
        }
        let values = 1usize << (field.high() - field.low() + 1);
        if !field.values.is_empty() && field.values.len() != values {
            return Err(format!("{name}.{}: expected {values} values, got {}", field.name, field.values.len()).into());
        }
        above = field.low();
    }
    match reset {
        Some(reset) if reset & !mask_of(fields, bits) != 0 => {
            Err(format!("{name}: reset value ${reset:X} has bits that the register has not").into())
        }
        _ => Ok(()),
    }
}

/// Writes the constants and tables that Rust code takes from memory.toml.
pub fn tables(out: &mut String, memory: &Memory) -> Result<()> {
    check(memory)?;
    let page = region(memory, "X", "peripheral")?;
    map(out, memory, page)?;
    let _ = writeln!(
        out,
        "/// The registers of the peripheral page: addresses, bits and reset values (UM 10-5).\npub mod io {{"
    );
    for IoRegister { name, address, reset, text, page, fields, .. } in &memory.register {
        let place = format!("/// Address in X data memory.\npub const ADDRESS: u16 = {address:#06x};");
        module(out, name, &format!("{text} (UM {page})"), &place, *reset, fields, WORD_BITS);
    }
    let _ =
        writeln!(out, "}}\n/// The registers of the host interface at the host's side (UM 10-18).\npub mod host {{");
    for HostRegister { name, offset, reset, text, page, fields, .. } in &memory.host_register {
        let place = format!("/// Offset in the host's memory.\npub const OFFSET: u8 = {offset};");
        module(out, name, &format!("{text} (UM {page})"), &place, *reset, fields, BYTE_BITS);
    }
    let _ = writeln!(out, "}}");
    for (name, doc, access, list) in [
        ("ReadRegister", "A peripheral register that the DSP reads.", 'r', "READ_REGISTERS"),
        ("WriteRegister", "A peripheral register that the DSP writes.", 'w', "WRITE_REGISTERS"),
    ] {
        let found: Vec<_> = memory.register.iter().filter(|register| register.access.contains(access)).collect();
        let names: Vec<_> = found.iter().map(|register| register.name.clone()).collect();
        enumeration(out, doc, name, &names);
        let at = (page.first..=page.last).map(|address| {
            let register = found.iter().find(|register| register.address == address);
            register.map_or("None".into(), |register| format!("Some({name}::{})", register.name))
        });
        table(out, "", "", list, &format!("Option<{name}>"), &at.collect::<Vec<_>>());
    }
    Ok(())
}

/// Writes the borders of the memories.
fn map(out: &mut String, memory: &Memory, page: &Region) -> Result<()> {
    let (program, data, rom) = (region(memory, "P", "ram")?, region(memory, "X", "ram")?, region(memory, "X", "rom")?);
    for (name, doc, value) in [
        ("PROGRAM_WORDS", "Words of on-chip program RAM (UM 3-9).", program.last + 1),
        ("DATA_WORDS", "Words of on-chip RAM in X and in Y (UM 3-7).", data.last + 1),
        ("ROM_END", "First address after the data ROMs (UM 3-7).", rom.last + 1),
        (
            "IO_PAGE",
            "First address of the I/O page: on-chip peripherals in X, off-chip peripherals in Y (UM 3-7).",
            page.first,
        ),
    ] {
        let _ = writeln!(out, "/// {doc}\npub const {name}: u16 = {value:#06x};");
    }
    Ok(())
}

/// Writes the constants of one register, in a module of its name.
fn module(out: &mut String, name: &str, doc: &str, place: &str, reset: Option<u32>, fields: &[Field], bits: u32) {
    let mask = mask_of(fields, bits);
    let of = match mask {
        0..=0xFF => "u8",
        0x100..=0xFFFF => "u16",
        _ => "u32",
    };
    let _ = writeln!(out, "/// {name}: {doc}.\npub mod {} {{\n{place}", name.to_lowercase());
    let _ = writeln!(out, "/// Bits that the register has.\npub const MASK: {of} = {mask:#x};");
    if let Some(reset) = reset {
        let _ = writeln!(out, "/// Value after a reset.\npub const RESET: {of} = {reset:#x};");
    }
    for field in fields {
        let Field { name, text, .. } = field;
        let _ = writeln!(out, "/// Mask: {text}.\npub const {name}: {of} = {:#x};", field.mask());
        if field.high() > field.low() {
            let _ = writeln!(out, "/// Lowest bit of `{name}`.\npub const {name}_SHIFT: u32 = {};", field.low());
        }
        if field.each {
            for bit in field.low()..=field.high() {
                let number = bit - field.low();
                let _ = writeln!(out, "/// One bit of `{name}`.\npub const {name}{number}: {of} = {:#x};", 1 << bit);
            }
        }
    }
    let _ = writeln!(out, "}}");
}
