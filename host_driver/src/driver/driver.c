/* The jobs of the card (card.h): each transfers data, executes commands, transfers results, and compares the checksums
   of both. */
#include "card.h"
#include "link.h"
#include "timer.h"

/* Differences between the opcodes of DES and DES_KEY or CHIP_KEY; the opcode to decrypt is 1 higher */
enum { ECB = DES_ECB_ENCRYPT - DES_KEY, CBC = DES_CBC_ENCRYPT - DES_KEY };

/* Differences between the opcodes of a digest and MD2_INIT or MD4_INIT */
enum { UPDATE = MD2_UPDATE - MD2_INIT, FINAL = MD2_FINAL - MD2_INIT, HASH = MD2_HASH - MD2_INIT };

/* Maximum clocks of the DSP. OVERHEAD is for any command: it may have to erase what RSA left in the data buffer, and a
   command that exchanges tables computes the checksum of all code and tables twice. A block of DES or MD2 may idle for
   8194 clocks (lib/image.py). */
enum {
    OVERHEAD = 300000,
    DES_BLOCK_CLOCKS = 10100,
    CHIP_BLOCK_CLOCKS = 600,
    HASH_CLOCKS = 22000,
    MD2_BLOCK_CLOCKS = 16200,
    MD4_BLOCK_CLOCKS = 2600,
    MD5_BLOCK_CLOCKS = 3400,
    NOISE_CLOCKS = 280,       /* a sample with its part of the tests and of MD2, in addition to its 20 us */
    RSA_LOAD_CLOCKS = 8000000 /* with numbers far longer than the modulus */
};
/* Maximum clocks of an RSA operation with n digits: n^2 (CUBIC n + SQUARE) + LEAST */
enum { RSA_CUBIC = 240, RSA_SQUARE = 3700, RSA_CRT_CUBIC = 420, RSA_CRT_SQUARE = 8000, RSA_LEAST = 50000 };
enum { MD2_BLOCK = 16, MD4_BLOCK = 64, MD5_BLOCK = 64 };
enum { CHIP_MS = 4 }; /* the firmware waits a millisecond or two for the chip before it returns an error */
enum { NOISE_US = 22, NOISE_SAMPLES = 1040, NOISE_WINDOW = 32 }; /* NOISE_SAMPLES for each 32 bytes or part of them */
enum { NOISE_BYTES = 256 };

enum { CHUNK = DATA_WORDS }; /* number of bytes of data that the card takes at once */

enum { DES_BYTES = 8 }; /* length of key, IV and block */

static u32 lost = 1;
static u32 overhead;  /* ticks of the wait before each job */
static u32 loaded[2]; /* 1: the DSP or the chip has the key of card_load_des_key */

u32 card_set_overhead(u32 ticks)
{
    overhead = ticks;
    return 0;
}

/* Begins a job. Returns an error if the card is not started or is lost. */
static u32 begin(void)
{
    if (lost)
        return NOT_STARTED;
    if (overhead)
        timer_wait(overhead);
    return 0;
}

u32 card_lost(void)
{
    return lost;
}

void card_lose(void)
{
    lost = 1;
}

void card_found(void)
{
    lost = 0;
    loaded[0] = loaded[1] = 0;
}

u32 card_done(u32 error)
{
    if (error >= LOST || error == DAMAGED_COMMAND || error == OUT_OF_SEQUENCE)
        lost = 1;
    return error;
}

/* Executes a command; `input` is the checksum over the words that the DSP should have read. */
static u32 run(u32 opcode, u32 argument, u32 clocks, u32 ms, const Sums *input, Reply *reply)
{
    Command command = { opcode, argument, OVERHEAD + clocks, ms };
    u32 error = link_command(&command, reply, 0);

    if (!error && sum_fold(input) != reply->input)
        error = DATA_DAMAGED;
    return error;
}

