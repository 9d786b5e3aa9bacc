/* Replies by interrupt: the driver sleeps until the card interrupts, and the PC executes its other work meanwhile. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include "../../types.h"

enum { CARD_IRQ = 5 };

/* Sets up both tasks and the PC's interrupt controller, with all requests masked. */
void interrupt_install(void);

/* Sleeps until the card has a word, for at least `ms` milliseconds. Returns zero if the time is over. */
u32 interrupt_wait(u32 ms);

/* Functions of tasks.asm */
void tasks_begin(void);
void tasks_gate(u32 vector, void (*entry)(void));
void tasks_sleep(void);
void tasks_card(void);
void tasks_clock(void);
extern volatile u32 tasks_ticks;

#endif
