//! The compiler of regions, if this build has one: `Cargo.toml` lists the hosts.

use dsp56k_core::engine::Compiler;
use std::path::PathBuf;

cfg_select! {
    code_generator => {
        pub(crate) use dsp56k_jit::{LockedContexts as Locked, lock};

        /// Name of the code generator.
        pub(crate) const NAME: &str = "Cranelift";

        /// Returns a compiler if the operating system lets its code execute. Dumps go to `dump`.
        pub(crate) fn compiler(dump: Option<PathBuf>) -> Option<Box<dyn Compiler>> {
            dsp56k_jit::Jit::new(dump).map(|jit| Box::new(jit) as Box<dyn Compiler>)
        }
    }
    _ => {
        /// The lock of a compiler that does not exist.
        pub(crate) type Locked = ();

        /// Does nothing: there is no state that chips share.
        pub(crate) fn lock() -> Locked {}

        /// Name of the code generator.
        pub(crate) const NAME: &str = "none";

        /// Returns `None`.
        pub(crate) fn compiler(_dump: Option<PathBuf>) -> Option<Box<dyn Compiler>> {
            None
        }
    }
}
