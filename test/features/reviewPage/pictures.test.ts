import assert from 'node:assert/strict';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import type { ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { stageOfParts } from '../../host/stage.ts';
import { itWithOptional } from '../../host/support.ts';
import { assertTraffic } from '../../host/traffic.ts';
import { changeFiles, withDrawing } from '../../sandbox/files.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M0 0h9v9z"/></svg>';

describe('changed files on the review page', () => {
  const set = stageOfParts();
  let pages: Pages;
  beforeEach(() => {
    const place = { connection: set.app.session.current ?? assert.fail(), ...changeRequest };
    pages = new Pages(set.app, place, uri => `shown:${uri.path}`);
    changeFiles(set.sandbox, changeRequest, files =>
      files
        .flatMap(file => {
          if (file.name === 'mooring-single.svg') return [];
          if (file.name === 'mooring-two.svg')
            return { ...withDrawing(set.sandbox, file, drawing), name: 'anchors.svg' };
          return [file];
        })
        .concat({ id: 'logbook', name: 'logbook.pdf', contentType: 'application/pdf', size: 3, blob: 'none' }),
    );
    set.app.content.refresh();
  });

  const listed = async () => {
    const message = await pages.list();
    return message.type === 'pages' ? message.files : assert.fail(message.type);
  };
  const picturesOf = async (name: string): Promise<ToPage & { type: 'pictures' }> => {
    const { id } = (await listed()).find(file => file.name === name) ?? assert.fail(`${name} is not listed`);
    const message = await pages.pictures(id);
    return message.type === 'pictures' ? message : assert.fail(message.type);
  };

  itWithOptional('are images or other files, and none is fetched before it is near the viewport', async () => {
    const files = await listed();
    assert.deepEqual(files.map(({ name, kind, isPicture }) => [name, kind, isPicture]).sort(), [
      ['anchors.svg', 'edited', true],
      ['logbook.pdf', 'created', false],
      ['mooring-line-parts.svg', 'created', true],
      ['mooring-single.svg', 'deleted', true],
    ]);
    const asked = set.server.exchanges.map(one => one.asked).filter(one => /revisions\/.*\/files/.test(one));
    assert.deepEqual(asked, [], 'The files that were are not read.');
  });

  itWithOptional('are shown before and after, even with another name', async () => {
    const { before, after, sizes, why } = await picturesOf('anchors.svg');
    assert.match(before ?? '', /^shown:\/spaces\/heron-manual\/revisions\/[^/]+\/\.assets\/mooring-two\.svg$/);
    assert.equal(after, 'shown:/spaces/heron-manual/change-requests/8/.assets/anchors.svg');
    assert.match(sizes, new RegExp(`^\\d[\\d.]* (kB|bytes) → ${drawing.length} bytes$`));
    assert.equal(why, undefined);
    await assertTraffic(set.server, { requests: 0, trips: 0 }, () => picturesOf('anchors.svg'));
  });

  itWithOptional('are shown once when they are added or deleted', async () => {
    const created = await picturesOf('mooring-line-parts.svg');
    assert.equal(created.before, undefined);
    assert.match(created.after ?? '', /change-requests\/8\/\.assets\/mooring-line-parts\.svg$/);
    const deleted = await picturesOf('mooring-single.svg');
    assert.match(deleted.before ?? '', /revisions\/[^/]+\/\.assets\/mooring-single\.svg$/);
    assert.equal(deleted.after, undefined);
    assert.doesNotMatch(deleted.sizes, /→/);
  });

  itWithOptional('show why they cannot be displayed', async () => {
    set.server.fail({ kind: 'status', status: 403 }, /\/files/);
    const { before, after, why } = await picturesOf('anchors.svg');
    assert.deepEqual([before, after], [undefined, undefined]);
    assert.ok(why);
  });
});
