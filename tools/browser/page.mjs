// The page: it assembles the source when it has changed, runs the chip, and shows its state.

import { Chip, REASONS, SPACES } from "./chip.mjs";
import { fromFragment, toFragment } from "./link.mjs";

/** The registers by the class of their table. */
const REGISTERS = {
  data: ["a", "b", "x", "y"],
  address: Array.from({ length: 8 }, (_, number) => [`r${number}`, `n${number}`, `m${number}`]).flat(),
  control: ["pc", "sr", "omr", "sp", "la", "lc", "ssh", "ssl"],
};
/** Hexadecimal digits of the parts of a register, from the left, where they are not 4. */
const DIGITS = { a: [2, 6, 6], b: [2, 6, 6], x: [6, 6], y: [6, 6], omr: [2], sp: [2] };
const FLAGS = ["c", "v", "z", "n", "u", "e", "l"];
/** The name of the source in the program's lines; others are files of the library. */
const MAIN = "program.asm";
const MEMORY_ROWS = 16;
const MEMORY_COLUMNS = 8;

const element = (id) => document.getElementById(id);
const source = element("source");
const hex = (value, digits) => value.toString(16).toUpperCase().padStart(digits, "0");
const grouped = (value) => value.toLocaleString("en-US");

/** The chip, for the page and its tests. */
export let chip = null;

/** The last program that was assembled, with its source, and its lines by address. */
let program = null;
/** Lines with a breakpoint. */
const breakpoints = new Set();
let isBusy = true;
let isStopped = false;
/** The texts of registers and memory words before the last action. */
let shown = new Map();

// The assembler

const worker = new Worker("worker.mjs", { type: "module" });
const waiting = new Map();
let requests = 0;
let failWorker;
const workerFailure = new Promise((_, reject) => (failWorker = reject));
// Its first use may come later.
workerFailure.catch(() => undefined);

worker.onerror = () => failWorker(new Error("cannot load the assembler: this browser cannot start worker.mjs"));
worker.onmessage = ({ data }) => {
  if (data.failure !== undefined) {
    failWorker(new Error(data.failure));
  } else {
    waiting.get(data.id)?.(data.program);
    waiting.delete(data.id);
  }
};

/** Resolves with the answer to a request of this number; request 0 is the start of the worker. */
function answer(id) {
  return Promise.race([new Promise((resolve) => waiting.set(id, resolve)), workerFailure]);
}

async function assemble(text) {
  requests += 1;
  const answered = answer(requests);
  worker.postMessage({ id: requests, text });
  return answered;
}

/** Assembles the source and loads it, unless the chip has it. Returns false after errors of the source. */
async function load() {
  const text = source.value;
  if (program?.source === text) {
    return program.ok;
  }
  say("Assembling …");
  const assembled = await assemble(text);
  program = { ...assembled, source: text };
  program.places = new Map(program.lines.map(([address, file, line]) => [address, { file, line }]));
  // A program may be too long for an address; "Copy link" reports that.
  await writeLink().catch(() => undefined);
  showDiagnostics();
  if (!program.ok) {
    say("The program has errors.", true);
    return false;
  }
  restart();
  return true;
}

function restart() {
  chip.begin(program.words, program.start);
  chip.setBreakpoints(breakpointAddresses());
  shown = new Map();
  say(`${grouped(program.words.length)} words, start at ${place(program.start)}`);
}

/** Returns the first address of each line that has a breakpoint. */
function breakpointAddresses() {
  const first = new Map();
  for (const [address, { file, line }] of program.places) {
    if (file === MAIN && address < (first.get(line) ?? Infinity)) {
      first.set(line, address);
    }
  }
  return [...breakpoints].filter((line) => first.has(line)).map((line) => first.get(line));
}

// Actions

/** Performs an action on a loaded program, during which the other ones are disabled, and shows the new state. */
async function act(action) {
  if (isBusy) {
    return;
  }
  isBusy = true;
  isStopped = false;
  enable();
  try {
    if (await load()) {
      await action();
    }
  } catch (error) {
    say(error.message, true);
    if (error instanceof WebAssembly.RuntimeError) {
      say(`the emulator failed: ${error.message}`, true);
      program = null;
      chip = await Chip.load("core.wasm");
    }
  }
  isBusy = false;
  enable();
  show();
}

async function run() {
  const text = element("limit").value.trim();
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || !Number.isSafeInteger(limit)) {
    throw new Error(`the limit must be a positive number of clocks, got '${text}'`);
  }
  say("Running …");
  const reason = await chip.run(limit, () => isStopped);
  saySummary(reason === null ? "stopped" : `${reason}: ${REASONS[reason]}`);
}

function step() {
  const reason = chip.step();
  saySummary(reason === null ? "" : `${reason}: ${REASONS[reason]}`);
}

