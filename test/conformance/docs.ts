import { listFolder } from '../../src/sandbox/gitSync/folder.ts';
import { loadSpace } from '../../src/sandbox/load/space.ts';
import { fillAcme } from '../sandbox/acme.ts';
import { makeFolder } from '../sandbox/docs.ts';
import type { Edit } from '../sandbox/docs.ts';
import { openService } from './client.ts';
import type { Service } from './client.ts';

/** A service whose Acme has the space `docs` with pages and a file. */
export interface Docs extends Service {
  /** Opens a change request as Eden, with edits. The client does not offer to write content. */
  propose(changes: readonly Edit[], subject?: string): Promise<string>;
}

const files = {
  'SUMMARY.md': '* [Start](README.md)\n* [Guide](guide/README.md)\n  * [Setup](guide/setup.md)\n',
  'README.md':
    '# Start\n\nRead [the guide](guide/README.md), not [this](gone.md).\n\n![Map](.gitbook/assets/map.svg)\n',
  'guide/README.md': '---\ndescription: How herons wait\n---\n\n# Guide\n\nHerons wait.\n',
  'guide/setup.md': '# Setup\n\nStand still.\n\n## Later\n\nStrike.\n',
  '.gitbook/assets/map.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>',
};

/** Opens a service with these pages and files; `others` are added, or replace those of the same path. */
export async function openDocs(others: Readonly<Record<string, string>> = {}): Promise<Docs> {
  const service = await openService({
    fill(state) {
      fillAcme(state);
      const fields = { organization: 'acme', title: 'Docs', emoji: '📘', defaultLevel: null } as const;
      const space = { id: 'docs', ...fields, visibility: 'private', editMode: 'live' } as const;
      loadSpace(state, space, { folder: listFolder(makeFolder({ ...files, ...others })), author: 'ada' });
    },
  });
  return {
    ...service,
    async propose(changes, subject = 'A proposal') {
      const { data } = await service.as('eden').spaces.createChangeRequest('docs', { subject });
      if (changes.length > 0) await edit(service, data.id, changes);
      return data.id;
    },
  };
}

export async function edit(service: Service, changeRequestId: string, changes: readonly Edit[]): Promise<void> {
  const response = await fetch(`${service.url}/v1/spaces/docs/change-requests/${changeRequestId}/content`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.tokenFor('eden')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ changes }),
  });
  if (!response.ok) throw new Error(`The edit was refused: ${await response.text()}`);
}
