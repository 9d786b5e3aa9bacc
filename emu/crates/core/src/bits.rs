//! Bit masks of the control registers, and sign extension.

/// 24-bit mask of a word.
pub(crate) const WORD_MASK: u32 = 0x00FF_FFFF;
/// 56-bit mask of an accumulator.
pub(crate) const ACC_MASK: i64 = 0x00FF_FFFF_FFFF_FFFF;

/// Status register bits (UM 6-9 to 6-11).
pub(crate) mod sr {
    pub(crate) const C: u16 = 1 << 0;
    pub(crate) const V: u16 = 1 << 1;
    pub(crate) const Z: u16 = 1 << 2;
    pub(crate) const N: u16 = 1 << 3;
    pub(crate) const U: u16 = 1 << 4;
    pub(crate) const E: u16 = 1 << 5;
    pub(crate) const L: u16 = 1 << 6;
    /// I1:I0, the lowest interrupt level that is not masked.
    pub(crate) const I: u16 = 3 << 8;
    pub(crate) const I_SHIFT: u32 = 8;
    pub(crate) const S_SHIFT: u32 = 10;
    /// S1:S0, the scaling mode.
    pub(crate) const S: u16 = 3 << 10;
    /// Trace.
    pub(crate) const T: u16 = 1 << 13;
    /// Loop flag.
    pub(crate) const LF: u16 = 1 << 15;
    /// The condition code register, the low byte.
    pub(crate) const CCR: u16 = 0x007F;
    /// Bits 14, 12 and 7 read as zero (UM 6-9).
    pub(crate) const MASK: u16 = 0xAF7F;
    /// A hardware reset masks all maskable levels (UM 8-28).
    pub(crate) const RESET: u16 = 0x0300;
}

/// Operating mode register bits (UM 6-12 to 6-15).
pub(crate) mod omr {
    /// MB:MA, the operating mode.
    pub(crate) const MODE: u8 = 3;
    /// Data ROMs enabled.
    pub(crate) const DE: u8 = 1 << 2;
    /// Stop delay.
    pub(crate) const SD: u8 = 1 << 6;
    /// External access: 0 = BR/BG pins, 1 = WT/BS pins.
    pub(crate) const EA: u8 = 1 << 7;
    pub(crate) const MASK: u8 = 0xC7;
}

/// Stack pointer bits (UM 6-16, 6-17).
pub(crate) mod sp {
    pub(crate) const P: u8 = 0x0F;
    /// Stack error.
    pub(crate) const SE: u8 = 0x10;
    pub(crate) const MASK: u8 = 0x3F;
    /// SP after a pull at 0: SE, UF, P = 15.
    pub(crate) const UNDERFLOW: u8 = 0x3F;
}

/// Returns the value with bit 55 sign-extended.
#[inline(always)]
pub(crate) fn sext56(value: i64) -> i64 {
    (value << 8) >> 8
}

/// Returns 24 bits as the signed number that internal data memory and the data ALU input registers hold.
#[inline(always)]
pub(crate) fn sext24(bits: u32) -> i32 {
    (bits << 8) as i32 >> 8
}

/// Returns the 24 bits of a signed word, for code that does not compute with them.
#[inline(always)]
pub(crate) fn bits24(word: i32) -> u32 {
    word as u32 & WORD_MASK
}
