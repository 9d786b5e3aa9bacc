/* Starts the card from power-up until the firmware runs with a known clock. */
#include "card.h"
#include "link.h"
#include "timer.h"

enum { ALL_PARTS = PART_DES | PART_MD2 | PART_CHIP | PART_RSA | PART_NOISE | PART_MD4 };
enum { OVERHEAD = 2000 }; /* clocks of any command: check, checksums of few words, reply */
enum { DES_TABLES_CLOCKS = 600000, CONFIRM_CLOCKS = 196608, SELF_TEST_CLOCKS = 3000000, SELF_TEST_MS = 100 };
enum { BOOT_MS = 510 }; /* at the lowest clock, with the longest firmware of the library */

/* The DSP's clock is measured over some thousand clocks first. Then it is measured over the number of clocks that takes
   some 12 ms at the clock found, or 6 ms at the maximum clock. */
enum { FIRST_THOUSANDS = 8, MAX_THOUSANDS = 250, KHZ_PER_THOUSAND = 80 };
enum { KHZ_TICKS = 1193182 }; /* number of ticks in which a thousand clocks pass at 1 kHz */
enum { MIN_KHZ = 900, MAX_KHZ = 41000, MARGIN = 64 };

u32 card_install(u32 port, u32 window_address, u32 size)
{
    link_install(port, window_address, size);
    card_lose();
    link_out(SCRATCH, 0x5a);
    if (link_in(SCRATCH) != 0x5a)
        return NO_CARD;
    link_out(SCRATCH, 0xa5);
    if (link_in(SCRATCH) != 0xa5)
        return NO_CARD;
    return timer_install() ? 0 : NO_TIMER;
}

/* Computes three bytes that differ for each address line and have both values of each data line. */
static void probe(u8 *word, u32 line, u8 bank)
{
    word[0] = line ^ bank << 4;
    word[1] = ~word[0];
    word[2] = 0x5a ^ line;
}

/* Checks that both banks store a word for each address line, so that no line is stuck, open or connected to another. */
static u32 check_banks(void)
{
    u32 lines = link_in(STRAPS) & STRAPS_BANK32K ? 15 : 13, line, pass;
    u8 bank, word[3], seen[3];

    for (pass = 0; pass < 2; pass++)
        for (bank = 0; bank <= CTRL_BANK; bank += CTRL_BANK) {
            if (link_set_control(MODES | CTRL_WEN | bank))
                return CARD_RESET;
            for (line = 0; line <= lines; line++) {
                link_set_counter(line ? 1u << (line - 1) : 0);
                probe(word, line, bank);
                if (!pass) {
                    link_put(word, 3);
                    continue;
                }
                link_get(seen, 3);
                if (seen[0] != word[0] || seen[1] != word[1] || seen[2] != word[2])
                    return BANK_FAULT;
            }
        }
    return 0;
}

static u32 download(const Segment *segments, u32 count)
{
    for (; count; count--, segments++) {
        if (link_set_control(MODES | CTRL_WEN | segments->bank))
            return CARD_RESET;
        link_set_counter(segments->address);
        link_put(segments->bytes, 3 * segments->words);
    }
    return link_set_control(MODES | CTRL_RUN);
}

/* Measures the ticks from a CALIBRATE to its reply. */
static u32 calibration(u32 thousands, u32 *ticks)
{
    Command command = { CALIBRATE, thousands, 1000 * thousands + OVERHEAD, 0 };
    Reply reply;
    u32 last = timer_now(), error = link_send(&command);
    u32 limit = 2 * (thousands + OVERHEAD / 1000) * TICKS_PER_MS; /* at 1 MHz or more */

    *ticks = 0;
    while (!error && !(link_in(ISR) & ISR_RXDF) && *ticks <= limit)
        *ticks += timer_since(&last);
    *ticks += timer_since(&last);
    return error ? error : link_receive(&command, &reply, 0);
}

/* Computes the DSP's clock; subtracts the time of a CALIBRATE without clocks. */
static u32 measure_clock(u32 thousands, u32 without, u32 *khz)
{
    u32 with, error = calibration(thousands, &with);

    *khz = !error && with > without ? thousands * KHZ_TICKS / (with - without) : 0;
    return error;
}

