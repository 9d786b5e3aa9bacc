//! The registers of DO and REP (UM 6-14, A-63 to ).

/// LA and LC, and what follows from them.
pub(crate) struct HardwareLoop {
    pub la: u16,
    pub lc: u16,
    /// Where a pass of the loop ends. Kept by `Core::watch_loop`.
    pub exit: u32,
    /// LC as REP found it (UM A-185).
    pub repeat_temp: u16,
    /// The repeated instruction has been fetched.
    pub repeat_fetched: bool,
}

impl HardwareLoop {
    pub(crate) fn new() -> Self {
        Self { la: 0, lc: 0, exit: u32::MAX, repeat_temp: 0, repeat_fetched: false }
    }
}

/// LA + 1 while LF is set, else no address.
#[inline(always)]
pub(crate) fn exit(looping: bool, la: u16) -> u32 {
    if looping { u32::from(la.wrapping_add(1)) } else { u32::MAX }
}
