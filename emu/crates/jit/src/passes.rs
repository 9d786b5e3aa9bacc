//! Loops over one block that does nothing but data: passes without a look at each.

use crate::machine::ON_CHIP;
use crate::shapes::{Pointer, repeats};
use crate::translation::Translation;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use dsp56k_core::engine::region::{Block, Cost, Flow, Step};
use dsp56k_core::semantics::Machine;

impl Translation<'_, '_> {
    /// A loop over one block: as many passes as surely neither end it, nor take the clocks that are left, nor leave the
    /// on-chip data, all but the last. What is left is done carefully.
    pub(crate) fn passes(&mut self, block: &Block, pointers: &[Pointer], careful: ir::Block) {
        let Cost { clocks, instructions } = block.cost;
        let writer = &mut self.writer;
        let (lc, left) = (writer.get(writer.fields.lc), writer.get(writer.fields.left));
        let less = writer.builder.ins().iadd_imm_s(lc, -1);
        let mut passes = writer.address_cut(less);
        let affordable = writer.right(left, clocks.next_power_of_two().trailing_zeros());
        passes = writer.least(passes, affordable);
        for pointer in pointers {
            let r = writer.get(writer.fields.r[pointer.number]);
            let end = writer.constant(ON_CHIP);
            let above = writer.difference(end, r);
            let room = match pointer.step {
                1 => above,
                // One that is on the chip stays there; one that is not leaves no room.
                step => {
                    let far = writer.is_negative(above);
                    let edge = writer.is_zero(above);
                    let far = writer.or(far, edge);
                    let none = writer.constant(0);
                    let some = if step == 0 { passes } else { writer.builder.ins().iadd_imm_s(r, 1) };
                    writer.chosen(far, none, some)
                }
            };
            passes = writer.least(passes, room);
        }
        let (fast, head) = (writer.builder.create_block(), writer.builder.create_block());
        let enough = writer.builder.ins().icmp_imm_s(IntCC::SignedGreaterThan, passes, 1);
        writer.builder.ins().brif(enough, fast, &[], careful, &[]);
        writer.builder.switch_to_block(fast);
        let paid = writer.builder.ins().imul_imm_s(passes, clocks as i64);
        let left = writer.difference(left, paid);
        writer.set(writer.fields.left, left);
        let executed = writer.get(writer.fields.executed);
        let done = writer.builder.ins().imul_imm_s(passes, instructions as i64);
        let executed = writer.sum(executed, done);
        writer.set(writer.fields.executed, executed);
        let lc = writer.difference(lc, passes);
        let lc = writer.address_cut(lc);
        writer.set(writer.fields.lc, lc);
        if matches!(&block.flow, Flow::Count { over, .. } if repeats(over)) {
            writer.set_constant(writer.fields.fetched, 1);
        }
        let counter = writer.builder.declare_var(types::I64);
        writer.builder.def_var(counter, passes);
        self.go(head);
        self.begin(head);
        for (step, _) in &block.steps {
            if let Step::Data { entry, late, .. } = step {
                self.data(entry, *late);
            }
        }
        let writer = &mut self.writer;
        let count = writer.builder.use_var(counter);
        let count = writer.builder.ins().iadd_imm_s(count, -1);
        writer.builder.def_var(counter, count);
        writer.builder.ins().brif(count, head, &[], careful, &[]);
    }
}
