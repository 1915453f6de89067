import assert from 'node:assert/strict';
import type { State } from '../../../src/sandbox/store/state.ts';
import { fillAcme } from '../acme.ts';
import { openSandbox } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

const organizationId = 'acme';
const start = '2026-01-01T00:00:00.000Z';
const french = { organizationId, translationSettingsId: 'french' };
const path = '/orgs/{organizationId}/translations/{translationSettingsId}';
const missing = { translationSettingsId: 'dutch' };

function fill(state: State): void {
  fillAcme(state);
  const fields = { languages: ['fr'], createdAt: start, updatedAt: start };
  state.translations.put({ id: 'french', organization: 'acme', title: 'French', ...fields });
  state.translations.put({ id: 'dutch', organization: 'zenith', title: 'Dutch', ...fields });
}

describe('translation settings of the sandbox', () => {
  let sandbox: OpenSandbox;
  const titles = async () => {
    const { items } = await sandbox.call('GET /orgs/{organizationId}/translations', { organizationId });
    return items.map(({ title }) => title);
  };

  beforeEach(async () => {
    sandbox = await openSandbox({ fill });
  });

  it('are created and listed', async () => {
    const body = { title: 'Spanish' };
    const reply = await sandbox.reply('POST /orgs/{organizationId}/translations', { organizationId, body });
    const { status, body: created } = reply;
    assert.deepEqual([status, created.object, created.title], [201, 'translation-settings', 'Spanish']);
    assert.deepEqual([created.languages, created.permissions], [[], { view: true, edit: true }]);
    assert.equal(created.createdAt, created.updatedAt);
    assert.deepEqual(await titles(), ['French', 'Spanish']);
  });

  it('are renamed', async () => {
    const renamed = await sandbox.call(`PUT ${path}`, { ...french, body: { title: 'Français' } }, { as: 'cato' });
    assert.deepEqual([renamed.title, renamed.languages, renamed.createdAt], ['Français', ['fr'], start]);
    assert.ok((renamed.updatedAt ?? '') > start);
    assert.deepEqual(await sandbox.call(`GET ${path}`, french, { as: 'cato' }), renamed);
  });

  it('reject changes without permission', async () => {
    const { permissions } = await sandbox.call(`GET ${path}`, french, { as: 'reed' });
    assert.deepEqual(permissions, { view: true, edit: false });
  });

  it('are deleted', async () => {
    assert.equal((await sandbox.reply(`DELETE ${path}`, french)).status, 205);
    assert.equal((await sandbox.reply(`DELETE ${path}`, french)).status, 204);
    assert.equal((await sandbox.reply(`DELETE ${path}`, { ...french, ...missing })).status, 204);
    assert.deepEqual(await titles(), []);
    assert.ok(sandbox.state.translations.has('dutch'));
  });

  it('require a valid target language', async () => {
    const create = (language: string) => ({ organizationId, body: { title: 'Spanish', language } });
    const { languages } = await sandbox.call('POST /orgs/{organizationId}/translations', create('es'));
    assert.deepEqual(languages, ['es']);
    for (const language of ['', 'klingon!', 'xx', 'no language']) {
      const refusal = await sandbox.refusal('POST /orgs/{organizationId}/translations', create(language));
      assert.deepEqual([refusal.status, /^body\.language/.test(refusal.message)], [400, true], language);
    }
  });
});
