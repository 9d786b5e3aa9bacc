//! The data ROMs: A-law, mu-law and sine tables, by formula (UM 3-7, 3-11).

use crate::memory::map::PAGE_WORDS;
use std::sync::OnceLock;

/// X and Y data ROM, a page each, at $0100-$01FF when OMR.DE is set.
pub(crate) struct DataRom {
    pub x: [u32; PAGE_WORDS],
    pub y: [u32; PAGE_WORDS],
}

/// Returns the ROMs, computed once.
pub(crate) fn data_rom() -> &'static DataRom {
    static ROM: OnceLock<DataRom> = OnceLock::new();
    ROM.get_or_init(|| DataRom {
        x: std::array::from_fn(|i| if i < 128 { mu_law(i as u32) } else { a_law(i as u32 - 128) }),
        y: std::array::from_fn(sine),
    })
}

/// Returns a positive mu-law expansion: the code is complemented, 3 bits of exponent, 4 of mantissa.
fn mu_law(index: u32) -> u32 {
    let code = !index & 0x7F;
    let (exponent, mantissa) = (code >> 4, code & 15);
    (((2 * mantissa + 33) << exponent) - 33) << 10
}

/// Returns a positive A-law expansion: every other bit of the code is inverted.
fn a_law(index: u32) -> u32 {
    let code = (index ^ 0x55) & 0x7F;
    let (exponent, mantissa) = (code >> 4, code & 15);
    let value = if exponent == 0 { 2 * mantissa + 1 } else { (2 * mantissa + 33) << (exponent - 1) };
    value << 11
}

/// Returns one cycle of a sine as 24-bit fractions, clipped at the largest positive word.
fn sine(index: usize) -> u32 {
    let step = u32::try_from(index).unwrap_or(0);
    let angle = 2.0 * std::f64::consts::PI * f64::from(step) / 256.0;
    let rounded = (angle.sin() * 8_388_608.0 + 0.5).floor() as i64;
    (rounded.clamp(-0x80_0000, 0x7F_FFFF) & 0xFF_FFFF) as u32
}

#[cfg(test)]
mod tests {
    use super::data_rom;

    #[test]
    fn known_words() {
        let rom = data_rom();
        assert_eq!(rom.x[0], 0x7D_7C00);
        assert_eq!(rom.x[127], 0);
        assert_eq!(rom.x[128 + 0x55], 0x00_0800);
        assert_eq!(rom.y[0], 0);
        assert_eq!(rom.y[64], 0x7F_FFFF);
        assert_eq!(rom.y[192], 0x80_0000);
        assert_eq!(rom.y[32], 0x5A_827A);
    }
}
