import assert from 'node:assert/strict';
import { HttpError } from '../../../src/sandbox/errors.ts';
import { readZip } from '../../../src/sandbox/import/zip.ts';
import { zip } from './archives.ts';

const archive = zip({ 'README.md': 'Start here. '.repeat(20), 'guide/größe.md': 'More.', 'empty.md': '' });
const all = () => true;

describe('zips', () => {
  it('are unpacked, only the wanted files', async () => {
    const { files, links } = await readZip(Buffer.from(archive), path => !path.startsWith('README'), '');
    assert.deepEqual(
      [...files].map(([path, bytes]) => [path, bytes.toString()]),
      [
        ['guide/größe.md', 'More.'],
        ['empty.md', ''],
      ],
    );
    assert.deepEqual(links, []);
  });

  it('are unpacked correctly or rejected, whichever byte is wrong', async () => {
    const packed = ['Start here. '.repeat(20), 'More.', ''];
    const strange: string[] = [];
    let refused = 0;
    for (let at = 0; at < archive.length; at++) {
      for (const wrong of [0x00, 0x7f, 0xff]) {
        const bytes = Buffer.from(archive);
        bytes[at] = wrong;
        try {
          const contents = [...(await readZip(bytes, all, 'Give a zip.')).files.values()].map(String);
          strange.push(...contents.filter(content => !packed.includes(content)));
        } catch (error) {
          assert.ok(error instanceof HttpError && error.status === 400, `byte ${at} as ${wrong}: ${String(error)}`);
          refused++;
        }
      }
    }
    assert.deepEqual(strange, []);
    assert.ok(refused > 100, `${refused} of ${3 * archive.length} were refused`);
  });

  it('are unpacked or rejected when they are truncated', async () => {
    for (let length = 0; length < archive.length; length++) {
      const bytes = Buffer.from(archive.subarray(0, length));
      await assert.rejects(readZip(bytes, all, 'Give a zip.'), { status: 400 });
    }
  });
});
