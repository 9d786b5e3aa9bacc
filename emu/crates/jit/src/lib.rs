//! Makes host code of regions of DSP56001 programs, for `dsp56k-core` to go into.
//!
//! `translation` writes a region in Cranelift's language, with `data`, `guards`, `passes` and `shapes`, by a `writer` that calls
//! the core's semantics. `arena` holds the code that Cranelift makes of it, `code` calls it.

mod arena;
mod code;
mod data;
mod guards;
mod passes;
mod shapes;
mod translation;
mod writer;

use crate::code::Compiled;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{CodegenError, CompileError, Context};
use cranelift_frontend::FunctionBuilderContext;
use dsp56k_core::engine::region::{Region, To};
use dsp56k_core::engine::{Code, Generator};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// What making code takes, in nanoseconds: for all of a region, for each block and for each instruction, for a loop over one
/// block, which is written three times; and once in a process, until Cranelift itself is in memory.
const REGION: u64 = 300_000;
const BLOCK: u64 = 40_000;
const INSTRUCTION: u64 = 20_000;
const LOOP: u64 = 700_000;
const FIRST: u64 = 1_600_000;

/// Code was made in this process.
static USED: AtomicBool = AtomicBool::new(false);

/// What code is made for: the machine that it runs on, if that lets it.
static MACHINE: OnceLock<Option<OwnedTargetIsa>> = OnceLock::new();

fn machine() -> Option<OwnedTargetIsa> {
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
    arena::allowed().then_some(isa)
}

/// Makes code for the machine that it runs on.
pub struct Jit {
    isa: OwnedTargetIsa,
    /// What Cranelift works in, once it has.
    workshop: Option<Box<Workshop>>,
}

struct Workshop {
    context: Context,
    builder: FunctionBuilderContext,
}

impl Jit {
    /// A generator, if this machine is one that code can be made for, and lets it run.
    pub fn new() -> Option<Self> {
        MACHINE.get_or_init(machine).clone().map(|isa| Self { isa, workshop: None })
    }
}

impl Generator for Jit {
    fn price(&self, region: &Region) -> u64 {
        let blocks = region.blocks.iter().enumerate().map(|(number, block)| {
            let again = block.flow.edges().any(|edge| matches!(edge.to, To::Block(to) if to == number));
            BLOCK + u64::from(again) * LOOP + INSTRUCTION * block.cost.instructions
        });
        let first = if USED.load(Ordering::Relaxed) { 0 } else { FIRST };
        first + REGION + blocks.sum::<u64>()
    }

    fn generate(&mut self, region: &Region) -> Option<Arc<dyn Code>> {
        USED.store(true, Ordering::Relaxed);
        let new = || Box::new(Workshop { context: Context::new(), builder: FunctionBuilderContext::new() });
        let Workshop { context, builder } = &mut **self.workshop.get_or_insert_with(new);
        context.clear();
        translation::translate(&mut context.func, builder, &*self.isa, region);
        let made = context.compile(&*self.isa, &mut ControlPlane::default());
        // Where Cranelift looks at what was written, it finds nothing wrong with it.
        debug_assert!(
            !matches!(&made, Err(CompileError { inner: CodegenError::Verifier(_), .. })),
            "{:?}",
            made.err().map(|error| error.inner)
        );
        let code = made.ok()?;
        if !code.buffer.relocs().is_empty() {
            return None;
        }
        Some(Arc::new(Compiled::new(code.buffer.data())?))
    }
}
