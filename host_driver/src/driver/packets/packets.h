/* Packets by the card, as the session of the firmware's src/packets.asm takes them. Values are as in card.h. */
#ifndef PACKETS_H
#define PACKETS_H

#include "../../types.h"

/* A packet to be made: SPI, sequence number, IV, the payload encrypted with its padding, an authentication code. It
   begins at an address from which 2048 bytes lie in one page of 64 KB. */
typedef struct {
    const u8 *payload;
    u32 length, next_header;
    const u8 *keys;   /* eight bytes of DES, eight of the code */
    const u8 *prefix; /* SPI, sequence number, IV */
    u8 *out;
} Packet;

/* How packets go to the card. */
enum {
    DMA = 1,         /* data by the DMA controller, else by the CPU */
    ONE_PASS = 2,    /* DES and code in one operation, else in two */
    DESCRIPTORS = 4, /* the card fetches packets itself; */
    TOGETHER = 8,    /* all of them with one operation, */
    OTHER_WORK = 16, /* and meanwhile the PC does something else, */
    INTERRUPT = 64   /* until the card interrupts it: for each operation with descriptors */
};

/* The card, whose ports begin at `port`, at channel 1 of the DMA controller; then the session's begin and end. Without
   `sums` nobody finds bytes that change on their way. */
u32 packets_open(u32 port, u32 sums);
u32 packets_close(void);

/* Make `count` packets. `mode` is the DMA controller's MODE, bits 7-6 and 0 elsewhere; descriptors are made in `ring`,
   32 bytes for each packet, of memory between two pages. `units` has how often other work was done. */
u32 packets_make(u32 way, u32 mode, const Packet *packets, u32 count, u8 *ring, u32 pages, u32 *units);

/* A card with two FIFOs between PC and DSP: how large they are, and whether their flags say so; once in a session. Then
   `count` packets, in one pass or in two, as `way` says: the next ones go to the card and the last ones come back while
   it is at work on another. */
u32 packets_fifos(void);
u32 packets_by_fifo(u32 way, const Packet *packets, u32 count);

/* Descriptors as they are: `count` of them from one on. `done` has how many were done. */
u32 packets_ring(u32 count, const u8 *first, u32 pages, u32 *done);

/* A card with a line: `count` associations of 32 bytes, keys, SPI, sequence number, IV. */
u32 packets_associate(u32 count, const u8 *content);

/* `count` frames go through the card, and the PC does other work, depending on `way`, for at most `ms`
   milliseconds: `done` has the number of packets, `units` the number of units of other work. */
u32 packets_flow(u32 way, u32 count, u32 ms, u32 *done, u32 *units);

/* A gate for a vector, which leads to what interrupts call. */
void packets_gate(u32 vector);
void packets_interrupt(void);

/* Other work of the PC: a sum over a buffer of 64 bytes. */
u32 packets_other_work(void);

#endif
