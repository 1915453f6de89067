import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { fillAcme } from '../acme.ts';
import { openSandbox } from '../sandbox.ts';

/** The database and its log contain the token unencrypted. */
describe('the data folder of the sandbox', function () {
  let folder: string;
  let data: string;
  let umask: number;

  before(function () {
    if (process.platform === 'win32') this.skip();
    umask = process.umask(0);
  });
  after(() => void process.umask(umask));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marginalia-data-'));
    data = join(folder, 'data');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function open() {
    return openSandbox({ data, fill: fillAcme });
  }

  it('is accessible only to its user, and so is every file in it, while it is open and after', async () => {
    const sandbox = await open();
    await sandbox.call('PATCH /spaces/{spaceId}', { spaceId: 'handbook', body: { title: 'Kept' } });
    const opened = readdirSync(data).map(name => readFileSync(join(data, name), 'latin1'));
    assert.ok(opened.join('').includes(sandbox.token));
    assert.deepEqual(modes(data), { '.': '700', 'sandbox.sqlite': '600', 'sandbox.sqlite-wal': '600' });
    await sandbox.close();
    assert.deepEqual(modes(data), { '.': '700', 'sandbox.sqlite': '600' });
    assert.deepEqual(sandbox.warnings, []);
  });

  it('is restricted with a message when others had access', async () => {
    await (await open()).close();
    writeFileSync(join(data, 'sandbox.sqlite-wal'), '');
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o666);
    chmodSync(data, 0o755);
    const sandbox = await open();
    assert.deepEqual(modes(data), { '.': '700', 'sandbox.sqlite': '600', 'sandbox.sqlite-wal': '600' });
    assert.deepEqual(sandbox.warnings, [
      `The data folder '${data}' was open to other users of this machine, and is closed to them now. ` +
        'Who looked into it knows the token: to have another one, begin with a new folder.',
    ]);
  });

  it('is restricted without a message when it was empty', async () => {
    mkdirSync(data, { mode: 0o777 });
    const sandbox = await open();
    assert.deepEqual(modes(data), { '.': '700', 'sandbox.sqlite': '600', 'sandbox.sqlite-wal': '600' });
    assert.deepEqual(sandbox.warnings, []);
  });

  it('is rejected when others have access and it contains other files', async () => {
    mkdirSync(data);
    writeFileSync(join(data, 'notes.txt'), 'Of all of us.');
    await assert.rejects(createSandbox({ data, fill: fillAcme }), {
      message:
        `Could not open the data folder '${data}': other users of this machine can look into it, and it holds other ` +
        `things, such as 'notes.txt'. Name a folder of its own, or close this one to them: chmod 700 '${data}'`,
    });
    assert.equal(modes(data)['.'], '777');
    assert.ok(!existsSync(join(data, 'sandbox.sqlite')));
    chmodSync(data, 0o700);
    assert.equal((await open()).state.spaces.has('handbook'), true);
    assert.equal(modes(data)['notes.txt'], '666');
  });

  for (const ending of ['', '-wal', '-shm', '-journal']) {
    it(`is rejected when its sandbox.sqlite${ending} is a symbolic link, whose target is unchanged`, async () => {
      const target = join(folder, 'target');
      writeFileSync(target, '', { mode: 0o644 });
      mkdirSync(data, { mode: 0o700 });
      const name = `sandbox.sqlite${ending}`;
      symlinkSync(target, join(data, name));
      const message =
        `Could not open the data folder '${data}': its '${name}' is a symbolic link. ` +
        'Replace it with the file that it points to, or name another folder.';
      await assert.rejects(createSandbox({ data, fill: fillAcme }), { message });
      assert.equal(modes(folder)['target'], '644');
      assert.deepEqual([readFileSync(target, 'utf8'), readdirSync(data)], ['', [name]]);
      rmSync(target);
      await assert.rejects(createSandbox({ data, fill: fillAcme }), { message });
      assert.ok(!existsSync(target));
    });
  }

  it('ignores other symbolic links in it', async () => {
    await (await open()).close();
    const target = join(folder, 'target');
    writeFileSync(target, 'An old copy', { mode: 0o644 });
    symlinkSync(target, join(data, 'sandbox.sqlite.damaged-20260101-000000'));
    await open();
    assert.equal(modes(folder)['target'], '644');
  });

  it('is rejected when its sandbox.sqlite is not a file', async () => {
    mkdirSync(join(data, 'sandbox.sqlite'), { recursive: true });
    chmodSync(data, 0o700);
    await assert.rejects(createSandbox({ data, fill: fillAcme }), {
      message:
        `Could not open the data folder '${data}': its 'sandbox.sqlite' is not a file. ` +
        'Move it, or name another folder.',
    });
  });

  it('is accepted as it is on Windows, where modes have no meaning', async () => {
    mkdirSync(data);
    writeFileSync(join(data, 'notes.txt'), 'Of all of us.');
    const platform = process.platform;
    Object.defineProperty(process, 'platform', { value: 'win32' });
    try {
      assert.deepEqual((await open()).warnings, []);
    } finally {
      Object.defineProperty(process, 'platform', { value: platform });
    }
    assert.equal(modes(data)['.'], '777');
  });
});

function modes(folder: string): Record<string, string> {
  const mode = (name: string) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)];
  return Object.fromEntries(['.', ...readdirSync(folder)].map(mode));
}
