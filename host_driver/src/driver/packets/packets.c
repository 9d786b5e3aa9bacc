/* Packets that the card processes: as bytes through the host port, with the DMA controller, with descriptors
   (packets.h). */
#include "packets.h"
#include "../card.h"
#include "../link.h"
#include "../ports.h"
#include "../timer.h"
#include "common.h"
#include "session.h"

enum { ASSOCIATION = 32 };
enum { UNITS = 256 }; /* units of other work between two reads of the timer; they take less than its period */

/* The bytes of a descriptor */
enum { STATE, NEXT_HEADER, LENGTH, SOURCE = 4, TARGET = 7, KEYS = 10, NEXT = 13, OWN_PREFIX = 16, DESCRIPTOR = 32 };
enum { READY = 1, DONE };
enum { SUM_TAKEN = 1, SUM_LEFT = 4 }; /* offsets of the checksums in a completed descriptor */

/* The DMA controller (8237A); session.h has its channel */
enum { STATUS_8237 = 0x08, MODE = 0x0b, LOW_BYTE = 0x0c, PAGE = 0x83 };
enum { WRITE_MEMORY = 0x04, READ_MEMORY = 0x08, CASCADE = 0xc0, POLLS = 20000 };

/* The first interrupt controller (8259A) and the card's input; its vectors follow those of the processor's
   exceptions */
enum { PIC = 0x20, PIC_MASK = 0x21, ICW1 = 0x11, ICW4 = 0x01, SECOND_AT = 0x04, END_OF_INTERRUPT = 0x20 };
enum { VECTORS = 0x50 };

enum { PAUSE = 12 }; /* ticks of the timer, 10 us, between two reads of a descriptor */

/* Programs the controller's channel. Reading the status clears the end of the previous transfer. */
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

/* Starts a DMA transfer of data to the card; back_by_dma transfers the results. */
static u32 by_dma(u32 mode, const u8 *from, u32 count)
{
    if (!link_wait(ISR, ISR_TRDY, SHORT_MS))
        return session_lose(COMMAND_NOT_TAKEN);
    program(mode | READ_MEMORY, from, count);
    link_out(ICR, HOST_DMA_BYTES | ICR_TREQ);
    return 0;
}

static u32 back_by_dma(u32 mode, u8 *to, u32 count)
{
    u32 polls;

    /* Set the direction first: DRQ of the other direction is still active. */
    link_out(ICR, HOST_DMA_BYTES | ICR_RREQ);
    program(mode | WRITE_MEMORY, to, count);
    for (polls = POLLS; polls && !(port_in(STATUS_8237) & 1 << CHANNEL); polls--)
        ;
    if (!polls)
        return session_lose(DMA_STALLED);
    link_out(ICR, 0);
    return 0;
}

