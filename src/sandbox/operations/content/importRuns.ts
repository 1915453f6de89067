import type { Schema } from '../../../api/routes.ts';
import { organizationFor, spaceFor } from '../../access/findOrRefuse.ts';
import type { Caller } from '../../caller.ts';
import { HttpError, notFound } from '../../errors.ts';
import { readWebPage } from '../../import/page.ts';
import { createdQuietly, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { storeKeysLater } from '../../content/largeDocuments.ts';
import { addImported, importedDestinations } from './contentImport.ts';
import { draftOf, editableFor, storeDraft } from './draft.ts';

interface RunInput {
  organizationId: string;
  importRunId: string;
}

/**
 * Handlers for import runs of newer servers. The sandbox completes a run before it replies; its ID is the revision's.
 */
export const importRuns = {
  'POST /org/{organizationId}/imports': async ({ organizationId, body }, caller) => {
    const { source, target } = body;
    const { changeRequest: changeRequestId } = target;
    organizationFor(caller, organizationId);
    if (spaceFor(caller, target.space).organization !== organizationId) throw notFound('space', target.space);
    if (changeRequestId === undefined) {
      throw new HttpError(400, 'body.target.changeRequest is missing: the sandbox imports into change requests only.');
    }
    const place = { spaceId: target.space, changeRequestId };
    editableFor(caller, place);
    const imported = await readWebPage(caller, source.url);
    const destinations = await importedDestinations(caller, imported);
    return () => {
      const draft = draftOf(caller, editableFor(caller, place), { destinations });
      addImported(draft, imported);
      const pages = draft.done.flatMap(one => (one.object === 'created_page' ? [one.page.id] : []));
      const { revision } = storeDraft(draft);
      storeKeysLater(caller, draft.written);
      return createdQuietly({
        ...presentRun(revision.id, { source, target }),
        pages: pages.map(id => ({ id, type: 'page' as const, status: 'complete' as const, sourceURL: source.url })),
      });
    };
  },

  'GET /org/{organizationId}/imports/{importRunId}': (input, caller) => ok(runFor(caller, input)),

  // Runs complete before the reply, so there is nothing to cancel.
  'POST /org/{organizationId}/imports/{importRunId}/cancel': (input, caller) => ok(runFor(caller, input)),
} satisfies Partial<Handlers>;

function runFor(caller: Caller, { organizationId, importRunId }: RunInput): Schema<'ImportRun'> {
  organizationFor(caller, organizationId);
  const revision = caller.state.revisions.find(importRunId);
  if (!revision) throw notFound('import', importRunId);
  const { id: space, organization } = spaceFor(caller, revision.space);
  if (organization !== organizationId) throw notFound('import', importRunId);
  return presentRun(importRunId, { target: { space } });
}

function presentRun(id: string, details: Pick<Schema<'ImportRun'>, 'source' | 'target'>): Schema<'ImportRun'> {
  return { object: 'import-run', id, status: 'completed', ...details };
}
