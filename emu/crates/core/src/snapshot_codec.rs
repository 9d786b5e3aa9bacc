//! Serialisation of a chip's state: one list of fields both saves and loads a snapshot.

use crate::bits::{WORD_MASK, bits24, sext24};
use crate::error::CoreError;
use crate::timeline::LAST_CLOCK;

/// Upper limit of a count of clocks or instructions: sums of three stay within 64 bits. `u64::MAX` means never.
const COUNT_MAX: u64 = 2 * LAST_CLOCK;

/// Bytes of a word.
const WORD_BYTES: usize = size_of::<u32>();

/// The direction: a value is appended to the bytes, or replaced from them.
pub(crate) enum SnapshotCodec<'a> {
    Save(Vec<u8>),
    Load(&'a [u8]),
}

pub(crate) fn damaged(message: &str) -> CoreError {
    CoreError::Snapshot { message: message.to_owned() }
}

impl SnapshotCodec<'_> {
    #[inline]
    pub(crate) fn number(&mut self, value: u64, bytes: usize) -> Result<u64, CoreError> {
        match self {
            Self::Save(out) => {
                out.extend_from_slice(&value.to_le_bytes()[..bytes]);
                Ok(value)
            }
            Self::Load(input) => {
                let (head, rest) = input.split_at_checked(bytes).ok_or_else(|| damaged("it is truncated"))?;
                *input = rest;
                let mut buffer = [0; 8];
                buffer[..bytes].copy_from_slice(head);
                Ok(u64::from_le_bytes(buffer))
            }
        }
    }

    #[inline]
    pub(crate) fn u8(&mut self, value: &mut u8) -> Result<(), CoreError> {
        *value = self.number(u64::from(*value), 1)? as u8;
        Ok(())
    }

    #[inline]
    pub(crate) fn flag(&mut self, value: &mut bool) -> Result<(), CoreError> {
        *value = self.number(u64::from(*value), 1)? != 0;
        Ok(())
    }

    #[inline]
    pub(crate) fn u16(&mut self, value: &mut u16) -> Result<(), CoreError> {
        *value = self.number(u64::from(*value), 2)? as u16;
        Ok(())
    }

    /// Saves or loads a register of up to 8 bits. Bits outside of the mask are 0.
    pub(crate) fn register8(&mut self, value: &mut u8, mask: u8) -> Result<(), CoreError> {
        self.u8(value)?;
        *value &= mask;
        Ok(())
    }

    /// Saves or loads a register of up to 16 bits. Bits outside of the mask are 0.
    pub(crate) fn register16(&mut self, value: &mut u16, mask: u16) -> Result<(), CoreError> {
        self.u16(value)?;
        *value &= mask;
        Ok(())
    }

    #[inline]
    pub(crate) fn u32(&mut self, value: &mut u32) -> Result<(), CoreError> {
        *value = self.number(u64::from(*value), 4)? as u32;
        Ok(())
    }

    #[inline]
    pub(crate) fn u64(&mut self, value: &mut u64) -> Result<(), CoreError> {
        let number = self.number(*value, 8)?;
        // Clocks after the last one can be saved, but such a chip does not run further.
        let most = if matches!(self, Self::Save(_)) { COUNT_MAX } else { LAST_CLOCK };
        if number > most && number != u64::MAX {
            return Err(damaged("a count is out of range"));
        }
        *value = number;
        Ok(())
    }

    /// Saves or loads a clock or instruction count, which is never `u64::MAX`.
    pub(crate) fn count(&mut self, value: &mut u64) -> Result<(), CoreError> {
        self.u64(value)?;
        if *value == u64::MAX { Err(damaged("a count is out of range")) } else { Ok(()) }
    }

    #[inline]
    pub(crate) fn i64(&mut self, value: &mut i64) -> Result<(), CoreError> {
        *value = self.number(*value as u64, 8)? as i64;
        Ok(())
    }

    pub(crate) fn u16_slice(&mut self, values: &mut [u16]) -> Result<(), CoreError> {
        values.iter_mut().try_for_each(|value| self.u16(value))
    }

    pub(crate) fn words(&mut self, values: &mut [u32]) -> Result<(), CoreError> {
        self.all_bits(values, |word| word & WORD_MASK, |bits| bits & WORD_MASK)
    }

    /// Saves or loads words that the chip holds sign-extended.
    pub(crate) fn signed_words(&mut self, values: &mut [i32]) -> Result<(), CoreError> {
        self.all_bits(values, bits24, sext24)
    }

    fn all_bits<T: Copy>(
        &mut self,
        values: &mut [T],
        to: impl Fn(T) -> u32,
        from: impl Fn(u32) -> T,
    ) -> Result<(), CoreError> {
        match self {
            Self::Save(out) => {
                let start = out.len();
                out.resize(start + values.len() * WORD_BYTES, 0);
                for (bytes, value) in out[start..].as_chunks_mut().0.iter_mut().zip(values.iter()) {
                    *bytes = to(*value).to_le_bytes();
                }
            }
            Self::Load(input) => {
                let (head, rest) =
                    input.split_at_checked(values.len() * WORD_BYTES).ok_or_else(|| damaged("it is truncated"))?;
                *input = rest;
                for (value, bytes) in values.iter_mut().zip(head.as_chunks().0) {
                    *value = from(u32::from_le_bytes(*bytes));
                }
            }
        }
        Ok(())
    }

    /// Saves or loads the marks of stored program words.
    pub(crate) fn marks(&mut self, marks: &mut [u64]) -> Result<(), CoreError> {
        marks.iter_mut().try_for_each(|mark| {
            *mark = self.number(*mark, 8)?;
            Ok(())
        })
    }
}
