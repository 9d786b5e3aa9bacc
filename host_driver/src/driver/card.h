/* The driver of the crypto-accelerator card: the functions that a program on the PC calls.
   All functions return 0, a status word of the firmware (1 to 255), or one of the errors of link.h. After an error from
   LOST on, or of the link in the firmware's status, every job is refused until the next card_start. */
#ifndef CARD_H
#define CARD_H

#include "../types.h"

/* What to download: `words` 24-bit words, three bytes each, low byte first. */
typedef struct {
    u32 bank; /* 0: P; CTRL_BANK: X */
    u32 address, words;
    const u8 *bytes;
} Segment;

/* Set the addresses of the card. */
u32 card_install(u32 port, u32 window_address, u32 size);

/* Reset the DSP, download the firmware, start it, measure its clock, give DES its large tables where there is room, and
   test it. The memory is the PC's for as long as the DSP is in reset. `failed` has the parts that failed if the
   self-test does. */
u32 card_start(const Segment *segments, u32 count, u32 *version, u32 *failed);

u32 card_ping(u32 *version);

/* The self-test again: keys and messages in the card are forgotten. */
u32 card_self_test(u32 *failed);

/* Select the checks, as the command CHECKS has them; they hold until the next start. */
u32 card_set_checks(u32 checks);

/* Return when the card has summed all its code and tables since the last job: status 11 if they changed. */
u32 card_confirm(void);

/* From now on every job but a self-test or a PING begins with a wait of `ticks` ticks of the PC's interval timer,
   1,193,182 a second: as long as the software between a program and this driver takes elsewhere. */
u32 card_set_overhead(u32 ticks);

/* A DES key that stays in the DSP (`chip` 0) or in the DES chip (1), for calls that bring none. */
u32 card_load_des_key(u32 chip, const u8 *key);

/* DES over any number of blocks by the DSP or by the chip: CBC, or without `iv` ECB; `decrypt` is 0 or 1. Without
   `key`, with the one that was loaded: status 3 if there is none, or if a call since then brought its own. */
u32 card_des(u32 chip, u32 decrypt, const u8 *key, const u8 *iv, const u8 *in_bytes, u8 *out_bytes, u32 bytes);

/* The authentication code of FIPS 113, 8 bytes, by the DSP; `length` is not 0, and the last block is filled up with
   zeros. */
u32 card_des_mac(const u8 *key, const u8 *bytes, u32 length, u8 *code);

/* Message digests, 16 bytes. */
u32 card_md2(const u8 *bytes, u32 length, u8 *value);
u32 card_md4(const u8 *bytes, u32 length, u8 *value);

/* MD5 by commands of the user's that the library has (dsp_asm/dsp56k/lib/src/ciphers.asm). */
u32 card_md5(const u8 *bytes, u32 length, u8 *value);

/* A message by commands of the user's: `init` begins it, the next opcodes absorb whole blocks of 64 bytes, end it, or
   do all in one as with MD2. The last leaves a value of `value_bytes`: a digest, a code or a signature. A block takes
   at most `block_clocks`, the end of the message `last_clocks` more. */
u32 card_message(u32 init, const u8 *bytes, u32 length, u32 block_clocks, u32 last_clocks, u8 *value, u32 value_bytes);

/* Commands of the user's own (docs/reference/firmware.md, section 10): one with parameters, unless `setup_opcode` is 0,
   then one on each chunk of the data, in place. `clocks` is the maximum of either for a byte: the limit of each is
   that of its bytes, and of 64 more. */
u32 card_job(u32 setup_opcode, const u8 *setup, u32 setup_bytes, u32 opcode, const u8 *in_bytes, u8 *out_bytes,
             u32 bytes, u32 clocks);

/* Operations on blocks of DES by a command of the user's that takes records: a byte whose bits 6-0 are the number of
   blocks, up to `fixed` bytes in all of it, key and IV, and the blocks; it leaves the blocks of all. As many of the
   `count` records go with one command as the buffer holds, but no more than `most`. Setup and clocks as in card_job. */
u32 card_batch(u32 setup_opcode, const u8 *setup, u32 setup_bytes, u32 opcode, const u8 *records, u32 fixed, u32 count,
               u32 most, u8 *out_bytes, u32 clocks);

/* A command of a stream: bytes of its request, into the input FIFO, and out of the output FIFO. */
typedef struct {
    u32 request, in_bytes, out_bytes;
} StreamPart;

/* STREAM_BY_WINDOW: requests are the parameters of operations, and not their number. STREAM_UNCHECKED: no known
   operation before and after all others, for measurements: a card may then be wrong. */
enum { STREAM_BY_WINDOW = 1, STREAM_UNCHECKED = 2 };

/* Operations through the FIFOs, by commands of the user's own as of src/streams.asm, on a board that has FIFOs of 512
   bytes or more. Keys first, eight bytes each; then `count` parts, one after the other. */
u32 card_stream_keys(u32 opcode, const u8 *keys, u32 bytes);
u32 card_stream(u32 opcode, u32 flags, const StreamPart *parts, u32 count, const u8 *requests, const u8 *given,
                u8 *made);

/* A stream without an end: opened by a command, then any number of bytes in and out, with no command in between; closed
   before any other job. A known operation is the first and the last. */
u32 card_stream_open(u32 opcode);
u32 card_stream_move(const u8 *given, u32 in_bytes, u8 *made, u32 out_bytes);
u32 card_stream_close(void);

/* Random bytes from the noise circuit. */
u32 card_noise(u8 *bytes, u32 count);

/* `count` RSA operations with one key, by the Chinese remainder theorem (crt 1) or without (0). Numbers are
   little-endian, `digits` words of three bytes; key: modulus, exponent and the exponent that undoes it (0: unknown), or
   p, q, d mod p - 1, d mod q - 1, 1/q mod p, e. With crt, operands and results have 2 `digits`. The key stays in the
   card; `count` 0 only loads it. */
u32 card_rsa(u32 crt, u32 digits, const u8 *key, const u8 *operands, u8 *results, u32 count);

/* For the driver's files: check that the card may be used, the start of a job, the effect of an error. */
u32 card_begin(void);
u32 card_lost(void);
void card_lose(void);
void card_found(void);
u32 card_done(u32 error);

#endif
