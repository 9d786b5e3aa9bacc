/* The link to the card: registers, commands and replies, the bus, checksums of data. docs/reference/card.md describes
   the registers, docs/reference/firmware.md the commands. */
#ifndef LINK_H
#define LINK_H

#include "../types.h"
#include "card_registers.h"
#include "errors.h"
#include "firmware.h"

/* The DSP's mode pins; while the DSP runs they are its interrupt inputs, and this value requests no interrupt */
#ifdef INTERRUPT
enum { MODES = CTRL_MODA | CTRL_MODB | CTRL_IRQE };
#else
enum { MODES = CTRL_MODA | CTRL_MODB };
#endif

/* Sums over data: `items` of the items, and `order` of the first sum after each item, so that the sums depend on the
   order. The last item is added first. */
typedef struct {
    u64 items, order;
} Sums;

/* A command: its words, and its time limit in clocks of the DSP plus milliseconds */
typedef struct {
    u32 opcode, argument, clocks, ms;
} Command;

/* The words of a reply after its status */
typedef struct {
    u32 input, output; /* checksums over the command's inputs and results */
    u32 further;       /* the next word, if one was requested */
} Reply;

void link_install(u32 port, u32 window_address, u32 size);
u8 link_in(u16 reg);
void link_out(u16 reg, u8 value);
u16 link_port(u16 reg);

/* Waits until register `reg` has `bit`, for at least `ms` milliseconds. Returns zero if the time is over. */
u32 link_wait(u16 reg, u8 bit, u32 ms);

/* Resets the DSP and maps the window. The next command is number 0. */
void link_reset(void);

/* Sets the DSP's clock, from which time limits follow. */
void link_set_clock(u32 khz);

/* Send a command; receive its reply, with one more word if `further` is not 0; do both. The two latter return an error
   or the firmware's status. */
u32 link_send(const Command *command);
u32 link_receive(const Command *command, Reply *reply, u32 further);
u32 link_command(const Command *command, Reply *reply, u32 further);

/* Takes the DSP's bus, with the counter at `address` of a bank and in a load mode; `mode` is a combination of CTRL_BANK
   and CTRL_LOW. */
u32 link_take_bus(u32 address, u8 mode);
u32 link_give_bus_back(void);
u32 link_set_control(u8 value);
void link_set_counter(u32 address);

/* Copy data through the window. All its addresses access the counter's address, so a block longer than the window
   starts again at its beginning. */
void link_put(const u8 *from, u32 count);
void link_get(u8 *to, u32 count);

/* Add data that precedes the items in the sums: bytes in groups of four, the last one padded with zeros, or words of
   three bytes. */
void sum_bytes(Sums *sums, const u8 *bytes, u32 count);
void sum_words(Sums *sums, const u8 *bytes, u32 count);
u32 sum_fold(const Sums *sums);

#endif