/* Reads `bytes` bytes of the data buffer and compares their checksum with that of the reply. */
static u32 take_bytes(u8 *to, u32 bytes, const Reply *reply)
{
    Sums sums = { 0, 0 };
    u32 error = link_take_bus(DATA_BUFFER, CTRL_BANK | CTRL_LOW);

    if (error)
        return error;
    link_get(to, bytes);
    error = link_give_bus_back();
    if (error)
        return error;
    sum_bytes(&sums, to, bytes);
    return sum_fold(&sums) == reply->output ? 0 : RESULT_DAMAGED;
}

/* Transfers key and IV, unless they are null, and the data, which is padded to complete blocks. */
static u32 put_des(const u8 *key, const u8 *iv, const u8 *bytes, u32 part)
{
    static const u8 zeros[DES_BYTES - 1];
    u32 error = link_take_bus(key ? KEY_BUFFER : iv ? IV_BUFFER : DATA_BUFFER, CTRL_BANK | CTRL_LOW);

    if (error)
        return error;
    if (key)
        link_put(key, DES_BYTES);
    if (iv)
        link_put(iv, DES_BYTES);
    else if (key)
        link_set_counter(DATA_BUFFER);
    link_put(bytes, part);
    link_put(zeros, -part & (DES_BYTES - 1));
    return link_give_bus_back();
}

/* Returns the bits of a command's argument for a key and an IV. */
static u32 taken(const u8 *key, const u8 *iv)
{
    return (key ? TAKE_KEY : 0) | (iv ? TAKE_IV : 0);
}

/* Computes the checksum over the data and those of key and IV that the command takes. */
static void sum_des(Sums *sums, u32 take, const u8 *key, const u8 *iv, const u8 *bytes, u32 part)
{
    sums->items = sums->order = 0;
    sum_bytes(sums, bytes, part);
    if (take & TAKE_IV)
        sum_bytes(sums, iv, DES_BYTES);
    if (take & TAKE_KEY)
        sum_bytes(sums, key, DES_BYTES);
}

/* Compares `made` bytes of a result with the checksum of the reply, and advances the pointer to the next result. */
static u32 check_result(u8 **bytes, u32 made, const Reply *reply)
{
    Sums sums = { 0, 0 };

    sum_bytes(&sums, *bytes, made);
    *bytes += made;
    return sum_fold(&sums) == reply->output ? 0 : RESULT_DAMAGED;
}

/* Processes any number of blocks with DES, in as many chunks as the card's buffer makes necessary. The first command
   takes key and IV. While the DSP works, this computes the checksums of its data and of the previous chunk's
   results. */
static u32 des(u32 chip, u32 decrypt, const u8 *key, const u8 *iv, const u8 *in_bytes, u8 *out_bytes, u32 bytes)
{
    u32 opcode = (chip ? CHIP_KEY : DES_KEY) + (iv ? CBC : ECB) + decrypt, ms = chip ? CHIP_MS : 0;
    u32 part = bytes < CHUNK ? bytes : CHUNK, made = 0, take = taken(key, iv);
    u32 error = put_des(key, iv, in_bytes, part);
    Sums sums;
    Reply reply;

    while (!error && part) {
        u32 blocks = part / DES_BYTES;
        Command command = { opcode, take | blocks, OVERHEAD + blocks * (chip ? CHIP_BLOCK_CLOCKS : DES_BLOCK_CLOCKS),
                            ms };
        error = link_send(&command);
        if (error)
            break;
        if (made) {
            error = check_result(&out_bytes, made, &reply);
            if (error)
                break;
        }
        sum_des(&sums, take, key, iv, in_bytes, part);
        error = link_receive(&command, &reply, 0);
        if (error)
            break;
        if (sum_fold(&sums) != reply.input)
            return DATA_DAMAGED;
        error = link_take_bus(DATA_BUFFER, CTRL_BANK | CTRL_LOW);
        if (error)
            break;
        link_get(out_bytes, part);
        in_bytes += part;
        bytes -= part;
        made = part;
        take = 0;
        part = bytes < CHUNK ? bytes : CHUNK;
        if (part) {
            link_set_counter(DATA_BUFFER);
            link_put(in_bytes, part);
        }
        error = link_give_bus_back();
    }
    return error || !made ? error : check_result(&out_bytes, made, &reply);
}

