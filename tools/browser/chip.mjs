// The chip: the exports of the WebAssembly module (emu/crates/web/src/exports.rs) as methods.

export const SPACES = ["X", "Y", "P"];

/** The stop reasons of a run, for a user. */
export const REASONS = {
  BREAKPOINT: "reached the breakpoint",
  BUDGET: "used up its clocks",
  WAIT: "waits for an event outside of the chip",
  STOP: "executed STOP",
  HALT: "jumps to itself",
  ILLEGAL: "reached an illegal instruction",
  STACK_ERROR: "overflowed or underflowed the stack",
  UNLOADED: "reached uninitialised program memory",
};

/** Milliseconds of a run after which the page reacts to its user. */
const TURN_MS = 15;
/** Clocks after which a step ends without an instruction: a chip in the WAIT state may stay there. */
const MAX_STEP_CLOCKS = 1_000_000n;
const UNLIMITED = 2n ** 64n - 1n;

export class Chip {
  #exports;

  constructor(exports) {
    this.#exports = exports;
    this.#attempt(exports.dsp_power_up());
  }

  static async load(url) {
    const response = await fetch(url);
    if (!response.ok) {
      throw new Error(`cannot load ${url}: HTTP status ${response.status}`);
    }
    // Not instantiateStreaming: some servers do not know the type of .wasm.
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {});
    return new Chip(instance.exports);
  }

  /** Loads words, [space number, address, word] each, into a chip after power-up, and goes to the start address. */
  begin(words, start) {
    this.#attempt(this.#exports.dsp_power_up());
    for (const [space, address, word] of words) {
      this.#exports.dsp_store(space, address, word);
    }
    this.#attempt(this.#exports.dsp_begin(start));
  }

  setBreakpoints(addresses) {
    this.#exports.dsp_clear_breakpoints();
    addresses.forEach((address) => this.#exports.dsp_add_breakpoint(address));
  }

  /** Runs up to a number of clocks and returns the stop reason; null if `isStopped` has returned true. */
  async run(clocks, isStopped) {
    this.#exports.dsp_start_run(BigInt(clocks), UNLIMITED);
    for (;;) {
      const end = performance.now() + TURN_MS;
      do {
        if (this.#attempt(this.#exports.dsp_run_slice()) === 1) {
          return this.#text();
        }
      } while (performance.now() < end);
      await new Promise((resolve) => setTimeout(resolve));
      if (isStopped()) {
        return null;
      }
    }
  }

  /** Executes an instruction. Returns the stop reason if none could be executed. */
  step() {
    const before = this.instructions;
    this.#exports.dsp_start_run(MAX_STEP_CLOCKS, 1n);
    while (this.#attempt(this.#exports.dsp_run_slice()) !== 1);
    return this.instructions === before ? this.#text() : null;
  }

  /** Goes back by an instruction; returns false at the start of the program. */
  back() {
    return this.#attempt(this.#exports.dsp_back()) === 1;
  }

  get clocks() {
    return Number(this.#exports.dsp_clocks());
  }

  get instructions() {
    return Number(this.#exports.dsp_instructions());
  }

  /** Returns a register as an unsigned BigInt. */
  register(name) {
    const packed = [...name].reduce((letters, letter) => letters * 256 + letter.charCodeAt(0), 0);
    return BigInt.asUintN(64, this.#exports.dsp_register(packed));
  }

  word(space, address) {
    return this.#exports.dsp_word(space, address);
  }

  /** Returns {address, executions, clocks} of each executed address. */
  counts() {
    return Array.from({ length: this.#exports.dsp_count_lines() }, (_, number) => ({
      address: Number(this.#exports.dsp_counted_address(number)),
      executions: Number(this.#exports.dsp_counted_executions(number)),
      clocks: Number(this.#exports.dsp_counted_clocks(number)),
    }));
  }

  #attempt(result) {
    if (result < 0) {
      throw new Error(this.#text());
    }
    return result;
  }

  #text() {
    const { memory, dsp_text_address, dsp_text_length } = this.#exports;
    return new TextDecoder().decode(new Uint8Array(memory.buffer, dsp_text_address(), dsp_text_length()));
  }
}
