/* Time from the PC's 8254 interval timer: counter 0 as the BIOS leaves it, mode 3 over 65536 counts, 1,193,182 a
   second. */
#ifndef TIMER_H
#define TIMER_H

#include "../types.h"

enum { TICKS_PER_MS = 1194 }; /* rounded up */

/* Ticks within counter 0's period of 65536. */
u32 timer_now(void);

/* Ticks since `*last`, which becomes now; less than 55 ms may have gone by. */
u32 timer_since(u32 *last);

/* Make sure that the timer runs, and measure a pause. Zero: it does not run. */
u32 timer_install(void);

/* Wait for about `ticks` ticks without a bus access, fewer than a period. */
void timer_pause(u32 ticks);

/* Wait for `ticks` ticks of the timer, which is read all the time. */
void timer_wait(u32 ticks);

#endif