/* Begins a job with DES. A key of the call replaces the loaded one. */
static u32 use_key(u32 chip, const u8 *key)
{
    u32 error = begin();

    if (error)
        return error;
    if (key)
        loaded[chip] = 0;
    return key || loaded[chip] ? 0 : NO_KEY;
}

/* Ends a job with DES. After an error, the loaded key is invalid. */
static u32 used_key(u32 chip, u32 error)
{
    if (error)
        loaded[chip] = 0;
    return card_done(error);
}

u32 card_load_des_key(u32 chip, const u8 *key)
{
    u32 error = use_key(chip, key);

    if (error)
        return error;
    loaded[chip] = 1;
    error = put_des(key, 0, 0, 0);
    if (!error) {
        Sums sums;
        Reply reply;
        sum_des(&sums, TAKE_KEY, key, 0, 0, 0);
        error = run(chip ? CHIP_KEY : DES_KEY, 0, 0, chip ? CHIP_MS : 0, &sums, &reply);
    }
    return used_key(chip, error);
}

u32 card_des(u32 chip, u32 decrypt, const u8 *key, const u8 *iv, const u8 *in_bytes, u8 *out_bytes, u32 bytes)
{
    u32 error = use_key(chip, key);
    return error ? error : used_key(chip, des(chip, decrypt, key, iv, in_bytes, out_bytes, bytes));
}

enum { GROUP = 4 }; /* number of bytes of an item of the firmware's checksums */

/* Transfers bytes to the data buffer, padded with zeros to complete groups. */
static u32 put_bytes(const u8 *bytes, u32 part)
{
    static const u8 zeros[GROUP - 1];
    u32 error = link_take_bus(DATA_BUFFER, CTRL_BANK | CTRL_LOW);

    if (error)
        return error;
    link_put(bytes, part);
    link_put(zeros, -part & (GROUP - 1));
    return link_give_bus_back();
}

/* Computes the authentication code of FIPS 113: the last block of CBC with an IV of zeros. Further zeros at the end do
   not change a checksum. */
static u32 mac(const u8 *key, const u8 *bytes, u32 length, u8 *code)
{
    static const u8 no_iv[DES_BYTES];
    const u8 *iv = no_iv;
    u32 error;
    Reply reply;

    for (;;) {
        u32 part = length < CHUNK ? length : CHUNK, blocks = (part + DES_BYTES - 1) / DES_BYTES;
        u32 take = taken(key, iv);
        Sums sums;
        sum_des(&sums, take, key, iv, bytes, part);
        error = put_des(key, iv, bytes, part);
        if (!error)
            error = run(DES_MAC, take | blocks, blocks * DES_BLOCK_CLOCKS, 0, &sums, &reply);
        bytes += part;
        length -= part;
        if (error || !length)
            break;
        key = iv = 0;
    }
    return error ? error : take_bytes(code, DES_BYTES, &reply);
}

u32 card_des_mac(const u8 *key, const u8 *bytes, u32 length, u8 *code)
{
    u32 error = use_key(0, key);
    return error ? error : used_key(0, mac(key, bytes, length, code));
}

/* Computes MD2 or MD4, with at most `block_clocks` for each block of `block` bytes. */
static u32 digest(u32 init, u32 block, u32 block_clocks, const u8 *bytes, u32 length, u8 *value)
{
    u32 error = 0, opcode = init + HASH;
    Sums sums = { 0, 0 };
    Reply reply;

    if (length > CHUNK) {
        error = run(init, 0, 0, 0, &sums, &reply);
        opcode = init + FINAL;
    }
    while (!error) {
        u32 part = length < CHUNK ? length : CHUNK;
        u32 clocks = HASH_CLOCKS + block_clocks * (part / block + 1);
        if (part) {
            error = put_bytes(bytes, part);
            if (error)
                break;
        }
        sums.items = sums.order = 0;
        sum_bytes(&sums, bytes, part);
        bytes += part;
        length -= part;
        if (!length) {
            error = run(opcode, part, clocks, 0, &sums, &reply);
            break;
        }
        error = run(init + UPDATE, part, clocks, 0, &sums, &reply);
    }
    return error ? error : take_bytes(value, 16, &reply);
}

