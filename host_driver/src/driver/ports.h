/* The 80386's I/O instructions. */
#ifndef PORTS_H
#define PORTS_H

#include "../types.h"

static inline u8 port_in(u16 port)
{
    u8 value;
    __asm__ volatile("inb %w1, %b0" : "=a"(value) : "d"(port));
    return value;
}

static inline void port_out(u16 port, u8 value)
{
    __asm__ volatile("outb %b0, %w1" : : "a"(value), "d"(port));
}

#endif
