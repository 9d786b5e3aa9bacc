/* The driver of the crypto-accelerator card: the functions that a program on the PC calls. All of them return 0, a
   status word of the firmware (1 to 255), or an error of errors.h. After an error of LOST or above, or a status that
   reports a fault of the link, the driver refuses every job until the next card_start. */
#ifndef CARD_H
#define CARD_H

#include "../types.h"

/* A segment to download: `words` 24-bit words of three bytes each, low byte first */
typedef struct {
    u32 bank; /* 0: P; CTRL_BANK: X */
    u32 address, words;
    const u8 *bytes;
} Segment;

/* Sets the addresses of the card. */
u32 card_install(u32 port, u32 window_address, u32 size);

/* Resets the DSP, downloads and starts the firmware, measures the DSP's clock, selects the large tables of DES if there
   is space for them, and runs the self-test. The PC owns the card's memory as long as the DSP is in reset. If the
   self-test fails, `failed` has the parts that failed. */
u32 card_start(const Segment *segments, u32 count, u32 *version, u32 *failed);

/* Returns the version of the firmware. */
u32 card_ping(u32 *version);

/* Repeats the self-test; the card forgets its keys and messages. */
u32 card_self_test(u32 *failed);

/* Selects the checks, with the argument of the command CHECKS; they apply until the next start. */
u32 card_set_checks(u32 checks);

/* Waits until the card has verified the checksum of all its code and tables since the last job; status 11 if they have
   changed. */
u32 card_confirm(void);

/* Makes every job except for a self-test or a PING begin with a wait of `ticks` ticks of the PC's interval timer, which
   has 1,193,182 ticks a second. The wait models the time of software between a program and this driver. */
u32 card_set_overhead(u32 ticks);

/* Loads a DES key that stays in the DSP (`chip` 0) or in the DES chip (1), for calls without a key. */
u32 card_load_des_key(u32 chip, const u8 *key);

/* Processes any number of blocks with DES in the DSP or in the chip, in CBC mode, or in ECB mode if `iv` is null;
   `decrypt` is 0 or 1. If `key` is null, the loaded key is used. The status is 3 if no key was loaded or if a later
   call has replaced it. */
u32 card_des(u32 chip, u32 decrypt, const u8 *key, const u8 *iv, const u8 *in_bytes, u8 *out_bytes, u32 bytes);

/* Computes the authentication code of FIPS 113, 8 bytes, in the DSP. `length` is not 0, and the last block is padded
   with zeros. */
u32 card_des_mac(const u8 *key, const u8 *bytes, u32 length, u8 *code);

/* Compute message digests of 16 bytes. */
u32 card_md2(const u8 *bytes, u32 length, u8 *value);
u32 card_md4(const u8 *bytes, u32 length, u8 *value);

/* Computes MD5 with user's commands that the library has (dsp_asm/dsp56k/lib/src/ciphers.asm). */
u32 card_md5(const u8 *bytes, u32 length, u8 *value);

/* Processes a message with user's commands: `init` begins it, and the next opcodes update the state with blocks of 64
   bytes, end the message, or do all of it, as those of MD2. The last command returns a value of `value_bytes`: a
   digest, an authentication code or a signature. A block takes at most `block_clocks`, the end of the message
   `last_clocks` more. */
u32 card_message(u32 init, const u8 *bytes, u32 length, u32 block_clocks, u32 last_clocks, u8 *value, u32 value_bytes);

/* Executes user's commands (docs/reference/firmware.md, section 10): one with parameters, unless `setup_opcode` is 0,
   and then one on each chunk of the data, in place. `clocks` is the maximum for a byte in both: the time limit of a
   command is that of its bytes and 64 more. */
u32 card_job(u32 setup_opcode, const u8 *setup, u32 setup_bytes, u32 opcode, const u8 *in_bytes, u8 *out_bytes,
             u32 bytes, u32 clocks);

/* Executes operations on blocks of DES with a user's command on records. A record is a byte whose bits 6-0 are the
   number of blocks, followed by key and IV, and the blocks. `fixed` is the number of bytes before the blocks. The
   output is the blocks of all records. A command has as many of the `count` records as fit in the buffer, but at most
   `most`. `setup_opcode` and `clocks` have the same meaning as in card_job. */
u32 card_batch(u32 setup_opcode, const u8 *setup, u32 setup_bytes, u32 opcode, const u8 *records, u32 fixed, u32 count,
               u32 most, u8 *out_bytes, u32 clocks);

/* A command of a stream: number of bytes of its request, to the input FIFO, and from the output FIFO */
typedef struct {
    u32 request, in_bytes, out_bytes;
} StreamPart;

/* STREAM_BY_WINDOW: requests are the parameters of operations instead of their number. STREAM_UNCHECKED, for
   measurements: no known-answer test precedes and follows the operations, so an incorrect result is possible. */
enum { STREAM_BY_WINDOW = 1, STREAM_UNCHECKED = 2 };

/* Execute operations through the FIFOs with the user's commands of src/streams.asm, on a board with FIFOs of 512 or
   more bytes. card_stream_keys loads the keys, eight bytes each; card_stream then executes `count` parts, one after the
   other. */
u32 card_stream_keys(u32 opcode, const u8 *keys, u32 bytes);
u32 card_stream(u32 opcode, u32 flags, const StreamPart *parts, u32 count, const u8 *requests, const u8 *given,
                u8 *made);

/* Process a stream without a fixed length: a command opens it, and any number of bytes move in and out without another
   command. It must be closed before any other job. The first and the last operation are known-answer tests. */
u32 card_stream_open(u32 opcode);
u32 card_stream_move(const u8 *given, u32 in_bytes, u8 *made, u32 out_bytes);
u32 card_stream_close(void);

/* Returns random bytes from the noise circuit. */
u32 card_noise(u8 *bytes, u32 count);

/* Executes `count` RSA operations with one key, with the Chinese remainder theorem (`crt` 1) or without it (0). Numbers
   are little-endian and have `digits` words of three bytes. The key is modulus, exponent and inverse exponent (0:
   unknown), or p, q, d mod p - 1, d mod q - 1, 1/q mod p, e. With `crt`, operands and results have 2 `digits`. The key
   stays in the card; `count` 0 only loads it. */
u32 card_rsa(u32 crt, u32 digits, const u8 *key, const u8 *operands, u8 *results, u32 count);

/* For the driver's files: begin a job, return whether the card is lost, mark it as lost, mark it as started, and end a
   job with an error. */
u32 card_begin(void);
u32 card_lost(void);
void card_lose(void);
void card_found(void);
u32 card_done(u32 error);

#endif
