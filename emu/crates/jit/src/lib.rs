//! Compiles regions of DSP56001 programs to host machine code, with Cranelift.
//!
//! A *region* is a control-flow graph of basic blocks that `dsp56k-core` selects. It becomes one function,
//! specialised on *static state* (modifier registers, scaling mode, wait states, loop nesting), which the core
//! compares before it enters at an *entry point*. Control returns at an *exit*, whose number identifies the static
//! state there. A *guard* exits if an assumption fails; a *fallback* is an instruction that the interpreter executes.
//! The core also has the code cache, and detects self-modifying code.
//!
//! `translation` and the modules that it calls translate a region to Cranelift IR (CLIF); the `emitter` calls the
//! core's semantics with SSA values for numbers. `exec_memory` holds machine code, and `native_call` runs it.
//!
//! Invariants: after an exit, state, clocks and instruction count are those that the interpreter would have produced.
//! A function contains no address of a chip, so all chips of a process share it.

mod counted_loops;
mod dump;
mod emitter;
mod exec_memory;
mod fallback;
mod guard_emission;
mod lower_data;
mod native_call;
mod perf_map;
mod simd_dot;
mod trampoline;
mod translation;

use crate::native_call::NativeFunction;
pub use crate::perf_map::PerfMap;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{CodegenError, CompileError, Context};
use cranelift_frontend::FunctionBuilderContext;
use dsp56k_core::engine::region::Region;
use dsp56k_core::engine::{self, Compiler, NativeCode};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

/// Address space that must be free before a compilation: an upper estimate of what Cranelift allocates for a region.
/// Cranelift aborts the process if an allocation fails.
const MIN_COMPILE_MEMORY_BYTES: usize = 8 << 20;

/// Result of the test for executable memory. It is done once, when it is first needed.
static EXEC_MEMORY_SUPPORTED: OnceLock<bool> = OnceLock::new();

/// The operating system has refused executable memory since that test. Compilation stays disabled in this process.
static EXEC_MEMORY_DENIED: AtomicBool = AtomicBool::new(false);

/// CLIF instructions of the largest region that Cranelift optimises. Optimised table loops and branches run up to 14 %
/// faster; their compilation takes a third longer. Optimised regions of 3,000 instructions run slower, by a quarter.
const MAX_OPTIMIZED_CLIF_INSTRUCTIONS: usize = 1_000;

/// Cranelift's description of the host processor, for code that it optimises or not.
#[derive(Clone)]
struct HostIsa {
    plain: OwnedTargetIsa,
    optimized: OwnedTargetIsa,
}

/// The host processor. It is detected once: that takes longer than many runs.
static HOST_ISA: OnceLock<Option<HostIsa>> = OnceLock::new();

/// Detects the host processor. Returns `None` if Cranelift does not support it.
fn host_isa() -> Option<HostIsa> {
    Some(HostIsa { plain: isa_with_level("none")?, optimized: isa_with_level("speed")? })
}

/// Detects the host processor, for code of an optimisation level of Cranelift.
fn isa_with_level(opt_level: &str) -> Option<OwnedTargetIsa> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", opt_level),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
        ("unwind_info", "false"),
        // A stack frame of more than a page must touch each page in order on Windows, which grows a stack page by page.
        ("enable_probestack", if cfg!(windows) { "true" } else { "false" }),
        ("probestack_strategy", "inline"),
    ] {
        flags.set(name, value).ok()?;
    }
    cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
}

/// Compiler of regions for the host processor.
pub struct Jit {
    output: DebugOutput,
}

/// Files about compiled code.
#[derive(Default)]
pub struct DebugOutput {
    /// Directory for dumps of all compilations.
    pub dump: Option<PathBuf>,
    /// Symbol file for `perf`.
    pub perf_map: Option<PerfMap>,
}

/// Data structures that Cranelift reuses from one compilation to the next.
struct CompilerContext {
    isa: HostIsa,
    context: Context,
    builder: FunctionBuilderContext,
}

/// Compiler context that no thread uses at the moment, for all chips of the process. It is reused because first
/// accesses to new memory take about a tenth of the time of a compilation.
static CONTEXT_POOL: Mutex<Option<Box<CompilerContext>>> = Mutex::new(None);

/// Lock on the pool of compiler contexts.
pub struct LockedContexts {
    _pool: MutexGuard<'static, Option<Box<CompilerContext>>>,
}

