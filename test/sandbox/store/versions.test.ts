import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { fillAcme } from '../acme.ts';
import { checkIntegrity } from '../integrity.ts';
import { openSandbox } from '../sandbox.ts';

const name = 'sandbox.sqlite';

describe('stored data of another version, or damaged', () => {
  let data: string;
  let path: string;

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'marginalia-data-'));
    path = join(data, name);
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  async function store(title = 'Kept') {
    const sandbox = await openSandbox({ data, fill: fillAcme });
    await sandbox.call('PATCH /spaces/{spaceId}', { spaceId: 'handbook', body: { title } });
    await sandbox.close();
    return sandbox.token;
  }

  function change<T>(write: (database: DatabaseSync) => T): T {
    const database = new DatabaseSync(path);
    try {
      return write(database);
    } finally {
      database.close();
    }
  }

  const version = () => change(database => database.prepare('PRAGMA user_version').get()?.['user_version']);

  it('contains its version', async () => {
    await store();
    assert.equal(version(), 2);
  });

  it('is read when it was written by the first release, without a version', async () => {
    const rows = readFileSync(join(import.meta.dirname, 'version0.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    change(database => {
      database.exec(
        'CREATE TABLE rows (sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL)',
      );
      const put = database.prepare('INSERT INTO rows VALUES (?, ?, ?, ?)');
      for (const line of rows) {
        const [sequence, kind, row] = JSON.parse(line) as [number, string, { id: string }];
        put.run(sequence, kind, row.id, JSON.stringify(row));
      }
    });
    const sandbox = await openSandbox({ data, fill: () => assert.fail('The folder is not new.') });
    assert.deepEqual(sandbox.warnings, []);
    checkIntegrity(sandbox.state);
    assert.equal(sandbox.token, 'the-token-of-version-0');
    const comments = { spaceId: 'docs', changeRequestId: '1' };
    const { items } = await sandbox.call('GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments', comments);
    assert.deepEqual(
      items.map(({ body, replies }) => [body, replies]),
      [[{ markdown: 'Why?' }, 1]],
    );
    await sandbox.close();
    assert.equal(version(), 2);
  });

  it('is left unchanged when it is of a newer version', async () => {
    await store();
    change(database => database.exec('PRAGMA user_version = 7; CREATE TABLE inventions (id TEXT)'));
    const before = readFileSync(path);
    await assert.rejects(createSandbox({ data, fill: fillAcme }), {
      message:
        `Could not open the data folder '${data}': a newer sandbox wrote it (version 7 of the data, and this one knows ` +
        'up to 2). Start that one, or name another folder.',
    });
    assert.deepEqual(readFileSync(path), before);
    assert.deepEqual(readdirSync(data), [name]);
  });

  it('is left unchanged when it has unknown rows', async () => {
    await store();
    change(database => database.exec(`INSERT INTO rows VALUES (999999, 'invention', 'a', '{"id": "a"}')`));
    const opening = () => createSandbox({ data, fill: fillAcme });
    const message =
      `Could not open the data folder '${data}': it has rows of the unknown kind 'invention', as another version of the ` +
      'sandbox writes them. Start that one, or name another folder.';
    await assert.rejects(opening, { message });
    // A second attempt fails with the same message and not with "another sandbox is using it", so the lock is released.
    await assert.rejects(opening, { message });
  });

  const damages: Record<string, () => void> = {
    'is truncated': () => truncateSync(path, 8192),
    'is truncated after a few bytes': () => truncateSync(path, 7),
    'is truncated within its first page': () => truncateSync(path, 700),
    'is truncated after one byte': () => truncateSync(path, 1),
    'is truncated within its last page': () => truncateSync(path, statSync(path).size - 1000),
    'is truncated by one byte': () => truncateSync(path, statSync(path).size - 1),
    'has a row without a type': () =>
      change(database =>
        database.exec(`
          ALTER TABLE rows RENAME TO earlier;
          CREATE TABLE rows (sequence INTEGER PRIMARY KEY, kind TEXT, id TEXT, json TEXT);
          INSERT INTO rows SELECT * FROM earlier;
          DROP TABLE earlier;
          UPDATE rows SET kind = NULL WHERE kind = 'space';
        `),
      ),
    'is overwritten at its start': () => writeFileSync(path, Buffer.alloc(4096), { flag: 'r+' }),
    'is overwritten in the middle': () => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0xff, 4096, bytes.length - 4096));
    },
    'contains another text': () => writeFileSync(path, 'These are notes, and no database at all.'.repeat(100)),
    'has a revision with a broken reference': () =>
      change(database =>
        database.exec(`INSERT INTO rows VALUES (999999, 'revision', 'a', '{"id": "a", "base": "gone", "pages": []}')`),
      ),
    'has a truncated row': () =>
      change(database => database.exec(`UPDATE rows SET json = substr(json, 1, 9) WHERE kind = 'space'`)),
  };
  for (const [damage, inflict] of Object.entries(damages)) {
    it(`is moved aside with a message when it ${damage}, and never deleted`, async () => {
      const token = await store();
      inflict();
      const damaged = readFileSync(path);
      const sandbox = await openSandbox({ data, fill: fillAcme });
      const [aside = ''] = readdirSync(data).filter(file => file.includes('damaged'));
      assert.match(aside, /^sandbox\.sqlite\.damaged-\d{8}-\d{6}$/);
      assert.deepEqual(readFileSync(join(data, aside)), damaged);
      const [warning = '', ...more] = sandbox.warnings;
      assert.deepEqual(more, []);
      assert.ok(warning.startsWith(`The data in '${data}' is damaged and was put aside as '${aside}': `), warning);
      const advice = "If you have a backup, stop the sandbox and put it in place of 'sandbox.sqlite'.";
      assert.ok(warning.endsWith(`. The sandbox begins anew, with a new token. ${advice}`), warning);
      assert.notEqual(sandbox.token, token);
      assert.equal(sandbox.state.spaces.has('handbook'), true);
      await sandbox.close();
      inflict();
      await openSandbox({ data, fill: fillAcme });
      assert.equal(readdirSync(data).filter(file => file.includes('damaged')).length, 2);
    });
  }

  it('is moved aside with its log when only the log is left', async () => {
    await store();
    rmSync(path);
    writeFileSync(path, '');
    writeFileSync(`${path}-wal`, 'what was written last');
    await openSandbox({ data, fill: fillAcme });
    const [aside = ''] = readdirSync(data).filter(file => file.includes('damaged'));
    assert.equal(readFileSync(join(data, `${aside}-wal`), 'utf8'), 'what was written last');
  });

  it('is left unchanged when it is the database of another program', async () => {
    for (const sql of ['CREATE TABLE bookmarks (url TEXT)', 'CREATE TABLE rows (line TEXT)']) {
      rmSync(path, { force: true });
      change(database => database.exec(sql));
      const before = readFileSync(path);
      await assert.rejects(createSandbox({ data }), {
        message: `Could not open the data folder '${data}': its '${name}' is not data of a sandbox. Name another folder.`,
      });
      assert.deepEqual(readFileSync(path), before);
      assert.deepEqual(readdirSync(data), [name]);
    }
  });

  it('contains no path of the machine that wrote it', async () => {
    const content = join(data, 'The Docs');
    mkdirSync(join(content, 'Guides'), { recursive: true });
    writeFileSync(join(content, 'README.md'), '# Docs\n\nSee [the guide](Guides/first.md).\n');
    writeFileSync(join(content, 'Guides', 'first.md'), '# First\n');
    await (await openSandbox({ data: join(data, 'data'), content })).close();
    path = join(data, 'data', name);
    const rows = change(database =>
      database
        .prepare('SELECT json FROM rows')
        .all()
        .map(({ json }) => String(json)),
    );
    assert.ok(rows.length > 100);
    const matches = rows.filter(
      row => row.includes(JSON.stringify(content).slice(1, -1)) || row.includes('Guides\\\\first'),
    );
    assert.deepEqual(matches, []);
  });
});
