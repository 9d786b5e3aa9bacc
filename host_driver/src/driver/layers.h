/* Layers of software between a program and the driver. */
#ifndef LAYERS_H
#define LAYERS_H

#include "../types.h"

enum { LAYERS_ARGUMENTS = 10, LAYERS_BYTES = 0x10000 };

/* A job for the driver: the function and its arguments. The arguments numbered `given` and `made` point to
   `given_bytes` of data for the card and to the memory for `made_bytes` of its results, unless these are 0. */
typedef struct {
    u32 (*job)(void);
    u32 count, given, given_bytes, made, made_bytes, layers;
    u32 arguments[LAYERS_ARGUMENTS];
} Request;

/* Pass a request through its `layers`, at least one. Each is called by a software interrupt and has separate memory,
   into which it copies the request and the data, and out of which it copies the results. */
u32 card_layered(const Request *request);

/* layers.asm */
void layers_install(void);
u32 layers_call(const Request *request);
u32 layers_job(const Request *request);

#endif