u32 card_md2(const u8 *bytes, u32 length, u8 *value)
{
    u32 error = begin();
    return error ? error : card_done(digest(MD2_INIT, MD2_BLOCK, MD2_BLOCK_CLOCKS, bytes, length, value));
}

u32 card_md4(const u8 *bytes, u32 length, u8 *value)
{
    u32 error = begin();
    return error ? error : card_done(digest(MD4_INIT, MD4_BLOCK, MD4_BLOCK_CLOCKS, bytes, length, value));
}

/* The time limit of a user's command is the clocks of its bytes and of JOB_BYTES more */
enum { JOB_BYTES = 64 };

static u32 setup_job(u32 opcode, const u8 *bytes, u32 count, u32 clocks)
{
    Sums sums = { 0, 0 };
    Reply reply;
    u32 error = count > CHUNK ? TOO_LONG : put_bytes(bytes, count);

    if (error)
        return error;
    sum_bytes(&sums, bytes, count);
    return run(opcode, count, clocks * (count + JOB_BYTES), 0, &sums, &reply);
}

static u32 job(u32 opcode, const u8 *in_bytes, u8 *out_bytes, u32 bytes, u32 clocks)
{
    while (bytes) {
        u32 part = bytes < CHUNK ? bytes : CHUNK, error = put_bytes(in_bytes, part);
        Sums sums = { 0, 0 };
        Reply reply;
        if (error)
            return error;
        sum_bytes(&sums, in_bytes, part);
        error = run(opcode, part, clocks * (part + JOB_BYTES), 0, &sums, &reply);
        if (!error)
            error = take_bytes(out_bytes, part, &reply);
        if (error)
            return error;
        in_bytes += part;
        out_bytes += part;
        bytes -= part;
    }
    return 0;
}

u32 card_job(u32 setup_opcode, const u8 *setup, u32 setup_bytes, u32 opcode, const u8 *in_bytes, u8 *out_bytes,
             u32 bytes, u32 clocks)
{
    u32 error = begin();

    if (error)
        return error;
    if (setup_opcode)
        error = setup_job(setup_opcode, setup, setup_bytes, clocks);
    return card_done(error ? error : job(opcode, in_bytes, out_bytes, bytes, clocks));
}

enum { BATCH_BLOCKS = 0x7f }; /* the number of blocks in a record's first byte */

/* Reduces `count` to the number of complete records that fit in the buffer, sets `bytes` to their length, and returns
   the number of their blocks. */
static u32 whole_records(const u8 *records, u32 fixed, u32 *count, u32 *bytes)
{
    u32 most = *count, blocks = 0;

    for (*count = *bytes = 0; *count < most; ++*count) {
        u32 own = records[*bytes] & BATCH_BLOCKS;
        if (*bytes + fixed + own * DES_BYTES > CHUNK)
            break;
        *bytes += fixed + own * DES_BYTES;
        blocks += own;
    }
    return blocks;
}

/* Executes batches of records. While the DSP works, this computes the checksum of its records. */
static u32 batch(u32 opcode, const u8 *records, u32 fixed, u32 count, u32 most, u8 *out_bytes, u32 clocks)
{
    while (count) {
        u32 part = count < most ? count : most, bytes;
        u32 left = whole_records(records, fixed, &part, &bytes) * DES_BYTES, error;
        Command command = { opcode, bytes, OVERHEAD + clocks * (bytes + JOB_BYTES), CHIP_MS };
        Sums sums = { 0, 0 };
        Reply reply;
        if (!part)
            return TOO_LONG;
        error = put_bytes(records, bytes);
        if (!error)
            error = link_send(&command);
        if (error)
            return error;
        sum_bytes(&sums, records, bytes);
        error = link_receive(&command, &reply, 0);
        if (!error && sum_fold(&sums) != reply.input)
            error = DATA_DAMAGED;
        if (!error)
            error = take_bytes(out_bytes, left, &reply);
        if (error)
            return error;
        records += bytes;
        out_bytes += left;
        count -= part;
    }
    return 0;
}

