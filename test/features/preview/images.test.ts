import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { withTitle } from '../../../src/model/content/address.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { rendered } from '../../host/preview.ts';
import { stage } from '../../host/stage.ts';
import { addPage } from '../../host/support.ts';

const megabyte = 1024 ** 2;
const tooLarge = 'Not shown: the images that are open are too large together';

describe('images of a preview', function () {
  this.timeout(60_000);
  const on = stage();
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  /**
   * Opens a page with files of the given sizes in bytes, and returns a function that returns the images in its preview.
   */
  async function shows(files: Record<string, number | undefined>): Promise<(text?: string) => Promise<string[]>> {
    return (await pageWith(files)).images;
  }

  /** Opens a page with files of the given sizes in bytes, and returns it with its URI. */
  function pageWith(files: Record<string, number | undefined>): ReturnType<typeof pageOf> {
    const names = Object.keys(files);
    on.server.fail(
      otherJson(json => {
        const { items, ...rest } = json as { items: object[] };
        const more = names.map(name => {
          const downloadURL = `${on.server.url}/images/${name}`;
          return { ...items[0], id: `id-${name}`, name, size: files[name], downloadURL };
        });
        return { ...rest, items: [...items, ...more] };
      }),
      /\/content\/files$/,
    );
    return pageOf(names.map(name => `id-${name}`));
  }

  /** Adds a page with these files. Returns its URI, and a function that returns the images in its preview. */
  async function pageOf(ids: string[]): Promise<{ uri: vscode.Uri; images: (text?: string) => Promise<string[]> }> {
    const markdown = ['Words.', ...ids.map(id => `![${id}](/files/${id})`)].join('\n\n');
    const page = addPage(on.sandbox, { space: 'heron-manual', number: 8 }, { title: 'Pictures', markdown });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const uri = withTitle(page.uri, 'Pictures');
    await vscode.workspace.openTextDocument(uri);
    const images = async (text = markdown) => {
      const html = await rendered(text, uri);
      assert.match(html, /Words\./);
      return [...html.matchAll(/ src="([^"]*)"/g)].map(([, source = '']) => seen(source));
    };
    return { uri, images };
  }

  /** Describes an image: its size in bytes, its text, or '' while it is not loaded. */
  function seen(source: string): string {
    const [, bytes] = /^data:image\/[\w+]+;base64,(.*)/.exec(source) ?? [];
    if (bytes !== undefined) return `${Buffer.from(bytes, 'base64').length} bytes`;
    return /<text[^>]*>(.*)<\/text>/.exec(decodeURIComponent(source))?.[1] ?? '';
  }

  /** Makes the server return an image of this size in bytes. */
  function serve(name: string, size: number): void {
    const reply = () => ({ status: 200, headers: { 'content-type': 'image/png' }, body: Buffer.alloc(size) });
    on.server.fail({ kind: 'other', reply }, new RegExp(`^GET /images/${name}$`));
  }

  /** Returns the IDs of the images of the change request. */
  function picturesOfSample(): string[] {
    const { changeRequests, revisions } = on.sandbox.state;
    const row = changeRequests.all().find(one => one.space === 'heron-manual' && one.number === 8);
    const pictures = revisions.get(row?.revision ?? '').files.filter(({ name }) => /\.(?:svg|png)$/.test(name));
    return pictures.map(({ id }) => id);
  }

  const downloads = () => on.server.requests.filter(request => request.includes('/images/'));

  it('are in a preview from the start', async () => {
    serve('early.png', 10);
    serve('earlier.png', 20);
    const { uri, images } = await pageWith({ 'early.png': 10, 'earlier.png': 20 });
    await vscode.commands.executeCommand('marginalia.document.preview', uri);
    assert.deepEqual(await images(), ['10 bytes', '20 bytes']);
  });

  it('appear as they arrive: a slow one delays neither the preview nor the others', async () => {
    const [slow = '', quick = ''] = picturesOfSample();
    on.server.fail({ kind: 'held' }, new RegExp(`^GET /files/${slow}/`), 1);
    const { uri, images } = await pageOf([slow, quick]);
    await vscode.commands.executeCommand('marginalia.document.preview', uri);
    assert.match((await images()).join(), /^,\d+ bytes$/);
    on.server.release();
    await eventually(async () => assert.match((await images()).join(), /^\d+ bytes,\d+ bytes$/));
  });

  it('appear in the end, even if VS Code does not render a refresh', async () => {
    const { state } = on.sandbox;
    const row = state.changeRequests.all().find(one => one.space === 'heron-manual' && one.number === 8);
    const revision = state.revisions.get(row?.revision ?? '');
    const [file = assert.fail()] = revision.files.filter(({ name }) => name.endsWith('.svg'));
    state.revisions.put({ ...revision, files: [...revision.files, { ...file, id: 'late', name: 'late.svg' }] });
    on.server.fail({ kind: 'held' }, /^GET \/files\/late\//);
    const { uri, images } = await pageOf(['late']);
    await vscode.commands.executeCommand('marginalia.document.preview', uri);
    assert.deepEqual(await images(), ['']);
    const { executeCommand } = vscode.commands;
    let refreshes = 0;
    Object.assign(vscode.commands, {
      executeCommand: async (command: string, ...parameters: unknown[]) => {
        if (command === 'markdown.preview.refresh' && ++refreshes < 7) return undefined;
        return executeCommand(command, ...parameters);
      },
    });
    try {
      await on.server.recover();
      await eventually(() => assert.equal(refreshes, 7));
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  it('appear although one of them cannot be read', async () => {
    serve('b.png', 20);
    on.server.fail({ kind: 'status', status: 403 }, /^GET \/images\/a\.png$/);
    const images = await shows({ 'a.png': 10, 'b.png': 20 });
    await eventually(async () => assert.deepEqual(await images(), ['', '20 bytes']));
  });

  it('appear after a refresh when they could not be read', async () => {
    serve('late.png', 10);
    on.server.fail({ kind: 'status', status: 403 }, /^GET \/images\/late\.png$/, 1);
    const images = await shows({ 'late.png': 10 });
    await eventually(async () => {
      assert.deepEqual(await images(), ['']);
      assert.equal(downloads().length, 1);
    });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    // VS Code renders the page again only when there is something new to show.
    await eventually(() => assert.equal(downloads().length, 2));
    await eventually(async () => assert.deepEqual(await images(), ['10 bytes']));
  });

  it('are reported as too large, without a request when the size is known', async () => {
    serve('known.png', 10);
    serve('unknown.png', 9 * megabyte);
    serve('small.png', 20);
    const { uri, images } = await pageWith({ 'known.png': 12.5 * megabyte, 'unknown.png': undefined, 'small.png': 20 });
    await vscode.commands.executeCommand('marginalia.document.preview', uri);
    const tooLarge = 'Too large to be shown here:';
    await eventually(async () =>
      assert.deepEqual(await images(), [`${tooLarge} 12.5 MB`, `${tooLarge} 9.0 MB`, '20 bytes']),
    );
    assert.deepEqual(
      downloads().filter(request => request.includes('/known')),
      [],
    );
  });

  it('are reported as too large together, and appear when there is room for them', async () => {
    const { now } = Date;
    try {
      const names = ['1.png', '2.png', '3.png', '4.png', '5.png'];
      for (const name of names) serve(name, 7 * megabyte);
      const images = await shows(Object.fromEntries(names.map(name => [name, 7 * megabyte])));
      const whole = `${7 * megabyte} bytes`;
      await eventually(async () => assert.deepEqual(count(await images()), { [whole]: 3, [tooLarge]: 2 }));
      const withoutRoom = (await images()).indexOf(tooLarge);
      Date.now = () => now() + 2 * 60_000;
      const later = `Words.\n\n![](/files/id-${names[withoutRoom]})`;
      await eventually(async () => assert.deepEqual(await images(later), [whole]));
      serve('6.png', 7 * megabyte);
      const other = await shows({ '6.png': 7 * megabyte });
      await eventually(async () => assert.deepEqual(await other(), [whole]));
    } finally {
      Date.now = now;
    }
  });

  function count(all: string[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const one of all) counts[one] = (counts[one] ?? 0) + 1;
    return counts;
  }
});
