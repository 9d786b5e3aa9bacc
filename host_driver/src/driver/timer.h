/* Time from the PC's 8254 interval timer: counter 0 in the BIOS's setting, mode 3 over 65536 counts, with 1,193,182
   counts a second. */
#ifndef TIMER_H
#define TIMER_H

#include "../types.h"

enum { TICKS_PER_MS = 1194 }; /* rounded up */

/* Returns the number of ticks within counter 0's period of 65536. */
u32 timer_now(void);

/* Returns the number of ticks since `*last`, which becomes the current time. Less than 55 ms may have passed. */
u32 timer_since(u32 *last);

/* Checks that the timer runs, and measures the loop of timer_pause. Returns zero if the timer does not run. */
u32 timer_install(void);

/* Waits for about `ticks` ticks, fewer than a period, without a bus access. */
void timer_pause(u32 ticks);

/* Waits for `ticks` ticks of the timer, which it reads continuously. */
void timer_wait(u32 ticks);

#endif