/* Executes an operation; the CPU transfers keys, the CPU or the DMA controller transfers data. */
static u32 operate(u32 way, u32 mode, u32 operation, u32 blocks, const u8 *keys, u32 key_bytes, const u8 *from,
                   u32 count, u8 *to, u32 left)
{
    Head head = { { operation, blocks } };
    u32 status, error = session_collect();

    if (error)
        return error;
    if (!session_put(operation) || !session_put(blocks) || !session_send(keys, key_bytes))
        return session_lose(COMMAND_NOT_TAKEN);
    if (way & DMA)
        error = by_dma(mode, from, count);
    else
        error = session_send(from, count) ? 0 : session_lose(COMMAND_NOT_TAKEN);
    if (!error)
        error = session_settle();
    if (error)
        return error;
    session_ask(&head, keys, key_bytes, from, count);
    error = session_answer(SHORT_MS, way & DMA ? DMA_STALLED : NO_ANSWER, &status);
    if (error)
        return error;
    if (status) {
        link_out(ICR, 0);
        return session_refused(status);
    }
    error = way & DMA ? back_by_dma(mode, to, left) : session_receive(to, left);
    if (error)
        return error;
    session_owe(to, left);
    return 0;
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

static void describe(u8 *to, const Packet *packet, const u8 *next)
{
    to[STATE] = READY;
    to[NEXT_HEADER] = packet->next_header;
    to[LENGTH] = packet->length;
    to[LENGTH + 1] = packet->length >> 8;
    put_address(to + SOURCE, packet->payload);
    put_address(to + TARGET, packet->out);
    put_address(to + KEYS, packet->keys);
    put_address(to + NEXT, next);
    copy(to + OWN_PREFIX, packet->prefix, PREFIX);
}

static u32 ring_bell(u32 count, const u8 *first, u32 pages)
{
    Head head = { { RING, count, pages, pages >> 8 } };

    put_address(head.bytes + 4, first);
    if (!session_send(head.bytes, 2) || !session_send(head.bytes + 2, 5))
        return session_lose(COMMAND_NOT_TAKEN);
    session_ask(&head, 0, 0, 0, 0);
    return 0;
}

static void master_bus(void)
{
    port_out(MODE, CASCADE | CHANNEL);
    port_out(MASK, CHANNEL);
}

/* The state of a batch while the PC does other work: descriptors one by one, or the reply to all of them. The first
   `checked` of `count` packets agree with the card's checksums. */
static struct {
    u32 batch, left, done, error, pages;
    const u8 *next;
    volatile u32 over;
    const Packet *packets;
    const u8 *ring;
    u32 count, checked;
} course;

static u32 sum_at(const u8 *place)
{
    return place[0] | (u32)place[1] << 8 | (u32)place[2] << 16;
}

/* Returns 1 if the card has completed the next packet that is not checked. */
static u32 one_is_done(void)
{
    return course.checked < course.count &&
           *(const volatile u8 *)(course.ring + course.checked * DESCRIPTOR + STATE) == DONE;
}

/* Checks that the next packet is the one that was described, and that it was received unchanged. */
static u32 check(void)
{
    const Packet *packet = &course.packets[course.checked];
    const u8 *entry = course.ring + course.checked * DESCRIPTOR;
    u32 whole = PREFIX + (packet->length + 2 + BLOCK - 1) / BLOCK * BLOCK + BLOCK;
    u8 described[DESCRIPTOR];
    Sums read = { 0, 0 }, written = { 0, 0 };

    if (!one_is_done())
        return session_lose(RESULT_DAMAGED);
    course.checked++;
    if (!session_summed())
        return 0;
    describe(described, packet, entry + DESCRIPTOR);
    sum_bytes(&read, packet->payload, packet->length);
    sum_bytes(&read, packet->keys, 2 * BLOCK);
    sum_bytes(&read, described, DESCRIPTOR);
    if (sum_fold(&read) != sum_at(entry + SUM_TAKEN))
        return session_lose(DATA_DAMAGED);
    sum_bytes(&written, packet->out, whole);
    return sum_fold(&written) == sum_at(entry + SUM_LEFT) ? 0 : session_lose(RESULT_DAMAGED);
}

static u32 check_rest(void)
{
    u32 error = 0;

    while (!error && course.checked < course.count)
        error = check();
    return error;
}

/* Checks completed packets while the card processes others. */
static u32 check_meanwhile(void)
{
    u32 last = timer_now(), ticks = 0, error;

    while (course.checked < course.count && !(link_in(ISR) & ISR_RXDF) && ticks <= LONG_MS * TICKS_PER_MS) {
        if (one_is_done()) {
            error = check();
            if (error)
                return error;
            if (link_in(ICR)) /* the host port has changed */
                return session_lose(CARD_RESET);
        } else
            timer_pause(PAUSE);
        ticks += timer_since(&last);
    }
    return 0;
}

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
        if (!course.error)
            course.error = check();
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

/* Executes other work until the card has finished, which the driver polls after each unit or learns by an interrupt.
   The timer is read with interrupts disabled, because a handler may read it, too. */
static u32 work_on(u32 way, u32 ms, u32 *units)
{
    u32 last = timer_now(), ticks = 0;

    for (*units = 0; way & INTERRUPT ? !course.over : !(link_in(ISR) & ISR_RXDF); ++*units) {
        if (*units % UNITS == UNITS - 1) {
            __asm__ volatile("cli" : : : "memory");
            ticks += timer_since(&last);
            if (ticks > ms * TICKS_PER_MS)
                return session_lose(NO_ANSWER);
            if (way & INTERRUPT)
                __asm__ volatile("sti" : : : "memory");
        }
        if (!(way & INTERRUPT) && one_is_done()) {
            u32 error = check();
            if (error)
                return error;
        }
        packets_other_work();
    }
    return 0;
}

/* Executes other work with interrupts, of which each reports `batch` of `count` packets; sets `done` to the number of
   processed packets. */
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
    u32 error;

    if (card_lost())
        return NOT_STARTED;
    *done = 0;
    master_bus();
    course.count = course.checked = 0;
    error = ring_bell(count, first, pages);
    return error ? error : taken(count, done);
}

