/* Packets through the two FIFOs between PC and DSP (packets.h, src/packets/fifo.asm): bytes move in and out as the
   FIFOs' flags allow. */
#include "../card.h"
#include "../link.h"
#include "../ports.h"
#include "../timer.h"
#include "common.h"
#include "session.h"

enum { LARGEST = 4096, MOST = 255, SUMS = 6 };
enum { LOOKS = 16, LONG_LOOK = 200 }; /* polls of the host port before the next poll of the FIFOs */
enum { MISSED = FIFO_STATUS_OVER | FIFO_STATUS_UNDER };

typedef struct {
    const u8 *bytes;
    u32 count;
} Part;

/* An operation of the card; it can start when `needs` earlier operations have returned */
typedef struct {
    Head head;
    Part keys, data;
    u8 *to;
    u32 left, needs;
} Operation;

static u32 half; /* number of free words of a FIFO that is not half full, and of words in one that is */
static u32 wide;

static struct {
    const Packet *packets;
    u32 way, count, given, rung, taken; /* `way` is the transport, the others are numbers of operations */
    u32 begun;                          /* part of the next operation is in the FIFO */
    Part rest[3];                       /* the parts of it that are not yet there */
    u32 arrived;                        /* number of received bytes of the oldest operation's result */
    u32 asked[MOST];                    /* the checksums over the inputs */
} course;

/* Returns the pass of operation `number` and sets `place` to its packet. DES of the next packet precedes the
   authentication code of the last one, so that the card is busy while the PC takes the ciphertext. */
static u32 pass_of(u32 number, u32 *place)
{
    if (course.way & ONE_PASS) {
        *place = number;
        return BOTH;
    }
    if (number && (!(number & 1) || number == course.count - 1)) {
        *place = number / 2 - !(number & 1);
        return CODE;
    }
    *place = (number + 1) / 2;
    return DES;
}

static void describe(u32 number, Operation *it, u32 prepared)
{
    static const Head nothing;
    u32 place, pass = pass_of(number, &place), blocks, bytes;
    const Packet *packet = &course.packets[place];
    u8 *text = packet->out + PREFIX;

    blocks = prepared && pass != CODE ? prepare(packet) : (packet->length + 2 + BLOCK - 1) / BLOCK;
    bytes = blocks * BLOCK;
    it->keys.bytes = packet->keys + (pass == CODE ? BLOCK : 0);
    it->keys.count = pass == BOTH ? 2 * BLOCK : BLOCK;
    it->data.bytes = pass == DES ? text - BLOCK : packet->out;
    it->data.count = bytes + (pass == DES ? BLOCK : PREFIX);
    it->to = pass == CODE ? text + bytes : text;
    it->left = (pass == CODE ? 0 : bytes) + (pass == DES ? 0 : BLOCK);
    it->needs = pass == CODE ? place ? 2 * place : 1 : 0;
    it->head = nothing;
    it->head.bytes[0] = pass;
    it->head.bytes[1] = blocks + (pass == CODE ? PREFIX / BLOCK : 0);
}

static void put(Part *part, u32 count)
{
    u16 port = link_port(FIFO_DATA);

    part->count -= count;
    if (wide) {
        count /= 2;
        __asm__ volatile("rep outsw" : "+S"(part->bytes), "+c"(count) : "d"(port) : "memory");
    } else
        __asm__ volatile("rep outsb" : "+S"(part->bytes), "+c"(count) : "d"(port) : "memory");
}

static void get(u8 *to, u32 count)
{
    u16 port = link_port(FIFO_DATA);

    if (wide) {
        count /= 2;
        __asm__ volatile("rep insw" : "+D"(to), "+c"(count) : "d"(port) : "memory");
    } else
        __asm__ volatile("rep insb" : "+D"(to), "+c"(count) : "d"(port) : "memory");
}

static void ring(void)
{
    link_out(TXL, ++course.rung);
}

/* Sends as much of the next operation as fits in a FIFO that is not half full; all counts are even. */
static void give(void)
{
    static Operation it;
    u32 place = 0, room = half, count;
    Sums sums = { 0, 0 };

    if (!course.begun) {
        describe(course.given, &it, 1);
        course.rest[0].bytes = it.head.bytes;
        course.rest[0].count = 2;
        course.rest[1] = it.keys;
        course.rest[2] = it.data;
        course.begun = 1;
    }
    for (; place < 3 && room; place++) {
        count = course.rest[place].count < room ? course.rest[place].count : room;
        put(&course.rest[place], count);
        room -= count;
    }
    if (course.rest[2].count)
        return;
    course.begun = 0;
    course.given++;
    if (course.rung + 1 == course.given && link_in(ISR) & ISR_TXDE)
        ring();
    if (!session_summed())
        return;
    sum_bytes(&sums, it.data.bytes, it.data.count);
    sum_bytes(&sums, it.keys.bytes, it.keys.count);
    sum_bytes(&sums, it.head.bytes, sizeof it.head.bytes);
    course.asked[course.given - 1] = sum_fold(&sums);
}

/* Returns non-zero if the next operation can be sent; this is true if a part of it was sent. */
static u32 ready(void)
{
    Operation next;

    if (course.begun || course.given == course.count)
        return course.begun;
    if (course.way & ONE_PASS)
        return 1;
    describe(course.given, &next, 0);
    return course.taken >= next.needs;
}

