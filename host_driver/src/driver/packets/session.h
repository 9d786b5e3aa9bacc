/* A session of packets with the card: its bytes through the host port, and the sums over them (src/packets.asm, and
   packets/sums.asm). Functions return 0 or an error. */
#ifndef SESSION_H
#define SESSION_H

#include "../../types.h"

enum { GROUP = 4 };
enum { SHORT_MS = 20, LONG_MS = 2000 }; /* a packet takes 6 ms at most */

/* The channel of the DMA controller, and the input of the interrupt controller, that the card is routed to. */
enum { CHANNEL = 1, IRQ = 5, MASK = 0x0a, MASKED = 4 };
enum { HOST_DMA_BYTES = 0x60 }; /* of ICR */

/* What an operation begins with: its number, how many, and of descriptors more. */
typedef struct {
    u8 bytes[2 * GROUP];
} Head;

/* Whether the session has sums. */
u32 session_summed(void);

/* A byte to the DSP, or some, which it takes in less than a bus cycle each once its loop runs. Zero: it does not. */
u32 session_put(u8 value);
u32 session_send(const u8 *from, u32 count);

/* A byte that the DSP says. An error: none in time, or the end of a session that it did not go on with. */
u32 session_answer(u32 ms, u32 late, u32 *value);
u32 session_receive(u8 *to, u32 count);

/* The sum over what an operation was given, made while the card is at work. */
void session_ask(const Head *head, const u8 *keys, u32 key_bytes, const u8 *from, u32 count);

/* The end of what an operation leaves: whether it took what it was given; `left` is the sum over the rest. Then whether
   that is the sum over status, number and data. */
u32 session_agreed(u32 *left);
u32 session_arrived(u32 status, u32 done, const u8 *bytes, u32 count, u32 sum);

/* An operation with another status than 0, which is all that it leaves, but for the sums. */
u32 session_refused(u32 status);

/* Data of an operation of which neither has been done yet, or none: the first is, before the next operation, when the
   card has made the sums; the second when the card is at work on that. */
void session_owe(const u8 *bytes, u32 count);
u32 session_collect(void);
u32 session_settle(void);

/* After an error the card is lost, until it is started again: the value is the error. */
u32 session_lose(u32 error);

#endif
