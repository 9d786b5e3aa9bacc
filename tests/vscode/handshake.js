// Activates the extension of a directory with a `vscode` that has no editor, and asks the language server that it starts:
// node tests/vscode/handshake.js build/vscode .venv/bin/dsp56k
"use strict";

const assert = require("node:assert");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const fs = require("node:fs");

const [folder, command] = process.argv.slice(2).map((name) => path.resolve(name));
const { contributes } = JSON.parse(fs.readFileSync(path.join(folder, "package.json")));

class Disposable {
  constructor(dispose = () => undefined) {
    this.dispose = dispose;
  }
}

class EventEmitter {
  listeners = [];
  event = (listener) => (this.listeners.push(listener), new Disposable());
  fire = (value) => this.listeners.forEach((listener) => listener(value));
  dispose() {}
}

class Uri {
  constructor(name) {
    this.scheme = "file";
    this.fsPath = this.path = name;
  }
  static file = (name) => new Uri(name);
  static parse = (text) => new Uri(text.replace(/^file:\/\//, ""));
  toString() {
    return `file://${this.path}`;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(startLine, startCharacter, endLine, endCharacter) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
}

class DebugAdapterExecutable {
  constructor(command, args) {
    Object.assign(this, { command, args });
  }
}

const workspace = fs.mkdtempSync(path.join(os.tmpdir(), "dsp56k-"));
process.on("exit", () => fs.rmSync(workspace, { recursive: true }));
const source = path.join(workspace, "fir.asm");
const text = "        include 'io.inc'\n        org     p:$40\n        mvoe    a,b\n        mac     x0,y0,a\n";
fs.mkdirSync(path.join(workspace, "include"));
fs.writeFileSync(path.join(workspace, "include", "io.inc"), "; Found by the setting includePaths.\n");
const document = {
  uri: Uri.file(source),
  languageId: contributes.languages[0].id,
  version: 1,
  isClosed: false,
  getText: () => text,
};

const opened = new EventEmitter();
const registered = {};
const shown = new EventEmitter();
const values = { command, includePaths: ["include"] };
const defaults = contributes.configuration.properties;

// What the extension and the language client take of the editor; each other function answers nothing.
const api = {
  version: "1.82.0",
  Disposable, EventEmitter, Uri, Position, Range, DebugAdapterExecutable,
  CancellationTokenSource: class {
    token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
    cancel() {}
    dispose() {}
  },
  env: nothing({ appName: "no editor", language: "en" }),
  commands: nothing({ registerCommand: (name) => ((registered[name] = true), new Disposable()) }),
  debug: nothing({
    registerDebugAdapterDescriptorFactory: (type, factory) => ((registered[type] = factory), new Disposable()),
  }),
  languages: nothing({
    match: (selector, of) => [selector].flat().some((one) => one.language === of.languageId) ? 10 : 0,
    createDiagnosticCollection: () => nothing({ set: (uri, entries) => shown.fire({ uri, entries }) }),
    registerHoverProvider: (_, provider) => ((registered.hover = provider), new Disposable()),
  }),
  window: nothing({
    createOutputChannel: () => nothing({}),
    showErrorMessage: (message) => assert.fail(message),
    visibleTextEditors: [],
    tabGroups: nothing({ all: [] }),
  }),
  workspace: nothing({
    textDocuments: [],
    workspaceFolders: [{ uri: Uri.file(workspace), name: "work", index: 0 }],
    notebookDocuments: [],
    getConfiguration: (section) => ({
      get: (name, otherwise) => values[name] ?? defaults[`${section}.${name}`]?.default ?? otherwise,
    }),
    onDidOpenTextDocument: opened.event,
  }),
};

// An object whose missing properties are functions that return something to dispose of, and classes that only hold their
// arguments.
function nothing(known) {
  const missing = () =>
    class extends Disposable {
      constructor(...held) {
        super();
        this.held = held;
      }
    };
  return new Proxy(known, {
    get: (target, name) => {
      if (!(name in target) && typeof name === "string" && name !== "then") {
        target[name] = /^[A-Z]/.test(name) ? nothing(missing()) : () => new Disposable();
      }
      return target[name];
    },
  });
}

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? nothing(api) : load(name, ...rest));

async function main() {
  const diagnostics = new Promise((resolve) => shown.event(resolve));
  const extension = require(folder);
  await extension.activate({ subscriptions: [] });
  assert.deepStrictEqual(
    Object.keys(registered).filter((name) => name.startsWith("dsp56k.")),
    contributes.commands.map((entry) => entry.command),
  );
  opened.fire(document);
  const { uri, entries } = await diagnostics;
  assert.strictEqual(uri.fsPath, source);
  assert.deepStrictEqual(entries.map((entry) => entry.held[0].start.line), [2]);
  const token = new api.CancellationTokenSource().token;
  const hover = await registered.hover.provideHover(document, new Position(3, 9), token);
  assert.match(JSON.stringify(hover), /Signed multiply-accumulate/);
  const adapter = registered[contributes.debuggers[0].type].createDebugAdapterDescriptor();
  assert.deepStrictEqual({ ...adapter }, { command, args: ["dap"] });
  await extension.deactivate();
  console.log("the extension starts the server and the debug adapter");
}

const limit = setTimeout(() => assert.fail("no answer in 60 seconds"), 60_000);
main().then(() => clearTimeout(limit));
