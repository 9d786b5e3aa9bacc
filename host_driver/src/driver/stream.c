/* Operations through the FIFOs of a card that has them (card.h): bytes move in and out as the FIFOs' flags allow, while
   the DSP processes parameters. */
#include "card.h"
#include "link.h"
#include "ports.h"
#include "timer.h"

/* Number of words that a FIFO which is not half full can take, and that one which is half full has at least, for FIFOs
   of 512 words */
enum { HALF = 256 };
enum { OVERHEAD = 400000 }; /* clocks of a command without the stream: checks, known-answer tests, keys */
enum { STALL_MS = 250 };    /* limit for a stream without progress; longer than the firmware's limit */
enum { COMMAND_MS = 100 };  /* additional milliseconds; the firmware returns an error earlier if nothing moves */
enum { LOOKS = 32 };        /* polls of the FIFOs before one of the host port */
enum { PARAMETERS = 10, COUNT_BYTES = 3 };

/* FIPS 81, table C1, with key 0 of the firmware, which is the key of that table: blocks, key, IV; text */
static const u8 known_given[] = { 0x03, 0x00, 0x12, 0x34, 0x56, 0x78, 0x90, 0xab, 0xcd, 0xef, 0x4e, 0x6f,
                                  0x77, 0x20, 0x69, 0x73, 0x20, 0x74, 0x68, 0x65, 0x20, 0x74, 0x69, 0x6d,
                                  0x65, 0x20, 0x66, 0x6f, 0x72, 0x20, 0x61, 0x6c, 0x6c, 0x20 };
static const u8 known_made[] = { 0xe5, 0xc7, 0xcd, 0xde, 0x87, 0x2b, 0xf2, 0x7c, 0x43, 0xe9, 0x34, 0x00,
                                 0x8c, 0x38, 0x9c, 0x0f, 0x68, 0x37, 0x88, 0x49, 0x9a, 0x7c, 0x05, 0xf6 };
static const u8 one[COUNT_BYTES] = { 1, 0, 0 };

static u32 opened; /* the command of an open stream, or 0 */

static void give(u16 port, const u8 **from, u32 count, u32 wide)
{
    if (wide) {
        count /= 2;
        __asm__ volatile("rep outsw" : "+S"(*from), "+c"(count) : "d"(port) : "memory");
    } else
        __asm__ volatile("rep outsb" : "+S"(*from), "+c"(count) : "d"(port) : "memory");
}

static void take(u16 port, u8 **to, u32 count, u32 wide)
{
    if (wide) {
        count /= 2;
        __asm__ volatile("rep insw" : "+D"(*to), "+c"(count) : "d"(port) : "memory");
    } else
        __asm__ volatile("rep insb" : "+D"(*to), "+c"(count) : "d"(port) : "memory");
}

/* Moves all input to the card and all output from it. Both are even numbers of bytes, and words in a slot of 16 bits.
   An error or an early reply ends the transfer; `replied` is set if there is a reply. */
static u32 move(const u8 *given, u32 in_left, u8 *made, u32 out_left, u32 *replied)
{
    u16 port = link_port(FIFO_DATA);
    u32 looks = LOOKS, last = 0, still = 0, watched = 0;

    while (in_left || out_left) {
        u8 status = link_in(FIFO_STATUS);
        u32 part = 0;
        if (status & (FIFO_STATUS_OVER | FIFO_STATUS_UNDER))
            return FIFO_MISSED;
        if (in_left && !(status & FIFO_STATUS_INHALF)) {
            part = in_left < HALF ? in_left : HALF;
            give(port, &given, part, status & FIFO_STATUS_WIDE);
            in_left -= part;
        } else if (out_left && status & FIFO_STATUS_OUTHALF) {
            part = out_left < HALF ? out_left : HALF;
            take(port, &made, part, status & FIFO_STATUS_WIDE);
            out_left -= part;
        } else if (out_left && !in_left && status & FIFO_STATUS_OUTSOME) {
            part = 1;
            take(port, &made, part, 0);
            out_left--;
        }
        if (part) {
            looks = LOOKS;
            watched = 0;
            continue;
        }
        if (--looks)
            continue;
        looks = LOOKS;
        if (watched)
            still += timer_since(&last);
        else {
            last = timer_now();
            still = 0;
            watched = 1;
        }
        if (link_in(ISR) & ISR_RXDF) {
            *replied = 1;
            /* The card will not read the remaining input. */
            if (in_left || !(link_in(FIFO_STATUS) & FIFO_STATUS_OUTSOME))
                return RESULT_DAMAGED;
        } else if (still > STALL_MS * TICKS_PER_MS)
            return NO_ANSWER;
    }
    return link_in(FIFO_STATUS) & (FIFO_STATUS_OVER | FIFO_STATUS_UNDER) ? FIFO_MISSED : 0;
}

