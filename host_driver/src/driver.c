/* The driver of the crypto-accelerator card: what a program on the PC calls to use it. Registers: docs/card.md; commands: docs/firmware.md.
   All functions return 0, a status word of the firmware (1 to 255), or one of the errors below. */
#include "types.h"

enum {
    NO_CARD = 0x100,    /* the scratch register does not hold what is written */
    NOT_ALIVE,          /* the firmware did not start */
    BUS_NOT_GRANTED,    /* the DSP kept its bus */
    COMMAND_NOT_TAKEN,  /* the DSP did not read the last word sent */
    NO_ANSWER,          /* no reply within the time allowed */
    FAULT,              /* the firmware stopped: stack error or illegal instruction */
    TOO_LONG            /* more data than one command can take */
};

/* I/O registers, from the card's base. */
enum { ISR = 2, DATA_HIGH = 5, DATA_MIDDLE = 6, DATA_LOW = 7, CTRL = 8, COUNTER_LOW = 9, COUNTER_HIGH = 10, WINDOW_BASE = 11, STRAPS = 13, SCRATCH = 14, STATUS = 15 };
enum { RXDF = 1, TXDE = 2, HF3 = 0x10 };                                           /* ISR */
enum { RUN = 1, BUS_REQUEST = 2, BANK_X = 4, LOW_ONLY = 8, WINDOW_ON = 0x10, MODES = 0xc0 }; /* CTRL */
enum { BUS_GRANT = 1 };                                                            /* STATUS */
enum { BANK_32K = 1 };                                                             /* STRAPS */

/* Opcodes of the firmware. */
enum {
    PING = 0x00, MEMORY = 0x02,
    DES_KEY = 0x10, CHIP_KEY = 0x20, /* + 2, 3: ECB encrypt, decrypt; + 4, 5: CBC */
    CBC = 4,
    MD2_INIT = 0x30, MD2_UPDATE = 0x31, MD2_FINAL = 0x32, MD2_HASH = 0x33,
    NOISE = 0x40,
    RSA_LOAD = 0x50, RSA_OPERATE = 0x52 /* + 1: with the Chinese remainder theorem */
};

/* X memory of the firmware: key, IV and data lie one after the other. */
enum { KEY_BUFFER = 0x0ff0, DATA_BUFFER = 0x1000 };

/* What to download: `words` 24-bit words, three bytes each, low byte first. */
typedef struct {
    u32 bank; /* 0 P, BANK_X */
    u32 address, words;
    const u8 *bytes;
} Segment;

/* How the card is installed. */
static u16 base = 0x300;
static u8 *window = (u8 *)0xd0000;
static u32 window_size = 0x8000;

static u32 chunk = 4096; /* bytes of the card's data buffer */

static inline u8 in(u16 reg)
{
    u8 value;
    __asm__ volatile("inb %w1, %b0" : "=a"(value) : "d"(base + reg));
    return value;
}

static inline void out(u16 reg, u8 value)
{
    __asm__ volatile("outb %b0, %w1" : : "a"(value), "d"(base + reg));
}

static inline void move(u8 *to, const u8 *from, u32 count)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
}

/* About ten microseconds on a 386 at 20 MHz: sixteen LOOPs. */
static inline void delay(void)
{
    u32 count = 16;
    __asm__ volatile("1: loop 1b" : "+c"(count));
}

/* Wait until register `reg` has `bit`, `limit` microseconds at least: one access takes longer than a microsecond on any ISA bus. After a
   hundred tries the bus is left in peace between them. Zero, or all bits last seen: too late. */
static u32 wait_for(u16 reg, u8 bit, u32 limit)
{
    u32 tries;

    for (tries = 100; tries; tries--)
        if (in(reg) & bit)
            return 0;
    for (tries = limit / 10 + 1; tries; tries--) {
        if (in(reg) & bit)
            return 0;
        delay();
    }
    return 1;
}

/* Send a command; the word goes as its low byte is written. */
static u32 send(u32 opcode, u32 argument)
{
    if (wait_for(ISR, TXDE, 1000))
        return COMMAND_NOT_TAKEN;
    out(DATA_HIGH, argument >> 8);
    out(DATA_MIDDLE, argument);
    out(DATA_LOW, opcode);
    return 0;
}

