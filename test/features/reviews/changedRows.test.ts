import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/commands.ts';
import { answerPrompts } from '../../host/answers.ts';
import { changeRows, row } from '../../host/app.ts';
import { rowsOffering } from '../../host/menus.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, itWithOptional, pagesOf } from '../../host/support.ts';
import { changeFiles } from '../../sandbox/files.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const way = ['Tidewell', 'Products', 'Heron', 'Heron manual', '#8'];

describe('the row of a changed page or file', () => {
  const set = stageOfParts();

  const rowOf = async (label: string) => {
    const rows = await changeRows(set.app.tree, await row(set.app.tree, ...way));
    return rows.find(one => one.label === label) ?? assert.fail(`There is no ${label}.`);
  };

  async function copied(command: string, target: unknown): Promise<string> {
    const answers = answerPrompts();
    try {
      await commands[command]?.run(set.app as unknown as App, target);
    } finally {
      answers.restore();
    }
    return vscode.env.clipboard.readText();
  }

  itWithOptional('copies the links of its page, like the row of the page', async () => {
    addPage(set.sandbox, changeRequest, { title: 'Fenders', markdown: 'Text.\n' });
    const fenders = await rowOf('Fenders');
    const page = pagesOf(set.sandbox, changeRequest).find(({ title }) => title === 'Fenders') ?? assert.fail();
    const link = new URL(await copied('marginalia.item.copyLink', fenders));
    assert.equal(link.searchParams.get('page'), page.id);
    const inList = await row(set.app.tree, ...way, 'All pages', 'Fenders');
    for (const command of ['marginalia.item.copyLink', 'marginalia.item.copyWebAddress']) {
      assert.equal(await copied(command, fenders), await copied(command, inList));
    }
  });

  itWithOptional('of a page offers no comment to a user who may not comment', async () => {
    addPage(set.sandbox, changeRequest, { title: 'Fenders', markdown: 'Text.\n' });
    const offers = ['comment.commentOnPage', 'page.saveAsPdf', 'document.showBacklinks', 'change.openPage'];
    const offered = async () => {
      const { contextValue } = await rowOf('Fenders');
      return offers.filter(id => rowsOffering(`marginalia.${id}`, [contextValue]).length > 0);
    };
    assert.deepEqual(await offered(), offers);
    await set.app.session.signIn({ url: set.server.url, token: set.sandbox.tokenFor('sam') });
    const space = set.sandbox.state.spaces.get(changeRequest.space);
    set.sandbox.state.spaces.put({ ...space, defaultLevel: 'read' });
    set.app.tree.refresh();
    assert.deepEqual(await offered(), offers.slice(1));
  });

  itWithOptional('of a file opens its diff, and has no page', async () => {
    changeFiles(set.sandbox, changeRequest, files =>
      files.map(file => (file.name === 'mooring-two.svg' ? { ...file, name: 'anchors.svg' } : file)),
    );
    const { contextValue } = await rowOf('anchors.svg');
    assert.match(contextValue, /^change\.(edited|moved)\.file$/);
    assert.deepEqual(rowsOffering('marginalia.change.open', [contextValue]), [contextValue]);
    for (const id of ['change.openPage', 'item.copyLink', 'page.saveAsPdf']) {
      assert.deepEqual(rowsOffering(`marginalia.${id}`, [contextValue]), []);
    }
  });
});
