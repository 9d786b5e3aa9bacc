/* Messages of any length with user's commands: digests, authentication codes, signatures (card.h). */
#include "card.h"
#include "link.h"

/* Differences between the opcode that begins a message and the others */
enum { UPDATE = MD2_UPDATE - MD2_INIT, FINAL = MD2_FINAL - MD2_INIT, HASH = MD2_HASH - MD2_INIT };

/* Clocks that any command may take in addition to its own, as in driver.c */
enum { OVERHEAD = 300000 };
enum { CHUNK = DATA_WORDS, GROUP = 4, BLOCK = 64 };

static u32 put(const u8 *bytes, u32 count)
{
    static const u8 zeros[GROUP - 1];
    u32 error = link_take_bus(DATA_BUFFER, CTRL_BANK | CTRL_LOW);

    if (error)
        return error;
    link_put(bytes, count);
    link_put(zeros, -count & (GROUP - 1));
    return link_give_bus_back();
}

/* Executes a command on `count` bytes that are in the card. */
static u32 command(u32 opcode, const u8 *bytes, u32 count, u32 clocks, Reply *reply)
{
    Command sent = { opcode, count, OVERHEAD + clocks, 0 };
    Sums sums = { 0, 0 };
    u32 error = link_send(&sent);

    if (error)
        return error;
    sum_bytes(&sums, bytes, count); /* while the DSP works */
    error = link_receive(&sent, reply, 0);
    return !error && sum_fold(&sums) != reply->input ? DATA_DAMAGED : error;
}

static u32 take(u8 *value, u32 count, const Reply *reply)
{
    Sums sums = { 0, 0 };
    u32 error = link_take_bus(DATA_BUFFER, CTRL_BANK | CTRL_LOW);

    if (error)
        return error;
    link_get(value, count);
    error = link_give_bus_back();
    if (error)
        return error;
    sum_bytes(&sums, value, count);
    return sum_fold(&sums) == reply->output ? 0 : RESULT_DAMAGED;
}

static u32 message(u32 init, const u8 *bytes, u32 length, u32 block_clocks, u32 last_clocks, u8 *value, u32 value_bytes)
{
    u32 error = 0, opcode = init + HASH;
    Reply reply;

    if (length > CHUNK) {
        error = command(init, bytes, 0, 0, &reply);
        opcode = init + FINAL;
    }
    while (!error) {
        u32 part = length < CHUNK ? length : CHUNK, clocks = block_clocks * (part / BLOCK + 2);
        int last = part == length;
        error = part ? put(bytes, part) : 0;
        if (!error)
            error = command(last ? opcode : init + UPDATE, bytes, part, last ? clocks + last_clocks : clocks, &reply);
        if (last)
            break;
        bytes += part;
        length -= part;
    }
    return error ? error : take(value, value_bytes, &reply);
}

u32 card_message(u32 init, const u8 *bytes, u32 length, u32 block_clocks, u32 last_clocks, u8 *value, u32 value_bytes)
{
    u32 error = card_begin();

    return error ? error : card_done(message(init, bytes, length, block_clocks, last_clocks, value, value_bytes));
}
