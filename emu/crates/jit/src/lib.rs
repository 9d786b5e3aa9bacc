//! Makes host code of regions of DSP56001 programs, for `dsp56k-core` to go into.
//!
//! `translation` writes a region in Cranelift's language, with `asides`, `data`, `guards`, `looks`, `passes` and `shapes`, by
//! a `writer` that calls the core's semantics. `arena` holds the code that Cranelift makes of it, `code` calls it.

mod counted_loops;
mod emitter;
mod exec_memory;
mod fallback;
mod guard_emission;
mod guard_ranges;
mod loop_analysis;
mod lower_data;
mod native_call;
mod simd_dot;
mod translation;

use crate::counted_loops::MAX_UNROLLED_BODY_INSTRUCTIONS;
use crate::loop_analysis::has_memory_moves;
use crate::native_call::NativeFunction;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{CodegenError, CompileError, Context};
use cranelift_frontend::FunctionBuilderContext;
use dsp56k_core::engine::region::{Reach, Region, Step, To};
use dsp56k_core::engine::{Code, Generator, Without};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// What making code takes, in nanoseconds: for all of a region, for each block and for each instruction, more for one that
/// may be the interpreter's, and for one whose data are looked for outside the chip; for a loop over one block, which is
/// written again for many passes, and again for four at once if it is short; and once in a process, until Cranelift itself
/// is in memory.
const REGION_NS: u64 = 100_000;
const BLOCK_NS: u64 = 14_000;
const INSTRUCTION_NS: u64 = 13_000;
const FALLBACK_NS: u64 = 80_000;
const EXTERNAL_ACCESS_NS: u64 = 150_000;
const BATCHED_LOOP_NS: u64 = 260_000;
const UNROLLED_LOOP_NS: u64 = 300_000;
const FIRST_COMPILE_NS: u64 = 800_000;

/// Bytes that Cranelift may need for a region: it ends the process where it gets none.
const MIN_COMPILE_MEMORY_BYTES: usize = 8 << 20;

/// Code was made in this process.
static COMPILER_WARMED_UP: AtomicBool = AtomicBool::new(false);

/// Whether the machine lets code run that was made, as far as it has been asked.
static EXEC_MEMORY_SUPPORTED: OnceLock<bool> = OnceLock::new();

/// The machine has refused it since.
static EXEC_MEMORY_DENIED: AtomicBool = AtomicBool::new(false);

/// What code is made for: the machine that it runs on. To find out what it has takes longer than many a run.
static HOST_ISA: OnceLock<Option<OwnedTargetIsa>> = OnceLock::new();

fn host_isa() -> Option<OwnedTargetIsa> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "none"),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
        ("unwind_info", "false"),
        ("enable_probestack", "false"),
    ] {
        flags.set(name, value).ok()?;
    }
    cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
}

/// Makes code for the machine that it runs on.
pub struct Jit(());

/// What Cranelift works in.
struct CompilerContext {
    isa: OwnedTargetIsa,
    context: Context,
    builder: FunctionBuilderContext,
}

/// The workshop of all chips while nobody works in it: getting used to new memory takes a tenth of the time.
static CONTEXT_POOL: Mutex<Option<Box<CompilerContext>>> = Mutex::new(None);

/// The workshop of all chips, locked.
pub struct Locked {
    _pool: MutexGuard<'static, Option<Box<CompilerContext>>>,
}

/// Locks the workshop, and finds out about the machine, while the process forks. What another thread holds at that moment
/// would stay locked in the child, where that thread does not exist.
pub fn lock() -> Locked {
    EXEC_MEMORY_SUPPORTED.get_or_init(exec_memory::is_supported);
    HOST_ISA.get_or_init(host_isa);
    Locked { _pool: CONTEXT_POOL.lock().unwrap_or_else(PoisonError::into_inner) }
}

impl CompilerContext {
    /// The one that is free, or a new one; nothing where the machine can't be told.
    fn acquire() -> Option<Box<Self>> {
        if let Some(pooled) = CONTEXT_POOL.try_lock().ok().and_then(|mut pool| pool.take()) {
            return Some(pooled);
        }
        let isa = HOST_ISA.get_or_init(host_isa).clone()?;
        Some(Box::new(Self { isa, context: Context::new(), builder: FunctionBuilderContext::new() }))
    }

