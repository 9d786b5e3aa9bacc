//! Instructions with a slow path: external accesses, and instructions that the interpreter executes.
//!
//! An access whose guard would exit too often is emitted inline through the soft TLB. A miss that cannot be filled
//! exits before the instruction or, if it misses often, calls the interpreter for this instruction: a *fallback*. An
//! instruction that cannot be compiled is always a fallback.
//!
//! A fallback stores all modified guest registers to the core, calls the interpreter, and reloads registers. If the
//! static state is no longer the one that the region assumes, the function returns. Fallbacks are emitted after all
//! basic blocks, when the set of modified registers is complete.

use crate::emitter::guest_registers::GuestRegister;
use crate::native_call::run_fallback_address;
use crate::translation::{PendingFallback, RegionTranslator, SlowPath};
use cranelift_codegen::ir::{self, InstBuilder};
use dsp56k_core::engine::DecodedInstruction;

impl RegionTranslator<'_, '_> {
    /// Emits an instruction with inline external accesses. Control exits before it if an access cannot be done
    /// inline.
    pub(crate) fn emit_external_access(&mut self, e: &DecodedInstruction, delayed_write: Option<u8>, exit: usize) {
        self.begin_external_access(e, exit);
        self.lower_data(e, delayed_write);
    }

    /// Emits the accesses of an instruction, which may be external. Control exits before it if one cannot be done
    /// inline.
    pub(crate) fn begin_external_access(&mut self, e: &DecodedInstruction, exit: usize) {
        self.emit_guarded_paths(e, exit, SlowPath::Exit(exit));
    }

    /// Emits the checks of an instruction's steps by Nn and its accesses, which may be external.
    fn emit_guarded_paths(&mut self, e: &DecodedInstruction, exit: usize, slow_path: SlowPath) {
        self.emit_step_checks(e, |translator, leaves_block| translator.branch_to_slow_path(&[leaves_block], slow_path));
        self.emit_external_paths(e, exit, slow_path);
    }

    /// Emits an instruction with inline external accesses. The interpreter executes it, as fallback `fallback` of the
    /// region, if an access cannot be done inline.
    pub(crate) fn emit_access_with_fallback(
        &mut self,
        e: &DecodedInstruction,
        delayed_write: Option<u8>,
        fallback: usize,
        exit: usize,
    ) {
        self.with_fallback(fallback, |translator, start| {
            translator.emit_guarded_paths(e, exit, SlowPath::Fallback(start));
            translator.lower_data(e, delayed_write);
        });
    }

    /// Emits `fast_path`, which receives the first block of the fallback, and joins both paths. The fast path
    /// modifies every register that the instruction can modify, so the fallback reloads only these.
    fn with_fallback(&mut self, index: usize, fast_path: impl FnOnce(&mut Self, ir::Block)) {
        let (start, resume) = (self.create_cold_block(), self.emitter.builder.create_block());
        let before = std::mem::take(&mut self.emitter.modified);
        fast_path(self, start);
        self.jump(resume);
        self.start_block(resume);
        let modified = std::mem::replace(&mut self.emitter.modified, before);
        for register in self.emitter.registers.all() {
            if modified.contains(register.variable) {
                self.emitter.modified.insert(register.variable);
            }
        }
        self.fallbacks.push(PendingFallback { start, index, resume, modified: Some(modified) });
    }

    /// Emits the call of the interpreter for an instruction that is always a fallback.
    pub(crate) fn emit_fallback(&mut self, index: usize) {
        let (start, resume) = (self.emitter.builder.create_block(), self.emitter.builder.create_block());
        self.jump(start);
        self.start_block(resume);
        self.fallbacks.push(PendingFallback { start, index, resume, modified: None });
    }

    /// Emits all pending fallbacks. `used` are the guest registers that the region reads or modifies.
    pub(crate) fn emit_pending_fallbacks(&mut self, used: &[GuestRegister]) {
        if self.fallbacks.is_empty() {
            return;
        }
        let jit_state = self.emitter.jit_state;
        let stopped = self.emitter.builder.create_block();
        for PendingFallback { start, index, resume, modified } in std::mem::take(&mut self.fallbacks) {
            self.start_exit_block(start);
            self.clear_delayed_write(self.region.fallbacks[index].exit);
            self.write_back();
            let number = self.emitter.constant(index as i64);
            let continues = self.emitter.call_helper(run_fallback_address(), &[jit_state, number]);
            // Unmodified registers keep their SSA values: fewer block parameters are needed where the paths join. The
            // budget is one of them if the instruction has no wait states in either path.
            let is_modified = |register: &GuestRegister| {
                modified.as_ref().is_none_or(|modified| modified.contains(register.variable))
            };
            for register in used.iter().filter(|register| is_modified(register)) {
                self.emitter.load_guest_register(*register);
            }
            self.emitter.flush_msp_vars();
            self.emitter.builder.ins().brif(continues, resume, &[], stopped, &[]);
        }
        self.start_exit_block(stopped);
        self.emitter.builder.set_cold_block(stopped);
        let zero = self.emitter.constant(0);
        self.emitter.builder.ins().return_(&[zero]);
    }
}