function back() {
  saySummary(chip.back() ? "" : "at the start of the program");
}

function saySummary(reason) {
  const counts = `${grouped(chip.clocks)} clocks, ${grouped(chip.instructions)} instructions`;
  say(`${reason ? `${reason}. ` : ""}At ${place(Number(chip.register("pc")))} after ${counts}`);
}

function place(address) {
  const found = program.places.get(address);
  const file = found?.file === MAIN ? "line " : `${found?.file}:`;
  return `P:$${hex(address, 4)}${found === undefined ? "" : ` (${file}${found.line})`}`;
}

async function writeLink() {
  history.replaceState(null, "", await toFragment(source.value));
}

async function copyLink() {
  try {
    await writeLink();
  } catch (error) {
    say(`cannot put the program into a link: ${error.message}`, true);
    return;
  }
  try {
    await navigator.clipboard.writeText(location.href);
    say("Copied: the link holds the program.");
  } catch {
    say("The address of this page holds the program: copy it from there.");
  }
}

// Display

function say(text, isError = false) {
  const status = element("status");
  status.textContent = text;
  status.classList.toggle("error", isError);
}

function enable() {
  for (const id of ["run", "step", "back", "restart", "link", "examples"]) {
    element(id).disabled = isBusy;
  }
  element("stop").disabled = !isBusy;
  source.readOnly = isBusy;
}

function isCurrent() {
  return program !== null && program.ok && program.source === source.value;
}

function show() {
  const texts = new Map();
  showGutter();
  showRegisters(texts);
  showMemory(texts);
  shown = texts;
}

/** Shows each line's number, executions and clocks, its breakpoint, and where the chip is. */
function showGutter() {
  const lines = source.value.split("\n");
  const counts = new Map();
  let current = 0;
  if (isCurrent()) {
    for (const { address, executions, clocks } of chip.counts()) {
      const found = program.places.get(address);
      if (found?.file === MAIN) {
        const sum = counts.get(found.line) ?? { executions: 0, clocks: 0 };
        // A line of a macro has several instructions: it is executed as often as the most frequent one.
        sum.executions = Math.max(sum.executions, executions);
        sum.clocks += clocks;
        counts.set(found.line, sum);
      }
    }
    const found = program.places.get(Number(chip.register("pc")));
    current = found?.file === MAIN ? found.line : 0;
  }
  const columns = lines.map((_, index) => {
    const count = counts.get(index + 1);
    return [`${index + 1}`, count ? `${count.executions}×` : "", count ? grouped(count.clocks) : ""];
  });
  const widths = [0, 1, 2].map((column) => columns.reduce((width, texts) => Math.max(width, texts[column].length), 0));
  element("gutter").textContent = columns
    .map((texts, index) => {
      const line = index + 1;
      const marks = (breakpoints.has(line) ? "●" : " ") + (line === current ? "▶" : " ");
      return marks + texts.map((text, column) => text.padStart(widths[column])).join(" ");
    })
    .join("\n");
  source.rows = lines.length + 1;
  const top = `calc(var(--line) * ${current - 1})`;
  const bottom = `calc(var(--line) * ${current})`;
  source.style.background =
    current === 0
      ? ""
      : `linear-gradient(transparent ${top}, var(--current) ${top}, var(--current) ${bottom}, transparent ${bottom})`;
}

/** Appends a text that is marked if it differs from the one before the last action. */
function append(parent, texts, key, text) {
  const part = document.createElement("span");
  part.textContent = text;
  part.id = key;
  part.classList.toggle("changed", shown.has(key) && shown.get(key) !== text);
  texts.set(key, text);
  parent.append(part);
  return part;
}

function showRegisters(texts) {
  const tables = element("registers");
  tables.replaceChildren();
  for (const [kind, names] of Object.entries(REGISTERS)) {
    const table = document.createElement("div");
    table.className = kind;
    for (const name of names) {
      appendCell(table, texts, name, registerText(name));
    }
    tables.append(table);
  }
  const sr = Number(chip.register("sr"));
  const flags = FLAGS.filter((_, bit) => (sr >> bit) & 1).reverse();
  appendCell(tables.lastChild, texts, "flags", flags.join(" ") || "none");
}

function appendCell(table, texts, name, text) {
  const cell = document.createElement("div");
  cell.append(`${name.padEnd(3)} `);
  append(cell, texts, `register-${name}`, text);
  table.append(cell);
}

function registerText(name) {
  const digits = DIGITS[name] ?? [4];
  const whole = hex(chip.register(name), digits.reduce((sum, part) => sum + part));
  let start = 0;
  return digits.map((part) => `$${whole.slice(start, (start += part))}`).join(" ");
}