    fn compile_region(&mut self, region: &Region) -> Result<Box<dyn Code>, Without> {
        let Self { isa, context, builder } = self;
        context.clear();
        translation::translate(&mut context.func, builder, &**isa, region);
        let result = context.compile(&**isa, &mut ControlPlane::default());
        // Where Cranelift looks at what was written, it finds nothing wrong with it.
        debug_assert!(
            !matches!(&result, Err(CompileError { inner: CodegenError::Verifier(_), .. })),
            "{:?}",
            result.err().map(|error| error.inner)
        );
        let code = result.map_err(|_| Without::Region)?;
        if !code.buffer.relocs().is_empty() {
            return Err(Without::Region);
        }
        Ok(Box::new(NativeFunction::new(code.buffer.data()).ok_or_else(exec_memory_denied)?))
    }

    fn release(self: Box<Self>) {
        if let Ok(mut pool) = CONTEXT_POOL.try_lock() {
            *pool = Some(self);
        }
    }
}

impl Jit {
    /// A generator, if this machine lets code run. Nothing here tells an instruction cache of new code: the binding asks
    /// for one on x86-64 alone, which needs no telling.
    pub fn new() -> Option<Self> {
        let supported = *EXEC_MEMORY_SUPPORTED.get_or_init(exec_memory::is_supported)
            && !EXEC_MEMORY_DENIED.load(Ordering::Relaxed);
        supported.then_some(Self(()))
    }
}

impl Generator for Jit {
    fn price(&self, region: &Region) -> u64 {
        let blocks = region.blocks.iter().enumerate().map(|(number, block)| {
            let is_loop = block.flow.edges().any(|edge| matches!(edge.to, To::Block(to) if to == number));
            let is_unrolled = is_loop && block.cost.instructions <= MAX_UNROLLED_BODY_INSTRUCTIONS as u64;
            let instructions = INSTRUCTION_NS * block.cost.instructions;
            BLOCK_NS + u64::from(is_loop) * BATCHED_LOOP_NS + u64::from(is_unrolled) * UNROLLED_LOOP_NS + instructions
        });
        let first_compile = if COMPILER_WARMED_UP.load(Ordering::Relaxed) { 0 } else { FIRST_COMPILE_NS };
        let steps = region.blocks.iter().flat_map(|block| &block.steps);
        let steps = steps.map(|(step, _)| match step {
            Step::Data { reach: Reach::Found, .. } => EXTERNAL_ACCESS_NS,
            Step::Data { entry, reach: Reach::Hidden(_), .. } if has_memory_moves(entry) => {
                EXTERNAL_ACCESS_NS + FALLBACK_NS
            }
            Step::Data { reach: Reach::Hidden(_), .. } | Step::Aside(_) => FALLBACK_NS,
            _ => 0,
        });
        first_compile + REGION_NS + blocks.sum::<u64>() + steps.sum::<u64>()
    }

    fn generate(&mut self, region: &Region) -> Result<Box<dyn Code>, Without> {
        COMPILER_WARMED_UP.store(true, Ordering::Relaxed);
        if !exec_memory::can_map(MIN_COMPILE_MEMORY_BYTES) {
            return Err(exec_memory_denied());
        }
        let mut compiler = CompilerContext::acquire().ok_or_else(exec_memory_denied)?;
        let result = compiler.compile_region(region);
        compiler.release();
        result
    }
}

/// The machine refuses code, of this chip and of those that come.
fn exec_memory_denied() -> Without {
    EXEC_MEMORY_DENIED.store(true, Ordering::Relaxed);
    Without::Machine
}

#[cfg(test)]
mod tests {
    use super::CompilerContext;

    #[test]
    fn chips_share_the_pooled_context() {
        let address = |compiler: &CompilerContext| std::ptr::from_ref(compiler) as usize;
        let (Some(first), Some(second)) = (CompilerContext::acquire(), CompilerContext::acquire()) else { return };
        assert_ne!(address(&first), address(&second), "the second caller does not wait");
        let pooled = address(&first);
        first.release();
        let other_thread = std::thread::spawn(move || CompilerContext::acquire().map(|compiler| address(&compiler)));
        assert_eq!(other_thread.join().ok().flatten(), Some(pooled));
    }
}
