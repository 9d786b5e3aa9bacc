//! Rust text: enumerations, lists of their names, and macros over them.

use std::fmt::Write as _;

/// Returns a name in camel case: `PostDecN` from `PostDecN`, `EaReg` from `ea_reg`, `X0` from `X0`.
pub fn camel(name: &str) -> String {
    name.split('_').map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

pub fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = Vec::new();
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

/// Writes an enumeration with `ALL`, its values in the order of their declaration.
pub fn enumeration(out: &mut String, doc: &str, name: &str, variants: &[String]) {
    let _ = writeln!(
        out,
        "/// {doc}\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[repr(u8)]\npub enum {name} {{ {variants} }}\n\
         impl {name} {{\n/// Every value, in the order of declaration.\npub const ALL: [Self; {count}] = [{all}];\n}}",
        variants = variants.join(", "),
        count = variants.len(),
        all = names("Self", variants),
    );
}

/// Writes a macro that passes its arguments to another one, followed by a list of names, so that a match can have an
/// arm for each.
pub fn for_each(out: &mut String, doc: &str, name: &str, variants: &[String]) {
    let _ = writeln!(
        out,
        "/// {doc}\n#[macro_export]\nmacro_rules! for_each_{name} {{\n\
         ($then:ident ! ($($arguments:tt)*)) => {{ $then!($($arguments)*; {}) }};\n}}",
        variants.join(" ")
    );
}

/// Returns `prefix::A, prefix::B`.
pub fn names(prefix: &str, variants: &[String]) -> String {
    variants.iter().map(|name| format!("{prefix}::{name}")).collect::<Vec<_>>().join(", ")
}

/// Returns the names as `names` does, with `None` for "".
pub fn optional(prefix: &str, values: &[String]) -> String {
    values
        .iter()
        .map(|value| match value.as_str() {
            "" => "None".to_string(),
            name => format!("Some({prefix}::{name})"),
        })
        .collect::<Vec<_>>()
        .join(", ")
}

/// Writes a table, one entry a line. A private table is a constant, so that the compiler knows its entries in other
/// crates, too; a static would hide them.
pub fn table(out: &mut String, doc: &str, visibility: &str, name: &str, of: &str, entries: &[String]) {
    let doc = if doc.is_empty() { String::new() } else { format!("/// {doc}\n") };
    let count = entries.len();
    let entries = entries.join(",\n");
    let _ = if visibility.is_empty() {
        writeln!(out, "{doc}const {name}: &[{of}; {count}] = &[\n{entries}\n];")
    } else {
        writeln!(out, "{doc}{visibility}static {name}: [{of}; {count}] = [\n{entries}\n];")
    };
}
