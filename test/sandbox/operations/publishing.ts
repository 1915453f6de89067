import type { State } from '../../../src/sandbox/store/state.ts';

const createdAt = '2026-01-01T00:00:00.000Z';

export const heronsYaml = 'openapi: 3.1.0\ninfo: { title: Herons, version: "2" }\npaths: {}\n';

/** Who may not see sites, or not change them, and the words that say so. */
export const guest = [
  'gus',
  /You may not see its sites: 'Acme' asks for the role 'read', and you are a guest/,
] as const;
export const mayNotChange = ['rosa', /You may not change its sites: 'Acme' asks for the role 'create'/] as const;

/** What Acme publishes besides its site: a share link of that, and a specification with two versions. */
export function addPublishing(state: State): void {
  state.shareLinks.put({ id: 'press', site: 'docs', createdAt, name: 'Press', key: 'press-key', active: true });
  const first = '{"openapi": "3.1.0", "info": {"title": "Herons", "version": "1"}, "paths": {}}';
  for (const [id, text] of Object.entries({ first, second: heronsYaml })) {
    state.openApiSpecVersions.put({ id, spec: 'spec-1', createdAt, text });
  }
  state.openApiSpecs.put({
    id: 'spec-1',
    organization: 'acme',
    slug: 'herons',
    source: { text: heronsYaml },
    processingState: 'complete',
    createdAt,
    updatedAt: createdAt,
    lastProcessedAt: createdAt,
    lastVersion: 'second',
  });
}
