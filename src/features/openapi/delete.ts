import { t } from '@vscode/l10n';
import { isApiError } from '../../api/errors.ts';
import { attempt } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { resourceAddress } from '../../model/session/connection.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import type { SpecPrompt } from './find.ts';
import { canEdit, type OpenApiResource } from './node.ts';
import { forgetPush } from './pushes.ts';

export const deletableSpecs: SpecPrompt = {
  title: t('Delete OpenAPI Spec'),
  isSuitable: canEdit,
  empty: t('There are none that you may delete.'),
};

/** Deletes a spec with all its versions. */
export async function deleteSpec(app: App, { connection, organization, spec }: OpenApiResource): Promise<void> {
  const { slug } = spec;
  const input = { organizationId: organization, specSlug: slug };
  const detail = t(
    'All its versions are deleted, and that cannot be undone. The pages that show its operations show nothing in ' +
      'their place from then on; which pages and sites these are, the service does not tell.',
  );
  await confirm(tEscaped`Delete OpenAPI spec "${slug}"?`, detail, t('Delete'));
  const path = '/orgs/{organizationId}/openapi/{specSlug}';
  await runWriteWithProgress(
    tEscaped`Deleting OpenAPI spec "${slug}"`,
    signal =>
      attempt(tEscaped`delete OpenAPI spec "${slug}"`, () =>
        connection.api.request(`DELETE ${path}`, input, { signal }),
      ),
    async () => {
      try {
        await connection.api.request(`GET ${path}`, input);
        return new WriteNotDone(t('It is not deleted.'));
      } catch (error) {
        if (isApiError(error, 'notFound')) return t('It is deleted.');
        throw error;
      }
    },
  );
  await forgetPush(app.context, resourceAddress(connection, path, input));
  say.status(tEscaped`OpenAPI spec "${slug}" is deleted.`);
}
