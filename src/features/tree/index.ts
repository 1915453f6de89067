import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeLine } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { Connection, ResourceAddress } from '../../model/session/connection.ts';
import { Lazy } from '../../ui/lazy.ts';
import { type Node, resourceOf } from '../../ui/tree/node.ts';
import type { DocumentResource } from '../content/node.ts';

/** The name of the view in the manifest, which VS Code does not expose. */
const viewTitle = t('Documentation');

/** Opens the view of organizations, and refreshes it after writes and changes of accounts. */
export function register(app: App): vscode.Disposable {
  const view = app.tree.open('marginalia.spaces', dragAndDrop(app));
  const updateTitle = () => {
    const { connections, current } = app.session;
    // VS Code hides the description of a view that is the only one in its container.
    view.title = connections.length > 1 && current ? escapeLine(current.label) : viewTitle;
    view.description = connections.length > 1 ? '' : escapeLine(current?.label ?? '');
    // The rows may belong to a previous connection with the same label.
    app.tree.clear();
  };
  // The poller is loaded with the first running resource.
  const poller = new Lazy(async () => {
    const { ProcessingPoller } = await import('../../model/resources/processingPoller.ts');
    return new ProcessingPoller(app.session, address => app.tree.isVisible(address));
  });
  return vscode.Disposable.from(
    poller,
    app.tree.onDidShowRow(async ({ id, isRunning = false, resource }) => {
      if (!isRunning && !poller.valueIfLoaded) return;
      const { connection } = resource as { connection: Connection };
      (await poller.load()).track(connection, id as ResourceAddress, isRunning);
    }),
    app.session.onDidChange(updateTitle),
    app.session.onDidWrite(({ touched, locallyUpdated }) => app.tree.applyChange(touched, locallyUpdated)),
    app.content.rights.onDidChange(address => app.tree.applyChange(new Set([address]))),
    app.session.onDidReceiveResponse(() => app.tree.handleResponse()),
  );
}

/** The MIME type of dragged rows. It differs for each view. */
const rowMimeType = 'application/vnd.code.tree.marginalia.spaces';

/** Creates the drag-and-drop controller. The code that handles a drop is loaded with the first drop. */
export function dragAndDrop(app: App): vscode.TreeDragAndDropController<Node> {
  return {
    dragMimeTypes: [rowMimeType],
    dropMimeTypes: [rowMimeType],
    handleDrag: (dragged, data) => {
      data.set(rowMimeType, new vscode.DataTransferItem(dragged));
      const addresses = dragged.flatMap(row => resourceOf<DocumentResource>(row, 'document')?.uri ?? []);
      // Editors open these URIs, or insert links to them.
      if (addresses.length > 0) data.set('text/uri-list', new vscode.DataTransferItem(addresses.join('\r\n')));
    },
    handleDrop: async (target, data) =>
      (await import('./dragAndDrop.ts')).handleDrop(app, target, data.get(rowMimeType)),
  };
}
