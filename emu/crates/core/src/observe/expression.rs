//! Expressions of breakpoints: construction from named parts, and evaluation.
//!
//! Values are signed integers of 128 bits. A result that is out of range or undefined is an error, never another value.

use crate::error::CoreError;
use crate::interpreter::registers::register_named;
use crate::space::Space;
use crate::state::Core;
use crate::state::breakpoints::expression::{Binary, Expression, Leaf, Moment, Node, Unary, Whole, too_large};
use crate::state::watchpoints::Access;
use std::sync::Arc;

/// Maximum depth of nested operators and operands.
const DEEPEST: usize = 500;
enum Part {
    Leaf(Leaf),
    Unary(Unary),
    Binary(Binary),
}

impl Part {
    /// Returns a part from the name of its kind, and the operand.
    fn named(name: &str, operand: &str) -> Option<Self> {
        let spaced = |space: &Space| space.name() == operand;
        Some(match name {
            "number" => Self::Leaf(Leaf::Number(operand.parse().ok()?)),
            "register" => Self::Leaf(Leaf::Register(register_named(operand)?)),
            "clocks" => Self::Leaf(Leaf::Clocks),
            "instructions" => Self::Leaf(Leaf::Instructions),
            "hits" => Self::Leaf(Leaf::Hits),
            "accessed" => Self::Leaf(Leaf::Accessed),
            "negate" => Self::Unary(Unary::Negate),
            "~" => Self::Unary(Unary::Complement),
            "!" => Self::Unary(Unary::Not),
            "met" => Self::Unary(Unary::Met),
            "word" => Self::Unary(Unary::Word(Space::ALL.into_iter().find(spaced)?)),
            "signed" => Self::Unary(Unary::Signed(operand.parse().ok().filter(|bits| (1..=64).contains(bits))?)),
            _ => Self::Binary(Binary::named(name)?),
        })
    }
}

impl Binary {
    fn named(symbol: &str) -> Option<Self> {
        Some(match symbol {
            "||" => Self::Either,
            "&&" => Self::Both,
            "|" => Self::Or,
            "^" => Self::Exclusive,
            "&" => Self::And,
            "==" => Self::Equal,
            "!=" => Self::Unequal,
            "<" => Self::Less,
            "<=" => Self::AtMost,
            ">" => Self::More,
            ">=" => Self::AtLeast,
            "<<" => Self::Left,
            ">>" => Self::Right,
            "+" => Self::Add,
            "-" => Self::Subtract,
            "*" => Self::Multiply,
            "/" => Self::Divide,
            "%" => Self::Remainder,
            _ => return None,
        })
    }
}

impl Leaf {
    #[inline]
    fn value(self, core: &Core, moment: &Moment<'_>) -> Result<i128, String> {
        Ok(match self {
            Self::Number(number) => number,
            Self::Register(reg) => core.debug_read(reg).into(),
            Self::Clocks => core.time.clocks.into(),
            Self::Instructions => core.time.instructions.into(),
            Self::Hits => moment.hits.into(),
            Self::Accessed => moment.accessed.ok_or("no access has occurred")?.into(),
        })
    }
}

impl Unary {
    fn of(self, value: i128, core: &Core, moment: &Moment<'_>) -> Result<i128, String> {
        Ok(match self {
            Self::Negate => value.checked_neg().ok_or_else(too_large)?,
            Self::Complement => !value,
            Self::Not => i128::from(value == 0),
            Self::Met => {
                let number = usize::try_from(value).ok();
                number.and_then(|number| moment.met.get(number)).copied().unwrap_or(0).into()
            }
            Self::Word(space) => {
                let address = u16::try_from(value)
                    .map_err(|_| format!("the address must be $0000 to $FFFF, got {space}:{value}"))?;
                core.peek(space, address).into()
            }
            Self::Signed(bits) => {
                let half = 1_i128 << (bits - 1);
                ((value & (2 * half - 1)) ^ half) - half
            }
        })
    }
}

impl Node {
    fn value(&self, core: &Core, moment: &Moment<'_>) -> Result<i128, String> {
        match self {
            Self::Leaf(leaf) => leaf.value(core, moment),
            Self::Unary(operator, operand) => operator.of(operand.value(core, moment)?, core, moment),
            Self::Binary(operator, operands) => {
                let left = operands[0].value(core, moment)?;
                match operator {
                    Binary::Either if left != 0 => Ok(1),
                    Binary::Both if left == 0 => Ok(0),
                    _ => operator.of(left, operands[1].value(core, moment)?),
                }
            }
        }
    }
}

