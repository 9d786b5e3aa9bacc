/* Packets by the card: by bytes through the host port, by the DMA controller, by descriptors (packets.h). */
#include "packets.h"
#include "card.h"
#include "link.h"
#include "ports.h"

enum { PACKETS = 0x68 }; /* the command of src/packets.asm, and its operations */
enum { END, DES, CODE, BOTH, RING };

enum { BLOCK = 8, PREFIX = 16, MOST_BYTES = 1518 };
enum { SHORT_MS = 20, LONG_MS = 2000 }; /* a packet takes 6 ms at most */
enum { SESSION_CLOCKS = 115000 };

/* The controller, and the channel that the card is routed to. */
enum { STATUS_8237 = 0x08, MASK = 0x0a, MODE = 0x0b, LOW_BYTE = 0x0c, PAGE = 0x83, CHANNEL = 1 };
enum { MASKED = 4, WRITE_MEMORY = 0x04, READ_MEMORY = 0x08, CASCADE = 0xc0 };
enum { DRQ_SHIFT = 4, HOST_DMA_BYTES = 0x60, POLLS = 20000 };

/* A descriptor. */
enum { STATE, NEXT_HEADER, LENGTH, SOURCE = 4, TARGET = 7, KEYS = 10, NEXT = 13, OWN_PREFIX = 16, DESCRIPTOR = 32 };
enum { READY = 1 };
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
    link_out(ROUTE, CHANNEL << DRQ_SHIFT);
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
    if (!(way & TOGETHER)) {
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
    if (ring_bell(count, ring, pages))
        return COMMAND_NOT_TAKEN;
    if (way & OTHER_WORK)
        while (!(link_in(ISR) & ISR_RXDF)) {
            packets_other_work();
            ++*units;
        }
    return taken(count, &done);
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

u32 packets_other_work(void)
{
    static u32 words[16] = { 1, 2, 3 };
    u32 place, sum = 0;

    for (place = 0; place < 16; place++)
        words[place] = sum += words[place];
    return sum;
}
