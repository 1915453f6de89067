import type { Schema } from '../../api/routes.ts';
import { apiUrl } from '../reply/addresses.ts';
import { organizationFor } from '../access/findOrRefuse.ts';
import { requireTranslationRight, translationPermissions } from '../access/permissions.ts';
import type { Caller } from '../caller.ts';
import { HttpError, notFound } from '../errors.ts';
import { paged } from '../reply/paging.ts';
import { createdQuietly, deleted, noContent, ok } from '../reply/answers.ts';
import type { Handlers } from '../reply/answers.ts';
import type { TranslationRow } from '../store/rows.ts';
import { omit } from '../store/omit.ts';

export const translations = {
  'GET /orgs/{organizationId}/translations': ({ organizationId, query }, caller) => {
    requireTranslationRight(caller, 'view', organizationFor(caller, organizationId));
    const { translations } = caller.state;
    const rows = translations.by('organization', organizationId);
    const key = (row: TranslationRow) => [translations.sequence(row.id)];
    return ok(paged(caller, query, { rows, key, present: row => presentTranslation(caller, row) }));
  },

  'POST /orgs/{organizationId}/translations': ({ organizationId, body }, caller) => {
    const { state } = caller;
    requireTranslationRight(caller, 'edit', organizationFor(caller, organizationId));
    const title = titleIn(body);
    const at = state.now();
    const fixed = { organization: organizationId, languages: languagesIn(body), createdAt: at, updatedAt: at };
    return createdQuietly(presentTranslation(caller, state.translations.put({ id: state.newId(), title, ...fixed })));
  },

  'GET /orgs/{organizationId}/translations/{translationSettingsId}': (input, caller) => {
    requireTranslationRight(caller, 'view', organizationFor(caller, input.organizationId));
    return ok(presentTranslation(caller, translationFor(caller, input)));
  },

  'PUT /orgs/{organizationId}/translations/{translationSettingsId}': ({ body, ...input }, caller) => {
    const { state } = caller;
    requireTranslationRight(caller, 'edit', organizationFor(caller, input.organizationId));
    const row = translationFor(caller, input);
    const changed = state.translations.put({ ...row, title: titleIn(body), updatedAt: state.now() });
    return ok(presentTranslation(caller, changed));
  },

  'DELETE /orgs/{organizationId}/translations/{translationSettingsId}': (input, caller) => {
    const { organizationId, translationSettingsId } = input;
    requireTranslationRight(caller, 'edit', organizationFor(caller, organizationId));
    const { translations } = caller.state;
    if (translations.find(translationSettingsId)?.organization !== organizationId) return noContent;
    translations.delete(translationSettingsId);
    return deleted;
  },
} satisfies Partial<Handlers>;

function translationFor(
  caller: Caller,
  { organizationId, translationSettingsId }: { organizationId: string; translationSettingsId: string },
): TranslationRow {
  const row = caller.state.translations.get(translationSettingsId);
  if (row.organization !== organizationId) throw notFound('translation', translationSettingsId);
  return row;
}

/** Returns the title. The contract does not require it, because newer servers accept other fields instead. */
function titleIn({ title }: { title?: string | undefined }): string {
  if (title === undefined)
    throw new HttpError(400, 'body.title is missing: this service names translations by a title.');
  return title;
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Returns the languages of a new translation. Newer clients send `language`, which `api.md` documents in replies only.
 */
function languagesIn({ language }: { language?: string | undefined }): string[] {
  if (language === undefined) return [];
  const isWritten = /^[a-z]{2,3}(-[a-z]{2})?$/.test(language);
  if (isWritten && names.of(language) !== undefined) return [language];
  throw new HttpError(400, `body.language is '${language}', which is the code of no language, such as fr or pt-br.`);
}

function presentTranslation(caller: Caller, row: TranslationRow): Schema<'TranslationSettings'> {
  return {
    object: 'translation-settings',
    ...omit(row, 'organization'),
    permissions: translationPermissions(caller, row.organization),
    urls: { location: apiUrl(caller, `/orgs/${row.organization}/translations/${row.id}`) },
  };
}
