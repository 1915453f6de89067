import assert from 'node:assert/strict';
import type { OpenSandbox } from '../sandbox.ts';
import type { Rows } from './row.ts';
import { today } from './world.ts';

const organizationId = 'acme';
const path = '/orgs/{organizationId}/translations/{translationSettingsId}';
const french = { organizationId, translationSettingsId: 'french' };
const missing = { translationSettingsId: 'nowhere' };
const readsOnly = /You may not change its translations: 'Acme' asks for the role Creator, and yours is Editor/;
const guest = /You may not see its translations: 'Acme' asks for the role Reader, and you are a guest/;

const read = (world: OpenSandbox, translationSettingsId: string) =>
  world.call(`GET ${path}`, { organizationId, translationSettingsId });

export const translationRows = {
  'GET /orgs/{organizationId}/translations': {
    input: { organizationId },
    status: 200,
    success: async ({ result, world }) => assert.deepEqual(result, { count: 1, items: [await read(world, 'french')] }),
    missing: { organizationId: 'zenith' },
    forbidden: ['gus', guest],
  },
  'POST /orgs/{organizationId}/translations': {
    input: { organizationId, body: { title: 'Spanish' } },
    status: 201,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.createdAt], ['Spanish', today.toISOString()]);
      assert.deepEqual(await read(world, result.id), result);
    },
    bad: [[{ body: {} }, /^body.title is missing/]],
    missing: { organizationId: 'zenith' },
    forbidden: ['eden', readsOnly],
  },
  'GET /orgs/{organizationId}/translations/{translationSettingsId}': {
    input: french,
    status: 200,
    success: ({ result }) => assert.deepEqual([result.title, result.languages], ['French', ['fr']]),
    missing,
    forbidden: ['gus', guest],
  },
  'PUT /orgs/{organizationId}/translations/{translationSettingsId}': {
    input: { ...french, body: { title: 'Français' } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.languages, result.updatedAt], ['Français', ['fr'], today.toISOString()]);
      assert.deepEqual(await read(world, 'french'), result);
    },
    bad: [[{ body: {} }, /^body.title is missing/]],
    missing,
    forbidden: ['eden', readsOnly],
  },
  'DELETE /orgs/{organizationId}/translations/{translationSettingsId}': {
    input: french,
    status: 205,
    async success({ world }) {
      assert.equal((await world.refusal(`GET ${path}`, french)).message, "No translation has the ID 'french'.");
      assert.equal((await world.reply(`DELETE ${path}`, french)).status, 204);
    },
    missing: { organizationId: 'zenith' },
    forbidden: ['eden', readsOnly],
  },
} satisfies Rows;
