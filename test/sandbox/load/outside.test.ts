import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import { makeFolder, openDocs } from '../docs.ts';
import type { Docs, Files } from '../docs.ts';

const secret = 'the secret of another folder';

/** A content folder may come from someone else, so it must not give access to files beside it. */
describe('files outside of the content folder', () => {
  let outside: string;

  beforeEach(() => {
    const described = JSON.stringify({ ...changeRequest(2, []), subject: secret });
    outside = makeFolder({
      'secret.md': secret,
      'comments.json': JSON.stringify([{ by: 'ada', at: '2026-02-01T10:00:00Z', markdown: secret }]),
      'change-request.json': described,
      'not.json': `{ ${secret}`,
      '2/change-request.json': described,
    });
  });

  function changeRequest(number: number, files: unknown[]) {
    return { number, subject: `Number ${number}`, createdAt: '2026-02-01T10:00:00Z', files };
  }

  const read = (docs: Docs, number: number) => docs.read('', { id: String(number) });

  /** Opens a folder with additional files. Fails unless its own files are read and no others. */
  async function openAttacked(files: Files, proposed: unknown[] = []): Promise<Docs> {
    const docs = await openDocs({
      'space/README.md': 'One.\n',
      'change-requests/1/change-request.json': JSON.stringify(
        changeRequest(1, [{ status: 'modified', path: 'README.md' }, ...proposed]),
      ),
      'change-requests/1/files/README.md': 'One, better.\n',
      ...files,
    });
    const rows = Object.values(docs.state).flatMap(table => ('all' in Object(table) ? table.all() : []));
    for (const text of [secret, Buffer.from(secret).toString('base64').slice(0, -4)]) {
      assert.ok(!JSON.stringify(rows).includes(text));
    }
    assert.ok(!docs.warnings.join().includes(secret), docs.warnings.join('\n'));
    assert.equal(await read(docs, 1), 'One, better.\n');
    return docs;
  }

  it('cannot be named by the files of a change request', async () => {
    // Relative to the folder that contains the file; makeFolder creates all folders in the same parent.
    const path = `../../../../${relative(join(outside, '..'), outside)}/secret.md`;
    const docs = await openAttacked({}, [
      { status: 'modified', path },
      { status: 'added', path: `a/../${path}` },
      { status: 'added', path: join(outside, 'secret.md') },
      { status: 'added', path: path.replaceAll('/', '\\') },
      { status: 'renamed', path: '../above.md', previousPath: 'README.md' },
      { status: 'renamed', path: 'new.md', previousPath: path },
      { status: 'added', path: '.' },
      { status: 'added', path: 7 },
      null,
      { status: 'added', path: 'missing.md' },
    ]);
    const refused = docs.warnings.filter(warning => warning.includes('it is no path within the folder'));
    assert.equal(refused.length, 9, docs.warnings.join('\n'));
    assert.ok(refused[0]?.includes(`'${path}'`));
    assert.ok(docs.warnings.includes("#1: there is no proposed version of 'missing.md'."));
    assert.equal(await docs.outline({ id: '1' }), 'readme');
  });

  const links: Record<string, (outside: string) => Files> = {
    'a file of a change request': () => ({ 'change-requests/1/files/leak.md': { link: join(outside, 'secret.md') } }),
    'a folder of a change request': () => ({ 'change-requests/1/files/leak': { link: outside } }),
    'the files of a change request': () => ({
      'change-requests/2/change-request.json': JSON.stringify(
        changeRequest(2, [{ status: 'added', path: 'secret.md' }]),
      ),
      'change-requests/2/files': { link: outside },
    }),
    'the file that describes a change request': () => ({
      'change-requests/2/change-request.json': { link: join(outside, 'change-request.json') },
    }),
    'the file that describes a change request, without JSON': () => ({
      'change-requests/2/change-request.json': { link: join(outside, 'not.json') },
    }),
    'a change request': () => ({ 'change-requests/2': { link: join(outside, '2') } }),
    'the comments': () => ({ 'comments.json': { link: join(outside, 'comments.json') } }),
    'the comments of a change request': () => ({
      'change-requests/1/comments.json': { link: join(outside, 'comments.json') },
    }),
    'a page': () => ({ 'space/leak.md': { link: join(outside, 'secret.md') } }),
    'an image': () => ({ 'space/.gitbook/assets/leak.png': { link: join(outside, 'secret.md') } }),
    'the table of contents': () => ({ 'space/SUMMARY.md': { link: join(outside, 'secret.md') } }),
  };
  for (const [what, files] of Object.entries(links)) {
    it(`cannot be read through a symbolic link in place of ${what}`, async () => {
      const attack = files(outside);
      const docs = await openAttacked(attack, [
        { status: 'added', path: 'leak.md' },
        { status: 'added', path: 'leak/secret.md' },
      ]);
      const [path] = Object.entries(attack).find(([, content]) => typeof content === 'object') ?? [];
      assert.ok(
        docs.warnings.includes(`'${path}' was left out: it is a link to something outside the folder.`),
        docs.warnings.join('\n'),
      );
    });
  }

  it('cannot be read through a symbolic link in place of the space or of all change requests', async () => {
    const inside = makeFolder({ 'README.md': secret, '2/change-request.json': JSON.stringify(changeRequest(2, [])) });
    const docs = await openDocs({ space: { link: inside }, 'change-requests': { link: inside } });
    assert.equal(await docs.outline(), '');
    assert.equal(docs.state.changeRequests.size, 0);
    assert.deepEqual(docs.warnings, [
      "'change-requests' was left out: it is a link to something outside the folder.",
      "'space' was left out: it is a link to something outside the folder.",
    ]);
  });

  it('cannot be read through links of pages', async () => {
    const up = '../'.repeat(12);
    const leak = `${up}${join(outside, 'secret.md').slice(1)}`;
    await openAttacked({
      'space/.gitbook.yaml': `root: ${up}\nstructure:\n  readme: ${leak}\n  summary: ${leak}\n`,
      'space/page.md': `---\ncover: ${leak}\n---\n\n![](${leak})\n\n{% include "${leak}" %}\n\n{% file src="${leak}" %}\n`,
    });
  });

  it('do not include targets of links inside the folder', async () => {
    const docs = await openDocs({
      'space/README.md': 'One.\n',
      'change-requests/1/change-request.json': JSON.stringify(
        changeRequest(1, [{ status: 'modified', path: 'README.md' }]),
      ),
      'change-requests/1/files/README.md': { link: '../../../drafts/better.md' },
      'drafts/better.md': 'One, better.\n',
    });
    assert.equal(await read(docs, 1), 'One, better.\n');
    assert.deepEqual(docs.warnings, []);
  });
});
