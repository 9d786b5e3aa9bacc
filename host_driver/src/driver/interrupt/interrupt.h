/* Replies by interrupt: the driver sleeps until the card wakes it, and the PC does its other work meanwhile. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include "../../types.h"

enum { CARD_IRQ = 5 };

/* Set up both tasks and the PC's interrupt controller, with all requests masked. */
void interrupt_install(void);

/* Sleep until the card has a word, at least `ms` milliseconds. Zero: too late. */
u32 interrupt_wait(u32 ms);

/* tasks.asm */
void tasks_begin(void);
void tasks_gate(u32 vector, void (*entry)(void));
void tasks_sleep(void);
void tasks_card(void);
void tasks_clock(void);
extern volatile u32 tasks_ticks;

#endif
