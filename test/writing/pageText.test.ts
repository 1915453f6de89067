import assert from 'node:assert/strict';
import { editOf } from '../../src/model/writing/pageEdit.ts';
import { textOfPage } from '../../src/model/writing/pageText.ts';

const defaults = { width: 'default', cover: true, coverSize: 'hero', title: true, outline: true };

describe('the text of a page', () => {
  it('is its Markdown where it has no settings', () => {
    const page = { title: 'Start *here*', hidden: false, layout: defaults, variables: {}, tags: [] };
    assert.equal(textOfPage(page, '# Start \\*here\\*\n\nText.\n'), '# Start \\*here\\*\n\nText.\n');
  });

  it('begins with its settings, as Git Sync writes them', () => {
    const page = {
      title: 'Start',
      description: 'Begin: here',
      emoji: '1f6a9',
      cover: { ref: { kind: 'file', file: 'f1' }, refDark: { kind: 'url', url: 'https://a.example/b.png' }, yPos: 3 },
      layout: { ...defaults, width: 'wide', outline: false, cover: false, coverSize: 'full' },
      hidden: true,
      noIndex: false,
      condition: 'visitor.claims.beta',
      variables: { version: '2' },
      frontMatter: { owner: 'mira', layout: { toc: 'left' } },
    };
    assert.equal(
      textOfPage(page, 'Text.\n'),
      `---
title: Start
description: "Begin: here"
emoji: 🚩
cover: /files/f1
coverDark: https://a.example/b.png
coverY: 3
layout:
  width: wide
  cover:
    visible: false
    size: full
  outline:
    visible: false
  toc: left
hidden: true
if: visitor.claims.beta
vars:
  version: "2"
owner: mira
---

Text.
`,
    );
  });

  it('survives what a server sets to null, and what cannot be written', () => {
    const page = {
      title: 'A',
      description: null,
      layout: null,
      cover: { ref: { kind: 'page' } },
      tags: [{ tag: 'x' }],
    };
    assert.equal(textOfPage(page as unknown as Parameters<typeof textOfPage>[0], '# A\n'), '# A\n');
    assert.equal(textOfPage({}, ''), '');
  });

  it('is what the server gives where that has front matter', () => {
    const markdown = '---\ndescription: A\n---\n\nText.\n';
    assert.equal(textOfPage({ title: 'A', icon: 'flag' }, markdown), markdown);
  });

  it('shows a title that its first heading does not say, and sends it when it is changed', () => {
    const page = { id: 'p1', title: 'Start' };
    const text = textOfPage(page, '# Welcome\n\nText.\n');
    assert.equal(text, '---\ntitle: Start\n---\n\n# Welcome\n\nText.\n');
    assert.deepEqual(editOf(text, text.replace('Start', 'Begin'), page), {
      operation: 'update_page',
      page: 'p1',
      title: 'Begin',
    });
  });
});
