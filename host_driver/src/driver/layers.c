#include "layers.h"
#include "errors.h"

/* The memory of the layers. Every second layer uses the same buffer: the layer below has copied the data by then, and
   the results come after the data. */
static u8 buffers[2][LAYERS_BYTES];

static void copy(u8 *to, const u8 *from, u32 count)
{
    u32 words = count / 4, rest = count % 4;

    __asm__ volatile("rep movsl\n\tmovl %3, %%ecx\n\trep movsb"
                     : "+D"(to), "+S"(from), "+c"(words)
                     : "r"(rest)
                     : "memory");
}

/* Executes a request in a layer: passes it to the next layer, or to the driver. */
u32 layers_serve(const Request *request)
{
    Request own = *request;
    u8 *buffer = buffers[own.layers % 2];
    u32 error;

    if (own.given_bytes > LAYERS_BYTES || own.made_bytes > LAYERS_BYTES)
        return TOO_LONG;
    if (own.given_bytes) {
        copy(buffer, (const u8 *)own.arguments[own.given], own.given_bytes);
        own.arguments[own.given] = (u32)buffer;
    }
    if (own.made_bytes)
        own.arguments[own.made] = (u32)buffer;
    error = --own.layers ? layers_call(&own) : layers_job(&own);
    if (own.made_bytes && !error)
        copy((u8 *)request->arguments[own.made], buffer, own.made_bytes);
    return error;
}

u32 card_layered(const Request *request)
{
    layers_install();
    return layers_call(request);
}