impl Expression {
    /// Returns an expression from its source text, for errors, and its parts in postfix order. Each part has the name
    /// of an operand ("number", "register", "clocks", "instructions", "hits", "accessed") or operator (C's; "negate",
    /// "met", "word", "signed") and its argument: a decimal number, a register, a space, a number of bits, or "".
    ///
    /// # Errors
    /// A part that does not exist, too few or too many parts, or parts nested too deeply.
    pub fn new<S: AsRef<str>>(text: String, parts: impl IntoIterator<Item = (S, S)>) -> Result<Self, CoreError> {
        let mut nodes: Vec<(Node, usize)> = Vec::new();
        let wrong = |why: String| CoreError::Expression { text: text.clone(), why };
        for (name, operand) in parts {
            let (name, operand) = (name.as_ref(), operand.as_ref());
            let part = Part::named(name, operand).ok_or_else(|| wrong(format!("unknown node {name} {operand}")))?;
            let mut taken = || nodes.pop().ok_or_else(|| wrong(format!("{name} has too few operands")));
            let (node, depth) = match part {
                Part::Leaf(leaf) => (Node::Leaf(leaf), 0),
                Part::Unary(operator) => {
                    let (operand, depth) = taken()?;
                    (Node::Unary(operator, Box::new(operand)), depth + 1)
                }
                Part::Binary(operator) => {
                    let ((right, one), (left, other)) = (taken()?, taken()?);
                    (Node::Binary(operator, Box::new([left, right])), one.max(other) + 1)
                }
            };
            if depth > DEEPEST {
                return Err(wrong(format!("its operators are nested more than {DEEPEST} deep")));
            }
            nodes.push((node, depth));
        }
        match (nodes.pop(), nodes.is_empty()) {
            (Some((root, _)), true) => Ok(Self(Arc::new(Whole { text, root }))),
            _ => Err(wrong("it does not yield one value".to_owned())),
        }
    }

    pub(crate) fn value(&self, core: &Core, moment: &Moment<'_>) -> Result<i128, CoreError> {
        let error = |why| CoreError::Expression { text: self.0.text.clone(), why };
        self.0.root.value(core, moment).map_err(error)
    }

    /// Returns true if the expression is true for one of these accesses, or, without any, for the chip.
    pub(crate) fn holds(&self, core: &Core, moment: Moment<'_>, accesses: &[Access]) -> Result<bool, CoreError> {
        if accesses.is_empty() {
            return Ok(self.value(core, &moment)? != 0);
        }
        for access in accesses {
            if self.value(core, &Moment { accessed: Some(access.value), ..moment })? != 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl crate::chip::Dsp56001 {
    /// Returns the current value of an expression.
    ///
    /// # Errors
    /// The value is undefined: it exceeds 128 bits, divides by 0, shifts by an invalid number, or reads an address
    /// outside of its space.
    pub fn evaluate(&self, expression: &Expression, moment: &Moment<'_>) -> Result<i128, CoreError> {
        expression.value(&self.core, moment)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Clock, Dsp56001, Expression, Moment};

    fn value(parts: &[(&str, &str)]) -> Result<i128, String> {
        let dsp = Clock::new(20_000_000, 1).map(|clock| Dsp56001::new(clock, 0)).expect("a clock of 20 MHz");
        let expression = Expression::new("it".to_owned(), parts.iter().copied()).map_err(|error| error.to_string())?;
        dsp.evaluate(&expression, &Moment { hits: 3, met: &[0, 7], accessed: None }).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for parts in [
            &[][..],
            &[("number", "1"), ("number", "2")],
            &[("+", "")],
            &[("number", "1"), ("-", "")],
            &[("number", "170141183460469231731687303715884105728")],
            &[("register", "q0")],
            &[("word", "Z")],
            &[("number", "1"), ("signed", "0")],
            &[("other", "")],
        ] {
            assert!(value(parts).is_err(), "{parts:?}");
        }
        let deep: Vec<_> = [("number", "1")].into_iter().chain([("~", ""); 501]).collect();
        assert!(value(&deep).is_err());
        assert_eq!(value(&deep[..501]), Ok(1));
    }

    #[test]
    fn what_has_no_value_is_an_error() {
        let greatest = ("number", "170141183460469231731687303715884105727");
        let least = ("number", "-170141183460469231731687303715884105728");
        let (one, none) = (("number", "1"), ("number", "0"));
        for parts in [
            &[greatest, one, ("+", "")][..],
            &[least, one, ("-", "")],
            &[greatest, greatest, ("*", "")],
            &[least, ("negate", "")],
            &[least, ("number", "-1"), ("/", "")],
            &[least, ("number", "-1"), ("%", "")],
            &[one, none, ("/", "")],
            &[one, none, ("%", "")],
            &[one, ("number", "127"), ("<<", "")],
            &[one, ("number", "128"), (">>", "")],
            &[one, ("number", "-1"), ("<<", "")],
            &[("number", "65536"), ("word", "X")],
            &[("number", "-1"), ("word", "P")],
            &[("accessed", "")],
        ] {
            let error = value(parts).expect_err("an error");
            assert!(error.starts_with("it: "), "{error}");
        }
    }

    #[test]
    fn the_right_side_counts_only_where_the_left_one_is_not_enough() {
        let (one, none) = (("number", "1"), ("number", "0"));
        let wrong = [one, none, ("/", "")];
        for (left, operator, result) in [(one, "||", 1), (none, "&&", 0)] {
            let parts: Vec<_> = [left].into_iter().chain(wrong).chain([(operator, "")]).collect();
            assert_eq!(value(&parts), Ok(result));
        }
    }

    #[test]
    fn counts_are_those_of_the_moment() {
        assert_eq!(value(&[("hits", "")]), Ok(3));
        for (number, count) in [("1", 7), ("2", 0), ("-1", 0)] {
            assert_eq!(value(&[("number", number), ("met", "")]), Ok(count));
        }
    }
}
