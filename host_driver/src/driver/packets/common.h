/* The common parts of the transports whose packets the driver assembles. */
#ifndef COMMON_H
#define COMMON_H

#include "../card.h"
#include "packets.h"
#include "session.h"

enum { DES = 1, CODE, BOTH, RING, ASSOCIATIONS, FLOW, FIFOS }; /* operations of src/packets.asm */

enum { BLOCK = 8, PREFIX = 16, MAX_BYTES = 1518 };

static void copy(u8 *to, const u8 *from, u32 count)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
}

/* Assembles the packet before encryption in its memory, and returns the number of its blocks. */
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

/* Receives the reply to an operation on packets. Sets `done` to the number of processed packets; returns an error if it
   is not `count`. */
static u32 taken(u32 count, u32 *done)
{
    u32 status, value, sum, error = session_answer(LONG_MS, NO_ANSWER, &status);

    if (!error)
        error = session_answer(SHORT_MS, NO_ANSWER, &value);
    if (!error)
        error = session_agreed(&sum);
    if (!error)
        error = session_arrived(status, value, 0, 0, sum);
    if (error)
        return error;
    *done = value;
    return status ? status : value == count ? 0 : session_lose(WRONG_REPLY);
}

#endif
