//! The registers of DO and REP (UM 6-14, A-63 to ).

/// LA and LC, and values that depend on them.
pub(crate) struct HardwareLoop {
    pub la: u16,
    pub lc: u16,
    /// The address after the loop's last word. `Core::watch_loop` updates it.
    pub exit: u32,
    /// The value of LC before REP (UM A-185).
    pub repeat_temp: u16,
    /// The repeated instruction has been fetched.
    pub repeat_fetched: bool,
}

impl HardwareLoop {
    pub(crate) fn new() -> Self {
        Self { la: 0, lc: 0, exit: u32::MAX, repeat_temp: 0, repeat_fetched: false }
    }
}

/// Returns LA + 1 while LF is set, otherwise a value above all addresses.
#[inline(always)]
pub(crate) fn exit(looping: bool, la: u16) -> u32 {
    if looping { u32::from(la.wrapping_add(1)) } else { u32::MAX }
}
