//! Templates of operands: fields between spaces, operands between commas, `{kind:letters}` for variable parts.

/// The position of an operand in its field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The only operand of its field.
    Alone,
    /// A source.
    Source,
    /// The last of several.
    Destination,
}

/// One operand of a syntax: its text and its role.
pub struct Written<'a> {
    pub text: &'a str,
    pub role: Role,
}

/// Yields the operands of a syntax in their order.
pub fn written(syntax: &str) -> impl Iterator<Item = Written<'_>> {
    syntax.split_whitespace().flat_map(|field| {
        let parts: Vec<_> = field.split(',').collect();
        let last = parts.len() - 1;
        parts.into_iter().enumerate().map(move |(index, text)| {
            let role = match index {
                _ if last == 0 => Role::Alone,
                _ if index == last => Role::Destination,
                _ => Role::Source,
            };
            Written { text, role }
        })
    })
}

/// Returns the memory that an operand names before its address: X, Y, L, P, or S if a letter of the table row selects
/// it.
pub fn memory(operand: &str) -> Option<char> {
    if operand.starts_with("{space:") {
        return Some('S');
    }
    ["X:", "Y:", "L:", "P:"].into_iter().find(|space| operand.starts_with(space))?.chars().next()
}

/// Returns the operands of a syntax or mnemonic template: kind, letters, and whether a memory is named before it.
pub fn operands(template: &str) -> Vec<(String, String, bool)> {
    let each = template.split([' ', ',']).flat_map(|operand| {
        let named = memory(operand).is_some();
        let placeholders = operand.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
        placeholders.map(move |(inside, _)| {
            let (kind, letters) = inside.split_once(':').unwrap_or((inside, ""));
            (kind.to_string(), letters.to_string(), named && kind != "space")
        })
    });
    each.collect()
}