/* Wait `limit` microseconds for a reply and take it. */
static u32 receive(u32 *word, u32 limit)
{
    if (wait_for(ISR, RXDF, limit))
        return in(ISR) & HF3 ? NO_ANSWER : FAULT;
    *word = (u32)in(DATA_HIGH) << 16;
    *word |= (u32)in(DATA_MIDDLE) << 8;
    *word |= in(DATA_LOW);
    return 0;
}

/* A command and its status word. `expected` is how long the firmware takes, in microseconds; it gets twice that and a millisecond. */
static u32 command(u32 opcode, u32 argument, u32 expected)
{
    u32 error = send(opcode, argument), status;

    if (!error)
        error = receive(&status, 2 * expected + 1000);
    return error ? error : status;
}

/* Take the DSP's bus, with the counter at `address` of a bank and in a load mode: `mode` is BANK_X and LOW_ONLY as wanted. */
static u32 take_bus(u32 address, u8 mode)
{
    out(CTRL, MODES | RUN | WINDOW_ON | BUS_REQUEST | mode);
    if (wait_for(STATUS, BUS_GRANT, 1000)) {
        out(CTRL, MODES | RUN);
        return BUS_NOT_GRANTED;
    }
    out(COUNTER_LOW, address);
    out(COUNTER_HIGH, address >> 8);
    return 0;
}

static void give_bus_back(void)
{
    out(CTRL, MODES | RUN);
}

/* Through the window: it answers at all its addresses alike, so a block longer than the window starts again at its beginning. */
static void put(const u8 *from, u32 count)
{
    while (count) {
        u32 part = count < window_size ? count : window_size;
        move(window, from, part);
        from += part;
        count -= part;
    }
}

static void get(u8 *to, u32 count)
{
    while (count) {
        u32 part = count < window_size ? count : window_size;
        move(to, window, part);
        to += part;
        count -= part;
    }
}

/* Tell the driver where the card is. */
u32 card_install(u32 port, u32 window_address, u32 size)
{
    base = port;
    window = (u8 *)window_address;
    window_size = size;
    out(SCRATCH, 0x5a);
    if (in(SCRATCH) != 0x5a)
        return NO_CARD;
    out(SCRATCH, 0xa5);
    if (in(SCRATCH) != 0xa5)
        return NO_CARD;
    out(WINDOW_BASE, window_address >> 13);
    return 0;
}

u32 card_ping(u32 *version)
{
    u32 error = command(PING, 0, 10);
    return error ? error : receive(version, 1000);
}

/* Reset the DSP, download the firmware, start it. The memory is the PC's for as long as the DSP is in reset. */
u32 card_start(const Segment *segments, u32 count, u32 *version)
{
    u32 error;

    out(CTRL, MODES);
    for (; count; count--, segments++) {
        out(CTRL, MODES | WINDOW_ON | segments->bank);
        out(COUNTER_LOW, segments->address);
        out(COUNTER_HIGH, segments->address >> 8);
        put(segments->bytes, 3 * segments->words);
    }
    out(CTRL, MODES | RUN);
    if (wait_for(ISR, HF3, 10000))
        return NOT_ALIVE;
    error = card_ping(version);
    chunk = 4096;
    if (!error && in(STRAPS) & BANK_32K) {
        error = command(MEMORY, 32, 5000);
        if (!error)
            chunk = 28672;
    }
    return error;
}

/* DES by the DSP (opcodes from DES_KEY on) or the chip (CHIP_KEY): CBC over any number of blocks, in as many chunks as the card's buffer makes
   necessary. The first takes key and IV with it. `decrypt` is 0 or 1. */
