#include "interrupt.h"
#include "../link.h"
#include "../ports.h"
#include "../timer.h"

/* The first interrupt controller (8259A); its vectors follow those of the processor's exceptions */
enum { PIC = 0x20, PIC_MASK = 0x21, ICW1 = 0x11, ICW4 = 0x01, SECOND_AT = 0x04 };
enum { VECTORS = 0x50, CLOCK_IRQ = 0 };
enum { NONE = 0xff, CARD_AND_CLOCK = 0xff ^ 1 << CARD_IRQ ^ 1 << CLOCK_IRQ };
enum { PERIOD = 0x10000 }; /* ticks of the timer between two interrupts of the clock */

void interrupt_install(void)
{
    tasks_begin();
    tasks_gate(VECTORS + CARD_IRQ, tasks_card);
    tasks_gate(VECTORS + CLOCK_IRQ, tasks_clock);
    port_out(PIC, ICW1);
    port_out(PIC_MASK, VECTORS);
    port_out(PIC_MASK, SECOND_AT);
    port_out(PIC_MASK, ICW4);
    port_out(PIC_MASK, NONE);
    link_out(ROUTE, CARD_IRQ);
}

/* Waits for an interrupt of the card. The clock's first interrupt may be due at once, and the next one at any time
   within its period, so the limit is two interrupts more. */
u32 interrupt_wait(u32 ms)
{
    tasks_ticks = ms * TICKS_PER_MS / PERIOD + 2;
    port_out(PIC_MASK, CARD_AND_CLOCK);
    link_out(ICR, ICR_RREQ);
    tasks_sleep();
    link_out(ICR, 0);
    port_out(PIC_MASK, NONE);
    return link_in(ISR) & ISR_RXDF;
}
