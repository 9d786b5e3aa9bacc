/* Packets that the card processes, in a session of the firmware's src/packets.asm. Functions return the values of
   card.h. */
#ifndef PACKETS_H
#define PACKETS_H

#include "../../types.h"

/* A packet to assemble: SPI, sequence number, IV, the payload encrypted with its padding, an authentication code. From
   the start of `out`, 2048 bytes must be in one page of 64 KB. */
typedef struct {
    const u8 *payload;
    u32 length, next_header;
    const u8 *keys;   /* eight bytes for DES, eight for the authentication code */
    const u8 *prefix; /* SPI, sequence number, IV */
    u8 *out;
} Packet;

/* How packets are transferred to the card */
enum {
    DMA = 1,         /* the DMA controller transfers data; otherwise the CPU does */
    ONE_PASS = 2,    /* DES and authentication code in one operation; otherwise in two */
    DESCRIPTORS = 4, /* the card reads descriptors and packets itself */
    TOGETHER = 8,    /* one operation for all descriptors */
    OTHER_WORK = 16, /* the PC does other work meanwhile */
    INTERRUPT = 64   /* the card interrupts the PC after each operation with descriptors */
};

/* Open a session with the card at `port` and channel 1 of the DMA controller; close it. Without `sums`, errors of
   transfers are not detected. */
u32 packets_open(u32 port, u32 sums);
u32 packets_close(void);

/* Assembles `count` packets. `mode` is bits 7-6 of the DMA controller's MODE, and 0 elsewhere. Descriptors are stored
   in `ring`, with 32 bytes for each packet. The low and the high byte of `pages` are the first and the last 64 KB page
   of the memory that a packet may use. `units` is set to the number of units of other work. */
u32 packets_make(u32 way, u32 mode, const Packet *packets, u32 count, u8 *ring, u32 pages, u32 *units);

/* For a card with two FIFOs between PC and DSP. packets_fifos measures their size and checks their flags, once in a
   session. packets_by_fifo assembles `count` packets, in one pass or in two according to `way`. The next packets go to
   the card and the last ones return while it processes another one. */
u32 packets_fifos(void);
u32 packets_by_fifo(u32 way, const Packet *packets, u32 count);

/* Processes `count` existing descriptors, beginning with `first`. `done` is set to the number of processed packets. */
u32 packets_ring(u32 count, const u8 *first, u32 pages, u32 *done);

/* For a card with a line: loads `count` associations of 32 bytes: keys, SPI, sequence number, IV. */
u32 packets_associate(u32 count, const u8 *content);

/* Moves `count` frames through the card while the PC does other work, according to `way`, for at most `ms`
   milliseconds. `done` is set to the number of packets, `units` to the number of units of other work. */
u32 packets_flow(u32 way, u32 count, u32 ms, u32 *done, u32 *units);

/* Stores a gate for a vector; the gate calls packets_interrupt. */
void packets_gate(u32 vector);
void packets_interrupt(void);

/* Executes a unit of the PC's other work: a sum over a buffer of 64 bytes. */
u32 packets_other_work(void);

#endif
