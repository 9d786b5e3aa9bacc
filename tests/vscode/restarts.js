// Changes settings three times while the extension restarts its server, and to a command that does not start, with a fake
// editor and a fake language client:
// node tests/vscode/restarts.js
"use strict";

const assert = require("node:assert");
const Module = require("node:module");
const path = require("node:path");

const running = new Set();
const messages = [];
let command = "dsp56k";
let change;

const nextTurns = () => new Promise((resolve) => setTimeout(resolve, 5));

class LanguageClient {
  async start() {
    await nextTurns();
    if (command === "nothing") {
      // vscode-languageclient rejects with a string, not with an Error.
      throw "Launching server using command nothing failed.";
    }
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
      getConfiguration: () => ({ get: () => command }),
      onDidChangeConfiguration: (listener) => (change = listener),
    },
    window: { showErrorMessage: (message) => messages.push(message) },
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
  command = "nothing";
  await change({ affectsConfiguration: () => true });
  const message = "cannot start nothing lsp: Launching server using command nothing failed. Install it with pip install";
  assert.deepStrictEqual(messages, [`${message} 'dsp56k[lsp]', or set dsp56k.command`]);
  assert.strictEqual(running.size, 0);
  command = "dsp56k";
  await change({ affectsConfiguration: () => true });
  assert.strictEqual(running.size, 1);
  await extension.deactivate();
  assert.strictEqual(running.size, 0);
}

main();
