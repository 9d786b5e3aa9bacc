/* DES as programs of about 1990 computed it: des_period.asm processes a block, modes and key schedule are in C. The
   published program's key schedule is not described; this one is that of variant "good". Variant "period". */
#include "../software.h"

#include "des_tables.h"
#include "des_schedule.h"

/* Two words whose bytes have the same order as in memory */
typedef struct {
    u32 left, right;
} Block;

void cipher_block(Block *block, const Subkey *subkeys);

static u32 load(const u8 *bytes)
{
    return *(const u32 *)bytes;
}

static void store(u8 *bytes, u32 word)
{
    *(u32 *)bytes = word;
}

#include "des_modes.h"
