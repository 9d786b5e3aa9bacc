//! Expressions over the state of a chip, as a debugger's conditions are. They are checked when they are constructed,
//! and evaluated by `observe::expression`.

use crate::space::Space;
use dsp56k_isa::Reg;
use std::sync::Arc;

/// Valid shift counts.
const SHIFTS: std::ops::Range<i128> = 0..128;

/// A checked expression.
#[derive(Clone, Debug)]
pub struct Expression(pub(crate) Arc<Whole>);

#[derive(Debug)]
pub(crate) struct Whole {
    pub text: String,
    pub root: Node,
}

/// The input of an expression in addition to the chip.
#[derive(Clone, Copy, Default)]
pub struct Moment<'a> {
    /// Hit count of the breakpoint with the expression.
    pub hits: u64,
    /// Hit count of each breakpoint, by its number.
    pub met: &'a [u64],
    /// The word of the current access.
    pub accessed: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Leaf {
    Number(i128),
    Register(Reg),
    Clocks,
    Instructions,
    Hits,
    Accessed,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Unary {
    Negate,
    Complement,
    Not,
    /// The hit count of a breakpoint.
    Met,
    Word(Space),
    /// The lowest bits, of which the highest is the sign.
    Signed(u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Binary {
    Either,
    Both,
    Or,
    Exclusive,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Left,
    Right,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

#[derive(Debug)]
pub(crate) enum Node {
    Leaf(Leaf),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<[Node; 2]>),
}

impl Binary {
    /// Applies the operator to two values.
    pub fn of(self, left: i128, right: i128) -> Result<i128, String> {
        let shift = || match u32::try_from(right) {
            Ok(bits) if SHIFTS.contains(&right) => Ok(bits),
            _ => Err(format!("a shift count must be 0 to 127, got {right}")),
        };
        let divisor = || if right == 0 { Err("it divides by 0".to_owned()) } else { Ok(right) };
        let result = match self {
            // Evaluated only if the left side does not decide the result.
            Self::Either | Self::Both => Some(i128::from(right != 0)),
            Self::Or => Some(left | right),
            Self::Exclusive => Some(left ^ right),
            Self::And => Some(left & right),
            Self::Equal => Some(i128::from(left == right)),
            Self::Unequal => Some(i128::from(left != right)),
            Self::Less => Some(i128::from(left < right)),
            Self::AtMost => Some(i128::from(left <= right)),
            Self::More => Some(i128::from(left > right)),
            Self::AtLeast => Some(i128::from(left >= right)),
            Self::Left => {
                let bits = shift()?;
                Some(left << bits).filter(|shifted| shifted >> bits == left)
            }
            Self::Right => Some(left >> shift()?),
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::Divide => left.checked_div(divisor()?),
            Self::Remainder => left.checked_rem(divisor()?),
        };
        result.ok_or_else(too_large)
    }
}

pub(crate) fn too_large() -> String {
    "its value does not fit into 128 bits".to_owned()
}
