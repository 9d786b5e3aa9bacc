/* SPDX-License-Identifier: MIT
   Run a program on the DSP56001 of Hatari: hatari IMAGE ITERATIONS... */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dsp_core.h"
#include "dsp_cpu.h"

/* Parts of Hatari that the core calls, without function. */
FILE *TraceFile;
uint64_t LogTraceFlags;
int ExceptionDebugMask;

void DSP_SsiTransmit_SC1(void)
{
}

void DSP_SsiTransmit_SC2(uint32_t frame)
{
    (void)frame;
}

void DebugUI(int reason)
{
    fprintf(stderr, "the core reports exception %d\n", reason);
    exit(1);
}

void Log_Printf(int type, const char *format, ...)
{
    (void)type;
    fprintf(stderr, "the core reports: %s", format);
}

void Log_Trace(const char *format, ...)
{
    (void)format;
}

void Log_ResetMsgRepeat(void)
{
}

void Profile_DspAddressData(uint16_t address, float *percentage, uint64_t *count, uint64_t *cycles,
                            uint16_t *difference)
{
    (void)address, (void)percentage, (void)count, (void)cycles, (void)difference;
}

static void interrupt(int set)
{
    (void)set;
}

/* Return a word of memory: external X is the upper half of the RAM, Y and P begin at its lower half. */
static uint32_t *word(char space, unsigned address)
{
    unsigned number = space == 'X' ? DSP_SPACE_X : space == 'Y' ? DSP_SPACE_Y : DSP_SPACE_P;
    if (address < (space == 'P' ? 0x200 : 0x100))
        return &dsp_core.ramint[number][address];
    if (space == 'P')
        return &dsp_core.ramext[address % DSP_RAMSIZE];
    return &dsp_core.ramext[address % (DSP_RAMSIZE / 2) + (space == 'X' ? DSP_RAMSIZE / 2 : 0)];
}

int main(int count, char **arguments)
{
    char kind;
    unsigned address, value, counter = 0, checked_x = 0, checked_y = 0;
    clock_t spent = -clock();
    dsp_core_init(interrupt);
    dsp_core_reset();
    dsp_core.periph[DSP_SPACE_X][DSP_BCR] = 0;
    spent += clock();
    FILE *image = fopen(arguments[1], "r");
    if (!image)
        return 1;
    while (fscanf(image, " %c %x %x", &kind, &address, &value) == 3) {
        if (kind == 'S')
            dsp_core.pc = address;
        else if (kind == 'C')
            counter = address, checked_x = value >> 16, checked_y = value & 0xFFFF;
        else
            *word(kind, address) = value;
    }
    for (int each = 2; each < count; each++) {
        *word('X', counter) = strtoul(arguments[each], NULL, 10);
        spent -= clock();
        while (*word('X', counter))
            for (int number = 0; number < 100; number++)
                dsp56k_execute_instruction();
        spent += clock();
        uint64_t digest = 0xCBF29CE484222325;
        for (unsigned at = 0; at < checked_x; at++)
            digest = (digest ^ *word('X', at)) * 0x100000001B3;
        for (unsigned at = 0; at < checked_y; at++)
            digest = (digest ^ *word('Y', at)) * 0x100000001B3;
        printf("%.6f %016llx\n", (double)spent / CLOCKS_PER_SEC, (unsigned long long)digest);
    }
    return 0;
}
