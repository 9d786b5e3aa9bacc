/* Layers of software between a program and the driver. */
#ifndef LAYERS_H
#define LAYERS_H

#include "../types.h"

enum { LAYERS_ARGUMENTS = 10, LAYERS_BYTES = 0x10000 };

/* A job for the driver: the function and its arguments. The arguments numbered `given` and `made` point to
   `given_bytes` bytes of data for the card and to memory for `made_bytes` bytes of results, unless these numbers are
   0. */
typedef struct {
    u32 (*job)(void);
    u32 count, given, given_bytes, made, made_bytes, layers;
    u32 arguments[LAYERS_ARGUMENTS];
} Request;

/* Passes a request through its `layers`, of which there is at least one. Each layer is called with a software interrupt
   and has its own memory, into which it copies the request and the data, and from which it copies the results. */
u32 card_layered(const Request *request);

/* Functions of layers.asm */
void layers_install(void);
u32 layers_call(const Request *request);
u32 layers_job(const Request *request);

#endif