u32 card_batch(u32 setup_opcode, const u8 *setup, u32 setup_bytes, u32 opcode, const u8 *records, u32 fixed, u32 count,
               u32 most, u8 *out_bytes, u32 clocks)
{
    u32 error = begin();

    if (error)
        return error;
    if (setup_opcode)
        error = setup_job(setup_opcode, setup, setup_bytes, clocks);
    return card_done(error ? error : batch(opcode, records, fixed, count, most, out_bytes, clocks));
}

/* Reads random bytes. Commands return complete groups of four bytes, because the firmware's checksum is over groups. */
static u32 noise(u8 *bytes, u32 count)
{
    static u8 fresh[NOISE_BYTES];
    static const Sums nothing;

    while (count) {
        u32 part = count < NOISE_BYTES ? count : NOISE_BYTES, whole = (part + 3) & ~3u, place;
        u32 samples = NOISE_SAMPLES * ((whole + NOISE_WINDOW - 1) / NOISE_WINDOW);
        Reply reply;
        u32 error = run(NOISE, whole, samples * NOISE_CLOCKS, samples * NOISE_US / 1000, &nothing, &reply);
        if (!error)
            error = take_bytes(fresh, whole, &reply);
        if (error)
            return error;
        for (place = 0; place < part; place++)
            *bytes++ = fresh[place];
        count -= part;
    }
    return 0;
}

u32 card_noise(u8 *bytes, u32 count)
{
    u32 error = begin();
    return error ? error : card_done(noise(bytes, count));
}

/* Executes a command on words of the data buffer, and computes their checksum while the DSP works. */
static u32 run_words(const Command *command, const u8 *words, u32 count, Reply *reply)
{
    Sums sums = { 0, 0 };
    u32 error = link_take_bus(DATA_BUFFER, CTRL_BANK);

    if (error)
        return error;
    link_put(words, 3 * count);
    error = link_give_bus_back();
    if (!error)
        error = link_send(command);
    if (error)
        return error;
    sum_words(&sums, words, count);
    error = link_receive(command, reply, 0);
    return error || sum_fold(&sums) == reply->input ? error : DATA_DAMAGED;
}

static u32 rsa(u32 crt, u32 digits, const u8 *key, const u8 *operands, u8 *results, u32 count)
{
    u32 key_words = digits * (crt ? 6 : 3), words = digits * (1 + crt);
    u32 cubic = crt ? RSA_CRT_CUBIC : RSA_CUBIC, square = crt ? RSA_CRT_SQUARE : RSA_SQUARE;
    Command load = { RSA_LOAD + crt, digits, OVERHEAD + RSA_LOAD_CLOCKS, 0 };
    Command operate = { RSA_OPERATE + crt, 0, OVERHEAD + digits * digits * (cubic * digits + square) + RSA_LEAST, 0 };
    Reply reply;
    u32 error = key_words > CHUNK ? TOO_LONG : run_words(&load, key, key_words, &reply);

    while (!error && count--) {
        Sums sums = { 0, 0 };
        error = run_words(&operate, operands, words, &reply);
        if (!error)
            error = link_take_bus(DATA_BUFFER, CTRL_BANK);
        if (error)
            break;
        link_get(results, 3 * words);
        error = link_give_bus_back();
        if (error)
            break;
        sum_words(&sums, results, words);
        if (sum_fold(&sums) != reply.output)
            return RESULT_DAMAGED;
        operands += 3 * words;
        results += 3 * words;
    }
    return error;
}

u32 card_rsa(u32 crt, u32 digits, const u8 *key, const u8 *operands, u8 *results, u32 count)
{
    u32 error = begin();
    return error ? error : card_done(rsa(crt, digits, key, operands, results, count));
}

/* The opcode in the library's src/ciphers.asm; the other opcodes have the same differences to it as those of MD2 */
enum { MD5_INIT = 0x64 };

u32 card_md5(const u8 *bytes, u32 length, u8 *value)
{
    u32 error = begin();
    return error ? error : card_done(digest(MD5_INIT, MD5_BLOCK, MD5_BLOCK_CLOCKS, bytes, length, value));
}

u32 card_begin(void)
{
    return begin();
}