static u32 sum_at(const u8 *place)
{
    return place[0] | (u32)place[1] << 8 | (u32)place[2] << 16;
}

/* Takes the rest of the oldest operation's result, which has left the card completely, and compares the checksums. */
static u32 take(const Operation *it)
{
    u8 sums[SUMS];
    u32 error;

    get(it->to + course.arrived, it->left - course.arrived);
    course.arrived = 0;
    course.taken++;
    if (!session_summed())
        return 0;
    get(sums, SUMS);
    error = session_arrived(0, course.taken, it->to, it->left, sum_at(sums + SUMS / 2));
    if (!error && sum_at(sums) != course.asked[course.taken - 1])
        error = session_lose(DATA_DAMAGED);
    return error && link_in(FIFO_STATUS) & MISSED ? FIFO_MISSED : error;
}

/* Moves data until all operations are taken, or until one returns a status other than 0 in `refused`. */
static u32 go_through(u32 *refused)
{
    Operation oldest;
    u32 last = 0, still = 0, watched = 0, error, moved, looks;
    u8 status, port, wanted;

    describe(0, &oldest, 0);
    while (course.taken < course.count) {
        status = link_in(FIFO_STATUS);
        if (status & MISSED)
            return session_lose(FIFO_MISSED);
        moved = 0;
        if (!(status & FIFO_STATUS_INHALF) && ready()) {
            give();
            moved = 1;
        }
        port = link_in(ISR);
        if (port & ISR_TXDE && course.rung < course.given) {
            ring();
            moved = 1;
        }
        if (port & ISR_RXDF) {
            error = session_answer(SHORT_MS, NO_ANSWER, refused);
            if (!error && !*refused)
                error = take(&oldest);
            if (error || *refused)
                return error;
            if (course.taken < course.count)
                describe(course.taken, &oldest, 0);
            moved = 1;
        } else if (status & FIFO_STATUS_OUTHALF && oldest.left - course.arrived > half) {
            get(oldest.to + course.arrived, half);
            course.arrived += half;
            moved = 1;
        }
        if (moved) {
            watched = 0;
            continue;
        }
        if (!watched) {
            last = timer_now();
            still = 0;
            watched = 1;
        } else
            still += timer_since(&last);
        if (still > SHORT_MS * TICKS_PER_MS)
            return session_lose(FIFO_STALLED);
        wanted = course.rung < course.given ? ISR_RXDF | ISR_TXDE : ISR_RXDF;
        for (looks = ready() || oldest.left > half ? LOOKS : LONG_LOOK; looks && !(link_in(ISR) & wanted); looks--)
            ;
    }
    return 0;
}

static u32 batch(u32 way, const Packet *packets, u32 count)
{
    u32 operations = way & ONE_PASS ? count : 2 * count;
    Head head = { { FIFOS, operations } };
    u32 error, refused = 0, done;

    course.packets = packets;
    course.way = way;
    course.count = operations;
    course.given = course.rung = course.taken = course.begun = course.arrived = 0;
    if (!session_put(FIFOS) || !session_put(operations))
        return session_lose(COMMAND_NOT_TAKEN);
    error = go_through(&refused);
    if (error)
        return error;
    /* A 0 ends the input that the card still has to discard. */
    if (refused && !session_put(0))
        return session_lose(COMMAND_NOT_TAKEN);
    session_ask(&head, 0, 0, 0, 0);
    error = taken(course.taken, &done);
    if (error)
        return error;
    return link_in(FIFO_STATUS) & (MISSED | FIFO_STATUS_OUTSOME) ? session_lose(FIFO_MISSED) : 0;
}

u32 packets_by_fifo(u32 way, const Packet *packets, u32 count)
{
    u32 place, part, most = way & ONE_PASS ? MOST : MOST / 2, error = 0;

    if (card_lost())
        return NOT_STARTED;
    if (!half)
        return NO_FIFOS;
    for (place = 0; place < count; place++)
        if (!packets[place].length || packets[place].length > MAX_BYTES)
            return PACKET_LENGTH;
    for (; count && !error; count -= part, packets += part) {
        part = count < most ? count : most;
        error = batch(way, packets, part);
    }
    return error;
}

u32 packets_fifos(void)
{
    u32 count = 0, half_at = 0;
    u8 status;

    if (card_lost())
        return NOT_STARTED;
    half = 0;
    link_out(FIFO_CLEAR, 0);
    status = link_in(FIFO_STATUS);
    if (status & MISSED)
        return NO_FIFOS; /* on an open bus every bit is set */
    wide = status & FIFO_STATUS_WIDE;
    while (!(status & (FIFO_STATUS_INFULL | MISSED)) && count < LARGEST) {
        link_out(FIFO_DATA, count++);
        status = link_in(FIFO_STATUS);
        if (!half_at && status & FIFO_STATUS_INHALF)
            half_at = count;
    }
    link_out(FIFO_CLEAR, 0);
    if (!(status & FIFO_STATUS_INFULL) || status & MISSED || half_at != count / 2 + 1 || link_in(FIFO_STATUS) != wide)
        return session_lose(FIFO_FLAGS_WRONG);
    half = count / 2;
    return 0;
}
