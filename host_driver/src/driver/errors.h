/* Made by tools/documents/declared_names.py from dsp56k.host.driver_errors; do not edit. */

/* Errors in addition to the firmware's statuses (1 to 255). */
enum {
    NO_CARD = 0x100, /* the scratch register does not return the value written */
    NO_TIMER = 0x101, /* the PC's interval timer does not run in the BIOS's setting */
    TOO_LONG = 0x102, /* the data is longer than one command can take */
    NOT_STARTED = 0x103, /* the card was not started, or was lost after its start */
    PACKET_LENGTH = 0x104, /* a packet is empty or longer than a frame */
    NO_FIFOS = 0x105, /* FIFO STATUS cannot be cleared */
    BANK_FAULT = 0x110, /* the memory differs from the bank strap */
    NOT_ALIVE = 0x111, /* the firmware did not start */
    BUS_NOT_GRANTED = 0x112, /* the DSP did not grant its bus */
    COMMAND_NOT_TAKEN = 0x113, /* the DSP did not read the last word sent */
    NO_ANSWER = 0x114, /* no reply within the time limit */
    FAULT = 0x115, /* the firmware stopped: stack error or illegal instruction, or the DSP was reset */
    CARD_RESET = 0x116, /* CTRL is not the last value that the driver wrote */
    STRAY_REPLY = 0x117, /* an unexpected word from the DSP is waiting */
    DAMAGED_REPLY = 0x118, /* the check of the reply is wrong */
    WRONG_REPLY = 0x119, /* the reply belongs to another command */
    DATA_DAMAGED = 0x11a, /* the DSP read other data than the driver sent */
    RESULT_DAMAGED = 0x11b, /* the driver read other data than the DSP stored */
    WRONG_CLOCK = 0x11c, /* the DSP's clock is out of range */
    DOWNLOAD_DAMAGED = 0x11d, /* the firmware's memory differs from what was sent */
    DMA_STALLED = 0x11e, /* the DMA controller did not move all bytes within the time limit */
    STREAM_WRONG = 0x11f, /* the known-answer test through the FIFOs failed */
    FIFO_MISSED = 0x120, /* a full FIFO was written, or an empty FIFO was read */
    STREAM_CHANGED = 0x121, /* the inverse operation on the results did not restore the input */
    FIFO_STALLED = 0x122, /* no data moved through the FIFOs within the time limit */
    FIFO_FLAGS_WRONG = 0x123 /* the FIFOs' flags do not agree with their contents */
};

/* After an error of LOST or above, the card's data is not reliable. */
enum {
    LOST = 0x110
};
