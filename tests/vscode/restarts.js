// Changes settings three times while the extension restarts its server, with a fake editor and a fake language client:
// node tests/vscode/restarts.js
"use strict";

const assert = require("node:assert");
const Module = require("node:module");
const path = require("node:path");

const running = new Set();
let change;

const nextTurns = () => new Promise((resolve) => setTimeout(resolve, 5));

class LanguageClient {
  async start() {
    await nextTurns();
    running.add(this);
  }
  async stop() {
    assert(running.has(this), "only a client that runs can stop");
    await nextTurns();
    running.delete(this);
  }
}

const fakes = {
  vscode: {
    workspace: {
      getConfiguration: () => ({ get: () => "dsp56k" }),
      onDidChangeConfiguration: (listener) => (change = listener),
    },
    commands: { registerCommand: () => undefined },
    debug: { registerDebugAdapterDescriptorFactory: () => undefined },
  },
  "vscode-languageclient/node": { LanguageClient },
};
const load = Module._load;
Module._load = (name, ...rest) => fakes[name] ?? load(name, ...rest);

async function main() {
  const extension = require(path.join(__dirname, "../../tools/vscode/extension.js"));
  await extension.activate({ subscriptions: [] });
  const changes = [1, 2, 3].map(() => change({ affectsConfiguration: () => true }));
  await Promise.all(changes);
  assert.strictEqual(running.size, 1);
  await extension.deactivate();
  assert.strictEqual(running.size, 0);
}

main();