/** Returns the space number and the address of a location such as x:$100, p:64 or y:table. */
function parseLocation(text) {
  const found = /^\s*([xyp]):\s*(?:\$|0x)?(.+?)\s*$/i.exec(text);
  if (found !== null) {
    const isHexadecimal = /:\s*(\$|0x)/i.test(text);
    const known = program?.symbols[found[2]] ?? program?.symbols[found[2].toUpperCase()];
    const digits = isHexadecimal ? /^[0-9a-f]+$/i : /^[0-9]+$/;
    const address = digits.test(found[2]) ? parseInt(found[2], isHexadecimal ? 16 : 10) : known;
    if (address >= 0 && address <= 0xffff) {
      return [SPACES.indexOf(found[1].toUpperCase()), address];
    }
  }
  throw new Error(`must be a space and an address, as x:$100 or p:start, got '${text}'`);
}

function showMemory(texts) {
  const memory = element("memory");
  try {
    const [space, first] = parseLocation(element("location").value);
    memory.replaceChildren();
    for (let row = 0; row < MEMORY_ROWS; row++) {
      const start = first + row * MEMORY_COLUMNS;
      if (start > 0xffff) {
        break;
      }
      memory.append(`${row === 0 ? "" : "\n"}${SPACES[space]}:$${hex(start, 4)}`);
      for (let address = start; address < Math.min(start + MEMORY_COLUMNS, 0x10000); address++) {
        memory.append(" ");
        append(memory, texts, `word-${space}-${address}`, hex(chip.word(space, address), 6));
      }
    }
    element("location-error").textContent = "";
  } catch (error) {
    element("location-error").textContent = error.message;
  }
}

function showDiagnostics() {
  const list = element("diagnostics");
  list.replaceChildren();
  const documents = document.documentElement.dataset.documents;
  for (const { code, line, text, explanation, page } of program.diagnostics) {
    const entry = document.createElement("li");
    const shownText = document.createElement("pre");
    shownText.textContent = text;
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = `Explain ${code}`;
    const explained = document.createElement("pre");
    explained.textContent = explanation;
    details.append(summary, explained);
    entry.append(shownText);
    if (line !== 0) {
      const go = document.createElement("button");
      go.textContent = `Go to line ${line}`;
      go.onclick = () => select(line);
      entry.append(go, " ");
    }
    if (documents) {
      const link = document.createElement("a");
      link.href = `${documents}reference/${page}`;
      link.textContent = `Page of ${code}`;
      entry.append(link);
    }
    entry.append(details);
    list.append(entry);
  }
}

function select(line) {
  const before = source.value.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, text) => sum + text.length + 1, 0);
  source.focus();
  source.setSelectionRange(start, start + source.value.slice(start).split("\n", 1)[0].length);
}

// Start

function open(text) {
  source.value = text;
  breakpoints.clear();
  element("diagnostics").replaceChildren();
  showGutter();
}

/** Opens the program of the page's address; returns false if it has none. */
async function openLink() {
  const text = await fromFragment(location.hash);
  if (text !== null) {
    open(text);
  }
  return text !== null;
}

async function openExamples() {
  const response = await fetch("examples.json");
  const examples = response.ok ? await response.json() : [];
  const choice = element("examples");
  examples.forEach(({ name }, number) => choice.append(new Option(name, number)));
  choice.onchange = () => {
    if (choice.value !== "") {
      open(examples[choice.value].source);
      void act(() => undefined);
    }
  };
  if (source.value === "" && examples.length > 0) {
    open(examples[0].source);
  }
}

element("run").onclick = () => act(run);
element("step").onclick = () => act(step);
element("back").onclick = () => act(back);
element("restart").onclick = () => act(restart);
element("stop").onclick = () => (isStopped = true);
element("link").onclick = copyLink;
element("location").oninput = () => chip !== null && showMemory(shown);
source.oninput = showGutter;
source.onkeydown = (event) => {
  if (event.key === "Enter" && event.ctrlKey) {
    event.preventDefault();
    void act(run);
  }
};
element("gutter").onclick = (event) => {
  const height = parseFloat(getComputedStyle(source).lineHeight);
  const line = Math.floor((event.clientY - element("gutter").getBoundingClientRect().top) / height) + 1;
  if (!breakpoints.delete(line)) {
    breakpoints.add(line);
  }
  if (isCurrent()) {
    chip.setBreakpoints(breakpointAddresses());
  }
  showGutter();
};
window.onhashchange = () =>
  openLink().then(
    (isOpen) => isOpen && act(() => undefined),
    (error) => say(error.message, true),
  );

async function start() {
  const started = answer(0);
  let linkError = null;
  await openLink().catch((error) => (linkError = error));
  await openExamples();
  chip = await Chip.load("core.wasm");
  await started;
  isBusy = false;
  if (linkError === null) {
    await act(() => undefined);
  } else {
    enable();
    say(linkError.message, true);
  }
}

start().catch((error) => say(error.message, true));
