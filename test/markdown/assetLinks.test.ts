import assert from 'node:assert/strict';
import { assetNamesOf, withAssetTargets } from '../../src/markdown/assetLinks.ts';
import { assetNameIn } from '../../src/markdown/assetNames.ts';

const page = `---
title: A page
cover: .assets/cover.png
coverDark: '../.assets/night%20sky.png'
---

![Map](.assets/map.png "The map") and [plan](../../.assets/plan%20b.pdf#top)

{% file src="../.assets/log.txt" %}
The log
{% endfile %}

<figure><img src=".assets/photo.jpg" alt=""></figure>

\`![code](.assets/code.png)\` and ![own](https://example.com/.assets/far.png) and ![old](.gitbook/assets/old.png)
`;

describe('files that a page refers to by path', () => {
  it('include those of links, images, tags and HTML, wherever the page is', () => {
    assert.deepEqual(
      [...assetNamesOf(page)],
      [...['cover.png', 'night sky.png'], ...['map.png', 'plan b.pdf', 'log.txt', 'photo.jpg']],
    );
  });

  it('can be renamed without other changes of the page', () => {
    const changed = withAssetTargets(page, name => (name === 'log.txt' ? undefined : `/files/${name.length}`));
    assert.equal(
      changed,
      page
        .replace('.assets/cover.png', '/files/9')
        .replace('../.assets/night%20sky.png', '/files/13')
        .replace('.assets/map.png', '/files/7')
        .replace('../../.assets/plan%20b.pdf', '/files/10')
        .replace('.assets/photo.jpg', '/files/9'),
    );
  });

  it('are found after front matter with other line ends', () => {
    const other = page.replaceAll('\n', '\r\n');
    const changed = withAssetTargets(other, name => (name === 'map.png' ? '/files/1' : undefined));
    assert.equal(changed, other.replace('.assets/map.png', '/files/1'));
  });

  it('are none in an empty page, and none with other targets', () => {
    assert.deepEqual([...assetNamesOf('')], []);
    for (const target of ['.assets', '.assets/', '.assets/a/b.png', 'x.assets/a.png', 'mailto:.assets/a']) {
      assert.equal(assetNameIn(target), undefined, target);
    }
  });
});
