//! Makes host code of regions of DSP56001 programs, for `dsp56k-core` to go into.
//!
//! `translation` writes a region in Cranelift's language, with `asides`, `data`, `guards`, `looks`, `passes` and `shapes`, by
//! a `writer` that calls the core's semantics. `arena` holds the code that Cranelift makes of it, `code` calls it.

mod arena;
mod asides;
mod code;
mod data;
mod guards;
mod looks;
mod passes;
mod products;
mod shapes;
mod translation;
mod writer;

use crate::code::Compiled;
use crate::shapes::transfers;
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
const REGION: u64 = 100_000;
const BLOCK: u64 = 14_000;
const INSTRUCTION: u64 = 13_000;
const ASIDE: u64 = 80_000;
const REACH: u64 = 150_000;
const LOOP: u64 = 260_000;
const SHORT: u64 = 300_000;
const FIRST: u64 = 800_000;

/// Bytes that Cranelift may need for a region: it ends the process where it gets none.
const ROOM: usize = 8 << 20;

/// Code was made in this process.
static USED: AtomicBool = AtomicBool::new(false);

/// Whether the machine lets code run that was made, as far as it has been asked.
static POSSIBLE: OnceLock<bool> = OnceLock::new();

/// The machine has refused it since.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// What code is made for: the machine that it runs on. To find out what it has takes longer than many a run.
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
    cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
}

/// Makes code for the machine that it runs on.
pub struct Jit(());

/// What Cranelift works in.
struct Workshop {
    isa: OwnedTargetIsa,
    context: Context,
    builder: FunctionBuilderContext,
}

/// The workshop of all chips while nobody works in it: getting used to new memory takes a tenth of the time.
static FREE: Mutex<Option<Box<Workshop>>> = Mutex::new(None);

/// The workshop of all chips, locked.
pub struct Locked {
    _workshop: MutexGuard<'static, Option<Box<Workshop>>>,
}

/// Locks the workshop, and finds out about the machine, while the process forks. What another thread holds at that moment
/// would stay locked in the child, where that thread does not exist.
pub fn lock() -> Locked {
    POSSIBLE.get_or_init(arena::allowed);
    MACHINE.get_or_init(machine);
    Locked { _workshop: FREE.lock().unwrap_or_else(PoisonError::into_inner) }
}

impl Workshop {
    /// The one that is free, or a new one; nothing where the machine can't be told.
    fn take() -> Option<Box<Self>> {
        if let Some(free) = FREE.try_lock().ok().and_then(|mut free| free.take()) {
            return Some(free);
        }
        let isa = MACHINE.get_or_init(machine).clone()?;
        Some(Box::new(Self { isa, context: Context::new(), builder: FunctionBuilderContext::new() }))
    }

    fn make(&mut self, region: &Region) -> Result<Box<dyn Code>, Without> {
        let Self { isa, context, builder } = self;
        context.clear();
        translation::translate(&mut context.func, builder, &**isa, region);
        let made = context.compile(&**isa, &mut ControlPlane::default());
        // Where Cranelift looks at what was written, it finds nothing wrong with it.
        debug_assert!(
            !matches!(&made, Err(CompileError { inner: CodegenError::Verifier(_), .. })),
            "{:?}",
            made.err().map(|error| error.inner)
        );
        let code = made.map_err(|_| Without::Region)?;
        if !code.buffer.relocs().is_empty() {
            return Err(Without::Region);
        }
        Ok(Box::new(Compiled::new(code.buffer.data()).ok_or_else(refused)?))
    }

    fn give_back(self: Box<Self>) {
        if let Ok(mut free) = FREE.try_lock() {
            *free = Some(self);
        }
    }
}

impl Jit {
    /// A generator, if this machine lets code run. Nothing here tells an instruction cache of new code: the binding asks
    /// for one on x86-64 alone, which needs no telling.
    pub fn new() -> Option<Self> {
        let possible = *POSSIBLE.get_or_init(arena::allowed) && !REFUSED.load(Ordering::Relaxed);
        possible.then_some(Self(()))
    }
}

impl Generator for Jit {
    fn price(&self, region: &Region) -> u64 {
        let blocks = region.blocks.iter().enumerate().map(|(number, block)| {
            let again = block.flow.edges().any(|edge| matches!(edge.to, To::Block(to) if to == number));
            let short = again && block.cost.instructions <= 2;
            let instructions = INSTRUCTION * block.cost.instructions;
            BLOCK + u64::from(again) * LOOP + u64::from(short) * SHORT + instructions
        });
        let first = if USED.load(Ordering::Relaxed) { 0 } else { FIRST };
        let steps = region.blocks.iter().flat_map(|block| &block.steps);
        let steps = steps.map(|(step, _)| match step {
            Step::Data { reach: Reach::Found, .. } => REACH,
            Step::Data { entry, reach: Reach::Hidden(_), .. } if transfers(entry) => REACH + ASIDE,
            Step::Data { reach: Reach::Hidden(_), .. } | Step::Aside(_) => ASIDE,
            _ => 0,
        });
        first + REGION + blocks.sum::<u64>() + steps.sum::<u64>()
    }

    fn generate(&mut self, region: &Region) -> Result<Box<dyn Code>, Without> {
        USED.store(true, Ordering::Relaxed);
        if !arena::has_room(ROOM) {
            return Err(refused());
        }
        let mut workshop = Workshop::take().ok_or_else(refused)?;
        let made = workshop.make(region);
        workshop.give_back();
        made
    }
}

/// The machine refuses code, of this chip and of those that come.
fn refused() -> Without {
    REFUSED.store(true, Ordering::Relaxed);
    Without::Machine
}

#[cfg(test)]
mod tests {
    use super::Workshop;

    #[test]
    fn chips_share_the_workshop_that_is_free() {
        let place = |shop: &Workshop| std::ptr::from_ref(shop) as usize;
        let (Some(first), Some(second)) = (Workshop::take(), Workshop::take()) else { return };
        assert_ne!(place(&first), place(&second), "nobody waits");
        let free = place(&first);
        first.give_back();
        let elsewhere = std::thread::spawn(move || Workshop::take().map(|shop| place(&shop)));
        assert_eq!(elsewhere.join().ok().flatten(), Some(free));
    }
}