static u32 des(u32 opcode, u32 expected_key, u32 expected_block, u32 decrypt, const u8 *key, const u8 *iv, const u8 *in_bytes, u8 *out_bytes, u32 bytes)
{
    u32 error = take_bus(KEY_BUFFER, BANK_X | LOW_ONLY);
    u32 part = bytes < chunk ? bytes : chunk;

    if (error)
        return error;
    put(key, 8);
    put(iv, 8);
    put(in_bytes, part);
    give_bus_back();
    error = command(opcode, 1, expected_key);
    while (!error && part) {
        error = command(opcode + CBC + decrypt, part >> 3, 60 + expected_block * (part >> 3));
        if (error)
            break;
        error = take_bus(DATA_BUFFER, BANK_X | LOW_ONLY);
        if (error)
            break;
        get(out_bytes, part);
        in_bytes += part;
        out_bytes += part;
        bytes -= part;
        part = bytes < chunk ? bytes : chunk;
        if (part) {
            out(COUNTER_LOW, DATA_BUFFER & 255);
            out(COUNTER_HIGH, DATA_BUFFER >> 8);
            put(in_bytes, part);
        }
        give_bus_back();
    }
    return error;
}

u32 card_des_cbc(u32 decrypt, const u8 *key, const u8 *iv, const u8 *in_bytes, u8 *out_bytes, u32 bytes)
{
    return des(DES_KEY, 500, 50, decrypt, key, iv, in_bytes, out_bytes, bytes);
}

u32 card_chip_cbc(u32 decrypt, const u8 *key, const u8 *iv, const u8 *in_bytes, u8 *out_bytes, u32 bytes)
{
    return des(CHIP_KEY, 50, 10, decrypt, key, iv, in_bytes, out_bytes, bytes);
}

u32 card_md2(const u8 *bytes, u32 length, u8 *digest)
{
    u32 error = 0, opcode = MD2_HASH;

    if (length > chunk) {
        error = command(MD2_INIT, 0, 20);
        opcode = MD2_FINAL;
    }
    while (!error) {
        u32 part = length < chunk ? length : chunk;
        u32 expected = 1100 + 400 * (part / 16 + 1);
        if (part) {
            error = take_bus(DATA_BUFFER, BANK_X | LOW_ONLY);
            if (error)
                break;
            put(bytes, part);
            give_bus_back();
        }
        bytes += part;
        length -= part;
        if (!length) {
            error = command(opcode, part, expected);
            break;
        }
        error = command(MD2_UPDATE, part, expected);
    }
    if (!error)
        error = take_bus(DATA_BUFFER, BANK_X | LOW_ONLY);
    if (!error) {
        get(digest, 16);
        give_bus_back();
    }
    return error;
}

/* Random bytes from the noise circuit, 256 at a time. */
u32 card_noise(u8 *bytes, u32 count)
{
    while (count) {
        u32 part = count < 256 ? count : 256;
        u32 error = command(NOISE, part, 6000 * part);
        if (!error)
            error = take_bus(DATA_BUFFER, BANK_X | LOW_ONLY);
        if (error)
            return error;
        get(bytes, part);
        give_bus_back();
        bytes += part;
        count -= part;
    }
    return 0;
}

/* `count` RSA operations with one key, by the Chinese remainder theorem (crt 1) or without (0). Numbers are little-endian, `digits` words of
   three bytes; key: modulus, exponent and the exponent that undoes it (0: unknown), or p, q, d mod p - 1, d mod q - 1, 1/q mod p, e. With crt,
   operands and results have 2 `digits`. */
u32 card_rsa(u32 crt, u32 digits, const u8 *key, const u8 *operands, u8 *results, u32 count)
{
    u32 key_bytes = 3 * digits * (crt ? 6 : 3), bytes = 3 * digits * (1 + crt);
    u32 limit = crt ? (digits <= 11 ? 40000 : 200000) : (digits <= 22 ? 125000 : 1200000);
    u32 error;

    if (key_bytes > 3 * chunk)
        return TOO_LONG;
    error = take_bus(DATA_BUFFER, BANK_X);
    if (error)
        return error;
    put(key, key_bytes);
    give_bus_back();
    error = command(RSA_LOAD + crt, digits, 15000);
    while (!error && count--) {
        error = take_bus(DATA_BUFFER, BANK_X);
        if (error)
            break;
        put(operands, bytes);
        give_bus_back();
        error = command(RSA_OPERATE + crt, 0, limit);
        if (!error)
            error = take_bus(DATA_BUFFER, BANK_X);
        if (error)
            break;
        get(results, bytes);
        give_bus_back();
        operands += bytes;
        results += bytes;
    }
    return error;
}
