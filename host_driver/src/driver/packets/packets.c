/* Packets by the card: by bytes through the host port, by the DMA controller, by descriptors (packets.h). */
#include "packets.h"
#include "../card.h"
#include "../link.h"
#include "../ports.h"
#include "../timer.h"

enum { PACKETS = 0x68 }; /* the command of src/packets.asm, and its operations */
enum { END, DES, CODE, BOTH, RING, ASSOCIATIONS, FLOW };

enum { BLOCK = 8, PREFIX = 16, MOST_BYTES = 1518, ASSOCIATION = 32 };
enum { SHORT_MS = 20, LONG_MS = 2000 }; /* a packet takes 6 ms at most */
enum { SESSION_CLOCKS = 115000 };
enum { UNITS = 256 }; /* of other work between two looks at the timer, less than its period */

/* The controller, and the channel that the card is routed to. */
enum { STATUS_8237 = 0x08, MASK = 0x0a, MODE = 0x0b, LOW_BYTE = 0x0c, PAGE = 0x83, CHANNEL = 1 };
enum { MASKED = 4, WRITE_MEMORY = 0x04, READ_MEMORY = 0x08, CASCADE = 0xc0 };
enum { DRQ_SHIFT = 4, HOST_DMA_BYTES = 0x60, POLLS = 20000 };

/* A descriptor. */
enum { STATE, NEXT_HEADER, LENGTH, SOURCE = 4, TARGET = 7, KEYS = 10, NEXT = 13, OWN_PREFIX = 16, DESCRIPTOR = 32 };
enum { READY = 1 };

/* The first interrupt controller, and the card's input; its vectors are put behind the CPU's own. */
enum { PIC = 0x20, PIC_MASK = 0x21, ICW1 = 0x11, ICW4 = 0x01, SECOND_AT = 0x04, END_OF_INTERRUPT = 0x20 };
enum { IRQ = 5, VECTORS = 0x50 };

enum { FIRST = 2 }; /* bytes that the DSP need not wait for: the host port holds them */

static Command session = { PACKETS, 0, SESSION_CLOCKS, LONG_MS };
static u16 data_port;

static void copy(u8 *to, const u8 *from, u32 count)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
}

/* A byte to the DSP. Zero: it did not take the ones before. */
static inline u32 put(u8 value)
{
    if (!link_wait(ISR, ISR_TXDE, SHORT_MS))
        return 0;
    port_out(data_port, value);
    return 1;
}

/* To the DSP, which takes a byte in less than a bus cycle once its loop runs: the second byte but one is gone then.
   Zero: it does not. */
static u32 send(const u8 *from, u32 count)
{
    u32 first;

    for (first = 0; first < FIRST && count; first++, count--)
        if (!put(*from++))
            return 0;
    if (!link_wait(ISR, ISR_TXDE, SHORT_MS))
        return 0;
    __asm__ volatile("rep outsb" : "+S"(from), "+c"(count) : "d"(data_port) : "memory");
    return 1;
}

static u32 lose(u32 error)
{
    port_out(MASK, MASKED | CHANNEL);
    link_out(ICR, 0);
    card_lose();
    return error;
}

/* Whether the DSP has nothing more: then it has given a byte for each that was read. */
static u32 given(void)
{
    return link_in(ISR) & ISR_RXDF ? lose(STRAY_REPLY) : 0;
}

static u32 receive(u8 *to, u32 count)
{
    if (!link_wait(ISR, ISR_RXDF, SHORT_MS))
        return lose(NO_ANSWER);
    __asm__ volatile("rep insb" : "+D"(to), "+c"(count) : "d"(data_port) : "memory");
    return given();
}

