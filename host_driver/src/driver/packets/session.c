/* Bytes of a session and checksums over them (session.h). */
#include "session.h"
#include "../card.h"
#include "../link.h"
#include "../ports.h"
#include "packets.h"

enum { PACKETS = 0x68, PACKETS_WITHOUT_SUMS }; /* the commands of src/packets.asm, and the operation that ends them */
enum { END };
enum { SESSION_CLOCKS = 115000 };
enum { DRQ_SHIFT = 4 };
enum { FIRST = 2 }; /* bytes that the DSP need not wait for, because the host port holds them */

static Command session = { PACKETS, 0, SESSION_CLOCKS, LONG_MS };
static u16 data_port;
static u32 summed;
static u32 asked; /* the checksum over the inputs of the current operation */

static struct {
    const u8 *bytes;
    u32 count, unread, sum;
} owed;

u32 session_summed(void)
{
    return summed;
}

u32 session_put(u8 value)
{
    if (!link_wait(ISR, ISR_TXDE, SHORT_MS))
        return 0;
    port_out(data_port, value);
    return 1;
}

u32 session_send(const u8 *from, u32 count)
{
    u32 first;

    for (first = 0; first < FIRST && count; first++, count--)
        if (!session_put(*from++))
            return 0;
    /* The last byte but one has then been read, so the DSP's loop runs. */
    if (!link_wait(ISR, ISR_TXDE, SHORT_MS))
        return 0;
    __asm__ volatile("rep outsb" : "+S"(from), "+c"(count) : "d"(data_port) : "memory");
    return 1;
}

u32 session_lose(u32 error)
{
    port_out(MASK, MASKED | CHANNEL);
    link_out(ICR, 0);
    card_lose();
    return error;
}

/* Returns an error if the DSP has sent more than was read. Otherwise it has sent a byte for each byte that was read. */
static u32 given(void)
{
    return link_in(ISR) & ISR_RXDF ? session_lose(STRAY_REPLY) : 0;
}

u32 session_receive(u8 *to, u32 count)
{
    if (!link_wait(ISR, ISR_RXDF, SHORT_MS))
        return session_lose(NO_ANSWER);
    __asm__ volatile("rep insb" : "+D"(to), "+c"(count) : "d"(data_port) : "memory");
    return 0;
}

void session_ask(const Head *head, const u8 *keys, u32 key_bytes, const u8 *from, u32 count)
{
    Sums sums = { 0, 0 };

    if (!summed)
        return;
    sum_bytes(&sums, from, count);
    sum_bytes(&sums, keys, key_bytes);
    sum_bytes(&sums, head->bytes, sizeof head->bytes);
    asked = sum_fold(&sums);
}

static u32 word(u32 *value)
{
    if (!link_wait(ISR, ISR_RXDF, SHORT_MS))
        return session_lose(NO_ANSWER);
    *value = (u32)link_in(RXH) << 16;
    *value |= (u32)link_in(RXM) << 8;
    *value |= link_in(RXL);
    return 0;
}

u32 session_agreed(u32 *left)
{
    u32 was_taken, error;

    *left = 0;
    if (!summed)
        return given();
    error = word(&was_taken);
    if (!error)
        error = word(left);
    if (!error)
        error = given();
    return error ? error : was_taken == asked ? 0 : session_lose(DATA_DAMAGED);
}

u32 session_arrived(u32 status, u32 done, const u8 *bytes, u32 count, u32 sum)
{
    u8 begin[GROUP] = { 0 };
    Sums sums = { 0, 0 };

    if (!summed)
        return 0;
    begin[0] = status;
    begin[1] = done;
    sum_bytes(&sums, bytes, count);
    sum_bytes(&sums, begin, sizeof begin);
    return sum_fold(&sums) == sum ? 0 : session_lose(RESULT_DAMAGED);
}

u32 session_collect(void)
{
    if (!owed.unread)
        return 0;
    owed.unread = 0;
    return session_agreed(&owed.sum);
}

void session_owe(const u8 *bytes, u32 count)
{
    owed.bytes = bytes;
    owed.count = count;
    owed.unread = bytes != 0;
}

u32 session_settle(void)
{
    const u8 *bytes = owed.bytes;

    owed.bytes = 0;
    return bytes ? session_arrived(0, 0, bytes, owed.count, owed.sum) : 0;
}

u32 packets_open(u32 port, u32 sums)
{
    u32 error = card_lost() ? NOT_STARTED : 0;

    if (error)
        return error;
    summed = sums;
    session.opcode = sums ? PACKETS : PACKETS_WITHOUT_SUMS;
    /* INIT while the host port is idle sets the DMA counter to its start. */
    link_out(ICR, ICR_INIT | HOST_DMA_BYTES);
    link_out(ICR, 0);
    link_out(ROUTE, CHANNEL << DRQ_SHIFT | IRQ);
    data_port = port + TXL;
    error = link_send(&session);
    if (!error && !link_wait(ISR, ISR_TRDY, SHORT_MS))
        error = COMMAND_NOT_TAKEN;
    /* Each byte is a word from now on. */
    link_out(TXH, 0);
    link_out(TXM, 0);
    return card_done(error);
}

/* Receives the session's reply: the status of its end. */
static u32 closed(void)
{
    Reply reply;
    u32 error = link_receive(&session, &reply, 0);

    port_out(MASK, MASKED | CHANNEL);
    link_out(ICR, 0);
    return card_done(error);
}

u32 packets_close(void)
{
    if (card_lost())
        return NOT_STARTED;
    link_out(TXL, END);
    return closed();
}

u32 session_answer(u32 ms, u32 late, u32 *value)
{
    u32 error;

    if (!link_wait(ISR, ISR_RXDF, ms))
        return session_lose(late);
    if (link_in(RXH)) {
        error = closed();
        return error ? error : session_lose(WRONG_REPLY);
    }
    *value = link_in(RXL);
    return 0;
}

u32 session_refused(u32 status)
{
    u32 sum, error = session_agreed(&sum);

    if (!error)
        error = session_arrived(status, 0, 0, 0, sum);
    return error ? error : status;
}
