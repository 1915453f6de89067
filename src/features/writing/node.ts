import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { singlePage } from '../../api/listings.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { versionOf } from '../../model/content/content.ts';
import { keyOfAddress, keyOfPlace } from '../../model/content/snapshot.ts';
import type { PageDraft } from '../../model/writing/pageDrafts.ts';
import type { Node } from '../../ui/tree/node.ts';

/** The sentence begins with the most important words, because narrow views cut off the rest. */
export const unsentSentence = t('Not sent, saved on this computer');

/** The argument of the commands of a draft. */
export interface PageDraftResource {
  kind: 'pageDraft';
  /** The document of the draft, see `PageDraft`. */
  document: string;
}

/** Returns the address that is announced when the drafts of a change request change. */
export function addressOfPageDrafts({ connection, space, number }: DraftPlace): string {
  return `//${connection}/spaces/${space}/change-requests/${number}#pageDrafts`;
}

interface DraftPlace {
  connection: string;
  space: string;
  number: number;
}

/** Returns the place that the document of a draft belongs to; undefined unless it is a page of a change request. */
export function placeOfDraft(document: string): DraftPlace | undefined {
  const address = parseContentUri(vscode.Uri.parse(document));
  if (address?.version.kind !== 'changeRequest') return undefined;
  return { connection: address.connection, space: address.space, number: address.version.number };
}

/** Returns a row that lists the unsent texts of a change request; empty if there are none. */
export async function pageDraftsNodes(app: App, place: ChangeRequestPlace): Promise<Node[]> {
  const { drafts } = await app.writing.load();
  await drafts.load();
  const unsent = drafts.all().filter(({ document }) => isDraftIn(place, document));
  if (unsent.length === 0) return [];
  const count = unsent.length === 1 ? '1 page' : `${unsent.length} pages`;
  return [
    {
      id: `${addressOfChangeRequest(place)}#pageDrafts`,
      label: unsentSentence,
      description: count,
      icon: new vscode.ThemeIcon('cloud-upload'),
      contextValue: 'pageDrafts',
      children: {
        list: () => singlePage(unsent.map(draft => pageDraftNode(place, draft))),
        isStatic: true,
        empty: t('No unsent pages'),
        expanded: true,
      },
    },
  ];
}

function pageDraftNode(place: ChangeRequestPlace, { document, title, page }: PageDraft): Node {
  const uri = vscode.Uri.parse(document);
  const resource: PageDraftResource = { kind: 'pageDraft', document };
  return {
    id: `${addressOfChangeRequest(place)}#pageDrafts/${page}`,
    label: title || t('Untitled'),
    description: t('not sent'),
    tooltip: `${unsentSentence}.`,
    accessibleLabel: t`${title || t('Untitled')}, saved on this computer, not sent`,
    icon: new vscode.ThemeIcon('edit'),
    contextValue: 'pageDraft',
    resource,
    command: { command: 'marginalia.document.open', title: t('Open'), arguments: [uri] },
  };
}

/** Returns whether the document of a draft belongs to a change request. */
export function isDraftIn(place: ChangeRequestPlace, document: string): boolean {
  const address = parseContentUri(vscode.Uri.parse(document));
  return address !== undefined && keyOfAddress(address) === keyOfPlace(versionOf(place));
}