u32 packets_open(u32 port)
{
    u32 error = card_lost() ? NOT_STARTED : 0;

    if (error)
        return error;
    /* INIT while the host port is idle: the DMA counter has its begin. */
    link_out(ICR, ICR_INIT | HOST_DMA_BYTES);
    link_out(ICR, 0);
    link_out(ROUTE, CHANNEL << DRQ_SHIFT | IRQ);
    data_port = port + TXL;
    error = link_send(&session);
    if (!error && !link_wait(ISR, ISR_TRDY, SHORT_MS))
        error = COMMAND_NOT_TAKEN;
    /* Each byte from now on is a word. */
    link_out(TXH, 0);
    link_out(TXM, 0);
    return card_done(error);
}

/* The session's reply: its end, or why it ended. */
static u32 closed(void)
{
    Reply reply;
    u32 error = link_receive(&session, &reply, 0);

    port_out(MASK, MASKED | CHANNEL);
    link_out(ICR, 0);
    return card_done(error);
}

u32 packets_close(void)
{
    if (card_lost())
        return NOT_STARTED;
    link_out(TXL, END);
    return closed();
}

/* The controller's channel. Reading the status forgets the end of the transfer before. */
static void program(u32 mode, const u8 *address, u32 count)
{
    u32 place = (u32)address;

    port_out(MASK, MASKED | CHANNEL);
    port_in(STATUS_8237);
    port_out(LOW_BYTE, 0);
    port_out(MODE, mode | CHANNEL);
    port_out(2 * CHANNEL, place);
    port_out(2 * CHANNEL, place >> 8);
    port_out(PAGE, place >> 16);
    count--;
    port_out(2 * CHANNEL + 1, count);
    port_out(2 * CHANNEL + 1, count >> 8);
    port_out(MASK, CHANNEL);
}

/* A byte that the DSP says, or the end of a session that it did not go on with. */
static u32 answer(u32 ms, u32 late)
{
    if (!link_wait(ISR, ISR_RXDF, ms))
        return lose(late);
    if (link_in(RXH))
        return closed();
    return link_in(RXL);
}

/* Keys by the CPU, data by either. */
static u32 operate(u32 way, u32 mode, u32 operation, u32 blocks, const u8 *keys, u32 key_bytes, const u8 *from,
                   u32 count, u8 *to, u32 left)
{
    u32 status, polls;

    if (!put(operation) || !put(blocks) || !send(keys, key_bytes))
        return lose(COMMAND_NOT_TAKEN);
    if (!(way & DMA)) {
        if (!send(from, count))
            return lose(COMMAND_NOT_TAKEN);
        status = answer(SHORT_MS, NO_ANSWER);
        return status ? status : receive(to, left);
    }
    if (!link_wait(ISR, ISR_TRDY, SHORT_MS))
        return lose(COMMAND_NOT_TAKEN);
    program(mode | READ_MEMORY, from, count);
    link_out(ICR, HOST_DMA_BYTES | ICR_TREQ);
    status = answer(SHORT_MS, DMA_STALLED);
    if (!status) {
        /* First the direction: DRQ of the other one still is there. */
        link_out(ICR, HOST_DMA_BYTES | ICR_RREQ);
        program(mode | WRITE_MEMORY, to, left);
        for (polls = POLLS; polls && !(port_in(STATUS_8237) & 1 << CHANNEL); polls--)
            ;
        if (!polls)
            return lose(DMA_STALLED);
        status = given();
    }
    link_out(ICR, 0);
    return status;
}

/* The packet before encryption, in its place; its blocks. */
static u32 prepare(const Packet *packet)
{
    u32 padding = -(packet->length + 2) & (BLOCK - 1), place;
    u8 *end = packet->out + PREFIX + packet->length;

    copy(packet->out, packet->prefix, PREFIX);
    copy(packet->out + PREFIX, packet->payload, packet->length);
    for (place = 1; place <= padding; place++)
        *end++ = place;
    *end++ = padding;
    *end++ = packet->next_header;
    return (end - packet->out - PREFIX) / BLOCK;
}

