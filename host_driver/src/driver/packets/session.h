/* A session of packets with the card: its bytes through the host port and the checksums over them (src/packets.asm and
   packets/sums.asm). Functions return 0 or an error. */
#ifndef SESSION_H
#define SESSION_H

#include "../../types.h"

enum { GROUP = 4 };
enum { SHORT_MS = 20, LONG_MS = 2000 }; /* a packet takes at most 6 ms */

/* The channel of the DMA controller and the input of the interrupt controller to which the card is routed */
enum { CHANNEL = 1, IRQ = 5, MASK = 0x0a, MASKED = 4 };
enum { HOST_DMA_BYTES = 0x60 }; /* bits of ICR */

/* The first bytes of an operation: its number and a count; operations with descriptors have more. */
typedef struct {
    u8 bytes[2 * GROUP];
} Head;

/* Returns non-zero if the session has checksums. */
u32 session_summed(void);

/* Send a byte to the DSP, or several, each of which the DSP takes in less than a bus cycle once its loop runs. Return
   zero if it does not take them. */
u32 session_put(u8 value);
u32 session_send(const u8 *from, u32 count);

/* Receive a byte from the DSP, or several. The error means that none arrived in time or that the session has ended. */
u32 session_answer(u32 ms, u32 late, u32 *value);
u32 session_receive(u8 *to, u32 count);

/* Computes the checksum over the inputs of an operation while the card is at work. */
void session_ask(const Head *head, const u8 *keys, u32 key_bytes, const u8 *from, u32 count);

/* Receive the end of an operation's output: session_agreed checks that the card has read the bytes that were sent, and
   sets `left` to the checksum over the output. session_arrived compares it with the checksum over status, number and
   data. */
u32 session_agreed(u32 *left);
u32 session_arrived(u32 status, u32 done, const u8 *bytes, u32 count, u32 sum);

/* Ends an operation with a status other than 0. It has no output except for the checksums. */
u32 session_refused(u32 status);

/* Delay the end of an operation. session_owe records its output. session_collect receives the checksums before the next
   operation, and session_settle compares them when the card is busy with that operation. */
void session_owe(const u8 *bytes, u32 count);
u32 session_collect(void);
u32 session_settle(void);

/* Marks the card as lost, until it is started again, and returns the error. */
u32 session_lose(u32 error);

#endif
