//! The common parts of SSI and SCI: the assignment of pins of port C by PCC.

/// An interface that is held in individual reset while it has no pin.
pub(crate) trait SerialInterface {
    /// Returns whether at least one pin belongs to the interface.
    fn active(&mut self) -> &mut bool;

    /// Leaves reset.
    ///
    /// # Errors
    /// A mode that the manual reserves or does not define.
    fn start(&mut self, now: u64) -> Result<(), &'static str>;

    /// Resets the interface when no pin is selected, or in STOP.
    fn individual_reset(&mut self);

    /// Selects or deselects the interface when PCC gives it pins or removes the last one.
    ///
    /// # Errors
    /// The errors are those of `start`.
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
