/* Made by tools/documents/declared_names.py from dsp56k.lib.commands; do not edit. */

/* Opcodes. */
enum {
    PING = 0x00,
    INFO = 0x01,
    MEMORY = 0x02,
    CLOCK = 0x03,
    CHECKS = 0x04,
    SELF_TEST = 0x05,
    CALIBRATE = 0x06,
    CONFIRM = 0x07,
    DES_KEY = 0x10,
    DES_IV = 0x11,
    DES_ECB_ENCRYPT = 0x12,
    DES_ECB_DECRYPT = 0x13,
    DES_CBC_ENCRYPT = 0x14,
    DES_CBC_DECRYPT = 0x15,
    DES_TABLES = 0x16,
    DES_MAC = 0x17,
    CHIP_KEY = 0x20,
    CHIP_IV = 0x21,
    CHIP_ECB_ENCRYPT = 0x22,
    CHIP_ECB_DECRYPT = 0x23,
    CHIP_CBC_ENCRYPT = 0x24,
    CHIP_CBC_DECRYPT = 0x25,
    MD2_INIT = 0x30,
    MD2_UPDATE = 0x31,
    MD2_FINAL = 0x32,
    MD2_HASH = 0x33,
    MD4_INIT = 0x38,
    MD4_UPDATE = 0x39,
    MD4_FINAL = 0x3a,
    MD4_HASH = 0x3b,
    NOISE = 0x40,
    RSA_LOAD = 0x50,
    RSA_LOAD_CRT = 0x51,
    RSA_OPERATE = 0x52,
    RSA_CRT = 0x53
};

/* Statuses. */
enum {
    OK = 0x00, /* done */
    UNKNOWN_COMMAND = 0x01, /* the opcode is not in the table; the command did nothing */
    BAD_PARAMETER = 0x02, /* the argument is zero, too large or not allowed here; the command did nothing */
    NO_KEY = 0x03, /* the operation needs a key that was not loaded */
    /* the DES chip was not ready after 1 ms; data_buffer is partly changed; load the chip's key and IV again */
    CHIP_TIMEOUT = 0x04,
    CHIP_ERROR = 0x05, /* the chip reports a protocol error (OVR) */
    NOISE_FAILED = 0x06, /* the noise bits failed the health test; the command delivered none */
    RSA_REFUSED = 0x07, /* an operand or the key is out of range, or the firmware does not support its size */
    DAMAGED_COMMAND = 0x08, /* the check of the command is wrong; the command did nothing */
    OUT_OF_SEQUENCE = 0x09, /* the number of the command is not the next one; the command did nothing */
    SELF_TEST_FAILED = 0x0a, /* the first word of `data_buffer` has the bits of the parts that failed (section 9) */
    /* the checksum of code, tables, a key or a state has changed (section 9); the result is invalid */
    MEMORY_CHANGED = 0x0b,
    CHIP_ABSENT = 0x0c, /* no DES chip answers */
    KEY_PARITY = 0x0d, /* the DES chip found a key byte of even parity; it has no key now */
    RSA_WRONG = 0x0e, /* the result failed its check (section 8); it was erased */
    CHIP_WRONG = 0x0f /* the DES chip gave a wrong known answer, before a key was loaded or after an operation */
};

/* Parts of SELF_TEST. */
enum {
    PART_DES = 0x01,
    PART_MD2 = 0x02,
    PART_CHIP = 0x04,
    PART_RSA = 0x08,
    PART_NOISE = 0x10,
    PART_MD4 = 0x20
};

/* Operands of a DES operation before its blocks: bits of its argument. */
enum {
    TAKE_KEY = 0x4000,
    TAKE_IV = 0x8000
};

/* External X. */
enum {
    KEY_BUFFER = 0x0ff0, /* DES key, one byte a word */
    IV_BUFFER = 0x0ff8, /* DES IV, one byte a word */
    DATA_BUFFER = 0x1000 /* bytes: one byte a word; RSA: three bytes a word */
};

/* Words of the data buffer on banks of 8K words. */
enum {
    DATA_WORDS = 0x1000
};

/* Factors of the checks of commands and replies: a mix is the high xor the low word of a product by one of them. */
enum {
    COMMAND_FACTOR = 0x5b7a35,
    NUMBER_FACTOR = 0x2c9e4d,
    REPLY_FACTOR = 0x36a5c7
};
