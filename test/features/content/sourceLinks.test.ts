import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { editContent, pageUri, signedIn } from '../../host/support.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const command = 'command:marginalia.session.signOut?%5B%5D';

/** Sources in which VS Code finds a link that runs a command, or opens a file of this machine. */
const harmful = [
  `[x](${command})`,
  `[x](<${command}>)`,
  `[x](  ${command} "Title")`,
  `![x](${command})`,
  `[![x](https://example.com/x.png)](${command})`,
  `[![x](${command})](https://example.com)`,
  `<${command}>`,
  `[x][ref]\n\n[ref]: ${command}`,
  `[ref]\n\n[ref]: <${command}>`,
  `[x](COMMAND:marginalia.session.signOut)`,
  `[x](command:marginalia.session.signOut)`,
  `<a href="${command}">x</a>`,
  `<A HREF='${command}'>x</A>`,
  `<a title="x"\n  href="${command}">x</a>`,
  `<a href="c&#111;mmand:marginalia.session.signOut">x</a>`,
  `<a data-x='href="https://example.com"' href="${command}">x</a>`,
  `<a data-x='href="https://example.com"' href='${command}'>https://example.com</a>`,
  `<img src="${command}">`,
  `<div><img src="a.png"><img src="${command}"></div>`,
  `<video placeholder="${command}"></video>`,
  `- [x] [y](${command})`,
  `> [y](${command})`,
  `| a |\n| --- |\n| [y](${command}) |`,
  `{% hint style="info" %}\n[y](${command})\n{% endhint %}`,
  `[x](file:///etc/passwd)`,
  `<file:///etc/passwd>`,
  `See file:///etc/passwd for more.`,
  // VS Code merges links in the order in which they are found, and finds links in HTML last.
  `<a href="${command}">x</a>\n\n[x](https://example.com)`,
  `<a href = ${command} data-x='href="a.md"'>x</a>\n\n[x](https://example.com)`,
  `[x](https://example.com)\n\n<a href="${command}">x</a>\n\n[ref]: https://example.com`,
  `<a href="command&colon;marginalia.session.signOut">x</a>`,
  `https://example.com [y](${command})`,
  `[a](https://example.com)[y](${command})`,
];

/** Names of pages whose documents VS Code assigns to other languages. It finds Markdown links in these, too. */
const otherLanguages = {
  skill: 'skill',
  prompt: `${randomUUID()}.prompt`,
  instructions: `${randomUUID()}-copilot-instructions`,
  chatagent: `${randomUUID()}.agent`,
};

/** Sources of links that lead to the web. */
const fine: Record<string, string> = {
  '[x](https://example.com/a)': 'https://example.com/a',
  '[x](http://example.com/a)': 'http://example.com/a',
  '[x](https://example.com/wiki/Talk:Main)': 'https://example.com/wiki/Talk:Main',
  '[x](https://example.com:8080/a)': 'https://example.com:8080/a',
  '[x](https://example.com/?next=site:a)': 'https://example.com/?next=site:a',
  '[x](mailto:somebody@example.com)': 'mailto:somebody@example.com',
  'Note: see https://example.com/b': 'https://example.com/b',
  'Note:https://example.com/c': 'https://example.com/c',
  '<https://example.com/d>': 'https://example.com/d',
  '<a href="https://example.com/e">x</a>': 'https://example.com/e',
  '[ref]\n\n[ref]: https://example.com/f': 'https://example.com/f',
};

describe('links in the source of a page', () => {
  let sandbox: RunningSandbox;

  beforeEach(async () => {
    sandbox = await signedIn();
  });
  afterEach(() => sandbox.close());

  interface Source {
    markdown: string;
    slug?: string;
    language?: string;
  }

  /** Returns the links that VS Code finds in each of these sources, which become pages of one change request. */
  async function linksInEach(sources: readonly Source[]): Promise<string[][]> {
    const pages = sources.map(({ markdown, slug = `page-${randomUUID()}` }) => ({ slug, markdown: `${markdown}\n` }));
    const edits = pages.map(({ slug, markdown }) => {
      return { operation: 'insert_page', title: 'Links', slug, document: { markdown } } as const;
    });
    editContent(sandbox, changeRequest, edits);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const findings: string[][] = [];
    for (const [index, { slug }] of pages.entries()) {
      const uri = pageUri(changeRequest.space, changeRequest.number, `${slug}.md`);
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(document.languageId, sources[index]?.language ?? 'markdown');
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri, 100);
      const view = links.filter(({ range }) => document.getText(range) !== '');
      findings.push(view.map(({ target, range }) => target?.toString(true) ?? document.getText(range)));
    }
    return findings;
  }

  it('run no command, and open only web addresses', async () => {
    const all = await linksInEach(harmful.map(markdown => ({ markdown })));
    const bad = harmful.flatMap((markdown, index) => {
      const wrong = all[index]?.filter(link => !/^(https?|mailto|marginalia):|\.png$/.test(link)) ?? [];
      return wrong.length > 0 ? [[markdown, ...wrong]] : [];
    });
    assert.deepEqual(bad, []);
  });

  it('run no command when the page name selects another language', async () => {
    const known = await vscode.languages.getLanguages();
    const languages = Object.entries(otherLanguages).filter(([language]) => known.includes(language));
    assert.notEqual(languages.length, 0);
    const markdown = `[x](${command}) [y](https://example.com/a)`;
    const all = await linksInEach(languages.map(([language, slug]) => ({ markdown, language, slug })));
    assert.deepEqual(
      all.map((links, index) => [languages[index]?.[0], links]),
      languages.map(([language]) => [language, ['https://example.com/a']]),
    );
  });

  it('open the web when another link has an invalid address', async () => {
    const odd = ['[x](////a)', 'https:////a', 'mailto:////a', '[x](https://[)', 'https://a%zz', '[x](%zz%)'];
    const all = await linksInEach(
      odd.map(one => ({ markdown: `${one}\n\n[y](https://example.com/a) [x](${command})` })),
    );
    for (const [index, links] of all.entries()) {
      assert.ok(links.includes('https://example.com/a'), `${odd[index]}: ${links.join()}`);
    }
  });

  it('open the web as in other documents', async () => {
    const pages = Object.entries(fine).flatMap(([markdown, target]) =>
      ['', `\n\n[x](${command})`].map(more => ({ markdown: `${markdown}${more}`, target })),
    );
    for (const [index, links] of (await linksInEach(pages)).entries()) {
      const { markdown, target } = pages[index] ?? assert.fail();
      // VS Code also links a reference to its definition.
      const away = links.filter(link => !link.startsWith('marginalia:'));
      assert.deepEqual(new Set(away), new Set([target]), markdown);
    }
  });

  it('lead from page to page', async () => {
    const sources = ['', `[x](${command})`].map(also => `[x](glossary.md) [y](../guides/a%20b.md#c)\n\n${also}`);
    for (const links of await linksInEach(sources.map(markdown => ({ markdown })))) {
      assert.deepEqual(
        links.map(link => link.split('/').slice(-2).join('/')),
        ['8/glossary.md', 'guides/a b.md'],
      );
    }
  });

  it('lead to the page of a folder, next to a command link', async () => {
    const [links = []] = await linksInEach([{ markdown: `[x](guides/)\n\n[x](${command})` }]);
    assert.deepEqual(
      links.map(link => link.split('/').slice(-3).join('/')),
      ['8/guides/README.md'],
    );
  });
});
