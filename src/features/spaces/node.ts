import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Schema } from '../../api/routes.ts';
import { chained, type Node } from '../../ui/tree.ts';
import { changeRequestGroup, changeRequestNodes } from '../changeRequests/node.ts';
import { pagesNode } from '../content/node.ts';
import type { Connection } from '../../model/session/connection.ts';

type Space = Schema<'Space'>;

/** What the commands of a space are given. */
export interface SpaceResource {
  kind: 'space';
  connection: Connection;
  space: Space;
  link: string | undefined;
}

export function spaceNode(app: App, connection: Connection, space: Space): Node {
  const id = `${connection.id}/space/${space.id}`;
  const place = { connection, id: space.id };
  const isLocked = space.editMode === 'locked';
  const remarks = [isLocked ? 'locked' : '', openInWords(space)].filter(Boolean);
  const resource: SpaceResource = { kind: 'space', connection, space, link: space.urls?.app };
  const main = { connection, space: space.id, version: { kind: 'main' } } as const;
  return {
    id,
    label: space.emoji ? `${emojiOf(space.emoji)} ${space.title}` : space.title,
    description: remarks.join(' · '),
    tooltip: `${space.title}\n${space.visibility}`,
    spoken: ['Space', space.title, ...remarks].join(', '),
    icon: new vscode.ThemeIcon(isLocked ? 'lock' : 'notebook'),
    contextValue: isLocked ? 'space.locked' : 'space',
    resource,
    children: {
      list: signal =>
        chained(changeRequestNodes(app, place, 'open', signal), changeRequestNodes(app, place, 'draft', signal)),
      empty: 'No open change requests',
      last: [
        changeRequestGroup(app, place, 'merged', id),
        changeRequestGroup(app, place, 'archived', id),
        pagesNode(app, main, id),
      ],
      hears: ({ route, input }) => input.spaceId === space.id && !/replies/.test(route),
    },
  };
}

function openInWords({ changeRequestsOpen: open, changeRequestsDraft: drafts }: Space): string {
  return [open ? `${open} open` : '', drafts ? `${drafts} draft` : ''].filter(Boolean).join(', ');
}

/** Emoji come as the character or as its code point, such as `1f44d`. */
function emojiOf(emoji: string): string {
  const isCode = /^[0-9a-f]{4,6}(-[0-9a-f]{4,6})*$/i.test(emoji);
  return isCode ? String.fromCodePoint(...emoji.split('-').map(code => parseInt(code, 16))) : emoji;
}