/* Stores the request in the data buffer, padded to complete groups of four for the checksum, and sends the command. */
static u32 request(Command *command, Sums *sums, const u8 *bytes, u32 count)
{
    static const u8 zeros[3];
    u32 error = link_take_bus(DATA_BUFFER, CTRL_BANK | CTRL_LOW);

    if (error)
        return error;
    link_put(bytes, count);
    link_put(zeros, -count & 3);
    error = link_give_bus_back();
    if (error)
        return error;
    command->argument = count;
    sum_bytes(sums, bytes, count);
    return link_send(command);
}

/* Receives the reply to a request. Its status takes precedence over an error of the transfer. */
static u32 answer(const Command *command, const Sums *sums, u32 error, u32 replied)
{
    Reply reply;
    u32 status;

    if (error && !replied && !(link_in(ISR) & ISR_RXDF))
        return error;
    status = link_receive(command, &reply, 0);
    if (status)
        return status;
    if (error)
        return error;
    return sum_fold(sums) == reply.input ? 0 : DATA_DAMAGED;
}

static u32 part(u32 opcode, const u8 *asked, u32 count, const u8 *given, u32 in_bytes, u8 *made, u32 out_bytes)
{
    Command command = { opcode, 0, OVERHEAD, COMMAND_MS };
    Sums sums = { 0, 0 };
    u32 replied = 0, error = request(&command, &sums, asked, count);

    if (error)
        return error;
    error = move(given, in_bytes, made, out_bytes, &replied);
    return answer(&command, &sums, error, replied);
}

static u32 compare(const u8 *made)
{
    u32 place;

    for (place = 0; place < sizeof known_made; place++)
        if (made[place] != known_made[place])
            return STREAM_WRONG;
    return 0;
}

/* Runs the known-answer test on the same path as all other operations. */
static u32 known(u32 opcode, u32 flags)
{
    u8 made[sizeof known_made];
    u32 window = flags & STREAM_BY_WINDOW, skip = window ? PARAMETERS : 0;
    u32 error = part(opcode, window ? known_given : one, window ? PARAMETERS : COUNT_BYTES, known_given + skip,
                     sizeof known_given - skip, made, sizeof made);

    return error ? error : compare(made);
}

/* Clears the FIFOs. Returns an error if the board has none: on an open bus every bit is set. */
static u32 clear_fifos(void)
{
    link_out(FIFO_CLEAR, 0);
    return link_in(FIFO_STATUS) & (FIFO_STATUS_OVER | FIFO_STATUS_UNDER) ? NO_FIFOS : 0;
}

static u32 begin(void)
{
    u32 error = card_begin();
    return error ? error : clear_fifos();
}

u32 card_stream_keys(u32 opcode, const u8 *keys, u32 bytes)
{
    Command command = { opcode, 0, OVERHEAD, COMMAND_MS };
    Sums sums = { 0, 0 };
    u32 error = begin();

    if (error)
        return error;
    error = request(&command, &sums, keys, bytes);
    return card_done(error ? error : answer(&command, &sums, 0, 1));
}

u32 card_stream(u32 opcode, u32 flags, const StreamPart *parts, u32 count, const u8 *requests, const u8 *given,
                u8 *made)
{
    u32 error = begin();

    if (error)
        return error;
    if (!(flags & STREAM_UNCHECKED))
        error = known(opcode, flags);
    for (; !error && count; count--, parts++) {
        error = part(opcode, requests, parts->request, given, parts->in_bytes, made, parts->out_bytes);
        requests += parts->request;
        given += parts->in_bytes;
        made += parts->out_bytes;
    }
    if (!error && !(flags & STREAM_UNCHECKED))
        error = known(opcode, flags);
    return card_done(error);
}

static Command endless;
static Sums asked;

/* Runs the known-answer test in the open stream. */
static u32 known_in_open(void)
{
    u8 made[sizeof known_made];
    u32 replied = 0, error = move(known_given, sizeof known_given, made, sizeof made, &replied);

    if (error)
        return answer(&endless, &asked, error, replied);
    return compare(made);
}

u32 card_stream_open(u32 opcode)
{
    static const Command command = { 0, 0, OVERHEAD, COMMAND_MS };
    u32 error = begin();

    if (error)
        return error;
    endless = command;
    endless.opcode = opcode;
    asked.items = asked.order = 0;
    error = request(&endless, &asked, one, COUNT_BYTES);
    if (!error)
        error = known_in_open();
    opened = error ? 0 : opcode;
    return card_done(error);
}

u32 card_stream_move(const u8 *given, u32 in_bytes, u8 *made, u32 out_bytes)
{
    u32 replied = 0, error;

    if (card_lost() || !opened)
        return NOT_STARTED;
    error = move(given, in_bytes, made, out_bytes, &replied);
    if (!error)
        return 0;
    opened = 0;
    return card_done(answer(&endless, &asked, error, replied));
}

u32 card_stream_close(void)
{
    u32 error;

    if (card_lost() || !opened)
        return NOT_STARTED;
    opened = 0;
    error = known_in_open();
    if (error)
        return card_done(error);
    link_out(ICR, ICR_HF1);
    error = answer(&endless, &asked, 0, 1);
    link_out(ICR, 0);
    return card_done(error);
}
