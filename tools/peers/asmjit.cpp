// SPDX-License-Identifier: MIT
// Run a program on the DSP of dsp56300/dsp56300: asmjit IMAGE ITERATIONS...

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>

#include "dsp56kEmu/dsp.h"
#include "dsp56kEmu/memory.h"
#include "dsp56kEmu/peripherals.h"

using namespace dsp56k;

int main(int count, char **arguments)
{
    clock_t spent = -clock();
    DefaultMemoryValidator validator;
    Memory memory(validator, 0x20000, 0x20000, 0x10000);
    PeripheralsNop x, y;
    auto dsp = std::make_unique<DSP>(memory, &x, &y);
    spent += clock();
    char kind;
    unsigned address, value, counter = 0, checkedX = 0, checkedY = 0;
    FILE *image = fopen(arguments[1], "r");
    if (!image)
        return 1;
    while (fscanf(image, " %c %x %x", &kind, &address, &value) == 3) {
        if (kind == 'S')
            dsp->setPC(address);
        else if (kind == 'C')
            counter = address, checkedX = value >> 16, checkedY = value & 0xFFFF;
        else
            memory.set(kind == 'X' ? MemArea_X : kind == 'Y' ? MemArea_Y : MemArea_P, address, value);
    }
    for (int each = 2; each < count; each++) {
        memory.set(MemArea_X, counter, strtoul(arguments[each], nullptr, 10));
        spent -= clock();
        while (memory.get(MemArea_X, counter))
            for (int number = 0; number < 100; number++)
                dsp->exec();
        spent += clock();
        uint64_t digest = 0xCBF29CE484222325;
        for (unsigned at = 0; at < checkedX; at++)
            digest = (digest ^ memory.get(MemArea_X, at)) * 0x100000001B3;
        for (unsigned at = 0; at < checkedY; at++)
            digest = (digest ^ memory.get(MemArea_Y, at)) * 0x100000001B3;
        printf("%.6f %016llx\n", static_cast<double>(spent) / CLOCKS_PER_SEC, static_cast<unsigned long long>(digest));
    }
    return 0;
}
