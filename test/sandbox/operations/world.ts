import type { State } from '../../../src/sandbox/store/state.ts';
import { listFolder } from '../../../src/sandbox/gitSync/folder.ts';
import { loadSpace } from '../../../src/sandbox/load/space.ts';
import { fillAcme } from '../acme.ts';
import { makeFolder } from '../docs.ts';
import { addDocs } from '../import/docsSite.ts';
import { addPublishing } from './publishing.ts';
import { addSettings } from './settings.ts';
import { addComments } from './talk.ts';

/** The current day in all tests of the table. */
export const today = new Date('2026-03-01T10:00:00.000Z');

const pages = {
  'README.md': '# Start\n\nSee [the setup](setup.md) and ![a heron](.gitbook/assets/heron.svg).\n',
  'setup.md': '# Setup\n\nA [gone page](gone.md), and [outside](https://heron.example/).\n',
  'SUMMARY.md': '# Summary\n\n* [Start](README.md)\n* [Setup](setup.md)\n',
  '.gitbook/assets/heron.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
};

/**
 * Adds Acme with at least one resource of each kind. IDs are words; resources with generated IDs are created by the
 * input of their row.
 */
export function fillWorld(state: State): void {
  fillAcme(state);
  addDocs(state);
  addSettings(state);
  addPublishing(state);
  const space = { organization: 'acme', title: 'Docs', emoji: '📘', visibility: 'private', editMode: 'live' } as const;
  const folder = makeFolder(pages);
  loadSpace(state, { id: 'docs', ...space, defaultLevel: null }, { folder: listFolder(folder), author: 'ada' });
  addComments(state);
}
