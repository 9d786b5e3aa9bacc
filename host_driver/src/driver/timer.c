#include "timer.h"
#include "ports.h"

enum { COUNTER = 0x40, TIMER_CONTROL = 0x43 };
enum { READ_BACK = 0xc2 };                               /* latch count and status of counter 0 */
enum { OUTPUT = 0x80, MODE = 0x3f, SQUARE_WAVE = 0x36 }; /* status: low then high byte, mode 3, binary */
enum { PERIOD = 0x10000 };
enum { TRIAL = 256, PATIENCE = 1000 };

static u32 trial_ticks = 1; /* ticks of TRIAL iterations of `loop` */

/* Executes iterations of about a hundred clocks; nearly all of them are those of the two divisions. */
static inline void loop(u32 rounds)
{
    u32 quotient = 0;
    __asm__ volatile("1: xorl %%edx, %%edx\n\tdivl %1\n\txorl %%edx, %%edx\n\tdivl %1\n\tloop 1b"
                     : "+a"(quotient), "+c"(rounds)
                     :
                     : "edx");
}

/* In mode 3 the counter counts down its period twice, in steps of two: first with its output high, then low. */
u32 timer_now(void)
{
    u32 status, count;

    port_out(TIMER_CONTROL, READ_BACK);
    status = port_in(COUNTER);
    count = port_in(COUNTER);
    count |= (u32)port_in(COUNTER) << 8;
    return ((PERIOD - count) & (PERIOD - 1)) / 2 + (status & OUTPUT ? 0 : PERIOD / 2);
}

u32 timer_since(u32 *last)
{
    u32 now = timer_now(), ticks = (now - *last) & (PERIOD - 1);

    *last = now;
    return ticks;
}

u32 timer_install(void)
{
    u32 start, tries;

    port_out(TIMER_CONTROL, READ_BACK);
    if ((port_in(COUNTER) & MODE) != SQUARE_WAVE)
        return 0;
    port_in(COUNTER);
    port_in(COUNTER);
    start = timer_now();
    for (tries = PATIENCE; tries && timer_now() == start; tries--)
        ;
    if (!tries)
        return 0;
    start = timer_now();
    loop(TRIAL);
    trial_ticks = timer_since(&start) + 1;
    return 1;
}

void timer_wait(u32 ticks)
{
    u32 last = timer_now(), elapsed = 0;

    while (elapsed < ticks)
        elapsed += timer_since(&last);
}

void timer_pause(u32 ticks)
{
    loop(ticks * TRIAL / trial_ticks + 1);
}
