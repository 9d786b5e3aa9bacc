//! The system stack as instructions use it: a push moves SP first, a pull moves it afterwards (UM 6-17).

use crate::state::Core;

impl Core {
    pub(crate) fn push(&mut self, high: u16, low: u16) {
        let i = self.raise_sp();
        if i != 0 {
            self.stack.ssh[i] = high;
            self.stack.ssl[i] = low;
        }
    }

    /// Increments SP and returns the new location; at 0 the word is lost (UM 6-16, 8-14).
    pub(crate) fn raise_sp(&mut self) -> usize {
        if self.stack.raise() {
            self.stack_error();
        }
        self.stack.top()
    }

    pub(crate) fn lower_sp(&mut self) {
        if self.stack.lower() {
            self.stack_error();
        }
    }

    pub(crate) fn set_sp(&mut self, value: u8) {
        if self.stack.set_pointer(value) {
            self.stack_error();
        }
    }
}
