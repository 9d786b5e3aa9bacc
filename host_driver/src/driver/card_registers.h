/* Made by tools/documents/declared_names.py from dsp56k.card; do not edit. */

/* I/O ports, from the card's base. */
enum {
    ICR = 0,
    CVR = 1,
    ISR = 2,
    IVR = 3,
    RXH = 5,
    TXH = 5,
    RXM = 6,
    TXM = 6,
    RXL = 7,
    TXL = 7,
    CTRL = 8,
    AGLOW = 9,
    AGHIGH = 0xa,
    WINBASE = 0xb,
    ROUTE = 0xc,
    STRAPS = 0xd,
    EXTEND = 0xd,
    SCRATCH = 0xe,
    STATUS = 0xf,
    CLEAR = 0xf,
    FIFO_DATA = 0x10,
    FIFO_STATUS = 0x12,
    FIFO_CLEAR = 0x12
};

/* ICR: interrupt control. */
enum {
    ICR_RREQ = 0x01, /* HREQ requests reads of words from the DSP */
    ICR_TREQ = 0x02, /* HREQ requests words for the DSP */
    ICR_HF0 = 0x08, /* host flag 0, which the DSP reads in HSR */
    ICR_HF1 = 0x10, /* host flag 1, which the DSP reads in HSR */
    ICR_HM = 0x60, /* transfer mode */
    ICR_INIT = 0x80 /* initialize the interface; the interface clears it */
};

/* CVR: command vector. */
enum {
    CVR_HV = 0x1f, /* vector address of the host command divided by 2 */
    CVR_HC = 0x80 /* host command; taking the interrupt clears it */
};

/* ISR: interrupt status; writes have no effect. */
enum {
    ISR_RXDF = 0x01, /* RXH:RXM:RXL contain a word from the DSP */
    ISR_TXDE = 0x02, /* TXH:TXM:TXL are empty */
    ISR_TRDY = 0x04, /* TXH:TXM:TXL and HRX are empty */
    ISR_HF2 = 0x08, /* host flag 2, set by the DSP */
    ISR_HF3 = 0x10, /* host flag 3, set by the DSP */
    ISR_DMA = 0x40, /* a DMA mode is selected */
    ISR_HREQ = 0x80 /* HREQ is asserted */
};

/* CTRL: control bits of the PC; $40 after reset on a card strapped `boot="host"`. */
enum {
    CTRL_RUN = 0x01, /* 0 holds the DSP and the DES chip in reset, 1 lets them run */
    CTRL_BR = 0x02, /* requests the external memory's bus from the DSP */
    CTRL_BANK = 0x04, /* bank behind the window: 0 P, 1 X */
    CTRL_LOW = 0x08, /* load mode: 0 low-middle-high, 1 low byte only */
    CTRL_WEN = 0x10, /* the window answers */
    CTRL_IRQE = 0x20, /* HREQ drives the PC's interrupt line, and no DRQ */
    CTRL_MODA = 0x40, /* the DSP's MODA/IRQA pin (UM 2-11) */
    CTRL_MODB = 0x80 /* the DSP's MODB/IRQB pin (UM 2-11) */
};

/* ROUTE: which PC lines the card uses. */
enum {
    ROUTE_IRQ = 0x0f, /* number of the PC's interrupt request, 0 for none */
    ROUTE_DRQ = 0x70 /* number of the PC's DMA channel, 0 for none: HREQ, or the bus master, drives its DRQ */
};

/* STRAPS: how the card is fitted, and two latched errors. */
enum {
    STRAPS_BANK32K = 0x01, /* banks of 32K words (0: 8K words) */
    STRAPS_HOSTBOOT = 0x02, /* strapped to boot through the host port */
    STRAPS_PASTERR = 0x10, /* latched: a window access with the counter past the bank */
    STRAPS_RSTERR = 0x20 /* latched: a host port access while the DSP is in reset */
};

/* STATUS: the card's state. */
enum {
    STATUS_BG = 0x01, /* CTRL.BR requests the bus, and the DSP grants it or is in reset */
    STATUS_HREQ = 0x02, /* the DSP's HREQ pin */
    STATUS_NOISE = 0x04, /* the noise bit at this instant */
    STATUS_DES = 0x08, /* a DES chip is fitted */
    STATUS_PHASE = 0x30, /* byte phase of the address generator: 0 low, 1 middle, 2 high */
    STATUS_WINERR = 0x40, /* latched: a window access without bus grant */
    STATUS_ID = 0x80 /* toggles with each read of STATUS; 0 at the first */
};

/* FIFO_STATUS: flags of the FIFOs for the PC. */
enum {
    FIFO_STATUS_INFULL = 0x01, /* the input FIFO is full */
    FIFO_STATUS_INHALF = 0x02, /* the input FIFO is half full */
    FIFO_STATUS_OUTSOME = 0x04, /* the output FIFO has a byte */
    FIFO_STATUS_OUTHALF = 0x08, /* the output FIFO is half full */
    FIFO_STATUS_WIDE = 0x10, /* the board sits in a slot of 16 bits */
    FIFO_STATUS_OVER = 0x40, /* latched: the PC wrote to a full FIFO */
    FIFO_STATUS_UNDER = 0x80 /* latched: the PC read an empty FIFO */
};