static u32 low_level(u32 way, u32 mode, const Packet *packet)
{
    u32 blocks = prepare(packet), bytes = blocks * BLOCK, error;
    u8 *out = packet->out, *text = out + PREFIX;

    if (way & ONE_PASS)
        return operate(way, mode, BOTH, blocks, packet->keys, 2 * BLOCK, out, PREFIX + bytes, text, bytes + BLOCK);
    error = operate(way, mode, DES, blocks, packet->keys, BLOCK, text - BLOCK, BLOCK + bytes, text, bytes);
    if (error)
        return error;
    return operate(way, mode, CODE, PREFIX / BLOCK + blocks, packet->keys + BLOCK, BLOCK, out, PREFIX + bytes,
                   text + bytes, BLOCK);
}

static void put_address(u8 *to, const u8 *address)
{
    u32 place = (u32)address;

    to[0] = place;
    to[1] = place >> 8;
    to[2] = place >> 16;
}

static void describe(u8 *to, const Packet *packet)
{
    to[STATE] = READY;
    to[NEXT_HEADER] = packet->next_header;
    to[LENGTH] = packet->length;
    to[LENGTH + 1] = packet->length >> 8;
    put_address(to + SOURCE, packet->payload);
    put_address(to + TARGET, packet->out);
    put_address(to + KEYS, packet->keys);
    put_address(to + NEXT, to + DESCRIPTOR);
    copy(to + OWN_PREFIX, packet->prefix, PREFIX);
}

static u32 ring_bell(u32 count, const u8 *first, u32 pages)
{
    u8 words[7];

    words[0] = RING;
    words[1] = count;
    words[2] = pages;
    words[3] = pages >> 8;
    put_address(words + 4, first);
    return send(words, 2) && send(words + 2, sizeof words - 2) ? 0 : lose(COMMAND_NOT_TAKEN);
}

/* Whether all were done; `done` has how many. */
static u32 taken(u32 count, u32 *done)
{
    u32 status = answer(LONG_MS, NO_ANSWER);

    if (card_lost())
        return status;
    *done = answer(SHORT_MS, NO_ANSWER);
    return status ? status : *done == count ? 0 : lose(WRONG_REPLY);
}

static void master_bus(void)
{
    port_out(MODE, CASCADE | CHANNEL);
    port_out(MASK, CHANNEL);
}

/* What goes on while the PC does other work: descriptors one by one, or nothing after the first answer. */
static struct {
    u32 batch, left, done, error, pages;
    const u8 *next;
    volatile u32 over;
} course;

void packets_interrupt(void)
{
    u32 done = 0;

    link_out(ICR, 0);
    course.error = taken(course.batch, &done);
    course.done += done;
    course.left -= course.batch;
    if (!course.error && course.left) {
        course.next += DESCRIPTOR;
        course.error = ring_bell(course.batch, course.next, course.pages);
        link_out(ICR, ICR_RREQ);
    }
    course.over = course.error || !course.left;
    port_out(PIC, END_OF_INTERRUPT);
}

static u32 interrupts_begin(void)
{
    packets_gate(VECTORS + IRQ);
    port_out(PIC, ICW1);
    port_out(PIC_MASK, VECTORS);
    port_out(PIC_MASK, SECOND_AT);
    port_out(PIC_MASK, ICW4);
    port_out(PIC_MASK, (u8) ~(1 << IRQ));
    link_out(ICR, ICR_RREQ);
    return link_set_control(MODES | CTRL_RUN | CTRL_IRQE);
}

static u32 interrupts_end(void)
{
    port_out(PIC_MASK, 0xff);
    return link_set_control(MODES | CTRL_RUN);
}

/* Other work until the card is done: asked after each turn, or by interrupts. The timer is read without them, for a
   handler may read it, too. */
static u32 work_on(u32 way, u32 ms, u32 *units)
{
    u32 last = timer_now(), ticks = 0;

    for (*units = 0; way & INTERRUPT ? !course.over : !(link_in(ISR) & ISR_RXDF); ++*units) {
        if (*units % UNITS == UNITS - 1) {
            __asm__ volatile("cli" : : : "memory");
            ticks += timer_since(&last);
            if (ticks > ms * TICKS_PER_MS)
                return lose(NO_ANSWER);
            if (way & INTERRUPT)
                __asm__ volatile("sti" : : : "memory");
        }
        packets_other_work();
    }
    return 0;
}