static u32 descriptors(u32 way, const Packet *packets, u32 count, u8 *ring, u32 pages, u32 *units)
{
    u32 place, done, error = 0;

    master_bus();
    course.packets = packets;
    course.ring = ring;
    course.count = count;
    course.checked = 0;
    if (!(way & (TOGETHER | INTERRUPT))) {
        for (place = 0; place < count && !error; place++) {
            describe(ring, &packets[place], ring + DESCRIPTOR);
            error = ring_bell(1, ring, pages);
            if (!error && place)
                error = check();
            if (!error)
                error = taken(1, &done);
            ring += DESCRIPTOR;
        }
        return error ? error : check_rest();
    }
    for (place = 0; place < count; place++)
        describe(ring + place * DESCRIPTOR, &packets[place], ring + (place + 1) * DESCRIPTOR);
    if (way & INTERRUPT) {
        course.next = ring;
        course.pages = pages;
        place = way & TOGETHER ? count : 1;
        error = ring_bell(place, ring, pages);
        if (!error)
            error = interrupted(way, LONG_MS, place, count, units, &done);
        return error ? error : check_rest();
    }
    error = ring_bell(count, ring, pages);
    if (!error)
        error = way & OTHER_WORK ? work_on(way, LONG_MS, units) : check_meanwhile();
    if (!error)
        error = taken(count, &done);
    return error ? error : check_rest();
}

u32 packets_make(u32 way, u32 mode, const Packet *packets, u32 count, u8 *ring, u32 pages, u32 *units)
{
    u32 place, error = 0;

    if (card_lost())
        return NOT_STARTED;
    for (place = 0; place < count; place++)
        if (!packets[place].length || packets[place].length > MAX_BYTES)
            return PACKET_LENGTH;
    *units = 0;
    session_owe(0, 0);
    if (way & DESCRIPTORS)
        return descriptors(way, packets, count, ring, pages, units);
    for (place = 0; place < count && !error; place++)
        error = low_level(way, mode, &packets[place]);
    if (!error)
        error = session_collect();
    return error ? error : session_settle();
}

u32 packets_associate(u32 count, const u8 *content)
{
    Head head = { { ASSOCIATIONS, count } };
    u32 done;

    if (card_lost())
        return NOT_STARTED;
    if (!session_put(ASSOCIATIONS) || !session_put(count) || !session_send(content, count * ASSOCIATION))
        return session_lose(COMMAND_NOT_TAKEN);
    session_ask(&head, 0, 0, content, count * ASSOCIATION);
    return taken(0, &done);
}

u32 packets_flow(u32 way, u32 count, u32 ms, u32 *done, u32 *units)
{
    Head head = { { FLOW, count } };
    u32 error;

    if (card_lost())
        return NOT_STARTED;
    *done = *units = 0;
    course.count = course.checked = 0;
    if (!session_put(FLOW) || !session_put(count))
        return session_lose(COMMAND_NOT_TAKEN);
    session_ask(&head, 0, 0, 0, 0);
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
