//! Sources of interrupts and the fields of the IPR that set their levels.

use crate::Result;
use crate::emit::{enumeration, table};
use crate::schema::{Interrupts, Memory};
use std::fmt::Write as _;

/// Writes the enumerations and tables of `interrupts`, with the fields of the IPR.
pub fn tables(out: &mut String, interrupts: &Interrupts, memory: &Memory) -> Result<()> {
    let ipr = memory.register.iter().find(|register| register.name == "IPR").ok_or("memory.toml: no register IPR")?;
    let fields: Vec<_> = ipr.fields.iter().rev().collect();
    let names: Vec<_> = fields.iter().map(|field| field.name.clone()).collect();
    enumeration(out, "A field of the interrupt priority register (Figure 8-5, UM 8-17).", "Priority", &names);
    let shifts: Vec<_> = fields.iter().map(|field| field.low().to_string()).collect();
    table(out, "", "", "PRIORITIES", "u32", &shifts);

    let sources: Vec<_> = interrupts.sources.iter().map(|source| source.name.clone()).collect();
    enumeration(out, "What interrupts, in the order of Table 8-6 (UM 8-18).", "Source", &sources);
    let mut vectors = Vec::new();
    let mut priorities = Vec::new();
    for source in &interrupts.sources {
        vectors.push(source.vector.map_or("None".into(), |vector| format!("Some({vector:#04x})")));
        priorities.push(match &source.priority {
            Some(field) if !names.contains(field) => {
                return Err(format!("{}: no field {field} ({})", source.name, source.text).into());
            }
            Some(field) => format!("Some(Priority::{field})"),
            None => "None".into(),
        });
    }
    let last = interrupts.vectors.last & !1;
    let _ = writeln!(
        out,
        "/// The first word of the last of the 32 vectors (Table 8-2, UM 8-10).\npub const LAST_VECTOR: u16 = {last:#06x};"
    );
    table(out, "", "", "VECTORS", "Option<u16>", &vectors);
    table(out, "", "", "SOURCE_PRIORITIES", "Option<Priority>", &priorities);
    Ok(())
}
