import * as vscode from 'vscode';
import { escapeLine } from '../../api/words.ts';
import type { App } from '../../app.ts';
import type { Connection, ResourceAddress } from '../../model/session/connection.ts';
import { Lazy } from '../../ui/lazy.ts';
import { type Node, resourceOf } from '../../ui/tree/node.ts';
import type { DocumentResource } from '../content/node.ts';

/** As in the manifest; VS Code does not tell it. */
const ownTitle = 'Documentation';

/** Shows the tree, which begins with the organizations, and keeps it in step with writes and accounts. */
export function register(app: App): vscode.Disposable {
  const view = app.tree.open('marginalia.spaces', dragAndDrop(app));
  const describe = () => {
    const { connections, current } = app.session;
    // VS Code shows the title alone while no other view is beside it.
    view.title = connections.length > 1 && current ? escapeLine(current.label) : ownTitle;
    view.description = connections.length > 1 ? '' : escapeLine(current?.label ?? '');
    // The rows were read with a connection that may be another now, though it has the same name.
    app.tree.clear();
  };
  // It is loaded when something runs.
  const following = new Lazy(async () => {
    const { ProcessingPoller } = await import('../../model/resources/processingPoller.ts');
    return new ProcessingPoller(app.session, address => app.tree.isVisible(address));
  });
  return vscode.Disposable.from(
    following,
    app.tree.onDidShowRow(async ({ id, isRunning = false, resource }) => {
      if (!isRunning && !following.valueIfLoaded) return;
      const { connection } = resource as { connection: Connection };
      (await following.load()).note(connection, id as ResourceAddress, isRunning);
    }),
    app.session.onDidChange(describe),
    app.session.onDidWrite(({ touched, locallyUpdated }) => app.tree.applyChange(touched, locallyUpdated)),
    app.content.rights.onDidChange(address => app.tree.applyChange(new Set([address]))),
    app.session.onDidReceiveResponse(() => app.tree.handleResponse()),
  );
}

/** The MIME type of dragged rows. Rows of another view or window have another one. */
const rows = 'application/vnd.code.tree.marginalia.spaces';

/** Rows that are dropped on others; where they go is known when something is dropped first. */
export function dragAndDrop(app: App): vscode.TreeDragAndDropController<Node> {
  return {
    dragMimeTypes: [rows],
    dropMimeTypes: [rows],
    handleDrag: (dragged, data) => {
      data.set(rows, new vscode.DataTransferItem(dragged));
      const addresses = dragged.flatMap(row => resourceOf<DocumentResource>(row, 'document')?.uri ?? []);
      // Editors open them, or insert links to them.
      if (addresses.length > 0) data.set('text/uri-list', new vscode.DataTransferItem(addresses.join('\r\n')));
    },
    handleDrop: async (target, data) => (await import('./dragAndDrop.ts')).handleDrop(app, target, data.get(rows)),
  };
}
