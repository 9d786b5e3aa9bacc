/* The link to the card: registers, commands and replies, the bus, sums over data. Registers: docs/card.md; commands: docs/firmware.md. */
#ifndef LINK_H
#define LINK_H

#include "../types.h"

/* What can go wrong besides the firmware's status words (1 to 255). From LOST on, nothing the card says can be trusted. */
enum {
    NO_CARD = 0x100, /* the scratch register does not hold what is written */
    NO_TIMER,        /* the PC's interval timer does not run as the BIOS leaves it */
    TOO_LONG,        /* more data than one command can take */
    NOT_STARTED,     /* the card was not started, or has been lost since */
    LOST = 0x110,
    BANK_FAULT = LOST, /* the memory is not what the bank strap says */
    NOT_ALIVE,         /* the firmware did not start */
    BUS_NOT_GRANTED,   /* the DSP kept its bus */
    COMMAND_NOT_TAKEN, /* the DSP did not read the last word sent */
    NO_ANSWER,         /* no reply within the time allowed */
    FAULT,             /* the firmware stopped: stack error or illegal instruction, or the DSP was reset */
    CARD_RESET,        /* CTRL is not as the driver left it */
    STRAY_REPLY,       /* a word waits that nobody asked for */
    DAMAGED_REPLY,     /* the check over the reply is wrong */
    WRONG_REPLY,       /* the reply of another command */
    DATA_DAMAGED,      /* the DSP read something else than was sent */
    RESULT_DAMAGED,    /* something else was read than the DSP left */
    WRONG_CLOCK,       /* the DSP's clock is out of range */
    DOWNLOAD_DAMAGED   /* the firmware's memory does not hold what was sent */
};

/* Status words after which the link is out of step. */
enum { DAMAGED_COMMAND = 8, OUT_OF_SEQUENCE = 9 };

/* I/O registers, from the card's base. */
enum { ISR = 2, DATA_HIGH = 5, DATA_MIDDLE = 6, DATA_LOW = 7, CTRL = 8, COUNTER_LOW = 9, COUNTER_HIGH = 10, WINDOW_BASE = 11, STRAPS = 13, SCRATCH = 14, STATUS = 15 };
enum { RXDF = 1, TXDE = 2, HF2 = 8, HF3 = 0x10 };                                           /* ISR */
enum { RUN = 1, BUS_REQUEST = 2, BANK_X = 4, LOW_ONLY = 8, WINDOW_ON = 0x10, MODES = 0xc0 }; /* CTRL */
enum { BUS_GRANT = 1, DES_FITTED = 8 };                                                            /* STATUS */
enum { BANK_32K = 1 };                                                             /* STRAPS */

/* Sums over data: of the items, and of the first sum after each item, so that the order counts. Last item first. */
typedef struct {
    u64 items, order;
} Sums;

/* A command: its words, and how long it takes at most: so many clocks of the DSP, and milliseconds besides. */
typedef struct {
    u32 opcode, argument, clocks, ms;
} Command;

/* What a reply says besides its status. */
typedef struct {
    u32 input, output; /* sums over what the command read and left */
    u32 further;       /* the word that follows, if one was asked for */
} Reply;

void link_install(u32 port, u32 window_address, u32 size);
u8 link_in(u16 reg);
void link_out(u16 reg, u8 value);

/* Wait until register `reg` has `bit`, `ms` milliseconds at least. Zero: too late. */
u32 link_wait(u16 reg, u8 bit, u32 ms);

/* Put the DSP in reset and the window in its place. The next command is number 0. */
void link_reset(void);

/* The DSP's clock, from which time limits follow. */
void link_set_clock(u32 khz);

/* Send a command; take its reply, with one more word if `further`. The value is an error, or the firmware's status. */
u32 link_send(const Command *command);
u32 link_receive(const Command *command, Reply *reply, u32 further);
u32 link_command(const Command *command, Reply *reply, u32 further);

/* Take the DSP's bus, with the counter at `address` of a bank and in a load mode: `mode` is BANK_X and LOW_ONLY as wanted. */
u32 link_take_bus(u32 address, u8 mode);
u32 link_give_bus_back(void);
u32 link_set_control(u8 value);
void link_set_counter(u32 address);

/* Through the window: it answers at all its addresses alike, so a block longer than the window starts again at its beginning. */
void link_put(const u8 *from, u32 count);
void link_get(u8 *to, u32 count);

/* Add what precedes to the sums: bytes in groups of four, the last filled up with zeros; or words of three bytes. */
void sum_bytes(Sums *sums, const u8 *bytes, u32 count);
void sum_words(Sums *sums, const u8 *bytes, u32 count);
u32 sum_fold(const Sums *sums);

#endif
