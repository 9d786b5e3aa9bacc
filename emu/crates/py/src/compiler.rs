//! The compiler of regions, if this build has one: `Cargo.toml` lists the hosts.

use dsp56k_core::engine::Compiler;
use std::io;
use std::path::PathBuf;

cfg_select! {
    code_generator => {
        pub(crate) use dsp56k_jit::{LockedContexts as Locked, lock};

        /// Name of the code generator.
        pub(crate) const NAME: &str = "Cranelift";

        /// Returns a compiler if the operating system lets its code execute. Dumps go to `dump`; the user
        /// `perf_map_owner` owns the symbol file for `perf`, which is written if there is one.
        ///
        /// # Errors
        ///
        /// Returns an error if the symbol file cannot be written.
        pub(crate) fn compiler(
            dump: Option<PathBuf>,
            perf_map_owner: Option<u32>,
        ) -> io::Result<Option<Box<dyn Compiler>>> {
            let perf_map = perf_map_owner.map(dsp56k_jit::PerfMap::new).transpose()?;
            let jit = dsp56k_jit::Jit::new(dsp56k_jit::DebugOutput { dump, perf_map });
            Ok(jit.map(|jit| Box::new(jit) as Box<dyn Compiler>))
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
        pub(crate) fn compiler(
            _dump: Option<PathBuf>,
            _perf_map_owner: Option<u32>,
        ) -> io::Result<Option<Box<dyn Compiler>>> {
            Ok(None)
        }
    }
}
