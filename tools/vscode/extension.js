// The extension for VS Code: starts `dsp56k lsp` for sources, and `dsp56k dap` for a session of the debugger.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGE = "dsp56k";
let client;
let started;

function settings() {
  return vscode.workspace.getConfiguration("dsp56k");
}

function start() {
  const given = settings();
  const server = { command: given.get("command"), args: ["lsp"] };
  client = new LanguageClient(LANGUAGE, "DSP56001", server, {
    documentSelector: [{ scheme: "file", language: LANGUAGE }],
    diagnosticCollectionName: LANGUAGE,
    initializationOptions: {
      includePaths: given.get("includePaths"),
      maclibPaths: given.get("maclibPaths"),
      defines: given.get("defines"),
      options: given.get("options"),
    },
  });
  return client.start().catch((error) => {
    const command = given.get("command");
    // The client's reason for a command that cannot be started is a string.
    const reason = (error?.message ?? String(error)).replace(/\.$/, "");
    vscode.window.showErrorMessage(
      `cannot start ${command} lsp: ${reason}. Install it with pip install 'dsp56k[lsp]', or set dsp56k.command`,
    );
  });
}

function restart() {
  // Restarts follow each other: a second one would otherwise leave the server of the first one running.
  started = started.then(async () => {
    // A server that has not started has nothing to stop.
    await client.stop().catch(() => undefined);
    await start();
  });
  return started;
}

exports.activate = (context) => {
  started = start();
  context.subscriptions.push(
    vscode.commands.registerCommand("dsp56k.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("dsp56k") && restart()),
    vscode.debug.registerDebugAdapterDescriptorFactory(LANGUAGE, {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(settings().get("command"), ["dap"]),
    }),
  );
  return started;
};

exports.deactivate = () => client?.stop();
