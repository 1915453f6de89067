// An extension beside Marginalia in windows that several tests share: it runs commands and signs in for them, which
// would take seconds by mouse and keyboard. It listens on a socket in the folder of the window, which only this user
// can open. Its client is WindowControl in windowControl.ts.
const { rmSync, symlinkSync } = require('node:fs');
const { createServer } = require('node:http');
const vscode = require('vscode');

exports.activate = context => {
  const server = createServer(async (request, response) => {
    try {
      const { method, args } = JSON.parse(await textOf(request));
      response.end(JSON.stringify((await methods[method](...args)) ?? null));
    } catch (error) {
      response.writeHead(500).end(String(error?.stack ?? error));
    }
  });
  // After a reload, the process of before may still be there for a moment: each has a socket of its own.
  const { MARGINALIA_TEST_SOCKET: path } = process.env;
  const own = `${path}.${process.pid}`;
  server.listen(own, () => {
    rmSync(path, { force: true });
    symlinkSync(own, path);
  });
  context.subscriptions.push({ dispose: () => server.close() });
};

/** The settings that `configure` has changed. */
let configured = {};

const methods = {
  ready: async () => void (await marginalia()),
  processId: () => process.pid,
  execute: async (command, ...args) => void (await vscode.commands.executeCommand(command, ...args)),
  executeOn: async (command, path) => {
    const { connection } = await marginalia();
    const uri = vscode.Uri.from({ scheme: 'marginalia', authority: connection.id, path });
    await vscode.commands.executeCommand(command, uri);
  },
  configure: async settings => {
    const configuration = vscode.workspace.getConfiguration();
    for (const key of new Set([...Object.keys(configured), ...Object.keys(settings)])) {
      if (JSON.stringify(configured[key]) === JSON.stringify(settings[key])) continue;
      await configuration.update(key, settings[key], vscode.ConfigurationTarget.Global);
    }
    configured = settings;
  },
  signIn: async credentials => void (await (await marginalia()).signIn(credentials)),
  signOut: async () => {
    const { connection } = await marginalia();
    if (connection) await vscode.commands.executeCommand('marginalia.session.signOut', connection.id);
  },
  closeEditors: async () => {
    for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  },
};

function marginalia() {
  return vscode.extensions.getExtension('marginalia.marginalia').activate();
}

async function textOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
