import assert from 'node:assert/strict';
import { toDocument } from '../../../src/markdown/reading/toDocument.ts';
import type { ChangeRequest } from '../../../src/model/content/changeRequests.ts';
import {
  changeRequestLinksOf,
  descriptionLine,
  descriptionMarkdown,
  findUnsupportedNodeType,
  hasDescription,
} from '../../../src/model/reviews/description.ts';
import { documents } from '../../hostile/documents.ts';

type Described = Partial<Pick<ChangeRequest, 'description' | 'space' | 'links'>>;

const sentAs = (description: unknown) => ({ space: 'manual', description }) as Described;
const text = (words: unknown) => ({ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] });
const documentOf = (...nodes: unknown[]) => ({ object: 'document', nodes });
const paragraph = (words: unknown) => ({ object: 'block', type: 'paragraph', nodes: [text(words)] });

describe('the description of a change request', () => {
  for (const [what, description] of [
    ['null', null],
    ['missing', undefined],
    ['an empty document', documentOf()],
    ['an empty paragraph', documentOf(paragraph(''))],
    ['invisible characters', documentOf(paragraph('\u200b \u2060'))],
    ['a document without nodes', { object: 'document', nodes: null }],
    ['invalid nodes', documentOf(null, 7, 'text', [])],
    ['a leaf without text', documentOf(paragraph(null))],
    ['a number', 7],
  ] as const) {
    it(`is empty when the server sends ${what}`, async () => {
      assert.equal(hasDescription(sentAs(description)), false);
      assert.equal(await descriptionMarkdown(sentAs(description)), '');
      assert.equal(descriptionLine(sentAs(description), 100), '');
    });
  }

  it('is unknown on a server without descriptions', () => {
    assert.equal(hasDescription({}), undefined);
  });

  it('is available as Markdown and as one shortened line', async () => {
    const sent = sentAs(documentOf(paragraph('Lamps burn at night.'), paragraph('All of them.')));
    assert.equal(await descriptionMarkdown(sent), 'Lamps burn at night.\n\nAll of them.');
    assert.equal(descriptionLine(sent, 100), 'Lamps burn at night. All of them.');
    assert.ok(descriptionLine(sentAs(documentOf(paragraph('word '.repeat(5000)))), 100).length <= 101);
  });

  it('is not empty with only an image', () => {
    assert.equal(hasDescription(sentAs(documentOf({ object: 'block', type: 'image', data: {}, isVoid: true }))), true);
  });

  for (const type of ['image', 'file', 'embed', 'content-ref', 'swagger', 'openapi-schemas']) {
    it(`is not empty with only a block of type ${type} without a caption`, async () => {
      const fragments = [{ object: 'fragment', fragment: 'caption', nodes: [paragraph('')] }];
      const sent = sentAs(documentOf({ object: 'block', type, data: {}, fragments }));
      assert.equal(hasDescription(sent), true);
      assert.notEqual(await descriptionMarkdown(sent), '');
    });
  }

  it('is not empty with only an empty table or a titled tab', () => {
    const cell = { object: 'fragment', fragment: 'cell', nodes: [paragraph('')] };
    assert.equal(hasDescription(sentAs(documentOf({ object: 'block', type: 'table', fragments: [cell] }))), true);
    const tab = (title: string) => ({ object: 'block', type: 'tabs-item', data: { title }, nodes: [paragraph('')] });
    const tabs = (title: string) => sentAs(documentOf({ object: 'block', type: 'tabs', nodes: [tab(title)] }));
    assert.deepEqual([hasDescription(tabs('Linux')), hasDescription(tabs(''))], [true, false]);
  });

  it('can be edited as Markdown with every kind of block', () => {
    for (const markdown of [
      '{% @mermaid/diagram content="a" %}',
      '{% openapi src="https://lamps.example/spec.yaml" path="/lamps" method="get" %}\nLamps\n{% endopenapi %}',
      '{% openapi-operation spec="lamps" path="/lamps" method="get" %}\nLamps\n{% endopenapi-operation %}',
      '{% openapi-schemas spec="lamps" schemas="Lamp" %}\nLamps\n{% endopenapi-schemas %}',
      '{% openapi-webhook spec="lamps" name="lit" method="post" %}\nLamps\n{% endopenapi-webhook %}',
      ...Object.values(documents),
    ]) {
      assert.equal(findUnsupportedNodeType(sentAs(toDocument(markdown, []))), undefined, markdown);
    }
  });

  it('escapes text that looks like HTML or a link', async () => {
    const sent = sentAs(documentOf(paragraph('<img src=x onerror=alert(1)> [run](command:x)')));
    const markdown = await descriptionMarkdown(sent);
    assert.doesNotMatch(markdown, /(?<!\\)<img|(?<!\\)\[run\]\(command/);
    assert.doesNotMatch(descriptionLine(sentAs(documentOf(paragraph('a\u202eb'))), 100), /\u202e/);
  });

  it('shows the text of an unknown node type, and reports that Markdown would lose it', async () => {
    const sent = sentAs(documentOf({ object: 'block', type: 'hologram', nodes: [paragraph('Inside.')] }));
    assert.equal(await descriptionMarkdown(sent), 'Inside.');
    assert.equal(findUnsupportedNodeType(sent), 'hologram');
    assert.equal(findUnsupportedNodeType(sentAs(documentOf(paragraph('Known.')))), undefined);
  });

  it('is read to a limited depth when it is nested too deeply', async () => {
    let node: unknown = paragraph('deep');
    for (let depth = 0; depth < 20_000; depth++) node = { object: 'block', type: 'blockquote', nodes: [node] };
    assert.equal(typeof (await descriptionMarkdown(sentAs(documentOf(node)))), 'string');
  });
});

describe('links of a change request', () => {
  const links = (...sent: unknown[]) => changeRequestLinksOf({ links: sent } as Described) ?? assert.fail();
  const to = (url: unknown, others: object = {}) => ({ id: '1', ref: { kind: 'url', url }, ...others });

  it('are named after their site', () => {
    const kinds = [
      'https://linear.app/a',
      'https://github.com/a/b',
      'https://a.atlassian.net/browse/A-1',
      'https://a.example',
    ];
    assert.deepEqual(
      links(...kinds.map(url => to(url))).map(({ kind }) => kind),
      ['Linear', 'GitHub', 'Jira', 'Link'],
    );
    assert.equal(links(to('https://github.com.evil.example/'))[0]?.kind, 'Link');
  });

  it('have no address when it is not a web address', () => {
    for (const url of [
      'javascript:alert(1)',
      'command:workbench.action.quit',
      'file:///etc/passwd',
      'vscode://x/y',
      '',
      null,
      7,
    ]) {
      assert.equal(links(to(url))[0]?.address, undefined, String(url));
    }
    assert.deepEqual(
      links({ id: '1', ref: null }, null, 'x').map(({ title, address }) => [title, address]),
      [['Untitled link', undefined]],
    );
  });

  it('show the summary of a ticket, or their address when nothing else is known', () => {
    const expanded = {
      kind: 'external-ticket',
      provider: 'jira',
      key: 'A-1',
      summary: 'Lamp',
      status: { name: 'Open' },
    };
    assert.equal(links(to('https://a.atlassian.net/browse/A-1', { expanded }))[0]?.title, 'A-1 Lamp · Open');
    const failed = { kind: 'external-ticket', provider: 'jira', state: 'error' };
    assert.equal(links(to('https://jira.example/A-1', { expanded: failed }))[0]?.title, 'jira.example/A-1');
    assert.equal(links(to('https://a.example/', { expanded: { kind: 'new-kind' } }))[0]?.title, 'a.example');
  });

  it('are unknown on a server without links', () => {
    assert.equal(changeRequestLinksOf({}), undefined);
    assert.equal(changeRequestLinksOf({ links: null } as unknown as Described), undefined);
  });
});
