/* Made by tools/documents/declared_names.py from dsp56k.host.driver_errors; do not edit. */

/* Errors besides the firmware's statuses (1 to 255). */
enum {
    NO_CARD = 0x100, /* the scratch register does not hold what is written */
    NO_TIMER = 0x101, /* the PC's interval timer does not run as the BIOS leaves it */
    TOO_LONG = 0x102, /* more data than one command can take */
    NOT_STARTED = 0x103, /* the card was not started, or has been lost since */
    PACKET_LENGTH = 0x104, /* a packet without bytes, or with more than a frame has */
    NO_FIFOS = 0x105, /* FIFO STATUS cannot be cleared */
    BANK_FAULT = 0x110, /* the memory is not what the bank strap says */
    NOT_ALIVE = 0x111, /* the firmware did not start */
    BUS_NOT_GRANTED = 0x112, /* the DSP kept its bus */
    COMMAND_NOT_TAKEN = 0x113, /* the DSP did not read the last word sent */
    NO_ANSWER = 0x114, /* no reply within the time allowed */
    FAULT = 0x115, /* the firmware stopped: stack error or illegal instruction, or the DSP was reset */
    CARD_RESET = 0x116, /* CTRL is not as the driver left it */
    STRAY_REPLY = 0x117, /* a word waits that nobody asked for */
    DAMAGED_REPLY = 0x118, /* the check over the reply is wrong */
    WRONG_REPLY = 0x119, /* the reply of another command */
    DATA_DAMAGED = 0x11a, /* the DSP read something else than was sent */
    RESULT_DAMAGED = 0x11b, /* something else was read than the DSP left */
    WRONG_CLOCK = 0x11c, /* the DSP's clock is out of range */
    DOWNLOAD_DAMAGED = 0x11d, /* the firmware's memory does not hold what was sent */
    DMA_STALLED = 0x11e, /* the DMA controller did not move all bytes within the time allowed */
    STREAM_WRONG = 0x11f, /* the known operation came back wrong through the FIFOs */
    FIFO_MISSED = 0x120, /* a full FIFO was written, or an empty one read */
    STREAM_CHANGED = 0x121, /* results did not become again what was given */
    FIFO_STALLED = 0x122, /* nothing went through the FIFOs within the time allowed */
    FIFO_FLAGS_WRONG = 0x123 /* the FIFOs' flags do not tell how full they are */
};

/* From here on, nothing that the card says can be trusted. */
enum {
    LOST = 0x110
};