/* The same from the first answer's operation on, of `batch` of `count`; `done` has how many were done. */
static u32 interrupted(u32 way, u32 ms, u32 batch, u32 count, u32 *units, u32 *done)
{
    u32 error = interrupts_begin(), ended;

    course.batch = batch;
    course.left = count;
    course.done = course.error = course.over = 0;
    if (!error) {
        __asm__ volatile("sti" : : : "memory");
        error = work_on(way, ms, units);
        __asm__ volatile("cli" : : : "memory");
    }
    ended = interrupts_end();
    *done = course.done;
    return error ? error : course.error ? course.error : ended;
}

u32 packets_ring(u32 count, const u8 *first, u32 pages, u32 *done)
{
    if (card_lost())
        return NOT_STARTED;
    *done = 0;
    master_bus();
    return ring_bell(count, first, pages) ? COMMAND_NOT_TAKEN : taken(count, done);
}

static u32 descriptors(u32 way, const Packet *packets, u32 count, u8 *ring, u32 pages, u32 *units)
{
    u32 place, done, error = 0;

    master_bus();
    if (!(way & (TOGETHER | INTERRUPT))) {
        for (place = 0; place < count && !error; place++) {
            describe(ring, &packets[place]);
            error = ring_bell(1, ring, pages);
            if (!error)
                error = taken(1, &done);
        }
        return error;
    }
    for (place = 0; place < count; place++)
        describe(ring + place * DESCRIPTOR, &packets[place]);
    if (way & INTERRUPT) {
        course.next = ring;
        course.pages = pages;
        place = way & TOGETHER ? count : 1;
        return ring_bell(place, ring, pages) ? COMMAND_NOT_TAKEN
                                             : interrupted(way, LONG_MS, place, count, units, &done);
    }
    if (ring_bell(count, ring, pages))
        return COMMAND_NOT_TAKEN;
    if (way & OTHER_WORK)
        error = work_on(way, LONG_MS, units);
    return error ? error : taken(count, &done);
}

u32 packets_make(u32 way, u32 mode, const Packet *packets, u32 count, u8 *ring, u32 pages, u32 *units)
{
    u32 place, error = 0;

    if (card_lost())
        return NOT_STARTED;
    for (place = 0; place < count; place++)
        if (!packets[place].length || packets[place].length > MOST_BYTES)
            return PACKET_LENGTH;
    *units = 0;
    if (way & DESCRIPTORS)
        return descriptors(way, packets, count, ring, pages, units);
    for (place = 0; place < count && !error; place++)
        error = low_level(way, mode, &packets[place]);
    return error;
}

u32 packets_associate(u32 count, const u8 *content)
{
    if (card_lost())
        return NOT_STARTED;
    if (!put(ASSOCIATIONS) || !put(count) || !send(content, count * ASSOCIATION))
        return lose(COMMAND_NOT_TAKEN);
    return answer(SHORT_MS, NO_ANSWER);
}

u32 packets_flow(u32 way, u32 count, u32 ms, u32 *done, u32 *units)
{
    u32 error;

    if (card_lost())
        return NOT_STARTED;
    *done = *units = 0;
    if (!put(FLOW) || !put(count))
        return lose(COMMAND_NOT_TAKEN);
    if (way & INTERRUPT)
        return interrupted(way, ms, count, count, units, done);
    error = work_on(way, ms, units);
    return error ? error : taken(count, done);
}

u32 packets_other_work(void)
{
    static u32 words[16] = { 1, 2, 3 };
    u32 place, sum = 0;

    for (place = 0; place < 16; place++)
        words[place] = sum += words[place];
    return sum;
}
