import assert from 'node:assert/strict';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { addVersion } from '../../../src/sandbox/operations/openapi/openapiProcessing.ts';
import type { OpenApiSpecRow } from '../../../src/sandbox/store/rows.ts';

/** Returns an OpenAPI description with one operation. */
export function specWithTitle(title: string, more = ''): string {
  return `openapi: 3.1.0
info:
  title: ${title}
  version: '1'
paths:
  /lamps:
    get:
      responses:
        '200':
          description: All lamps
${more}`;
}

export function specOf({ state }: RunningSandbox, slug: string): OpenApiSpecRow {
  return state.openApiSpecs.all().find(row => row.slug === slug) ?? assert.fail(`no spec ${slug}`);
}

/** Pushes descriptions to a spec as another user, one after another. Returns the IDs of the versions. */
export function pushVersions(sandbox: RunningSandbox, slug: string, ...texts: string[]): string[] {
  return texts.map(text => {
    addVersion(sandbox.state, specOf(sandbox, slug), text);
    sandbox.state.keepWrites();
    return specOf(sandbox, slug).lastVersion ?? assert.fail('it has no version');
  });
}