/* Measures the DSP's clock and sends it to the firmware, increased by a MARGINth, so that the firmware does not access
   the DES chip too fast. */
static u32 set_clock(void)
{
    Command command = { CLOCK, 0, OVERHEAD, 0 };
    Reply reply;
    u32 without, khz, error = calibration(0, &without);

    if (!error)
        error = measure_clock(FIRST_THOUSANDS, without, &khz);
    if (!error) {
        u32 thousands = khz / KHZ_PER_THOUSAND;
        if (thousands < FIRST_THOUSANDS)
            thousands = FIRST_THOUSANDS;
        error = measure_clock(thousands < MAX_THOUSANDS ? thousands : MAX_THOUSANDS, without, &khz);
    }
    if (error)
        return error;
    if (khz < MIN_KHZ || khz > MAX_KHZ)
        return WRONG_CLOCK;
    link_set_clock(khz);
    command.argument = khz + khz / MARGIN;
    return link_command(&command, &reply, 0);
}

static u32 ping(u32 *version)
{
    Command command = { PING, 0, OVERHEAD, 0 };
    Reply reply;
    Sums sums = { 0, 0 };
    u32 error = link_command(&command, &reply, 1);

    if (error)
        return error;
    *version = reply.further;
    sum_words(&sums, (const u8 *)&reply.further, 1);
    return sum_fold(&sums) == reply.output ? 0 : RESULT_DAMAGED;
}

u32 card_ping(u32 *version)
{
    return card_lost() ? NOT_STARTED : card_done(ping(version));
}

/* Runs the known-answer tests, including those of the DES chip if the card has one; `failed` has the parts that
   failed. */
static u32 self_test(u32 *failed)
{
    Command command = { SELF_TEST, link_in(STATUS) & STATUS_DES ? ALL_PARTS : ALL_PARTS & ~PART_CHIP, SELF_TEST_CLOCKS,
                        SELF_TEST_MS };
    Reply reply;
    Sums sums = { 0, 0 };
    u32 status = link_command(&command, &reply, 0), error;

    if (status != SELF_TEST_FAILED)
        return status;
    error = link_take_bus(DATA_BUFFER, CTRL_BANK);
    if (error)
        return error;
    *failed = 0;
    link_get((u8 *)failed, 3);
    error = link_give_bus_back();
    sum_words(&sums, (const u8 *)failed, 1);
    if (!error && sum_fold(&sums) != reply.output)
        error = RESULT_DAMAGED;
    return error ? error : status;
}

u32 card_self_test(u32 *failed)
{
    return card_lost() ? NOT_STARTED : card_done(self_test(failed));
}

static u32 start(const Segment *segments, u32 count, u32 *version, u32 *failed)
{
    u32 error;

    link_reset();
    error = check_banks();
    if (!error)
        error = download(segments, count);
    if (!error && !link_wait(ISR, ISR_HF3 | ISR_HF2, BOOT_MS))
        error = NOT_ALIVE;
    if (!error && !(link_in(ISR) & ISR_HF3))
        error = DOWNLOAD_DAMAGED;
    if (!error)
        error = ping(version);
    if (!error)
        error = set_clock();
    if (!error && link_in(STRAPS) & STRAPS_BANK32K) {
        Command command = { DES_TABLES, 1, DES_TABLES_CLOCKS, 0 };
        Reply reply;
        error = link_command(&command, &reply, 0);
    }
    return error ? error : self_test(failed);
}

u32 card_start(const Segment *segments, u32 count, u32 *version, u32 *failed)
{
    u32 error = start(segments, count, version, failed);

    if (error)
        card_lose();
    else
        card_found();
    return error;
}

static u32 simple(u32 opcode, u32 argument, u32 clocks)
{
    Command command = { opcode, argument, clocks, 0 };
    Reply reply;

    return card_lost() ? NOT_STARTED : card_done(link_command(&command, &reply, 0));
}

u32 card_set_checks(u32 checks)
{
    return simple(CHECKS, checks, OVERHEAD);
}

u32 card_confirm(void)
{
    return simple(CONFIRM, 0, CONFIRM_CLOCKS);
}
