// An extension beside Marginalia in windows that several tests share: it runs commands and signs in for them, which
// would take seconds by mouse and keyboard. It listens on a socket in the folder of the window, which only this user
// can open. Its client is WindowControl in windowControl.ts.
const { createServer } = require('node:http');
const vscode = require('vscode');

exports.activate = context => {
  const server = createServer(async (request, response) => {
    try {
      const { method, args } = JSON.parse(await textOf(request));
      await methods[method](...args);
      response.end();
    } catch (error) {
      response.writeHead(500).end(String(error?.stack ?? error));
    }
  });
  server.listen(process.env.MARGINALIA_TEST_SOCKET);
  context.subscriptions.push({ dispose: () => server.close() });
};

const methods = {
  ready: marginalia,
  execute: (command, ...args) => vscode.commands.executeCommand(command, ...args),
  executeOn: async (command, path) => {
    const { connection } = await marginalia();
    const uri = vscode.Uri.from({ scheme: 'marginalia', authority: connection.id, path });
    await vscode.commands.executeCommand(command, uri);
  },
  signIn: async credentials => (await marginalia()).signIn(credentials),
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
