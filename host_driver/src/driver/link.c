#include "link.h"
#include "ports.h"
#include "timer.h"
#ifdef INTERRUPT
#include "interrupt/interrupt.h"
#endif

enum { WORD = 0xffffff };
enum { SLOWEST_KHZ = 1000 };
enum {
    QUICK = 100
}; /* QUICK polls have no pause; a later pause leaves the bus free for a SLACKth of the time so far */
enum { SHORTEST_PAUSE = 12, LONGEST_PAUSE = 24000, SLACK = 256 }; /* ticks: 10 us, 20 ms */
enum { WAIT_MS = 2 }; /* for events that take the DSP some instructions, at any clock */

static u16 base = 0x300;
static u8 *window = (u8 *)0xd0000;
static u32 window_size = 0x8000;

static u8 control; /* the last value written to CTRL */
static u8 number;  /* number of the next command */
static u8 sent;    /* number of the last command */
static u32 khz = SLOWEST_KHZ;

u8 link_in(u16 reg)
{
    return port_in(base + reg);
}

void link_out(u16 reg, u8 value)
{
    port_out(base + reg, value);
}

void link_install(u32 port, u32 window_address, u32 size)
{
    base = port;
    window = (u8 *)window_address;
    window_size = size;
}

void link_reset(void)
{
    control = MODES;
    number = 0;
    khz = SLOWEST_KHZ;
    link_out(CTRL, control);
    link_out(WINBASE, (u32)window >> 13);
#ifdef INTERRUPT
    interrupt_install();
#endif
}

void link_set_clock(u32 value)
{
    khz = value;
}

static inline u32 quickly(u16 reg, u8 bit)
{
    u32 tries;

    for (tries = QUICK; tries; tries--)
        if (port_in(base + reg) & bit)
            return 1;
    return 0;
}

/* Waits for `bit` of `reg`; returns early if `needed` becomes 0. Returns 1 if `bit` was set. */
static u32 patiently(u16 reg, u8 bit, u8 needed, u32 ms)
{
    u32 last = timer_now(), elapsed = 0, limit = (ms + 1) * TICKS_PER_MS;

    for (;;) {
        u8 value = port_in(base + reg);
        if (value & bit)
            return 1;
        if ((value & needed) != needed || elapsed > limit)
            return 0;
        timer_pause(elapsed < SHORTEST_PAUSE * SLACK  ? SHORTEST_PAUSE
                    : elapsed < LONGEST_PAUSE * SLACK ? elapsed / SLACK
                                                      : LONGEST_PAUSE);
        elapsed += timer_since(&last);
    }
}

u32 link_wait(u16 reg, u8 bit, u32 ms)
{
    return quickly(reg, bit) || patiently(reg, bit, 0, ms);
}

/* Returns the high word xor the low word of a fractional product. */
static u32 mix(long long product)
{
    return ((u32)(product >> 23) ^ (u32)(product << 1)) & WORD;
}

static u32 command_check(u32 word)
{
    int value = (int)(word << 8) >> 8;
    return mix((long long)value * COMMAND_FACTOR + (int)(number * NUMBER_FACTOR));
}

static inline void send_word(u32 word)
{
    port_out(base + TXH, word >> 16);
    port_out(base + TXM, word >> 8);
    port_out(base + TXL, word);
}

static inline u32 receive_word(void)
{
    u32 word = (u32)port_in(base + RXH) << 16;

    word |= (u32)port_in(base + RXM) << 8;
    return word | port_in(base + RXL);
}

static u32 no_word(void)
{
    return port_in(base + ISR) & ISR_HF3 ? NO_ANSWER : FAULT;
}

u32 link_send(const Command *command)
{
    u32 word = command->argument << 8 | command->opcode, second;
    u8 isr = port_in(base + ISR);

    if (isr & ISR_RXDF)
        return STRAY_REPLY;
    if (!(isr & ISR_TXDE) && !link_wait(ISR, ISR_TXDE, WAIT_MS))
        return COMMAND_NOT_TAKEN;
    send_word(word);
    second = (command_check(word) & 0xffff00) | number;
    if (!quickly(ISR, ISR_TXDE) && !patiently(ISR, ISR_TXDE, 0, WAIT_MS))
        return COMMAND_NOT_TAKEN;
    send_word(second);
    sent = number;
    number = number == 255 ? 1 : number + 1;
    return 0;
}

u32 link_receive(const Command *command, Reply *reply, u32 further)
{
    u32 *words[] = { &reply->input, &reply->output, &reply->further };
    u32 word, status, place;

#ifdef INTERRUPT
    if (!(port_in(base + ISR) & ISR_RXDF) && !interrupt_wait(2 * (command->clocks / khz + command->ms) + WAIT_MS))
#else
    if (!quickly(ISR, ISR_RXDF) &&
        !patiently(ISR, ISR_RXDF, ISR_HF3, 2 * (command->clocks / khz + command->ms) + WAIT_MS))
#endif
        return no_word();
    word = receive_word();
    status = word >> 16;
    for (place = 0; place < (further && !status ? 3 : 2); place++) {
        if (!quickly(ISR, ISR_RXDF) && !patiently(ISR, ISR_RXDF, ISR_HF3, WAIT_MS))
            return no_word();
        *words[place] = receive_word();
    }
    if ((word & 0xff) != (mix((long long)(word & 0xffff00) * REPLY_FACTOR) & 0xff))
        return DAMAGED_REPLY;
    return (word >> 8 & 0xff) == sent ? status : WRONG_REPLY;
}

u32 link_command(const Command *command, Reply *reply, u32 further)
{
    u32 error = link_send(command);
    return error ? error : link_receive(command, reply, further);
}

u32 link_set_control(u8 value)
{
    if (link_in(CTRL) != control)
        return CARD_RESET;
    link_out(CTRL, value);
    control = value;
    return 0;
}

void link_set_counter(u32 address)
{
    link_out(AGLOW, address);
    link_out(AGHIGH, address >> 8);
}

u32 link_give_bus_back(void)
{
    return link_set_control(MODES | CTRL_RUN);
}

u32 link_take_bus(u32 address, u8 mode)
{
    u32 error = link_set_control(MODES | CTRL_RUN | CTRL_WEN | CTRL_BR | mode);

    if (error)
        return error;
    if (!link_wait(STATUS, STATUS_BG, WAIT_MS)) {
        link_give_bus_back();
        return BUS_NOT_GRANTED;
    }
    link_set_counter(address);
    return 0;
}

static inline void move(u8 *to, const u8 *from, u32 count)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
}

void link_put(const u8 *from, u32 count)
{
    while (count) {
        u32 part = count < window_size ? count : window_size;
        move(window, from, part);
        from += part;
        count -= part;
    }
}

void link_get(u8 *to, u32 count)
{
    while (count) {
        u32 part = count < window_size ? count : window_size;
        move(to, window, part);
        to += part;
        count -= part;
    }
}

void sum_words(Sums *sums, const u8 *bytes, u32 count)
{
    bytes += 3 * count;
    while (count--) {
        bytes -= 3;
        sums->items += bytes[0] | (u32)bytes[1] << 8 | (u32)bytes[2] << 16;
        sums->order += sums->items;
    }
}

u32 sum_fold(const Sums *sums)
{
    u32 sum = ((u32)sums->items & WORD) + 4 * ((u32)(sums->items >> 24) & WORD) + 16 * ((u32)sums->order & WORD) +
              64 * ((u32)(sums->order >> 24) & WORD);
    return ((sum & WORD) + (sum >> 24)) & WORD;
}

u16 link_port(u16 reg)
{
    return base + reg;
}
