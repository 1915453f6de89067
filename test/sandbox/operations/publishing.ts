import type { State } from '../../../src/sandbox/store/state.ts';

const createdAt = '2026-01-01T00:00:00.000Z';

export const heronsYaml = 'openapi: 3.1.0\ninfo: { title: Herons, version: "2" }\npaths: {}\n';

/** A user who may neither see nor change sites, and the refusal. */
export const guest = [
  'gus',
  /You may not see its sites: 'Acme' asks for the role Reader, and you are a guest/,
] as const;
export const forbiddenChange = ['rosa', /You may not change its sites: 'Acme' asks for the role Creator/] as const;

/** Adds a share link of Acme's site, and a specification with two versions. */
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
