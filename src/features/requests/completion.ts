import { t } from '@vscode/l10n';
import { getLocation, type Location, parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import { isId } from '../../api/normalize.ts';
import { escapeLine } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { Version } from '../../model/content/address.ts';
import { type Page, withChildren } from '../../model/content/layout.ts';
import type { Place } from '../../model/content/snapshot.ts';

/** Returns the pages of the space that a request names where the ID of a page is written. */
export async function provideRequestCompletions(
  app: App,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  const text = document.getText();
  const location = getLocation(text, document.offsetAt(position));
  if (!isPageIdAt(location)) return [];
  try {
    const place = await placeIn(app, parse(text));
    const pages = place ? [...withChildren((await (await app.content.snapshot(place)).pages()).pages)] : [];
    const range = rangeOfValue(document, position, location);
    return pages.filter(({ id }) => isId(id)).map((page, index) => itemOf(page, index, range));
  } catch (error) {
    app.failures.log('Could not list the pages.', error);
    return [];
  }
}

function isPageIdAt({ path, isAtPropertyKey }: Location): boolean {
  if (isAtPropertyKey) return false;
  const [part, ...names] = path;
  if (part === 'body') return ['page', 'into'].includes(String(names.at(-1)));
  return ['path.pageId', 'query.targetPage'].includes(path.join('.'));
}

/** Returns the version of a space that a request names; undefined while the request is incomplete. */
async function placeIn({ session }: App, request: unknown): Promise<Place | undefined> {
  await session.restore();
  const connection = session.current;
  const { path } = { ...(request as { path?: Record<string, unknown> } | undefined) };
  const { spaceId: space, changeRequestId, revisionId: revision } = { ...path };
  if (!connection || !isId(space)) return undefined;
  const inSpace = (version: Version): Place => ({ connection, space, version });
  if (changeRequestId !== undefined) {
    const id = String(changeRequestId);
    if (!isId(id)) return undefined;
    const isNumber = /^[1-9]\d*$/.test(id);
    const input = { spaceId: space, changeRequestId: id };
    const number = isNumber
      ? Number(id)
      : (await connection.api.request('GET /spaces/{spaceId}/change-requests/{changeRequestId}', input)).number;
    return inSpace({ kind: 'changeRequest', number });
  }
  if (revision === undefined) return inSpace({ kind: 'main' });
  return isId(revision) ? inSpace({ kind: 'revision', revision }) : undefined;
}

function itemOf({ id, title, path }: Page, index: number, range: vscode.Range): vscode.CompletionItem {
  const label = escapeLine(title);
  const item = new vscode.CompletionItem(
    { label, description: escapeLine(path ?? id) },
    vscode.CompletionItemKind.Value,
  );
  return Object.assign(item, {
    insertText: JSON.stringify(id),
    // The user may type the title, the path or the ID.
    filterText: `"${label} ${escapeLine(path ?? '')} ${id}`,
    // Keeps the order of the table of contents.
    sortText: String(index).padStart(6, '0'),
    detail: t('page'),
    range,
  });
}

/** Returns the range of the value at the cursor. */
function rangeOfValue(
  document: vscode.TextDocument,
  position: vscode.Position,
  { previousNode }: Location,
): vscode.Range {
  if (previousNode?.type !== 'string') return new vscode.Range(position, position);
  const { offset, length } = previousNode;
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