/// Locks the pool of compiler contexts and runs the tests of the host, for the time of a fork. A lock that another
/// thread held at that moment would stay locked in the child, where that thread does not exist.
pub fn lock() -> LockedContexts {
    EXEC_MEMORY_SUPPORTED.get_or_init(exec_memory::is_supported);
    HOST_ISA.get_or_init(host_isa);
    LockedContexts { _pool: CONTEXT_POOL.lock().unwrap_or_else(PoisonError::into_inner) }
}

impl CompilerContext {
    /// Returns the pooled context, or a new one if another thread uses it. Returns `None` if the host processor is
    /// not supported.
    fn acquire() -> Option<Box<Self>> {
        if let Some(pooled) = CONTEXT_POOL.try_lock().ok().and_then(|mut pool| pool.take()) {
            return Some(pooled);
        }
        let isa = HOST_ISA.get_or_init(host_isa).clone()?;
        Some(Box::new(Self { isa, context: Context::new(), builder: FunctionBuilderContext::new() }))
    }

    /// Compiles a region and copies its machine code to executable memory.
    ///
    /// # Errors
    ///
    /// Returns `CompileError::Unsupported` if Cranelift cannot compile the region, and `NoExecutableMemory` if the
    /// operating system refuses executable memory.
    fn compile_region(
        &mut self,
        region: &Region,
        output: &DebugOutput,
    ) -> Result<Box<dyn NativeCode>, engine::CompileError> {
        #[expect(clippy::disallowed_methods, reason = "the time is reported, and nothing depends on it")]
        let start = Instant::now();
        let Self { isa, context, builder } = self;
        let dump = output.dump.as_deref();
        context.clear();
        context.set_disasm(dump.is_some());
        translation::translate(&mut context.func, builder, &*isa.plain, region);
        // Batches are unrolled already, and run slower if Cranelift moves their instructions.
        let is_optimized = context.func.dfg.num_insts() <= MAX_OPTIMIZED_CLIF_INSTRUCTIONS
            && region.blocks.iter().all(|block| block.batch.is_none());
        let isa = if is_optimized { &isa.optimized } else { &isa.plain };
        let clif = dump.is_some().then(|| context.func.clone());
        let result = context.compile(&**isa, &mut ControlPlane::default());
        // Debug builds enable Cranelift's verifier, which must accept the translated function.
        debug_assert!(
            !matches!(&result, Err(CompileError { inner: CodegenError::Verifier(_), .. })),
            "{:?}",
            result.err().map(|error| error.inner)
        );
        let code = result.map_err(|_| engine::CompileError::Unsupported);
        if let (Some(directory), Some(clif)) = (dump, clif) {
            let host_code = code.as_ref().ok().and_then(|code| code.vcode.as_deref());
            // A dump is for people: one that cannot be written changes nothing of the run.
            let _ = dump::write(directory, region, &clif, host_code);
        }
        let code = code?;
        if !code.buffer.relocs().is_empty() {
            return Err(engine::CompileError::Unsupported);
        }
        let function = NativeFunction::new(code.buffer.data(), start.elapsed().as_nanos() as u64)
            .ok_or_else(exec_memory_denied)?;
        if let Some(perf_map) = output.perf_map {
            // The same holds for a symbol file.
            let _ = perf_map.append(function.as_ptr(), function.size_bytes(), region.key.state.pc);
        }
        Ok(Box::new(function))
    }

    /// Returns the context to the pool. Drops it if the pool is locked.
    fn release(self: Box<Self>) {
        if let Ok(mut pool) = CONTEXT_POOL.try_lock() {
            *pool = Some(self);
        }
    }
}

impl Jit {
    /// Returns a compiler if the host can execute memory that was written before. Files for debugging are written as
    /// `output` says.
    pub fn new(output: DebugOutput) -> Option<Self> {
        let supported = *EXEC_MEMORY_SUPPORTED.get_or_init(exec_memory::is_supported)
            && !EXEC_MEMORY_DENIED.load(Ordering::Relaxed);
        supported.then_some(Self { output })
    }
}

impl Compiler for Jit {
    fn compile(&mut self, region: &Region) -> Result<Box<dyn NativeCode>, engine::CompileError> {
        if !exec_memory::can_map(MIN_COMPILE_MEMORY_BYTES) {
            return Err(exec_memory_denied());
        }
        let mut compiler = CompilerContext::acquire().ok_or_else(exec_memory_denied)?;
        let result = compiler.compile_region(region, &self.output);
        compiler.release();
        result
    }
}

/// Disables compilation in this process and returns the error for the caller.
fn exec_memory_denied() -> engine::CompileError {
    EXEC_MEMORY_DENIED.store(true, Ordering::Relaxed);
    engine::CompileError::NoExecutableMemory
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
