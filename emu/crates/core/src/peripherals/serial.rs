//! What the SSI and the SCI have in common: pins of port C that PCC gives them.

/// An interface that is held in individual reset while it has no pin.
pub(crate) trait SerialInterface {
    /// At least one pin belongs to the interface.
    fn active(&mut self) -> &mut bool;

    /// Leave reset.
    ///
    /// # Errors
    /// A mode that the manual reserves or does not define.
    fn start(&mut self, now: u64) -> Result<(), &'static str>;

    /// No pin selected, or STOP.
    fn individual_reset(&mut self);

    /// PCC has given pins to the interface, or taken the last one away.
    ///
    /// # Errors
    /// As `start`.
    fn select(&mut self, selected: bool, now: u64) -> Result<(), &'static str> {
        if selected == *self.active() {
            return Ok(());
        }
        *self.active() = selected;
        if selected {
            return self.start(now);
        }
        self.individual_reset();
        Ok(())
    }
}
