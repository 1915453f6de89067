import assert from 'node:assert/strict';
import { numberedNames, safeFileName } from '../../src/model/writing/fileNames.ts';
import { mediaTypeOf } from '../../src/model/writing/mediaTypes.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('the name of an inserted file', () => {
  for (const [name, safe] of [
    ['map.png', 'map.png'],
    ['Harbour map (final).PNG', 'Harbour-map-final.PNG'],
    ['C:\\Users\\mira\\map.png', 'map.png'],
    ['../../etc/passwd', 'passwd'],
    ['a\u0000b\u202Egnp.exe', 'abgnp.exe'],
    ['Übersicht 1.png', 'Übersicht-1.png'],
    ['con.png', 'file-con.png'],
    ['LPT1', 'file-LPT1'],
    ['.htaccess', 'htaccess'],
    ['...', 'file'],
    ['', 'file'],
    ['[a](b)`*{% x %}.png', 'a-b-x.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(80)}.png`],
  ] as const) {
    it(`is safe for ${JSON.stringify(name.slice(0, 30))}`, () => assert.equal(safeFileName(name), safe));
  }

  it('has the extension of its content', () => {
    assert.equal(safeFileName('photo.png', '.jpg'), 'photo.jpg');
    assert.equal(safeFileName('image', '.png'), 'image.png');
  });

  it('gets a number when it exists', () => {
    const names = numberedNames('map.png');
    assert.deepEqual(
      [1, 2, 3].map(() => names.next().value as unknown),
      ['map.png', 'map-1.png', 'map-2.png'],
    );
  });
});

describe('the media type of an inserted file', () => {
  it('is detected from its content, whatever its name', async () => {
    const image = { contentType: 'image/png', isImage: true, ending: '.png' };
    assert.deepEqual(await mediaTypeOf(png, { name: 'map.png', type: 'image/png' }), image);
    assert.deepEqual(await mediaTypeOf(png, { name: 'map.jpeg', type: '' }), image);
    assert.deepEqual(await mediaTypeOf(png, { name: 'image', type: 'image/jpeg' }), image);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    const { contentType } = (await mediaTypeOf(svg, { name: 'a.svg', type: '' })) ?? {};
    assert.equal(contentType, 'image/svg+xml');
  });

  it('is undefined for a file that is named like an image and is not one', async () => {
    for (const bytes of [Buffer.from('Hello'), Buffer.alloc(0), png.subarray(0, 8)]) {
      assert.equal(await mediaTypeOf(bytes, { name: 'a.png', type: '' }), undefined);
      assert.equal(await mediaTypeOf(bytes, { name: 'a', type: 'image/png' }), undefined);
    }
  });

  it('is taken from the name of any other file, else from the transfer', async () => {
    const typeOf = async (name: string, type = '') => (await mediaTypeOf(png, { name, type }))?.contentType;
    assert.equal(await typeOf('a.PDF'), 'application/pdf');
    assert.equal(await typeOf('a.dat', 'application/x-data'), 'application/x-data');
    assert.equal(await typeOf('a', 'files'), 'application/octet-stream');
    assert.equal(await typeOf('a', 'text/plain; x\r\ny'), 'application/octet-stream');
  });
});
