//! Makes host code of regions of DSP56001 programs, for `dsp56k-core` to go into.
//!
//! `translation` writes a region in Cranelift's language, with `data`, `guards`, `passes` and `shapes`; `machine` is the numbers for
//! which it calls the core's semantics. `arena` holds the code that Cranelift makes of it, `code` calls it, and `store` keeps it for other chips.

mod arena;
mod code;
mod data;
mod guards;
mod machine;
mod passes;
mod shapes;
mod store;
mod translation;

use crate::code::Compiled;
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use dsp56k_core::engine::region::Region;
use dsp56k_core::engine::{Code, Generator};
use std::sync::Arc;

/// Makes code for the machine that it runs on.
pub struct Jit {
    isa: OwnedTargetIsa,
    context: Context,
    builder: FunctionBuilderContext,
}

impl Jit {
    /// A generator, if this machine is one that code can be made for, and lets it run.
    pub fn new() -> Option<Self> {
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "none"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
            ("unwind_info", "false"),
            ("enable_probestack", "false"),
        ] {
            flags.set(name, value).ok()?;
        }
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        arena::allowed().then(|| Self { isa, context: Context::new(), builder: FunctionBuilderContext::new() })
    }
}

impl Generator for Jit {
    fn known(&self, region: &Region) -> Option<Arc<dyn Code>> {
        store::known(region)
    }

    fn generate(&mut self, region: &Region) -> Option<Arc<dyn Code>> {
        self.context.clear();
        translation::translate(&mut self.context.func, &mut self.builder, &*self.isa, region);
        let code = self.context.compile(&*self.isa, &mut ControlPlane::default()).ok()?;
        if !code.buffer.relocs().is_empty() {
            return None;
        }
        let bytes = code.buffer.data();
        let code: Arc<dyn Code> = Arc::new(Compiled::new(bytes)?);
        store::keep(region, &code, bytes.len());
        Some(code)
    }
}
