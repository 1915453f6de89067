import assert from 'node:assert/strict';
import { TranslationLanguage } from '@gitbook/api';
import type { GitBookAPI, Translation } from '@gitbook/api';
import { openService } from './client.ts';

// The edition of the service that api.md describes has translation settings with a title; the client has translations
// of one space to one language. api.md wins: its bodies are what the client's operations send here.
type Creation = Parameters<GitBookAPI['orgs']['createTranslation']>[1];
type Update = Parameters<GitBookAPI['orgs']['updateTranslation']>[2];
interface Settings {
  object: string;
  id: string;
  title: string;
}

const settingsOf = ({ data }: { data: Translation }) => data as unknown as Settings;
const titled = <T>(title: string) => ({ title }) as unknown as T;

describe('with the published client, translation settings', () => {
  it('are created, renamed, listed and deleted in the format of api.md', async () => {
    const { api } = await openService();
    const created = settingsOf(await api.orgs.createTranslation('acme', titled<Creation>('Spanish')));
    assert.deepEqual([created.object, created.title], ['translation-settings', 'Spanish']);
    assert.deepEqual(settingsOf(await api.orgs.getTranslation('acme', created.id)), created);

    const renamed = settingsOf(await api.orgs.updateTranslation('acme', created.id, titled<Update>('Español')));
    assert.equal(renamed.title, 'Español');
    const { data: list } = await api.orgs.listTranslations('acme');
    assert.deepEqual(list.items, [renamed]);

    await api.orgs.deleteTranslation('acme', created.id);
    await assert.rejects(api.orgs.getTranslation('acme', created.id), { code: 404 });
  });

  it('are rejected in the format of the client, because api.md takes precedence', async () => {
    const { api } = await openService();
    const translation = { source: { space: 'manual', language: TranslationLanguage.En } };
    const creating = api.orgs.createTranslation('acme', {
      ...translation,
      language: TranslationLanguage.Es,
    } as Creation);
    await assert.rejects(creating, { code: 400, errorMessage: /title/ });
    const { id } = settingsOf(await api.orgs.createTranslation('acme', titled<Creation>('Spanish')));
    const instructions = { object: 'document' as const, data: {}, nodes: [] };
    await assert.rejects(api.orgs.updateTranslation('acme', id, { instructions }), { code: 400 });
  });
});
